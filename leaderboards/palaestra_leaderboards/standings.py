"""From the stored results to the rows of a leaderboard: every rating is computed anew from the games."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from sqlalchemy import Connection

from palaestra.store import Database, Selection, read_played, reading, stored_tournament
from palaestra_leaderboards.elo import sequential_elo
from palaestra_leaderboards.pair_table import PairTable, Tally, tally
from palaestra_leaderboards.rate import bradley_terry_cells
from palaestra_leaderboards.ratings import Ratings
from palaestra_leaderboards.selection import RatingMethod
from palaestra_leaderboards.stored import StoredResults, read_results


@dataclass(frozen=True, slots=True)
class Standing:
    """One row of a leaderboard; None is what the results do not determine.

    Attributes:
        rank: from 1, the best.
        entrant: the entrant's name.
        agent: id of its agent.
        games: games played, without those against itself.
        wins: games won.
        draws: games drawn.
        losses: games lost.
        score: points per game in [0, 1], a draw as half a point.
        rating: on the Elo scale.
        low: lower end of the 95 % interval of the rating.
        high: upper end.
    """

    rank: int
    entrant: str
    agent: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    rating: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """A ranking.

    Attributes:
        title: what was ranked, in one line.
        rows: the entrants from best to worst.
        notes: plain sentences on what the ratings do not say, and on faults.
    """

    title: str
    rows: tuple[Standing, ...]
    notes: tuple[str, ...]


def leaderboard_rows(
    db: Database,
    tournament: str | None,
    *,
    game: str | None = None,
    deck: str | None = None,
    by_deck: bool = False,
    only: Sequence[str] = (),
    exclude: Sequence[str] = (),
    method: RatingMethod = "bradley-terry",
) -> Leaderboard:
    """Rank the entrants of a tournament, or of all tournaments when `tournament` is None.

    Args:
        db: path or URL of the database.
        tournament: its name; None = all. Entrants of different tournaments are one if name, agent, version and
            parameters are the same.
        game: only tournaments of this game count.
        deck: only games in which either seat held this deck count; in a complete game pair both entrants held it
            equally often.
        by_deck: rank each entrant with each deck that it held by itself, as ``"name [deck]"``.
        only: only games between these entrants count; empty = all.
        exclude: games of these entrants do not count.
        method: ``"bradley-terry"`` (maximum likelihood, mean 0, 95 % intervals from game pairs; the order of the
            games does not matter) or ``"elo"`` (updates game by game in the order of storing, from 1500 with
            k = 32; no intervals).

    Raises:
        UnknownNameError: no such tournament, game, deck or entrant.
        StoreError: the database cannot be read, or holds no tournament.
    """
    selection = Selection(tournament, game, deck, by_deck, tuple(only), tuple(exclude))
    with reading(db) as connection:
        return ranked(connection, selection, method)[0]


def standings_of(db: Database, tournament: str) -> list[Leaderboard]:
    """Return the leaderboard of a tournament, and behind it one for each deck if it has several.

    Raises:
        UnknownNameError: no such tournament.
        StoreError: the database cannot be read.
    """
    with reading(db) as connection:
        boards = [ranked(connection, Selection(tournament), "bradley-terry")[0]]
        record = stored_tournament(connection, tournament)
        decks = record.decks if record is not None and len(record.decks) > 1 else ()
        return boards + [ranked(connection, Selection(tournament, deck=deck), "bradley-terry")[0] for deck in decks]


def ranked(connection: Connection, selection: Selection, method: RatingMethod) -> tuple[Leaderboard, StoredResults]:
    """Return the leaderboard of the selected games, and the results that it was made from."""
    results = read_results(connection, selection)
    table = best_score_first(results.table)
    notes = list(results.notes)
    if method == "elo":
        ratings = _sequential(connection, selection, table.names)
        notes.append("sequential Elo depends on the order of the games and has no intervals")
    else:
        ratings = bradley_terry_cells(table)
        notes.extend(ratings.notes)
    notes.extend(_fault_notes(results.faults))
    rows = tuple(_rows(tally(table), ratings, results.agents))
    return Leaderboard(results.title, rows, tuple(notes)), results


def best_score_first(table: PairTable) -> PairTable:
    """Return the table with its entrants sorted by score, then name: the order of those whom ratings leave equal."""
    names, score = table.names, np.nan_to_num(tally(table).score, nan=-1.0)
    order = sorted(range(len(names)), key=lambda index: (-score[index], names[index]))
    place = np.empty(len(names), dtype=np.int64)
    place[order] = np.arange(len(names))
    sorted_names = tuple(names[index] for index in order)
    return replace(table, names=sorted_names, a=place[table.a], b=place[table.b])


def _sequential(connection: Connection, selection: Selection, names: Sequence[str]) -> Ratings:
    """Return sequential ratings in the order of `names`, NaN for those without games."""
    played = read_played(connection, selection)
    rated = sequential_elo(*played)
    elo = dict(zip(rated.names, rated.elo.tolist(), strict=True))
    unknown = np.full(len(names), np.nan)
    return Ratings(tuple(names), np.array([elo.get(name, np.nan) for name in names]), unknown, unknown)


def _rows(counted: Tally, ratings: Ratings, agents: Mapping[str, str]) -> Iterator[Standing]:
    for rank, index in enumerate(ratings.order(), start=1):
        yield Standing(
            rank=rank,
            entrant=counted.names[index],
            agent=agents[counted.names[index]],
            games=int(counted.games[index]),
            wins=int(counted.wins[index]),
            draws=int(counted.draws[index]),
            losses=int(counted.losses[index]),
            score=known(counted.score[index]),
            rating=known(ratings.elo[index]),
            low=known(ratings.low[index]),
            high=known(ratings.high[index]),
        )


def known(value: float) -> float | None:
    """Return a plain number, or None for NaN."""
    return None if math.isnan(value) else float(value)


def _fault_notes(faults: Mapping[str, Mapping[str, int]]) -> Sequence[str]:
    """Return one note with the games that each entrant lost by its own fault, most first."""
    if not faults:
        return []
    most_first = sorted(faults.items(), key=lambda item: (-sum(item[1].values()), item[0]))
    texts = [
        f"{name} {sum(counts.values())} ({', '.join(f'{reason} {count}' for reason, count in counts.items())})"
        for name, counts in most_first
    ]
    return [f"games lost by the entrant's own fault: {'; '.join(texts)}"]
