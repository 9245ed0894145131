"""Standard errors that allow for dependence between the games of a cluster."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palaestra_leaderboards.clusters import Clusters, scatter, totals
from palaestra_leaderboards.likelihood import Estimate, laplacian, sigmoid

FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]

_NO_SPREAD = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class StandardErrors:
    """Standard errors in log odds at mean 0, and for whom the widest possible spread had to be assumed.

    `theta` is float64 [entrants], `gamma` that of the first-seat term (0 if that is not estimated); `assumed` is bool
    [entrants].
    """

    theta: FloatArray
    gamma: float
    assumed: BoolArray


def standard_errors(clusters: Clusters, estimate: Estimate, *, seat_term: bool) -> StandardErrors:
    """Return the clustered sandwich errors: the square roots of the diagonal of H^-1 M H^-1.

    H is the information and M the sum over clusters of u u^T, u being the gradient of the cluster's log-likelihood
    (Liang and Zeger, Biometrika 73 (1986) 13). M is scaled by G / (G - p), with G clusters and p parameters, for
    residuals of fitted parameters are too small. Where the clusters of an entrant show no spread at all, or G <= p,
    the residuals say nothing; then each cluster counts as one coin with its expected score, the most that a score
    can vary.
    """
    size = len(clusters.names)
    a, b, count = clusters.a, clusters.b, clusters.count
    difference = estimate.theta[a] - estimate.theta[b]
    expected_first = clusters.first_games * sigmoid(difference + estimate.gamma)
    expected_second = clusters.second_games * sigmoid(difference - estimate.gamma)
    first = clusters.first_points - expected_first
    second = clusters.second_points - expected_second
    along, across = first + second, first - second
    games = clusters.first_games + clusters.second_games
    expected = expected_first + expected_second
    widest = count * expected * (games - expected)
    rating_part, seat_part, mixed = count * along**2, count * across**2, count * along * across

    parameters = size - 1 + int(seat_term)
    total = clusters.total if seat_term else clusters.between_two
    enough = total > parameters
    assumed = _per_entrant(clusters, rating_part) <= _NO_SPREAD * _per_entrant(clusters, widest)
    if not enough:
        assumed[:] = True
    silent = assumed[a] | assumed[b]
    rating_part, mixed = np.where(silent, widest, rating_part), np.where(silent, 0.0, mixed)
    if seat_part.sum() <= _NO_SPREAD * widest.sum():
        silent = np.ones_like(silent)
        mixed = np.zeros_like(mixed)
    seat_part = np.where(silent, widest, seat_part)

    middle = np.zeros((size + 1, size + 1))
    middle[:size, :size] = laplacian(scatter(a, b, rating_part, size))
    if seat_term:
        column = totals(a, mixed, size) - totals(b, mixed, size)
        middle[:size, size] = middle[size, :size] = column
        middle[size, size] = seat_part.sum()
    scale = total / (total - parameters) if enough else 1.0
    variance = scale * ((estimate.inverse @ middle) * estimate.inverse.T).sum(axis=1)
    errors = np.sqrt(np.maximum(variance, 0.0))
    return StandardErrors(errors[:size], float(errors[size]), assumed)


def _per_entrant(clusters: Clusters, values: FloatArray) -> FloatArray:
    size = len(clusters.names)
    return totals(clusters.a, values, size) + totals(clusters.b, values, size)
