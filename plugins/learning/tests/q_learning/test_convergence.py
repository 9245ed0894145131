"""Convergence-FS: the smallest N after which no check loses for 5,000 games."""

import pytest

from palaestra_learning.q_learning.convergence import Convergence, converged_at, judge

GAMES = list(range(0, 20_001, 100))


def losses(lost_at):
    return [float(game in lost_at) for game in GAMES]


@pytest.mark.parametrize(
    ("lost_at", "expected"),
    [
        (set(range(0, 3001, 100)), 3100),
        ({0}, 100),
        (set(), 100),  # not before the first game
        ({5000}, 5100),
        ({5100}, 5200),  # the check 5,000 games after 100 counts
        ({5200}, 100),
        ({15_000}, 100),
        (set(range(0, 15_001, 100)), None),
        (set(range(0, 14_901, 100)), 15_000),
        (set(GAMES), None),
    ],
)
def test_n(lost_at, expected):
    assert converged_at(GAMES, losses(lost_at)) == expected


def test_later_losses_do_not_undo_it():
    assert converged_at(GAMES, losses({3000, 9000})) == 3100


def test_too_few_games_show_nothing():
    assert converged_at(GAMES[:50], losses(set())[:50]) is None


def test_verdicts():
    never = losses(set(GAMES))
    assert judge("random", GAMES, never, 20_000, seat_is_lost=False) == Convergence("random", "never", None)
    assert judge("random", GAMES, never, 20_000, seat_is_lost=True) == Convergence("random", "impossible", None)
    assert judge("teacher", GAMES, losses({0, 100}), 20_000, seat_is_lost=True) == Convergence(
        "teacher", "converged", 200
    )
    assert judge("teacher", GAMES, losses({9000}), 50, seat_is_lost=False).verdict == "never"
