"""Results aggregated by match-up: all that the ratings of a whole tournament need, at any number of games."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palaestra_leaderboards.errors import RatingError

LOSS, DRAW, WIN = 0, 1, 2


@dataclass(frozen=True, slots=True, eq=False)
class PairTable:
    """Counts of results, one row for each match-up; rows may repeat a match-up and are then added.

    `names` are the entrants, all different; row r concerns `a[r]` and `b[r]`, indices into them (int64 [rows]).
    Results are those of `a`, with loss, draw, win = 0, 1, 2.
    `pairs[r, x, y]` (int64 [rows, 3, 3]) counts complete game pairs with result x of the game in which `a` sat
    first and y of the one in which it sat second. `first_only` and `second_only` (int64 [rows, 3]) count games
    whose other half is missing, with `a` in the first or in the second seat. Nine counts instead of the five of a
    pentanomial, for the variance of a first-seat term needs the joint results.

    Raises RatingError for wrong shapes, unknown indices, repeated names or negative counts.
    """

    names: tuple[str, ...]
    a: NDArray[np.int64]
    b: NDArray[np.int64]
    pairs: NDArray[np.int64]
    first_only: NDArray[np.int64]
    second_only: NDArray[np.int64]

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(self.names))
        rows = len(self.a)
        shapes = {
            "a": (rows,),
            "b": (rows,),
            "pairs": (rows, 3, 3),
            "first_only": (rows, 3),
            "second_only": (rows, 3),
        }
        for field, shape in shapes.items():
            array = np.asarray(getattr(self, field), dtype=np.int64)
            if array.shape != shape:
                raise RatingError(f"{field} has shape {array.shape}, expected {shape}")
            if array.size and array.min() < 0:
                raise RatingError(f"{field} contains {array.min()}, expected no negative number")
            object.__setattr__(self, field, array)
        if len(set(self.names)) != len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise RatingError(f"names contains {twice!r} more than once, expected different names")
        largest = max(int(self.a.max(initial=-1)), int(self.b.max(initial=-1)))
        if largest >= len(self.names):
            raise RatingError(f"a or b contains {largest}, expected indices below {len(self.names)}, one per name")


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Games, wins, draws and losses of each entrant, int64 of shape [entrants] in the order of `names`."""

    names: tuple[str, ...]
    games: NDArray[np.int64]
    wins: NDArray[np.int64]
    draws: NDArray[np.int64]
    losses: NDArray[np.int64]

    @property
    def score(self) -> NDArray[np.float64]:
        """Points per game, a draw as half a point; NaN for an entrant without games."""
        points = self.wins + 0.5 * self.draws
        score: NDArray[np.float64] = np.divide(
            points, self.games, out=np.full(len(points), np.nan), where=self.games > 0
        )
        return score


def tally(table: PairTable) -> Tally:
    """Return the games, wins, draws and losses of each entrant; games against itself count once from each side."""
    results = table.pairs.sum(axis=2) + table.pairs.sum(axis=1) + table.first_only + table.second_only
    counts = np.zeros((len(table.names), 3), dtype=np.int64)
    np.add.at(counts, table.a, results)
    np.add.at(counts, table.b, results[:, ::-1])
    games = counts.sum(axis=1)
    return Tally(table.names, games, counts[:, WIN].copy(), counts[:, DRAW].copy(), counts[:, LOSS].copy())


def match_up(table: PairTable, one: int, other: int) -> NDArray[np.int64]:
    """Return `pairs` of the match-up as `one` sees it, int64 of shape [3, 3], over all rows in either direction."""
    forward = table.pairs[(table.a == one) & (table.b == other)].sum(axis=0)
    # Seen from the other side the seats swap and so do wins and losses: (x, y) becomes (2 - y, 2 - x).
    backward = table.pairs[(table.a == other) & (table.b == one)].sum(axis=0)
    joint: NDArray[np.int64] = forward + backward.T[::-1, ::-1]
    return joint
