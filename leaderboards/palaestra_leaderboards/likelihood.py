"""The Bradley-Terry likelihood with an optional first-seat term, and its maximum by Newton's method."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palaestra_leaderboards.errors import RatingError

FloatArray = NDArray[np.float64]

_MAXIMUM_STEPS = 100
_SMALL_STEP = 1e-8
_SMALL_DECREMENT = 1e-18
"""Square of a step in units of the standard error: where results are nearly one-sided, rounding moves the estimate
by more than the small step, but by little compared with its error."""

_FLAT = 1e-12
"""Share of the largest eigenvalue of the information below which the smallest is only rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """The maximum: ratings `theta` (float64 [entrants], mean 0) and first-seat term `gamma`, in log odds.

    `inverse` (float64 [entrants + 1, entrants + 1]) is the inverse of the information about (theta, gamma), with
    the direction in which all ratings shift together kept apart.
    """

    theta: FloatArray
    gamma: float
    inverse: FloatArray


def sigmoid(x: FloatArray) -> FloatArray:
    """Return 1 / (1 + exp(-x)) without overflow."""
    return 0.5 * (1.0 + np.tanh(0.5 * x))


def maximize(games: FloatArray, points: FloatArray, *, seat_term: bool) -> Estimate:
    """Return the maximum-likelihood estimate; its existence must have been established before.

    At [i, j] stand the games of i as first against j and the points of i in them. The model is
    logit P(i scores) = theta_i - theta_j + gamma; a draw counts as half a win. Without `seat_term` gamma is 0.
    Raises RatingError if the results are so nearly one-sided that the likelihood is flat to the last digit.
    """
    try:
        return _newton(games, points, seat_term)
    except np.linalg.LinAlgError:
        raise RatingError(
            f"the results of {len(games)} entrants are one-sided but for a few in thousands, "
            "expected enough of the others to determine the differences between the entrants"
        ) from None


def _newton(games: FloatArray, points: FloatArray, seat_term: bool) -> Estimate:
    size = len(games)
    parameters = np.zeros(size + 1)
    value = _log_likelihood(games, points, parameters)
    for _ in range(_MAXIMUM_STEPS):
        gradient, information = _derivatives(games, points, parameters, seat_term)
        step = np.linalg.solve(information, gradient)
        scale = 1.0
        while True:
            candidate = parameters + scale * step
            new_value = _log_likelihood(games, points, candidate)
            if new_value >= value - 1e-12 * abs(value) or scale < 1e-6:
                break
            scale /= 2.0
        parameters, value = candidate, new_value
        if scale * np.abs(step).max() < _SMALL_STEP or abs(gradient @ step) < _SMALL_DECREMENT:
            _, information = _derivatives(games, points, parameters, seat_term)
            theta: FloatArray = parameters[:size] - parameters[:size].mean()
            eigenvalues = np.linalg.eigvalsh(information)
            if eigenvalues[0] <= _FLAT * eigenvalues[-1]:
                raise np.linalg.LinAlgError
            inverse = np.linalg.inv(information).astype(np.float64, copy=False)
            return Estimate(theta, float(parameters[size]), inverse)
    raise RatingError(
        f"Newton's method moved by {np.abs(step).max():.3g} in step {_MAXIMUM_STEPS}, expected convergence"
    )


def _log_odds(parameters: FloatArray) -> FloatArray:
    theta, gamma = parameters[:-1], parameters[-1]
    odds: FloatArray = theta[:, None] - theta[None, :] + gamma
    return odds


def _log_likelihood(games: FloatArray, points: FloatArray, parameters: FloatArray) -> float:
    odds = _log_odds(parameters)
    return float((points * odds - games * np.logaddexp(0.0, odds)).sum())


def _derivatives(
    games: FloatArray, points: FloatArray, parameters: FloatArray, seat_term: bool
) -> tuple[FloatArray, FloatArray]:
    """Return gradient and information, the latter made regular in the directions that are not estimated."""
    size = len(games)
    expected = sigmoid(_log_odds(parameters))
    surplus = points - games * expected
    weight = games * expected * (1.0 - expected)
    gradient = np.zeros(size + 1)
    gradient[:size] = surplus.sum(axis=1) - surplus.sum(axis=0)
    information = np.zeros((size + 1, size + 1))
    information[:size, :size] = laplacian(weight)
    # A shift of all ratings changes nothing; weight in that direction alone makes the matrix regular and leaves
    # every step and every variance at mean 0 as it is.
    information[:size, :size] += max(float(weight.sum()), 1e-300) / size**2
    information[size, size] = 1.0
    if seat_term:
        gradient[size] = surplus.sum()
        information[:size, size] = information[size, :size] = weight.sum(axis=1) - weight.sum(axis=0)
        information[size, size] = weight.sum()
    return gradient, information


def laplacian(weight: FloatArray) -> FloatArray:
    """Return the sum over i, j of weight[i, j] (e_i - e_j)(e_i - e_j)^T."""
    both = weight + weight.T
    result: FloatArray = np.diag(both.sum(axis=1)) - both
    return result
