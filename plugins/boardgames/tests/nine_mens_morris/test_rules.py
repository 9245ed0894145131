"""Single rules, each in a position worked out by hand."""

import pytest

from palaestra import load_game

GASSER = load_game("nine_mens_morris")
LUDII = load_game("nine_mens_morris", rules="ludii")
BLOCKED = "WBW......B....B......WBW 0 0 W"


def board(white, black):
    return "".join("W" if p in white else "B" if p in black else "." for p in range(24))


def move(start, to):
    return 24 + 24 * start + to


def words(game, state):
    return " ".join(game.action_to_string(state, action) for action in state.legal_actions())


def test_slides_to_the_first_point_are_found():
    # A sequence that older releases of OpenSpiel got wrong: no man ever slid to point 0.
    state = GASSER.new_state()
    for point in (1, 3, 9, 4, 6, 7, 10, 11, 14, 13, 16, 15, 18, 19, 20, 21, 23, 22):
        assert state.legal_actions() == [p for p in range(24) if not (int(sum(state.array[2:4])) >> p) & 1]
        state.step(point)
    assert state.current_player == 0
    assert state.legal_actions() == [move(1, 0), move(1, 2), move(9, 0), move(14, 2), move(16, 17)]


def test_blocked_player_loses():
    state = GASSER.position(BLOCKED)
    assert state.is_terminal
    assert state.returns() == [-1.0, 1.0]
    assert GASSER.rules.capped(state.array) == 0


def test_player_who_blocks_the_opponent_wins():
    # White's a7, g7, a1, g1 lack one guard: Black's man on g4 is still on f4.
    state = GASSER.position(board({0, 2, 21, 23}, {1, 9, 13, 22}) + " 0 0 B")
    state.step(move(13, 14))
    assert state.is_terminal
    assert state.returns() == [-1.0, 1.0]


def test_fewer_than_three_men_lose():
    state = GASSER.position("WBW......B...........W.W 0 0 B")
    assert state.is_terminal
    assert state.returns() == [1.0, -1.0]


def test_removing_the_third_last_man_wins():
    state = GASSER.position(board({0, 1, 14, 20}, {8, 16, 17}) + " 0 0 W")
    state.step(move(14, 2))
    assert not state.is_terminal
    assert state.legal_actions() == [8, 16, 17]
    state.step(16)
    assert state.is_terminal
    assert state.returns() == [1.0, -1.0]


def test_three_men_fly_and_four_do_not():
    three = GASSER.position(board({0, 8, 16}, {3, 10, 22, 23}) + " 0 0 W")
    assert three.legal_actions() == [
        move(a, b) for a in (0, 8, 16) for b in range(24) if b not in {0, 8, 16, 3, 10, 22, 23}
    ]
    four = GASSER.position(board({0, 8, 16, 20}, {3, 10, 22, 23}) + " 0 0 W")
    assert words(GASSER, four) == "a7-d7 a7-a4 e5-d5 e5-e4 d3-c3 d3-e3 d3-d2 f2-f4 f2-d2"


def test_three_men_with_more_in_hand_place():
    state = GASSER.position(board({0, 8, 16}, {3, 10, 22}) + " 2 2 W")
    assert words(GASSER, state).startswith("d7 g7 d6 f6")
    assert len(state.legal_actions()) == 18


def test_double_mill_removes_one_man():
    state = GASSER.position(board({0, 1, 14, 23}, {8, 16, 17, 19}) + " 3 3 W")
    state.step(2)
    assert state.current_player == 0
    assert words(GASSER, state) == "xe5 xd3 xe3 xd2"
    state.step(8)
    assert state.current_player == 1
    assert GASSER.position_to_string(state) == board({0, 1, 2, 14, 23}, {16, 17, 19}) + " 2 3 B turn 1"


def test_men_in_mills_are_spared_unless_all_are():
    spared = GASSER.position(board({0, 1, 23}, {3, 4, 5, 8}) + " 3 3 W")
    spared.step(2)
    assert spared.legal_actions() == [8]
    all_in_mills = GASSER.position(board({0, 1, 23}, {3, 4, 5}) + " 3 3 W")
    all_in_mills.step(2)
    assert all_in_mills.legal_actions() == [3, 4, 5]


def test_opening_a_mill_and_closing_it_again_removes():
    state = GASSER.position(board({0, 1, 2, 20}, {8, 16, 17, 19}) + " 0 0 W")
    for action in (move(1, 4), move(19, 22), move(4, 1)):
        state.step(action)
    assert state.current_player == 0
    assert state.legal_actions() == [8, 16, 17, 22]


def test_mill_of_the_last_placement_removes_before_the_slides_begin():
    state = GASSER.position(board({3, 8, 13, 16, 23}, {0, 1, 17}) + " 0 1 B")
    state.step(2)
    assert state.current_player == 1
    assert state.legal_actions() == [3, 8, 13, 16, 23]
    state.step(8)
    assert state.current_player == 0
    assert words(GASSER, state) == "b6-d6 b6-b4 f4-f6 f4-e4 f4-g4 f4-f2 d3-c3 d3-d2 g1-g4 g1-d1"


def test_mill_against_an_empty_board_removes_nothing():
    state = GASSER.position(board({0, 1}, ()) + " 7 9 W")
    state.step(2)
    assert state.current_player == 1
    assert len(state.legal_actions()) == 21


@pytest.mark.parametrize("game", [GASSER, LUDII])
def test_slide_that_closes_a_mill_removes_under_both_rules(game):
    state = game.position(board({0, 1, 14, 20}, {8, 16, 17, 19}) + " 0 0 W")
    state.step(move(14, 2))
    assert words(game, state) == "xe5 xd3 xe3 xd2"


def test_flying_man_that_closes_a_mill_removes_but_for_ludii():
    text = board({0, 1, 20}, {8, 16, 17, 19}) + " 0 0 W"
    gasser, ludii = GASSER.position(text), LUDII.position(text)
    gasser.step(move(20, 2))
    ludii.step(move(20, 2))
    assert (gasser.current_player, ludii.current_player) == (0, 1)
    assert gasser.legal_actions() == [8, 16, 17, 19]
    assert GASSER.position_to_string(ludii) == board({0, 1, 2}, {8, 16, 17, 19}) + " 0 0 B turn 1"


def test_blocked_player_passes_under_ludii():
    state = LUDII.position(BLOCKED)
    assert state.legal_actions() == [600]
    assert words(LUDII, state) == "pass"
    state.step(600)
    assert state.current_player == 1
    assert LUDII.position_to_string(state) == BLOCKED[:-1] + "B turn 1"


def test_game_is_drawn_after_its_turns():
    game = load_game("nine_mens_morris", max_turns=3)
    state = game.new_state()
    for point in (0, 8, 23):
        assert not state.is_terminal
        state.step(point)
    assert state.is_terminal
    assert state.returns() == [0.0, 0.0]
    assert game.rules.capped(state.array) == 1


def test_last_turn_may_win():
    game = load_game("nine_mens_morris", max_turns=3)
    state = game.position(board({0, 1, 14, 20}, {8, 16, 17}) + " 0 0 W turn 2")
    for action in (move(14, 2), 8):
        state.step(action)
    assert state.returns() == [1.0, -1.0]
    assert game.rules.capped(state.array) == 0
