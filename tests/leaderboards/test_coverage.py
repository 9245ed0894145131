"""Do 95 % intervals hold the truth in 95 % of tournaments? Simulated, with the pairs' dependence built in."""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import pytest

from palaestra_leaderboards import PairTable, RatingError, bootstrap_intervals, bradley_terry, bradley_terry_cells
from palaestra_leaderboards.elo import ELO_PER_LOGIT

NAMES = ("a", "b", "c", "d")
THETA = np.array([0.9, 0.3, -0.4, -0.8])
CORRELATION = -0.7  # of the latent luck of an entrant in the two games of a pair: a good deal changes hands
REPETITIONS = 800


@dataclass(frozen=True)
class Tournament:
    """Results of all match-ups: `as_first` and `as_second` [match-ups, pairs], in half points of a."""

    a: np.ndarray
    b: np.ndarray
    as_first: np.ndarray
    as_second: np.ndarray

    def table(self) -> PairTable:
        joint = np.zeros((len(self.a), 3, 3), dtype=np.int64)
        rows = np.arange(len(self.a))[:, None]
        np.add.at(joint, (np.broadcast_to(rows, self.as_first.shape), self.as_first, self.as_second), 1)
        none = np.zeros((len(self.a), 3), dtype=np.int64)
        return PairTable(NAMES, self.a, self.b, joint, none, none)

    def table_of_single_games(self) -> PairTable:
        paired = self.table()
        empty = np.zeros_like(paired.pairs)
        return PairTable(NAMES, self.a, self.b, empty, paired.pairs.sum(axis=2), paired.pairs.sum(axis=1))

    def games(self) -> tuple[list[str], list[str], list[float], list[str]]:
        first, second, score, label = [], [], [], []
        for row, (a, b) in enumerate(zip(self.a, self.b, strict=True)):
            for pair, (one, two) in enumerate(zip(self.as_first[row], self.as_second[row], strict=True)):
                first += [NAMES[a], NAMES[b]]
                second += [NAMES[b], NAMES[a]]
                score += [one / 2, 1 - two / 2]
                label += [f"{pair}"] * 2
        return first, second, score, label


def play(rng: np.random.Generator, pairs: int, gamma: float) -> Tournament:
    """Draw a tournament with exactly the model's expected scores, a fifth of the close games drawn."""
    a, b = np.triu_indices(len(NAMES), 1)
    difference = (THETA[a] - THETA[b])[:, None]
    luck = rng.standard_normal((2, len(a), pairs))
    luck[1] = CORRELATION * luck[0] + np.sqrt(1 - CORRELATION**2) * luck[1]
    uniform = np.vectorize(NormalDist().cdf)(luck)
    results = []
    for share, seat in zip(uniform, (gamma, -gamma), strict=True):
        expected = 1 / (1 + np.exp(-(difference + seat)))
        draw = 0.8 * expected * (1 - expected)
        results.append((share < expected - draw / 2).astype(int) + (share < expected + draw / 2))
    return Tournament(a, b, *results)


@pytest.mark.parametrize(("pairs", "gamma"), [(40, 0.5), (40, 0.0), (12, 0.5)])
def test_intervals_cover_the_truth_as_often_as_they_say(pairs: int, gamma: float) -> None:
    rng = np.random.default_rng([2026, pairs, round(10 * gamma)])
    seat_term = gamma != 0.0
    truth = ELO_PER_LOGIT * (THETA - THETA.mean())
    held, seat_held = np.zeros(len(NAMES)), 0
    for _ in range(REPETITIONS):
        ratings = bradley_terry_cells(play(rng, pairs, gamma).table(), seat_term=seat_term)
        held += (ratings.low <= truth) & (truth <= ratings.high)
        seat_held += ratings.first_seat_low <= gamma * ELO_PER_LOGIT <= ratings.first_seat_high
    # Four standard deviations of a binomial share with p = 0.95.
    tolerance = 4 * np.sqrt(0.95 * 0.05 / REPETITIONS)
    np.testing.assert_allclose(held / REPETITIONS, 0.95, atol=tolerance)
    if seat_term:
        assert seat_held / REPETITIONS == pytest.approx(0.95, abs=tolerance)


def test_games_taken_as_independent_give_intervals_that_are_too_wide() -> None:
    rng = np.random.default_rng(7)
    truth = ELO_PER_LOGIT * (THETA - THETA.mean())
    held, ratios = np.zeros(len(NAMES)), []
    for _ in range(REPETITIONS):
        tournament = play(rng, 40, 0.0)
        single, paired = (
            bradley_terry_cells(table) for table in (tournament.table_of_single_games(), tournament.table())
        )
        np.testing.assert_allclose(single.elo, paired.elo, atol=1e-6)
        held += (single.low <= truth) & (truth <= single.high)
        ratios.append((single.high - single.low) / (paired.high - paired.low))
    assert (held / REPETITIONS > 0.97).all()
    assert (np.mean(ratios, axis=0) > 1.2).all()


def test_sandwich_and_bootstrap_agree() -> None:
    first, second, score, pair = play(np.random.default_rng(3), 80, 0.4).games()
    sandwich = bradley_terry(first, second, score, pair, seat_term=True)
    bootstrap = bootstrap_intervals(
        first, second, score, pair, rng=np.random.default_rng(4), replicates=1500, seat_term=True
    )
    np.testing.assert_array_equal(bootstrap.elo, sandwich.elo)
    # The half-width from 1,500 replicates is itself uncertain by 2.5 %; four times that.
    np.testing.assert_allclose(bootstrap.high - bootstrap.low, sandwich.high - sandwich.low, rtol=0.1)
    assert bootstrap.first_seat_high - bootstrap.first_seat_low == pytest.approx(
        sandwich.first_seat_high - sandwich.first_seat_low, rel=0.1
    )
    # Its ends are uncertain by 4 % of the half-width, and percentiles follow the skew that a normal has not.
    ends = np.abs(np.concatenate([bootstrap.low - sandwich.low, bootstrap.high - sandwich.high]))
    assert ends.max() < 0.1 * (sandwich.high - sandwich.low).min()


def test_bootstrap_repeats_with_the_same_randomness_and_says_what_it_left_out() -> None:
    first, second, score = ["a"] * 6, ["b"] * 6, [1.0, 1.0, 1.0, 1.0, 1.0, 0.0]
    one, two = (
        bootstrap_intervals(first, second, score, rng=np.random.default_rng(1), replicates=50) for _ in range(2)
    )
    np.testing.assert_array_equal(one.low, two.low)
    assert "replicates could not be rated" in " ".join(one.notes)
    with pytest.raises(RatingError, match="replicates is 0"):
        bootstrap_intervals(first, second, score, rng=np.random.default_rng(1), replicates=0)


def test_bootstrap_leaves_one_sided_results_as_they_are() -> None:
    ratings = bootstrap_intervals(["a"] * 9, ["b"] * 9, [1.0] * 9, rng=np.random.default_rng(1), replicates=5)
    assert np.isnan(ratings.elo).all()
    assert ratings.low[0] > 0
