"""The Wilson interval of a proportion."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

from palaestra_leaderboards._checks import normal_quantile, require_count, require_number
from palaestra_leaderboards.errors import RatingError


@dataclass(frozen=True, slots=True)
class Interval:
    """The two ends of a confidence interval."""

    low: float
    high: float

    def __iter__(self) -> Iterator[float]:
        """Yield `low` and `high`, so that ``low, high = wilson_interval(...)`` works."""
        return iter((self.low, self.high))


def wilson_interval(successes: float, n: float, level: float = 0.95) -> Interval:
    """Return the score interval of a proportion, without continuity correction.

    `successes` out of `n` trials; halves are allowed, so that draws can count as half a win (the interval is then
    too wide rather than too narrow, for a draw varies less than a win or a loss). No trials give [0, 1]. Raises
    RatingError unless 0 <= successes <= n and 0 < level < 1. Source: Wilson, JASA 22 (1927) 209; Newcombe,
    Statistics in Medicine 17 (1998) 857, method 3.
    """
    trials, won = require_count("n", n), require_number("successes", successes)
    if not 0.0 <= won <= trials:
        raise RatingError(f"successes is {successes}, expected a number from 0 to n = {n}")
    z = normal_quantile(level)
    if trials == 0:
        return Interval(0.0, 1.0)
    p = won / trials
    centre = p + z * z / (2 * trials)
    spread = z * math.sqrt(p * (1 - p) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    # The ends are 0 and 1 exactly for no and for only successes; rounding must not change that.
    low = 0.0 if won == 0 else max(0.0, (centre - spread) / scale)
    high = 1.0 if won == trials else min(1.0, (centre + spread) / scale)
    return Interval(low, high)
