"""The result of rating entrants."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Ratings:
    """Ratings on the Elo scale with the ends of their intervals; NaN is what the results do not determine.

    All arrays are float64 of shape [entrants] in the order of `names`. `elo` is NaN for an entrant without a finite
    maximum-likelihood rating; it may still have one end of an interval: `low` if nobody rated ever scored
    against it, `high` if it never scored against anybody rated. `notes` says in plain sentences what is missing
    and why. `first_seat_elo` is what moving first is worth, NaN where it was not asked for or not determined.
    """

    names: tuple[str, ...]
    elo: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    notes: tuple[str, ...] = ()
    first_seat_elo: float = math.nan
    first_seat_low: float = math.nan
    first_seat_high: float = math.nan

    def order(self) -> tuple[int, ...]:
        """Return the indices of the entrants from best to worst.

        Those with only a lower bound stand above all rated ones, by that bound; below the rated ones come those of
        whom nothing is known, and last those with only an upper bound. Equals keep the order of `names`.
        """

        def key(index: int) -> tuple[int, float]:
            elo, low, high = float(self.elo[index]), float(self.low[index]), float(self.high[index])
            if not math.isnan(elo):
                return 1, -elo
            if not math.isnan(low):
                return 0, -low
            return (2, 0.0) if math.isnan(high) else (3, -high)

        return tuple(sorted(range(len(self.names)), key=key))
