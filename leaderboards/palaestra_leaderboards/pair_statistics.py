"""One entrant against another: Elo, normalized Elo and likelihood of superiority from result counts."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palaestra_leaderboards._checks import column, normal_cdf, normal_quantile, require_count
from palaestra_leaderboards.elo import elo_from_score
from palaestra_leaderboards.errors import RatingError
from palaestra_leaderboards.wilson import Interval, wilson_interval

_NELO_PER_SIGMA = 800.0 / math.log(10.0)


@dataclass(frozen=True, slots=True)
class PairStatistics:
    """What result counts say about the first-named of two entrants; NaN is what they do not determine.

    `elo` with the interval [`low`, `high`] and half its width `elo_error`; `nelo` with `nelo_error`; `los`, the
    likelihood of superiority (probability of a positive difference); `score`, points per game; `note`, empty or
    one sentence on why the ordinary interval could not be used.
    """

    elo: float
    elo_error: float
    nelo: float
    nelo_error: float
    los: float
    score: float
    low: float
    high: float
    note: str = ""


def pentanomial(counts: Iterable[float], level: float = 0.95) -> PairStatistics:
    """Return the statistics of game pairs from the counts of their five results.

    `counts` runs from losing both games to winning both, of the first-named: 0, 1/2, 1, 3/2, 2 points. The pair is
    the unit: with mu and var the mean and variance of the score per pair in [0, 1] and N pairs, the interval of
    the score is mu +- z sqrt(var / N), mapped to Elo; LOS is Phi((mu - 1/2) / sqrt(var / N)); normalized Elo is
    (mu - 1/2) / sqrt(2 var) * 800 / ln 10 (Van den Bergh, Normalized Elo, 2020).

    If all pairs have the same result, or the interval of the score leaves (0, 1), then the observed spread is no
    guide. The Wilson interval with N trials takes its place: no score in [0, 1] with mean mu varies more than a
    coin with that mean, so it errs on the wide side. With no spread at all LOS is that of a Beta(W + 1, L + 1)
    over pairs won and lost, and normalized Elo is NaN. If every game was won, or lost, `elo` and `elo_error` are
    NaN and one end remains. `note` says so. Counts are never padded with small numbers.

    Raises RatingError unless there are five counts, none negative, not all zero.
    """
    return _statistics(counts, 5, "pairs", level)


def trinomial(counts: Iterable[float], level: float = 0.95) -> PairStatistics:
    """Return the statistics of independent games from the counts of losses, draws and wins of the first-named.

    As `pentanomial`, with games as units and sqrt(var) in normalized Elo. For games played in pairs the interval
    is wrong, as a rule too wide: what a deal or a seat gives in one game it takes in the other.
    """
    return _statistics(counts, 3, "games", level)


def pentanomial_counts(pairs: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the five counts of game pairs from their joint results, int64 of shape [..., 5] from [..., 3, 3].

    `pairs[..., r, s]` counts the pairs with result r as first seat and s as second seat, with loss, draw, win =
    0, 1, 2; the count for k half points sums where r + s = k.
    """
    table = np.asarray(pairs, dtype=np.int64)
    if table.ndim < 2 or table.shape[-2:] != (3, 3):
        raise RatingError(f"pairs has shape {table.shape}, expected [..., 3, 3]")
    half_points = np.add.outer(np.arange(3), np.arange(3))
    return np.stack([table[..., half_points == k].sum(axis=-1) for k in range(5)], axis=-1)


def _statistics(counts: Iterable[float], classes: int, unit: str, level: float) -> PairStatistics:
    counts = column("counts", counts)
    if len(counts) != classes:
        raise RatingError(f"counts has {len(counts)} entries, expected {classes}")
    counts = [require_count(f"counts[{index}]", count) for index, count in enumerate(counts)]
    n = sum(counts)
    if n == 0:
        raise RatingError(f"counts is {counts}, expected at least one of the {unit}")
    scores = [index / (classes - 1) for index in range(classes)]
    mean = sum(count * score for count, score in zip(counts, scores, strict=True)) / n
    variance = sum(count * (score - mean) ** 2 for count, score in zip(counts, scores, strict=True)) / n
    same = sum(count > 0 for count in counts) == 1
    error = normal_quantile(level) * math.sqrt(variance / n)
    interval, note = Interval(mean - error, mean + error), ""
    if same:
        note = f"all {n:g} {unit} had the same result, so their spread is unknown: Wilson interval"
    elif not 0.0 < interval.low < interval.high < 1.0:
        note = f"{n:g} {unit} are too few for the normal interval at this score: Wilson interval"
    if note:
        interval = wilson_interval(mean * n, n, level)
    low, high = _known(elo_from_score(interval.low)), _known(elo_from_score(interval.high))
    per_game: float = _NELO_PER_SIGMA / math.sqrt((classes - 1) / 2)
    return PairStatistics(
        elo=_known(elo_from_score(mean)),
        elo_error=(high - low) / 2,
        nelo=math.nan if same else (mean - 0.5) / math.sqrt(variance) * per_game,
        nelo_error=math.nan if same else normal_quantile(level) / math.sqrt(n) * per_game,
        los=_los_of_same(mean, n) if same else normal_cdf((mean - 0.5) / math.sqrt(variance / n)),
        score=mean,
        low=low,
        high=high,
        note=note,
    )


def _known(elo: float) -> float:
    return elo if math.isfinite(elo) else math.nan


def _los_of_same(mean: float, n: float) -> float:
    """LOS of n equal results: P(p > 1/2) for p ~ Beta(n + 1, 1) if won, its complement if lost, 1/2 if drawn."""
    if mean == 0.5:
        return 0.5
    lost_all = math.pow(0.5, n + 1)
    return 1.0 - lost_all if mean > 0.5 else lost_all


def los_exact(wins: float, losses: float) -> float:
    """Return P(p > 1/2) for p ~ Beta(wins + 1, losses + 1), the exact likelihood of superiority of single games.

    Draws say nothing about who is stronger and drop out. Takes games as independent, so for games played in pairs
    `pentanomial` is the better answer. Raises RatingError for negative or infinite counts.
    """
    wins, losses = require_count("wins", wins), require_count("losses", losses)
    from scipy.special import betainc

    return float(betainc(losses + 1.0, wins + 1.0, 0.5))
