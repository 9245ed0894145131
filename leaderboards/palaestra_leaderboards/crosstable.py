"""Every entrant against every other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from palaestra.store import Database, Selection, reading
from palaestra_leaderboards.elo import score_from_elo
from palaestra_leaderboards.pair_statistics import pentanomial, pentanomial_counts
from palaestra_leaderboards.pair_table import DRAW, LOSS, WIN, PairTable
from palaestra_leaderboards.selection import IntervalKind
from palaestra_leaderboards.standings import Leaderboard, ranked
from palaestra_leaderboards.wilson import Interval, wilson_interval

IntArray = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Meeting:
    """The results of an entrant against an opponent.

    Attributes:
        entrant: the entrant's name.
        opponent: the opponent's name.
        games: games that they played.
        wins: games that the entrant won.
        draws: games drawn.
        losses: games that the entrant lost.
        score: points per game of the entrant in [0, 1], a draw as half a point.
        low: lower end of the 95 % interval of the score.
        high: upper end.
    """

    entrant: str
    opponent: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Crosstable:
    """All meetings of the entrants of a leaderboard.

    Attributes:
        leaderboard: the entrants in their order.
        rows: one for each ordered pair of entrants that met, both in the order of the leaderboard.
    """

    leaderboard: Leaderboard
    rows: tuple[Meeting, ...]


def crosstable_rows(
    db: Database,
    tournament: str | None,
    *,
    game: str | None = None,
    deck: str | None = None,
    by_deck: bool = False,
    only: Sequence[str] = (),
    exclude: Sequence[str] = (),
    interval: IntervalKind = "pairs",
) -> Crosstable:
    """Return every entrant against every other, of a tournament, or of all when `tournament` is None.

    Args:
        db: path or URL of the database.
        tournament: its name; None = all.
        game: only tournaments of this game count.
        deck: only games in which either seat held this deck count.
        by_deck: show each entrant with each deck that it held by itself.
        only: only games between these entrants count; empty = all.
        exclude: games of these entrants do not count.
        interval: see :func:`score_interval`.

    Raises:
        UnknownNameError: no such tournament, game, deck or entrant.
        StoreError: the database cannot be read, or holds no tournament.
    """
    selection = Selection(tournament, game, deck, by_deck, tuple(only), tuple(exclude))
    with reading(db) as connection:
        leaderboard, results = ranked(connection, selection, "bradley-terry")
    return Crosstable(leaderboard, tuple(_meetings(results.table, leaderboard, interval)))


def score_interval(pairs: IntArray, single: IntArray, kind: IntervalKind = "pairs", level: float = 0.95) -> Interval:
    """Return the interval of a score in [0, 1] of one entrant against another.

    ``"pairs"`` takes the game pair as the unit (see :func:`palaestra_leaderboards.pentanomial`); where some games
    lack their other half it is as ``"wilson"``, which takes every game as one trial, a draw as half a success.

    Args:
        pairs: int64 [3, 3], game pairs by result as first and as second seat (loss, draw, win).
        single: int64 [3], games without their other half by result.
        kind: the unit.
        level: probability that the interval covers the true score.

    Raises:
        RatingError: no games at all with ``"pairs"``, or `level` outside (0, 1).
    """
    if kind == "pairs" and not single.any():
        statistics = pentanomial(pentanomial_counts(pairs).tolist(), level)
        # An end of the Elo interval is unknown exactly where that of the score is 0 or 1.
        low = 0.0 if math.isnan(statistics.low) else score_from_elo(statistics.low)
        high = 1.0 if math.isnan(statistics.high) else score_from_elo(statistics.high)
        return Interval(low, high)
    results = _by_result(pairs, single)
    return wilson_interval(float(results[WIN] + 0.5 * results[DRAW]), float(results.sum()), level)


def _by_result(pairs: IntArray, single: IntArray) -> IntArray:
    """Return the numbers of games by result, int64 [3]."""
    results: IntArray = pairs.sum(axis=0) + pairs.sum(axis=1) + single
    return results


def _meetings(table: PairTable, leaderboard: Leaderboard, kind: IntervalKind) -> Iterator[Meeting]:
    """Yield a row for each ordered pair of entrants that met."""
    size = len(table.names)
    pairs = np.zeros((size, size, 3, 3), dtype=np.int64)
    single = np.zeros((size, size, 3), dtype=np.int64)
    alone = table.first_only + table.second_only
    np.add.at(pairs, (table.a, table.b), table.pairs)
    # Seen from the other side seats swap and so do wins and losses: (x, y) becomes (2 - y, 2 - x).
    np.add.at(pairs, (table.b, table.a), table.pairs.transpose(0, 2, 1)[:, ::-1, ::-1])
    np.add.at(single, (table.a, table.b), alone)
    np.add.at(single, (table.b, table.a), alone[:, ::-1])
    index = {name: position for position, name in enumerate(table.names)}
    order = [index[row.entrant] for row in leaderboard.rows]
    for one in order:
        for other in order:
            results = _by_result(pairs[one, other], single[one, other])
            games = int(results.sum())
            if games == 0:
                continue
            ends = score_interval(pairs[one, other], single[one, other], kind)
            yield Meeting(
                table.names[one],
                table.names[other],
                games,
                int(results[WIN]),
                int(results[DRAW]),
                int(results[LOSS]),
                float(results[WIN] + 0.5 * results[DRAW]) / games,
                ends.low,
                ends.high,
            )
