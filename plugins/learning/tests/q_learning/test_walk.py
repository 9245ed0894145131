"""Exact walks, on what is known of tic-tac-toe and of small boards of Kalah."""

import numpy as np
import pytest

from palaestra import UserError, build_game, load_game
from palaestra.testing.games import KUHN_POKER, NIM
from palaestra_learning.q_learning.rule import NUM_RULE, RANDOMNESS, SYMMETRY
from palaestra_learning.q_learning.walk import Side, need_walker, random_side, walk_game

FIRST_WINS, SECOND_WINS, DRAWS = 131_184, 77_904, 46_080
"""Games of tic-tac-toe, 255,168 in all."""


def test_every_line_of_tic_tac_toe_is_seen(walker):
    assert walker.losing_lines(random_side(), 0) == SECOND_WINS
    assert walker.losing_lines(random_side(), 1) == FIRST_WINS


def test_symmetry_changes_no_count(walker):
    rule = np.zeros(NUM_RULE)
    rule[SYMMETRY] = 1
    assert walker.losing_lines(Side(random_side().table, rule), 0) == SECOND_WINS


def test_random_games_of_tic_tac_toe(walker):
    """The well-known 58.5 %, 28.8 % and 12.7 %: 737 of 1,260, 121 of 420 and 8 of 63."""
    assert walker.losses(random_side(), random_side(), 1) == pytest.approx(737 / 1260)
    assert walker.losses(random_side(), random_side(), 0) == pytest.approx(121 / 420)
    assert walker.score(random_side(), random_side(), 0) == pytest.approx(737 / 1260 + 8 / 63 / 2)


def test_perfect_play_loses_nothing(walker):
    assert walker.value == 0.0
    assert walker.lost_seats() == ()
    assert walker.exact.positions == 4520
    for seat in (0, 1):
        assert walker.losing_lines(walker.perfect(), seat) == 0
        assert walker.losing_lines(walker.perfect(first_of_ties=True), seat) == 0
        assert walker.score(walker.perfect(), walker.perfect(), seat) == pytest.approx(0.5)
    assert walker.score(walker.perfect(), random_side(), 0) > 0.98


def test_randomness_is_mixed_in(walker):
    rule = np.zeros(NUM_RULE)
    scores = []
    for randomness in (0.0, 0.25, 0.5, 0.75, 1.0):
        rule[RANDOMNESS] = randomness
        scores.append(walker.score(Side(walker.exact, rule.copy()), random_side(), 0))
    assert scores == sorted(scores, reverse=True)
    assert scores[-1] == pytest.approx(walker.score(random_side(), random_side(), 0))


MARGINS = {(1, 4): -2, (2, 1): 2, (2, 2): -2, (2, 3): -2, (3, 1): 0, (3, 2): 4, (4, 1): 2, (5, 1): 0}
"""The first player's lead under perfect play, standard capture, over when any row is empty; by another solver."""


@pytest.mark.parametrize(("board", "margin"), MARGINS.items())
def test_values_of_kalah(board, margin):
    pits, seeds = board
    walker = walk_game(load_game("kalah", pits=pits, seeds=seeds))
    assert walker.value == (margin > 0) - (margin < 0)
    assert walker.lost_seats() == ((0,) if margin < 0 else (1,) if margin > 0 else ())


def test_games_that_cannot_be_walked():
    assert walk_game(build_game(KUHN_POKER, {})) is None
    assert walk_game(load_game("nine_mens_morris")) is None
    assert walk_game(load_game("kalah")) is None
    assert walk_game(build_game(NIM, {})) is not None
    with pytest.raises(UserError, match="needs a game of at most 100,000 positions"):
        need_walker(load_game("kalah"), "perfect play")
