"""Nothing is hidden on a board but the future, and that no player sees."""

import pytest

from palaestra.testing import check_secrecy

GAMES = ("tic_tac_toe", "kalah", "nine_mens_morris")


@pytest.mark.parametrize("game", GAMES)
def test_the_future_is_not_shown(game):
    assert check_secrecy(game, positions=200).positions == 200


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_future_is_not_shown_in_many_positions(game):
    assert check_secrecy(game, positions=100_000).positions == 100_000
