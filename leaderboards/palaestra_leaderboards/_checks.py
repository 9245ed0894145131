"""Checks shared by the public functions: one place for the wording of their errors."""

import math
from collections.abc import Hashable, Iterable
from statistics import NormalDist
from typing import Any

from palaestra_leaderboards.errors import RatingError


def normal_quantile(level: float) -> float:
    """Return z with P(-z < Z < z) = `level` for a standard normal Z; raise RatingError outside (0, 1)."""
    probability = require_number("level", level)
    if not 0.0 < probability < 1.0:
        raise RatingError(f"level is {level}, expected a number strictly between 0 and 1")
    return NormalDist().inv_cdf(0.5 + probability / 2)


def normal_cdf(z: float) -> float:
    """Return P(Z < z) for a standard normal Z."""
    return 0.5 * math.erfc(-z / math.sqrt(2))


def require_number(name: str, value: object) -> float:
    """Return a number of whatever type as a float; raise RatingError for text, None, arrays and the like."""
    if not isinstance(value, (str, bytes)):
        try:
            return float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            pass
    raise RatingError(f"{name} is {value!r}, expected a number")


def require_finite(name: str, value: object) -> float:
    """Return `value` as a float; raise RatingError unless it is a finite number."""
    number = require_number(name, value)
    if not math.isfinite(number):
        raise RatingError(f"{name} is {value}, expected a finite number")
    return number


def require_probability(name: str, value: object) -> float:
    """Return `value` as a float; raise RatingError unless it lies in [0, 1]; NaN does not."""
    number = require_number(name, value)
    if not 0.0 <= number <= 1.0:
        raise RatingError(f"{name} is {value}, expected a number from 0 to 1")
    return number


def require_count(name: str, value: object) -> float:
    """Return `value` as a float; raise RatingError unless it is finite and not negative."""
    number = require_number(name, value)
    if not 0.0 <= number < math.inf:
        raise RatingError(f"{name} is {value}, expected a number that is finite and not negative")
    return number


def column(name: str, values: Iterable[Any]) -> list[Any]:
    """Return a sequence, an array or a table's column as a list of plain Python values; raise RatingError else."""
    try:
        # Elements of an array are numpy scalars: as names they would print as np.str_('uct').
        return list(values.tolist() if hasattr(values, "tolist") else values)
    except TypeError:
        raise RatingError(f"{name} is {values!r}, expected a sequence") from None


def index_names(*columns: Iterable[str]) -> tuple[tuple[str, ...], dict[str, int]]:
    """Return the sorted names that occur and the index of each; raise RatingError if they cannot be sorted."""
    occurring: set[Hashable] = set()
    try:
        occurring.update(*columns)
        names = tuple(sorted(occurring))  # type: ignore[type-var]
    except TypeError as error:
        raise RatingError(f"the names of entrants cannot be sorted ({error}), expected strings") from None
    return names, {name: index for index, name in enumerate(names)}  # type: ignore[return-value, misc]
