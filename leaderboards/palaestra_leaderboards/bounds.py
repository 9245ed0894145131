"""One-sided bounds for entrants that never lost, or never won: all that their results determine.

Each cluster of games counts as one trial, the exact bound for independent trials that all succeeded (as that of
Clopper and Pearson, Biometrika 26 (1934) 404): the lowest rating at which such a run still has a probability of
(1 - level) / 2. Dependence within a cluster can only make the truth stronger than the bound says.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from palaestra_leaderboards.clusters import Clusters
from palaestra_leaderboards.likelihood import sigmoid

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


def bound_against_rated(
    clusters: Clusters, entrant: int, rated: IntArray, theta: FloatArray, gamma: float, level: float
) -> tuple[float, float]:
    """Return (low, high) in log odds of an entrant from its games against rated ones, NaN where nothing is known.

    `theta` (float64 [len(rated)]) are the ratings of the entrants `rated`, taken as known. All results between
    `entrant` and them must have gone the same way.
    """
    rating = np.full(len(clusters.names), np.nan)
    rating[rated] = theta
    as_a = (clusters.a == entrant) & ~np.isnan(rating[clusters.b])
    as_b = (clusters.b == entrant) & ~np.isnan(rating[clusters.a])
    chosen = as_a | as_b
    if not clusters.count[chosen].any():
        return math.nan, math.nan
    opponent = np.where(as_a, rating[clusters.b], rating[clusters.a])[chosen]
    first = np.where(as_a, clusters.first_games, clusters.second_games)[chosen]
    second = np.where(as_a, clusters.second_games, clusters.first_games)[chosen]
    points = clusters.first_points + clusters.second_points
    games = clusters.first_games + clusters.second_games
    won = np.where(as_a, points, games - points)[chosen]
    count = clusters.count[chosen]
    # One that lost everything is the mirror image of one that won everything.
    sign = 1.0 if (count * won).sum() > 0.0 else -1.0

    def log_probability(bound: float) -> float:
        difference = bound - sign * opponent
        chance = first * sigmoid(difference + sign * gamma) + second * sigmoid(difference - sign * gamma)
        return float((count * np.log(chance / (first + second) + 1e-300)).sum())

    bound = _solve(log_probability, math.log((1.0 - level) / 2.0), -500.0, 500.0)
    return (bound, math.nan) if sign > 0.0 else (math.nan, -bound)


def bound_against_all(trials: FloatArray, level: float) -> float:
    """Return the lower bound, in log odds above the mean of all, of an entrant that won every game against each.

    `trials` (float64 [opponents], all positive) are the numbers of clusters against each of the others, whose
    ratings are unknown too. With delta_j the difference to opponent j, this minimizes the sum of delta_j over the
    number of entrants while the whole run keeps its probability: sum of trials_j log sigmoid(delta_j) >= log of
    (1 - level) / 2. The objective is linear and the set convex, so Lagrange's conditions trials_j (1 -
    sigmoid(delta_j)) = lambda give the minimum.
    """
    fewest = float(trials.min())

    def log_probability(share: float) -> float:
        return float((trials * np.log1p(-share * fewest / trials)).sum())

    share = _solve(log_probability, math.log((1.0 - level) / 2.0), 0.0, 1.0 - 1e-16)
    losing = share * fewest / trials
    return float((np.log1p(-losing) - np.log(losing)).sum()) / (len(trials) + 1)


def _solve(function: Callable[[float], float], value: float, low: float, high: float) -> float:
    """Return where a monotone function takes a value, by bisection to the last digit."""
    rising = function(high) > function(low)
    for _ in range(200):
        middle = 0.5 * (low + high)
        if (function(middle) < value) == rising:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)
