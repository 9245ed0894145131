"""Checks shared by the public functions: one place for the wording of their errors."""

import math
from statistics import NormalDist

from palaestra_leaderboards.errors import RatingError


def normal_quantile(level: float) -> float:
    """Return z with P(-z < Z < z) = `level` for a standard normal Z; raise RatingError outside (0, 1)."""
    if not 0.0 < level < 1.0:
        raise RatingError(f"level is {level}, expected a number strictly between 0 and 1")
    return NormalDist().inv_cdf(0.5 + level / 2)


def normal_cdf(z: float) -> float:
    """Return P(Z < z) for a standard normal Z."""
    return 0.5 * math.erfc(-z / math.sqrt(2))


def require_probability(name: str, value: float) -> None:
    """Raise RatingError unless `value` lies in [0, 1]; NaN does not."""
    if not 0.0 <= value <= 1.0:
        raise RatingError(f"{name} is {value}, expected a number from 0 to 1")


def require_count(name: str, value: float) -> None:
    """Raise RatingError unless `value` is finite and not negative."""
    if not 0.0 <= value < math.inf:
        raise RatingError(f"{name} is {value}, expected a number that is finite and not negative")
