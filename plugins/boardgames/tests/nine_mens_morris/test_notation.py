"""Position texts: what is read, what is refused and how."""

import random

import pytest

from palaestra import PositionError, load_game

GAME = load_game("nine_mens_morris")


@pytest.mark.parametrize(
    "text",
    [
        "........................ 9 9 W",
        "W.W......BB....W......B. 0 0 W",
        "WWW.B...B.......B..B.... 5 5 W remove",
        "WWW.B...B.......B..B.... 5 5 W remove turn 8",
        "WBW......B....B......WBW 0 0 W",
        "WBW......B...........W.W 0 0 B",
        "WBW......B...........W.W 0 0 W",
        "WBW......B....B......W.W 0 0 W turn 200",
    ],
)
def test_position_comes_back(text):
    assert GAME.position_to_string(GAME.position(text)) == text


def test_any_spacing_is_read():
    state = GAME.position("  W.W......BB....W......B.   0  0   W ")
    assert GAME.position_to_string(state) == "W.W......BB....W......B. 0 0 W"


def test_every_state_of_a_game_comes_back():
    rng = random.Random(5)
    for _ in range(5):
        state = GAME.new_state()
        while True:
            text = GAME.position_to_string(state)
            read = GAME.position(text)
            assert read.array[2:].tolist() == state.array[2:].tolist()
            if state.is_terminal:
                break
            state.step(rng.choice(state.legal_actions()))


def test_two_men_lose_whoever_is_to_move():
    for side in "WB":
        assert GAME.position(f"WBW......B...........W.W 0 0 {side}").returns() == [1.0, -1.0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "''"),
        ("WB 9 9", "'WB 9 9'"),
        ("WB 9 9 W", "board 'WB' has 2 points; expected 24"),
        ("X....................... 9 9 W", r"point 0 \(a7\) is 'X'"),
        (".......................w 9 9 W", r"point 23 \(g1\) is 'w'"),
        ("W....................... 9 9 W", "White has 1 men on the board and 9 in hand; expected at most 9"),
        ("........................ 9 10 W", "Black has 0 men on the board and 10 in hand"),
        ("........................ 9 -1 W", "-1"),
        ("........................ 9 9 X", "side to move is 'X'; expected W or B"),
        ("........................ 9 9 WB", "side to move is 'WB'; expected W or B"),
        ("........................ 9 9 W turn 201", "turn is 201; expected at most 200"),
        ("........................ 9 9 W turn x", "turn x"),
        ("........................ 2 2 W", "White has 2 men and Black 2; expected 3"),
        ("WW.B...B.......B........ 5 5 W remove", "'remove' for White; expected a mill of White"),
        ("WWW..................... 5 5 W remove", "expected a mill of White and a man of Black"),
        ("WBW......B....B......WBW 0 0 W remove", "the game is over"),
    ],
)
def test_what_cannot_be_is_refused(text, told):
    with pytest.raises(PositionError, match=told) as caught:
        GAME.position(text)
    assert "\n" not in str(caught.value)


def test_actions_are_named_by_points():
    placing = GAME.new_state()
    names = [GAME.action_to_string(placing, action) for action in range(24)]
    assert " ".join(names) == ("a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1")
    assert GAME.string_to_action(placing, " D7") == 1
    sliding = GAME.position("W.W.B.B..BWB..W..B.WB.B. 0 0 W")
    assert GAME.action_to_string(sliding, 24 + 24 * 0 + 1) == "a7-d7"
    removing = GAME.position("WWW.B...B.......B..B.... 5 5 W remove")
    assert GAME.string_to_action(removing, "xd6") == 4


def test_actions_of_a_whole_game_are_read_back():
    rng = random.Random(6)
    for rules in ("gasser", "ludii"):
        game = load_game("nine_mens_morris", rules=rules)
        state = game.new_state()
        while not state.is_terminal:
            legal = state.legal_actions()
            assert [game.string_to_action(state, game.action_to_string(state, action)) for action in legal] == legal
            state.step(rng.choice(legal))
