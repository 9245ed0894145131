"""What comes out over ten seeds of training, against what was measured with independent programs."""

import statistics
from functools import cache

import pytest

from palaestra import load_game
from palaestra_learning.q_learning.settings import HOLD, make_settings
from palaestra_learning.q_learning.training import Training
from palaestra_learning.q_learning.walk import random_side

SEEDS = range(1, 11)


@cache
def games_needed(teacher, budget):
    """Return N against the teacher for each seed; None = never."""
    found = []
    for seed in SEEDS:
        settings = make_settings(games=budget, teacher=teacher, seed=seed)
        result = Training(load_game("tic_tac_toe"), settings, percents=()).run()
        found.append({c.against: c.games for c in result.convergences}["teacher"])
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("teacher", "low", "high"),
    [
        ("minmax", 1_000, 3_000),
        ("random_minmax", 7_000, 14_000),
        ("twin", 11_000, 22_000),
        ("greedy_twin", 4_000, 8_000),
    ],
)
def test_games_until_no_loss_in_tic_tac_toe(teacher, low, high):
    assert low <= statistics.median(games_needed(teacher, 50_000)) <= high


@pytest.mark.slow
def test_the_order_of_teachers():
    for fixed, searched, twin in zip(
        *(games_needed(teacher, 50_000) for teacher in ("minmax", "random_minmax", "twin")), strict=True
    ):
        assert fixed < searched
        assert fixed < twin


@pytest.mark.slow
def test_a_random_teacher_is_never_enough():
    assert sum(n is None for n in games_needed("random", 50_000)) >= 9


def test_the_perfect_preset_loses_no_line(trained, walker):
    lines = [sum(walker.losing_lines(trained("perfect", seed=seed), seat) for seat in (0, 1)) for seed in SEEDS]
    assert sum(line == 0 for line in lines) >= 9


def test_the_setting_of_the_paper_is_not_perfect(trained, walker):
    """Independent programs: 16 losing lines in the first seat, 374 in the second, no seed without."""
    sides = [trained(games=8000, epsilon=0.1, seats="alternating", seed=seed) for seed in SEEDS]
    lines = [[walker.losing_lines(side, seat) for side in sides] for seat in (0, 1)]
    assert 0 < statistics.median(lines[0]) < 200
    assert 100 < statistics.median(lines[1]) < 1000


def test_the_mean_of_a_ladder_rises(trained, walker):
    """Independent programs, v random over both seats: .665, .758, .823, .899."""
    means = []
    for percent in (10, 30, 50, 100):
        sides = [trained(games=80 * percent, epsilon=0.1, seats="alternating", seed=seed) for seed in SEEDS]
        scores = [walker.score(side, random_side(), seat) for side in sides for seat in (0, 1)]
        means.append(statistics.fmean(scores))
    assert means == sorted(means)
    assert means == pytest.approx([0.665, 0.758, 0.823, 0.899], abs=0.04)


@pytest.mark.slow
def test_small_kalah_is_learnt_from_the_twin():
    """Independent programs: .856 of the points against random play after 100,000 games."""
    game = load_game("kalah", pits=4, seeds=3)
    scores = []
    for seed in range(1, 6):
        settings = make_settings(
            games=100_000,
            epsilon=0.1,
            seats="alternating",
            cadence=100_000,
            check_games=2000,
            criterion="budget",
            seed=seed,
        )
        row = Training(game, settings, percents=()).run().rows[-1]
        scores.append((row["random_wins"] + row["random_draws"] / 2) / 2000)
    assert statistics.fmean(scores) >= 0.85


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "depth", "games"), [("kalah", 1, 1_000), ("kalah", 2, 1_000), ("nine_mens_morris", 1, 10_000)]
)
def test_a_fixed_teacher_is_beaten_in_the_larger_games(game, depth, games):
    settings = make_settings(games=games, teacher="minmax", depth=depth)
    result = Training(load_game(game), settings, percents=()).run()
    assert result.converged


def test_epsilon_without_learning_changes_nothing(trained, walker):
    side = trained(games=HOLD, alpha=0.0)
    assert side.table.positions == 0
