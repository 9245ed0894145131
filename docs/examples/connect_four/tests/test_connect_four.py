"""The laws of games, and counts from elsewhere."""

import pytest

from palaestra import load_game
from palaestra.testing import check_game, perft

POSITIONS = (1, 7, 49, 238, 1120, 4263, 16422)
"""Positions after n plies: https://oeis.org/A212693, by Stefan Edelkamp, Peter Kissmann and John Tromp."""


def test_the_game_keeps_the_laws() -> None:
    check_game("connect_four")


def test_as_many_positions_are_reached_as_are_known() -> None:
    game = load_game("connect_four")
    positions = {game.position_to_string(game.new_state())}
    for expected in POSITIONS:
        assert len(positions) == expected
        following = set()
        for state in map(game.position, positions):
            for action in state.legal_actions():
                child = state.copy()
                child.step(action)
                following.add(game.position_to_string(child))
        positions = following


def test_the_first_seventh_disc_in_a_column_is_refused() -> None:
    """Until a column can be full, or four in a row, there are seven actions everywhere."""
    game = load_game("connect_four")
    assert perft(game, game.new_state(), 6) == 7**6
    assert perft(game, game.new_state(), 7) == 7**7 - 7  # seven discs in one column, seven times


@pytest.mark.parametrize(
    ("discs", "returns"),
    [
        ([0, 1, 0, 1, 0, 1, 0], [1.0, -1.0]),
        ([6, 0, 5, 0, 4, 1, 3], [1.0, -1.0]),
        ([6, 3, 4, 4, 5, 5, 2, 5, 6, 6, 1, 6], [-1.0, 1.0]),
    ],
    ids=["column", "row", "diagonal"],
)
def test_four_in_a_row_win(discs: list[int], returns: list[float]) -> None:
    state = load_game("connect_four").new_state()
    for disc in discs:
        state.step(disc)
    assert (state.is_terminal, state.returns()) == (True, returns)
