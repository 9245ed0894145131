"""Each rule of Kalah by a position and its outcome, worked out by hand."""

import numpy as np
import pytest

from palaestra import build_game
from palaestra_boardgames.kalah.layout import PLIES_LEFT
from palaestra_boardgames.kalah.spec import KALAH


def after(position, pit, **knobs):
    """Return the text after sowing the mover's pit, counted from 1."""
    game = build_game(KALAH, knobs)
    state = game.position(position)
    state.step(game.string_to_action(state, str(pit)))
    return game.position_to_string(state)


def test_sowing_passes_the_own_store_and_goes_on_in_the_opponents_row():
    assert after("4,4,4,4,4,4/0 4,4,4,4,4,4/0 1", 6) == "4,4,4,4,4,0/1 5,5,5,4,4,4/0 2"


def test_second_seat_sows_its_own_row():
    assert after("4,4,4,4,4,4/0 4,4,4,4,4,4/0 2", 5) == "5,5,4,4,4,4/0 4,4,4,4,0,5/1 1"


def test_last_seed_in_the_own_store_earns_another_sowing():
    assert after("4,4,4,4,4,4/0 4,4,4,4,4,4/0 1", 3) == "4,4,0,5,5,5/1 4,4,4,4,4,4/0 1"


def test_opponents_store_is_never_sown():
    # Nine seeds: the store, the opponent's six, then the own pits 1 and 2, which hold seeds already.
    assert after("2,2,0,0,0,9/0 1,1,1,1,1,1/5 1", 6) == "3,3,0,0,0,0/1 2,2,2,2,2,2/5 2"


def test_last_seed_in_an_own_empty_pit_captures_the_opposite_pit():
    assert after("1,0,4,4,4,4/0 4,4,4,4,7,4/0 1", 1) == "0,0,4,4,4,4/8 4,4,4,4,0,4/0 2"


def test_second_seat_captures_too():
    assert after("4,4,4,4,7,4/0 1,0,4,4,4,4/0 2", 1) == "4,4,4,4,0,4/0 0,0,4,4,4,4/8 1"


@pytest.mark.parametrize(
    ("capture", "expected"),
    [("standard", "0,1,4,4,4,4/0 4,4,4,4,0,4/0 2"), ("empty", "0,0,4,4,4,4/1 4,4,4,4,0,4/0 2")],
)
def test_opposite_pit_is_empty(capture, expected):
    assert after("1,0,4,4,4,4/0 4,4,4,4,0,4/0 1", 1, capture=capture) == expected


@pytest.mark.parametrize("capture", ["standard", "empty"])
def test_last_seed_in_an_own_pit_with_seeds_captures_nothing(capture):
    assert after("1,1,4,4,4,4/0 4,4,4,4,7,4/0 1", 1, capture=capture) == "0,2,4,4,4,4/0 4,4,4,4,7,4/0 2"


@pytest.mark.parametrize("capture", ["standard", "empty"])
def test_last_seed_in_the_opponents_empty_pit_captures_nothing(capture):
    assert after("1,1,1,1,1,2/0 0,1,1,1,1,1/0 1", 6, capture=capture) == "1,1,1,1,1,0/1 1,1,1,1,1,1/0 2"


def test_capture_ends_the_turn():
    game = build_game(KALAH, {})
    state = game.position("1,0,4,4,4,1/0 4,4,4,4,7,4/0 1")
    state.step(5)
    assert state.current_player == 0, "a last seed in the store"
    state.step(0)
    assert state.current_player == 1, "a capture, whose seeds reach the store too"


def test_full_lap_ends_in_the_pit_it_came_from_and_captures():
    # Thirteen seeds: one in every pit and in the own store; the last one where they were taken.
    assert after("0,0,13,0,0,0/0 1,1,1,1,1,1/0 1", 3) == "1,1,0,1,1,1/4 2,2,2,0,2,2/0 2"


def test_more_than_a_lap_captures_nothing():
    assert after("0,0,14,0,0,0/0 1,1,1,1,1,1/0 1", 3) == "1,1,1,2,1,1/1 2,2,2,2,2,2/0 2"


def test_two_full_laps_capture_nothing():
    assert after("0,0,26,0,0,0/0 0,0,0,0,0,1/0 1", 3) == "2,2,2,2,2,2/2 2,2,2,2,2,3/0 2"


def test_largest_board():
    position = f"{','.join(['24'] * 12)}/0 {','.join(['24'] * 12)}/0 1"
    row = ["25"] * 12
    row[7] = "0"
    # Cells 9 to 12, the store, twelve pits, pits 1 to 7: twenty-four; all but the own eighth pit get one.
    assert after(position, 8, pits=12, seeds=24) == f"{','.join(row)}/1 {','.join(['25'] * 12)}/0 2"


def test_remaining_seeds_count_for_their_side():
    game = build_game(KALAH, {})
    state = game.position("0,0,0,0,0,1/20 3,0,0,0,0,2/22 1")
    state.step(5)
    assert game.position_to_string(state) == "0,0,0,0,0,0/21 0,0,0,0,0,0/27 1"
    assert state.is_terminal
    assert state.returns() == [-1.0, 1.0]


def test_last_seed_of_a_row_in_the_store_ends_the_game_under_both_rules():
    for end in ("either", "mover"):
        assert after("0,1/2 1,1/3 1", 2, pits=2, end=end) == "0,0/3 0,0/5 1"


