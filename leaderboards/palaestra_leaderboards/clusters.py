"""Results as clusters: games that may depend on each other, with clusters independent of one another."""

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from palaestra_leaderboards._checks import column, index_names, require_probability
from palaestra_leaderboards.errors import RatingError
from palaestra_leaderboards.pair_table import PairTable

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """Clusters of games between two entrants each; alike ones are held once with their `count`.

    All arrays have shape [clusters]. `a` and `b` (int64) are the entrants as indices into `names`. One cluster
    holds `first_games` games with `a` in the first seat, in which `a` won `first_points`, and `second_games`
    with `a` in the second seat, in which it won `second_points` (float64). `count` (float64) says how often.
    """

    names: tuple[str, ...]
    a: IntArray
    b: IntArray
    count: FloatArray
    first_games: FloatArray
    first_points: FloatArray
    second_games: FloatArray
    second_points: FloatArray

    @property
    def total(self) -> float:
        """The number of clusters."""
        return float(self.count.sum())

    @property
    def between_two(self) -> float:
        """The number of clusters of two different entrants: games against oneself say nothing about ratings."""
        return float(self.count[self.a != self.b].sum())

    def with_count(self, count: FloatArray) -> "Clusters":
        """Return the same kinds of cluster in other numbers."""
        return replace(self, count=count)

    def among(self, members: IntArray) -> "Clusters":
        """Return the clusters between entrants that are both in `members`, indexed by the order of `members`."""
        position = np.full(len(self.names), -1, dtype=np.int64)
        position[members] = np.arange(len(members))
        a, b = position[self.a], position[self.b]
        kept = (a >= 0) & (b >= 0)
        return Clusters(
            tuple(self.names[index] for index in members),
            a[kept],
            b[kept],
            self.count[kept],
            self.first_games[kept],
            self.first_points[kept],
            self.second_games[kept],
            self.second_points[kept],
        )

    def seat_matrices(self) -> tuple[FloatArray, FloatArray]:
        """Return games and points, float64 [entrants, entrants], at [i, j] those of i as first against j."""
        size = len(self.names)
        second_points_of_b = self.second_games - self.second_points
        games = scatter(self.a, self.b, self.count * self.first_games, size)
        games += scatter(self.b, self.a, self.count * self.second_games, size)
        points = scatter(self.a, self.b, self.count * self.first_points, size)
        points += scatter(self.b, self.a, self.count * second_points_of_b, size)
        return games, points


def totals(indices: IntArray, values: FloatArray, size: int) -> FloatArray:
    """Return the sums of the values that share an index, float64 [size]."""
    # numpy gives integers where there is nothing to add up.
    return np.bincount(indices, weights=values, minlength=size).astype(np.float64, copy=False)


def scatter(rows: IntArray, columns: IntArray, values: FloatArray, size: int) -> FloatArray:
    """Return the square matrix with each value added at its row and column."""
    return totals(rows * size + columns, values, size * size).reshape(size, size)


def clusters_of_table(table: PairTable) -> Clusters:
    """Return the clusters of a table: a complete game pair is one, a single game is one."""
    pair_row, as_first, as_second = np.nonzero(table.pairs)
    first_row, first_result = np.nonzero(table.first_only)
    second_row, second_result = np.nonzero(table.second_only)
    rows = np.concatenate([pair_row, first_row, second_row])
    count = np.concatenate(
        [
            table.pairs[pair_row, as_first, as_second],
            table.first_only[first_row, first_result],
            table.second_only[second_row, second_result],
        ]
    )
    pair, first, second = len(pair_row), len(first_row), len(second_row)
    return Clusters(
        table.names,
        table.a[rows],
        table.b[rows],
        count.astype(np.float64),
        first_games=np.repeat([1.0, 1.0, 0.0], [pair, first, second]),
        first_points=np.concatenate([as_first / 2, first_result / 2, np.zeros(second)]),
        second_games=np.repeat([1.0, 0.0, 1.0], [pair, first, second]),
        second_points=np.concatenate([as_second / 2, np.zeros(first), second_result / 2]),
    )


def clusters_of_games(
    first: Iterable[str],
    second: Iterable[str],
    score: Iterable[float],
    pair: Iterable[Hashable] | None = None,
) -> Clusters:
    """Return the clusters of a list of games: those of one match-up with the same label, or a game without label.

    Raises RatingError if the lengths differ, a score lies outside [0, 1], the names cannot be sorted or a label
    cannot be hashed.
    """
    first, second = column("first", first), column("second", second)
    points = np.array(
        [require_probability(f"score[{game}]", value) for game, value in enumerate(column("score", score))],
        dtype=np.float64,
    )
    pair = None if pair is None else column("pair", pair)
    lengths = {"second": len(second), "score": len(points)} | ({} if pair is None else {"pair": len(pair)})
    for field, length in lengths.items():
        if length != len(first):
            raise RatingError(f"{field} has {length} entries, expected {len(first)}, as many as first")
    names, index = index_names(first, second)
    i = np.fromiter((index[name] for name in first), np.int64, len(first))
    j = np.fromiter((index[name] for name in second), np.int64, len(second))
    a, b = np.minimum(i, j), np.maximum(i, j)
    cluster = _number_clusters(a, b, pair)
    size = int(cluster.max(initial=-1)) + 1

    representative = np.zeros(size, dtype=np.int64)
    representative[cluster] = np.arange(len(cluster))
    swapped = i > j
    return Clusters(
        names,
        a[representative],
        b[representative],
        np.ones(size),
        first_games=totals(cluster, np.where(swapped, 0.0, 1.0), size),
        first_points=totals(cluster, np.where(swapped, 0.0, points), size),
        second_games=totals(cluster, np.where(swapped, 1.0, 0.0), size),
        second_points=totals(cluster, np.where(swapped, 1.0 - points, 0.0), size),
    )


def _number_clusters(a: IntArray, b: IntArray, pair: Sequence[Hashable] | None) -> IntArray:
    """Number the clusters from 0: a label counts within its match-up; None or NaN makes a game its own cluster."""
    if pair is None:
        return np.arange(len(a), dtype=np.int64)
    numbers: dict[Hashable, int] = {}
    cluster = np.empty(len(a), dtype=np.int64)
    for game, (one, other, label) in enumerate(zip(a.tolist(), b.tolist(), pair, strict=True)):
        # A table's column marks what is missing by NaN.
        missing = label is None or (isinstance(label, float) and math.isnan(label))
        key: Hashable = ("single game", game) if missing else (one, other, label)
        try:
            cluster[game] = numbers.setdefault(key, len(numbers))
        except TypeError:
            raise RatingError(f"pair[{game}] is {label!r}, expected a label that can be hashed") from None
    return cluster
