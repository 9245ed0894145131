"""Statistics of one entrant against another beyond the published cases."""

import math
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from palaestra_leaderboards import (
    RatingError,
    elo_from_score,
    los_exact,
    pentanomial,
    pentanomial_counts,
    trinomial,
    wilson_interval,
)

five_counts = st.lists(st.integers(0, 500), min_size=5, max_size=5).filter(lambda counts: sum(counts) > 0)


@given(five_counts)
def test_mirrored_counts_mirror_everything(counts: list[int]) -> None:
    one, other = pentanomial(counts), pentanomial(counts[::-1])
    assert other.score == pytest.approx(1 - one.score)
    assert other.los == pytest.approx(1 - one.los, abs=1e-12)
    pairs = [(other.elo, -one.elo), (other.low, -one.high), (other.nelo, -one.nelo), (other.elo_error, one.elo_error)]
    for mirrored, value in pairs:
        assert mirrored == pytest.approx(value, nan_ok=True, rel=1e-6, abs=1e-6)
    assert bool(one.note) == bool(other.note)


@given(five_counts)
def test_numbers_are_finite_or_unknown_never_infinite(counts: list[int]) -> None:
    statistics = pentanomial(counts)
    values = [statistics.elo, statistics.elo_error, statistics.nelo, statistics.nelo_error]
    assert not any(math.isinf(value) for value in [*values, statistics.low, statistics.high])
    assert 0.0 <= statistics.los <= 1.0
    assert not (math.isnan(statistics.low) and math.isnan(statistics.high))
    assert all(math.isfinite(value) for value in values) or statistics.note


def test_all_pairs_won_leave_a_lower_bound_only() -> None:
    statistics = pentanomial([0, 0, 0, 0, 10])
    assert statistics.score == 1.0
    assert math.isnan(statistics.elo)
    assert math.isnan(statistics.elo_error)
    assert math.isnan(statistics.high)
    assert statistics.low == pytest.approx(elo_from_score(wilson_interval(10, 10).low))
    # Ten pairs won and none lost: Beta(11, 1) lies above one half but for 2^-11.
    assert statistics.los == pytest.approx(1 - 2**-11) == los_exact(10, 0)
    assert "same result" in statistics.note


def test_all_pairs_split_are_no_certain_zero() -> None:
    statistics = pentanomial([0, 0, 10, 0, 0])
    assert (statistics.elo, statistics.los) == (0.0, 0.5)
    assert statistics.elo_error == pytest.approx(elo_from_score(wilson_interval(5, 10).high))
    assert math.isnan(statistics.nelo)
    assert statistics.note


def test_an_interval_beyond_the_possible_scores_gives_way_to_wilson() -> None:
    statistics = pentanomial([0, 0, 0, 1, 1])
    assert math.isfinite(statistics.elo_error)
    assert statistics.low < statistics.elo < statistics.high
    assert "too few" in statistics.note


@given(st.integers(1, 300), st.integers(0, 300), st.integers(1, 300))
def test_independent_games_give_both_counts_the_same_spread(losses: int, draws: int, wins: int) -> None:
    """If the games of a pair were independent, n^2 pairs carry the information of 2 n^2 games."""
    single = [losses, draws, wins]
    pair_counts = pentanomial_counts(np.outer(single, single)).tolist()
    games = 2 * sum(single)
    paired, alone = pentanomial(pair_counts), trinomial([games * count for count in single])
    if not paired.note and not alone.note:
        assert paired.elo == pytest.approx(alone.elo, abs=1e-6)
        assert paired.elo_error == pytest.approx(alone.elo_error, rel=1e-9)
        assert paired.nelo == pytest.approx(alone.nelo, abs=1e-6)
        assert paired.los == pytest.approx(alone.los, abs=1e-9)


def test_counts_come_from_joint_results_by_half_points() -> None:
    pairs = np.arange(9).reshape(3, 3)
    assert pentanomial_counts(pairs).tolist() == [0, 1 + 3, 2 + 4 + 6, 5 + 7, 8]
    assert pentanomial_counts(np.stack([pairs, pairs])).shape == (2, 5)
    with pytest.raises(RatingError, match="shape"):
        pentanomial_counts(np.zeros((3, 2), dtype=np.int64))


@given(st.integers(0, 60), st.integers(0, 60))
def test_exact_superiority_is_a_binomial_tail(wins: int, losses: int) -> None:
    n = wins + losses + 1
    tail = sum(math.comb(n, k) for k in range(wins + 1)) / 2**n
    assert los_exact(wins, losses) == pytest.approx(tail, abs=1e-12)


def test_levels_scale_the_error() -> None:
    counts = [34, 54, 63, 64, 75]
    ratio = pentanomial(counts, level=0.99).nelo_error / pentanomial(counts).nelo_error
    assert ratio == pytest.approx(NormalDist().inv_cdf(0.995) / NormalDist().inv_cdf(0.975))


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([1, 2, 3], "3 entries, expected 5"),
        ([0, 0, 0, 0, 0], "at least one of the pairs"),
        ([1, -1, 0, 0, 0], r"counts\[1\] is -1"),
        ([1, math.nan, 0, 0, 0], r"counts\[1\] is nan"),
    ],
)
def test_nonsense_is_refused(counts: list[float], message: str) -> None:
    with pytest.raises(RatingError, match=message):
        pentanomial(counts)
