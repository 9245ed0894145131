"""The result of rating entrants."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Ratings on the Elo scale with the ends of their intervals; NaN is what the results do not determine.

    All arrays are float64 of shape [entrants] in the order of `names`. `elo` is NaN for an entrant without a finite
    maximum-likelihood rating; it may still have one end of an interval: `low` if no rated entrant ever scored
    against it, `high` if it never scored against a rated one. `notes` says in plain sentences what is missing
    and why. `first_seat_elo` is what moving first is worth, NaN where it was not asked for or not determined.
    `above` (bool [entrants, entrants]) has [i, j] if i scored against j, directly or through others, and j never
    against i; None where that is not known.
    """

    names: tuple[str, ...]
    elo: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    notes: tuple[str, ...] = ()
    first_seat_elo: float = math.nan
    first_seat_low: float = math.nan
    first_seat_high: float = math.nan
    above: NDArray[np.bool_] | None = None

    def order(self) -> tuple[int, ...]:
        """Return the indices of the entrants from best to worst.

        No entrant is placed above one that scored against it, directly or through others, and that it never scored
        against. Where this leaves the order open, those with only a lower bound come first, by that bound; then the
        rated ones; then those of whom nothing is known; and last those with only an upper bound. Equals keep the order
        of `names`.
        """

        def key(index: int) -> tuple[int, float]:
            elo, low, high = float(self.elo[index]), float(self.low[index]), float(self.high[index])
            if not math.isnan(elo):
                return 1, -elo
            if not math.isnan(low):
                return 0, -low
            return (2, 0.0) if math.isnan(high) else (3, -high)

        left = sorted(range(len(self.names)), key=key)
        if self.above is None:
            return tuple(left)
        order: list[int] = []
        waiting = self.above.sum(axis=0)  # how many of those above each entrant are not placed yet
        while left:
            index = next(index for index in left if not waiting[index])
            left.remove(index)
            order.append(index)
            waiting = waiting - self.above[index]
        return tuple(order)
