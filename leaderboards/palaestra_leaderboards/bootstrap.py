"""Bootstrap intervals: slower than the sandwich, and independent of its algebra, so a check on it."""

from collections.abc import Hashable, Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from palaestra_leaderboards.clusters import Clusters, clusters_of_games
from palaestra_leaderboards.elo import ELO_PER_LOGIT
from palaestra_leaderboards.errors import RatingError
from palaestra_leaderboards.rate import estimate_component, main_component, rate_clusters
from palaestra_leaderboards.ratings import Ratings

FloatArray = NDArray[np.float64]


def bootstrap_intervals(
    first: Iterable[str],
    second: Iterable[str],
    score: Iterable[float],
    pair: Iterable[Hashable] | None = None,
    *,
    rng: np.random.Generator,
    replicates: int = 1000,
    seat_term: bool = False,
    level: float = 0.95,
) -> Ratings:
    """Return the ratings of `bradley_terry` with percentile intervals from resampled game pairs.

    Each replicate draws as many game pairs as there are, with replacement, over all match-ups, and is rated at
    mean 0. Arguments as for `bradley_terry`, which also describes entrants that cannot be rated. A
    replicate in which not all of the rated entrants can be rated again is left out; `notes` then says how many were,
    for the intervals are too narrow if they are many. Raises RatingError as `bradley_terry` does, and for fewer
    than one replicate.
    """
    if replicates < 1:
        raise RatingError(f"replicates is {replicates}, expected at least 1")
    clusters = clusters_of_games(first, second, score, pair)
    ratings = rate_clusters(clusters, seat_term=seat_term, level=level)
    rated = np.flatnonzero(~np.isnan(ratings.elo))
    if len(rated) == 0:
        return ratings
    with_seat = bool(np.isfinite(ratings.first_seat_elo))
    drawn = _replicate(clusters.among(rated), rng, replicates, with_seat)
    low, high = ratings.low.copy(), ratings.high.copy()
    notes = list(ratings.notes)
    if len(drawn) < replicates:
        notes.append(f"{replicates - len(drawn)} of {replicates} replicates could not be rated and were left out")
    ends = np.full((2, len(rated) + 1), np.nan)
    if len(drawn):
        ends = ELO_PER_LOGIT * np.quantile(drawn, [(1.0 - level) / 2.0, (1.0 + level) / 2.0], axis=0)
    low[rated], high[rated] = ends[0, :-1], ends[1, :-1]
    seat_low, seat_high = (float(ends[0, -1]), float(ends[1, -1])) if with_seat else (np.nan, np.nan)
    return replace(ratings, low=low, high=high, notes=tuple(notes), first_seat_low=seat_low, first_seat_high=seat_high)


def _replicate(clusters: Clusters, rng: np.random.Generator, replicates: int, seat_term: bool) -> FloatArray:
    """Return (theta, gamma) of the replicates that could be rated, float64 [at most replicates, entrants + 1]."""
    total = int(clusters.total)
    estimates = []
    for _ in range(replicates):
        count = rng.multinomial(total, clusters.count / clusters.total).astype(np.float64)
        sample = clusters.with_count(count)
        if len(main_component(*sample.seat_matrices())) < len(clusters.names):
            continue
        estimate, determined = estimate_component(sample, seat_term=seat_term)
        if determined == seat_term:
            estimates.append(np.append(estimate.theta, estimate.gamma))
    return np.array(estimates).reshape(len(estimates), len(clusters.names) + 1)
