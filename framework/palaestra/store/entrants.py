"""Taking entrants out of a tournament, and giving them other names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sqlalchemy import Connection, Table, delete, or_, select, update

from palaestra.errors import UnknownNameError
from palaestra.store.engine import Database, changing
from palaestra.store.reads import tournament_id
from palaestra.store.tables import attempts, entrants, fault_details, game_actions, games, pair_cells


class PlayedBy(NamedTuple):
    """What the id of a stored game is made of, with the new names of the entrants."""

    entrants: tuple[str, str]
    decks: tuple[str, str]
    pair_number: int
    half: int


MakeId = Callable[[PlayedBy], tuple[str, int]]
"""Returns the pair of a game, and which half of it the game is."""


def remove_entrant(db: Database, tournament: str, name: str) -> int:
    """Remove an entrant and all its games, in one transaction; return how many games those were.

    Raises:
        UnknownNameError: no such tournament or entrant.
        StoreError: the database cannot be used.
    """
    with changing(db) as connection:
        _, number = _find(connection, tournament, name)
        removed = select(games.c.number).where(_of(number, games))
        for table in (game_actions, fault_details):
            connection.execute(delete(table).where(table.c.number.in_(removed)))
        connection.execute(delete(attempts).where(_of(number, attempts)))
        connection.execute(delete(pair_cells).where(or_(pair_cells.c.a_id == number, pair_cells.c.b_id == number)))
        count = connection.execute(delete(games).where(_of(number, games))).rowcount
        connection.execute(delete(entrants).where(entrants.c.id == number))
    return count


def rename_entrant(db: Database, tournament: str, name: str, new: str, make_id: MakeId) -> int:
    """Give an entrant another name and its games other ids, in one transaction; return how many games those are.

    Attempts at games that are not stored are deleted: these games have other ids from now on.

    Raises:
        UnknownNameError: no such tournament or entrant.
        StoreError: the database cannot be used.
    """
    with changing(db) as connection:
        owner, number = _find(connection, tournament, name)
        connection.execute(update(entrants).where(entrants.c.id == number).values(name=new))
        names: dict[int, str] = {
            row.id: row.name
            for row in connection.execute(
                select(entrants.c.id, entrants.c.name).where(entrants.c.tournament_id == owner)
            )
        }
        ids: dict[str, str] = {}
        rows: list[tuple[Any, ...]] = []
        for row in connection.execute(select(games).where(_of(number, games))):
            who = names[row.first_id], names[row.second_id]
            pair, half = make_id(PlayedBy(who, (row.first_deck, row.second_deck), row.pair_number, row.half))
            ids[row.id] = f"{pair}-{half}"
            rows.append((f"{pair}-{half}", pair, half, row.number))
        if rows:
            connection.exec_driver_sql("UPDATE games SET id = ?, pair = ?, half = ? WHERE number = ?", rows)
        tried = connection.execute(select(attempts.c.number, attempts.c.game_id).where(_of(number, attempts))).all()
        for attempt, game in tried:
            row_of = attempts.c.number == attempt
            if game in ids:
                connection.execute(update(attempts).where(row_of).values(game_id=ids[game]))
            else:
                connection.execute(delete(attempts).where(row_of))
    return len(rows)


def _of(entrant: int, table: Table) -> Any:
    return or_(table.c.first_id == entrant, table.c.second_id == entrant)


def _find(connection: Connection, tournament: str, name: str) -> tuple[int, int]:
    """Return the keys of a tournament and of one of its entrants."""
    owner = tournament_id(connection, tournament)
    known = {
        row.name: row.id
        for row in connection.execute(select(entrants.c.id, entrants.c.name).where(entrants.c.tournament_id == owner))
    }
    if name not in known:
        raise UnknownNameError("entrant", name, known)
    return owner, known[name]
