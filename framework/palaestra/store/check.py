"""Checking a database: the file itself, as SQLite sees it, and whether the counts agree with the games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlalchemy import Connection, func, select

from palaestra.record import ZERO
from palaestra.store.cells import CellKey
from palaestra.store.tables import COUNTS, entrants, game_actions, games, pair_cells, tournaments

Counts = tuple[int, ...]

# Independent of how games were counted when they came in. A pair gives the result of its entrant with the smaller
# id in each seat, or null where that half is not stored.
_COUNT_GAMES: Final = """
SELECT tournament_id, a_id, b_id, first_deck, second_deck, as_first, as_second, count(*)
FROM (
    SELECT
        tournament_id, min(first_id, second_id) AS a_id, max(first_id, second_id) AS b_id, first_deck, second_deck,
        max(CASE WHEN first_id < second_id THEN 1 + (first_return > 0) - (first_return < 0) END) AS as_first,
        max(CASE WHEN first_id > second_id THEN 1 + (second_return > 0) - (second_return < 0) END) AS as_second
    FROM games
    WHERE first_id <> second_id
    GROUP BY pair
)
GROUP BY tournament_id, a_id, b_id, first_deck, second_deck, as_first, as_second
"""


def check(connection: Connection) -> list[str]:
    """Return what is wrong with a database, one line each; nothing when all is well.

    Looks for damage of the file, rows that refer to missing rows, games without actions, returns that no game of zero
    sum has, and counts of cells that differ from the games. Reads everything: some seconds for a million games.

    Args:
        connection: from :func:`palaestra.store.engine.reading`.
    """
    damage = [
        f"file: {line}" for line in connection.exec_driver_sql("PRAGMA integrity_check").scalars() if line != "ok"
    ]
    if damage:
        return damage  # what follows would only fail on it
    return [
        *_dangling_rows(connection),
        *_games_without_actions(connection),
        *_impossible_returns(connection),
        *_wrong_cells(connection),
    ]


def recount(connection: Connection) -> dict[tuple[int, CellKey], Counts]:
    """Count all games anew: by tournament and cell, the counts in the order of the columns of a cell."""
    cells: dict[tuple[int, CellKey], list[int]] = {}
    for tournament, a, b, first_deck, second_deck, first, second, count in connection.exec_driver_sql(_COUNT_GAMES):
        counts = cells.setdefault((tournament, (a, b, first_deck, second_deck)), [0] * len(COUNTS))
        if second is None:
            counts[9 + first] += count
        elif first is None:
            counts[12 + second] += count
        else:
            counts[3 * first + second] += count
    return {key: tuple(counts) for key, counts in cells.items()}


def stored_cells(connection: Connection) -> dict[tuple[int, CellKey], Counts]:
    """Return the counts as they are stored, in the shape of :func:`recount`."""
    rows = connection.execute(select(pair_cells))
    return {(row[0], (row[1], row[2], row[3], row[4])): tuple(row[5:]) for row in rows}


def _dangling_rows(connection: Connection) -> Iterator[str]:
    for table, row, parent, _ in connection.exec_driver_sql("PRAGMA foreign_key_check"):
        yield f"{table}: row {row} refers to a missing row of {parent}"


def _games_without_actions(connection: Connection) -> Iterator[str]:
    without = ~select(game_actions.c.number).where(game_actions.c.number == games.c.number).exists()
    for game_id in connection.execute(select(games.c.id).where(without).order_by(games.c.number)).scalars():
        yield f"games: {game_id} has no actions"


def _impossible_returns(connection: Connection) -> Iterator[str]:
    both = games.c.first_return, games.c.second_return
    possible = (func.abs(both[0] + both[1]) <= ZERO) & (func.abs(both[0]) <= 1)
    for row in connection.execute(select(games.c.id, *both).where(~possible).order_by(games.c.number)):
        yield f"games: {row[0]} has the returns {row[1]:g} and {row[2]:g}; expected numbers from -1 to 1 with the sum 0"


def _wrong_cells(connection: Connection) -> Iterator[str]:
    stored, counted = stored_cells(connection), recount(connection)
    tournament_names = {row.id: row.name for row in connection.execute(select(tournaments))}
    entrant_names = {row.id: row.name for row in connection.execute(select(entrants))}
    none = (0,) * len(COUNTS)
    for key in sorted(stored.keys() | counted.keys()):
        tournament, (a, b, first_deck, second_deck) = key
        differences = [
            f"{name} is {is_stored}, games say {is_counted}"
            for name, is_stored, is_counted in zip(COUNTS, stored.get(key, none), counted.get(key, none), strict=True)
            if is_stored != is_counted
        ]
        if differences:
            yield (
                f"pair_cells: {tournament_names.get(tournament)}, {entrant_names.get(a)} - {entrant_names.get(b)}, "
                f"decks {first_deck} - {second_deck}: {'; '.join(differences)}"
            )