@pytest.mark.parametrize(
    ("end", "expected"),
    [("either", "0,0,0,0,0,0/17 0,0,0,0,0,0/31 1"), ("mover", "2,1,1,1,1,1/10 0,0,0,0,0,0/31 1")],
)
def test_row_that_is_not_the_movers_is_empty(end, expected):
    assert after("1,1,1,1,1,1/10 0,0,0,0,0,2/30 2", 6, end=end) == expected


@pytest.mark.parametrize("end", ["either", "mover"])
def test_capture_of_the_opponents_last_seeds_ends_the_game(end):
    assert after("1,0,0,0,0,4/20 0,0,0,0,3,0/20 1", 1, end=end) == "0,0,0,0,0,0/28 0,0,0,0,0,0/20 1"


@pytest.mark.parametrize(
    ("position", "returns"),
    [("0,0/5 0,0/3 1", [1, -1]), ("0,0/3 0,0/5 1", [-1, 1]), ("0,0/4 0,0/4 2", [0, 0]), ("0,0/0 0,0/0 1", [0, 0])],
)
def test_fuller_store_wins(position, returns):
    game = build_game(KALAH, {"pits": 2})
    state = game.position(position)
    assert state.current_player == -1
    assert state.legal_actions() == []
    assert state.returns() == returns
    assert [game.rules.evaluate(state.array, seat) for seat in (0, 1)] == returns
    assert not state.capped


def test_legal_actions_are_the_movers_pits_with_seeds():
    game = build_game(KALAH, {})
    assert game.position("0,1,0,1,0,1/0 4,0,4,4,0,0/0 1").legal_actions() == [1, 3, 5]
    assert game.position("0,1,0,1,0,1/0 4,0,4,4,0,0/0 2").legal_actions() == [0, 2, 3]


def test_game_that_grows_too_long_is_a_draw():
    game = build_game(KALAH, {})
    state = game.position("4,4,4,4,4,4/9 4,4,4,4,4,4/0 1")
    state.array[PLIES_LEFT] = 2
    state.step(2)
    assert not state.capped
    state.step(0)
    assert state.is_terminal
    assert state.capped
    assert state.returns() == [0.0, 0.0]
    assert game.rules.evaluate(state.array, 0) == 0.0


def test_game_over_with_the_last_sowing_allowed_is_not_stopped():
    game = build_game(KALAH, {})
    state = game.position("0,0,0,0,0,1/20 3,0,0,0,0,2/22 1")
    state.array[PLIES_LEFT] = 1
    state.step(5)
    assert not state.capped
    assert state.returns() == [-1.0, 1.0]


def test_evaluation_is_the_lead_in_stores_as_a_share_of_all_seeds():
    game = build_game(KALAH, {"pits": 2})
    state = game.position("1,2/7 3,2/5 2")
    assert game.rules.evaluate(state.array, 0) == pytest.approx(2 / 20)
    assert game.rules.evaluate(state.array, 1) == pytest.approx(-2 / 20)


def test_features():
    game = build_game(KALAH, {"pits": 2})
    state = game.position("1,2/7 3,2/5 2")
    assert game.sizes.num_features == 7
    np.testing.assert_allclose(state.features(0), [0.05, 0.1, 0.35, 0.15, 0.1, 0.25, 0], rtol=1e-6)
    np.testing.assert_allclose(state.features(1), [0.15, 0.1, 0.25, 0.05, 0.1, 0.35, 1], rtol=1e-6)


def test_key_tells_boards_and_movers_apart_and_nothing_else():
    game = build_game(KALAH, {"pits": 8})
    texts = [
        f"{','.join('1' if i == pit else '0' for i in range(8))}/{store} 1,0,0,0,0,0,0,0/0 {side}"
        for pit in range(8)
        for store in (0, 1)
        for side in (1, 2)
    ]
    states = [game.position(text) for text in texts]
    assert len({game.rules.key(state.array) for state in states}) == len(texts)
    state, same = game.new_state(seed=1), game.new_state(seed=2)
    same.array[PLIES_LEFT] -= 7
    assert game.rules.key(state.array) == game.rules.key(same.array)


@pytest.mark.parametrize(("scoring", "expected"), [("win", 1.0), ("margin", 28 / 48)])
def test_the_winner_gets_one_or_its_lead_as_a_share_of_all_seeds(scoring, expected):
    game = build_game(KALAH, {"scoring": scoring})
    state = game.position("0,0,0,0,0,1/37 1,0,0,0,0,0/9 1")
    state.step(5)
    assert state.returns() == [expected, -expected]
    assert game.kernel is not None
    assert game.rules.evaluate is not None
    assert [game.rules.evaluate(state.array, seat) for seat in (0, 1)] == [expected, -expected]


@pytest.mark.parametrize("scoring", ["win", "margin"])
def test_equal_stores_and_a_stopped_game_are_draws(scoring):
    game = build_game(KALAH, {"scoring": scoring})
    state = game.position("0,0,0,0,0,1/23 1,0,0,0,0,0/23 1")
    state.step(5)
    assert state.is_terminal
    assert state.returns() == [0.0, 0.0]
    state = game.position("1,0,0,0,0,0/37 1,0,0,0,0,0/9 1")
    state.array[PLIES_LEFT] = 1
    state.step(0)
    assert state.capped
    assert state.returns() == [0.0, 0.0]
