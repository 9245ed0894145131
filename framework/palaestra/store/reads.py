"""Reading what is stored: tournaments, entrants, which games there are, single games.

Every function takes a connection as :func:`palaestra.store.engine.reading` gives it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, RowMapping, Select, case, func, select

from palaestra.errors import UnknownNameError, UserError
from palaestra.limits import TimeControl
from palaestra.record import (
    PLAY,
    EntrantRecord,
    GameRecord,
    Provenance,
    ScheduledGame,
    TournamentRecord,
    of_people,
)
from palaestra.store.cells import Outcome, outcome_of
from palaestra.store.codec import decode_actions, unix_time
from palaestra.store.tables import (
    COUNTS,
    attempts,
    entrants,
    fault_details,
    game_actions,
    games,
    pair_cells,
    tournaments,
)

_SHOWN_MATCHES: Final = 4
_CHUNK: Final = 1000


@dataclass(frozen=True, slots=True)
class StoredGame:
    """One game with everything that is stored about it.

    Attributes:
        record: the game; its time is stored to the millisecond.
        tournament: the tournament that it belongs to.
        entrants: the entrants in seat order.
    """

    record: GameRecord
    tournament: TournamentRecord
    entrants: tuple[EntrantRecord, EntrantRecord]


@dataclass(frozen=True, slots=True)
class UnfinishedGame:
    """A game that was attempted and is not stored.

    Attributes:
        id: the game id.
        first: name of the entrant in the first seat.
        second: name of the entrant in the second seat.
        attempts: how often it was attempted.
        detail: what happened at the last attempt.
    """

    id: str
    first: str
    second: str
    attempts: int
    detail: str


def tournament_names(connection: Connection) -> list[str]:
    """Return the names of all tournaments, the one that ran last first."""
    newest = (tournaments.c.last_run_at.desc(), tournaments.c.id.desc())
    return list(connection.execute(select(tournaments.c.name).order_by(*newest)).scalars())


def latest_tournament(connection: Connection) -> str | None:
    """Return the name of the rated tournament that ran last, or None where there is none."""
    return next(iter(rated_tournaments(connection)), None)


def rated_tournaments(connection: Connection) -> list[str]:
    """Return the names of the tournaments that are not those of people, the one that ran last first."""
    return [name for name in tournament_names(connection) if not of_people(name)]


def stored_tournament(connection: Connection, name: str) -> TournamentRecord | None:
    """Return the tournament of that name, or None."""
    row = connection.execute(select(tournaments).where(tournaments.c.name == name)).mappings().first()
    return None if row is None else _tournament(row)


def stored_entrants(connection: Connection, name: str, *, playing: bool = False) -> list[EntrantRecord]:
    """Return the entrants of the tournament of that name, in the order of their registration.

    With `playing` only those of the last run.
    """
    query = select(entrants).join(tournaments).where(tournaments.c.name == name).order_by(entrants.c.id)
    if playing:
        query = query.where(entrants.c.playing)
    return [_entrant(row) for row in connection.execute(query).mappings()]


def tournament_id(connection: Connection, name: str) -> int:
    """Return the key of the tournament of that name in the other tables.

    Raises:
        UnknownNameError: there is no such tournament.
    """
    number = connection.execute(select(tournaments.c.id).where(tournaments.c.name == name)).scalar()
    if number is None:
        raise UnknownNameError("tournament", name, tournament_names(connection))
    return int(number)


def tournament_ids(connection: Connection, name: str) -> list[int]:
    """Return the keys of the tournaments that a name stands for: its own, or those of all games of people.

    Raises:
        UnknownNameError: there is no such tournament.
    """
    if name != PLAY:
        return [tournament_id(connection, name)]
    stored = connection.execute(select(tournaments.c.id, tournaments.c.name))
    return [number for number, stored_name in stored if of_people(stored_name)] or [tournament_id(connection, name)]


def missing(connection: Connection, ids: Sequence[str]) -> set[str]:
    """Return those of the game ids whose games are not stored; best asked for some thousands at once."""
    stored = connection.execute(select(games.c.id).where(_is_one_of(games.c.id, ids))).scalars()
    return set(ids).difference(stored)


def stored_outcomes(connection: Connection, ids: Collection[str]) -> dict[str, Outcome]:
    """Return the results of both seats of those of the games that are stored."""
    query = select(games.c.id, games.c.first_return, games.c.second_return).where(_is_one_of(games.c.id, ids))
    return {game_id: outcome_of(first, second) for game_id, first, second in connection.execute(query)}


def endings(connection: Connection, ids: Collection[str]) -> dict[str, tuple[str, str | None]]:
    """Return why those of the games ended that are stored, and the name of the entrant at fault, if one is."""
    offender = case((games.c.offender == 0, games.c.first_id), (games.c.offender == 1, games.c.second_id))
    query = (
        select(games.c.id, games.c.reason, entrants.c.name)
        .outerjoin(entrants, entrants.c.id == offender)
        .where(_is_one_of(games.c.id, ids))
    )
    return {game_id: (reason, name) for game_id, reason, name in connection.execute(query)}


def suspended(connection: Connection, tournament: str) -> dict[str, str]:
    """Return the suspended entrants of a tournament, with the reason.

    Raises:
        UnknownNameError: there is no such tournament.
    """
    query = select(entrants.c.name, entrants.c.suspended).order_by(entrants.c.id)
    query = query.where(entrants.c.tournament_id == tournament_id(connection, tournament))
    return {name: reason for name, reason in connection.execute(query) if reason is not None}


def count_games(connection: Connection, tournament: str | None = None) -> int:
    """Return how many games are stored, of one tournament or of all; takes milliseconds at any number.

    Raises:
        UnknownNameError: there is no such tournament.
    """
    halves = [2 if name.startswith("pair_") else 1 for name in COUNTS]
    in_cells = sum((pair_cells.c[name] * weight for name, weight in zip(COUNTS, halves, strict=True)), start=0)
    counted = select(func.coalesce(func.sum(in_cells), 0))
    self_play = select(func.count()).select_from(games).where(games.c.first_id == games.c.second_id)
    if tournament is not None:
        number = tournament_id(connection, tournament)
        counted = counted.where(pair_cells.c.tournament_id == number)
        self_play = self_play.where(games.c.tournament_id == number)
    return int(connection.execute(counted).scalar_one()) + int(connection.execute(self_play).scalar_one())


def count_scheduled(connection: Connection, tournament: TournamentRecord, names: Collection[str]) -> int:
    """Return how many of the games of a tournament's schedule are stored, without making the schedule.

    Args:
        connection: see the module.
        tournament: as it is now, under the name of a stored tournament.
        names: the entrants as they are now.

    Raises:
        UnknownNameError: there is no such tournament.
    """
    number = tournament_id(connection, tournament.name)
    now = select(entrants.c.id).where(entrants.c.tournament_id == number, entrants.c.name.in_(names))
    query = (
        select(func.count())
        .select_from(games)
        .where(
            games.c.tournament_id == number,
            games.c.pair_number <= tournament.pairs,
            games.c.first_id.in_(now),
            games.c.second_id.in_(now),
            games.c.first_deck.in_(tournament.decks),
            games.c.second_deck.in_(tournament.decks),
        )
    )
    if tournament.deck_pairing == "mirror":
        query = query.where(games.c.first_deck == games.c.second_deck)
    if not tournament.self_play:
        query = query.where(games.c.first_id != games.c.second_id)
    return int(connection.execute(query).scalar_one())


def unfinished(connection: Connection, tournament: str) -> list[UnfinishedGame]:
    """Return the games that were attempted and are not stored, by id.

    Raises:
        UnknownNameError: there is no such tournament.
    """
    first, second = entrants.alias("first"), entrants.alias("second")
    query = (
        # SQLite takes the bare columns of a group from the row that has the maximum.
        select(
            attempts.c.game_id,
            first.c.name,
            second.c.name,
            func.count(),
            attempts.c.detail,
            func.max(attempts.c.number),
        )
        .join(first, attempts.c.first_id == first.c.id)
        .join(second, attempts.c.second_id == second.c.id)
        .where(attempts.c.tournament_id == tournament_id(connection, tournament))
        .where(~select(games.c.id).where(games.c.id == attempts.c.game_id).exists())
        .group_by(attempts.c.game_id)
        .order_by(attempts.c.game_id)
    )
    return [UnfinishedGame(*row[:5]) for row in connection.execute(query)]


def game(connection: Connection, game_id: str) -> StoredGame:
    """Return one game by its id, or by the beginning of its id when only one game begins so.

    Raises:
        UnknownNameError: no game has such an id.
        UserError: several games begin so.
    """
    beginning = games.c.id.between(game_id, game_id + "~")  # no id contains "~", which sorts behind all they do
    found = list(
        connection.execute(select(games.c.id).where(beginning).order_by(games.c.id).limit(_SHOWN_MATCHES)).scalars()
    )
    if not found:
        raise UnknownNameError("game id", game_id, ())
    if found[0] != game_id and len(found) > 1:
        shown = ", ".join(found[: _SHOWN_MATCHES - 1]) + (", ..." if len(found) == _SHOWN_MATCHES else "")
        raise UserError(f"game id '{game_id}' is ambiguous; it begins {shown}")
    return next(_stored_games(connection, _all_of_games().where(games.c.id == found[0])))


def iterate_games(connection: Connection, tournament: str | None = None) -> Iterator[StoredGame]:
    """Yield all games, of one tournament or of all, in the order of storing, with little memory.

    Raises:
        UnknownNameError: there is no such tournament.
    """
    query = _all_of_games().order_by(games.c.number)
    if tournament is not None:
        query = query.where(games.c.tournament_id.in_(tournament_ids(connection, tournament)))
    return _stored_games(connection, query)


def _is_one_of(column: ColumnElement[str], values: Collection[str]) -> ColumnElement[bool]:
    """Test for membership in any number of values, with one parameter."""
    each = func.json_each(json.dumps(list(values))).table_valued("value")
    return column.in_(select(each.c.value))


def _all_of_games() -> Select[Any]:
    return (
        select(
            games,
            game_actions.c.actions,
            fault_details.c.detail,
            fault_details.c.exit_code,
            fault_details.c.stderr,
        )
        .outerjoin(game_actions, game_actions.c.number == games.c.number)
        .outerjoin(fault_details, fault_details.c.number == games.c.number)
    )


def _stored_games(connection: Connection, query: Select[Any]) -> Iterator[StoredGame]:
    tournament_rows = connection.execute(select(tournaments)).mappings()
    tournament_of = {row["id"]: _tournament(row) for row in tournament_rows}
    entrant_of = {row["id"]: _entrant(row) for row in connection.execute(select(entrants)).mappings()}
    for row in connection.execution_options(yield_per=_CHUNK).execute(query).mappings():
        first, second = entrant_of[row["first_id"]], entrant_of[row["second_id"]]
        yield StoredGame(_record(row, first.name, second.name), tournament_of[row["tournament_id"]], (first, second))


def _record(row: RowMapping, first: str, second: str) -> GameRecord:
    scheduled = ScheduledGame(
        id=row["id"],
        pair=row["pair"],
        pair_number=row["pair_number"],
        entrants=(first, second),
        decks=(row["first_deck"], row["second_deck"]),
        deal=row["deal"],
    )
    timed = row["first_seconds"] is not None
    return GameRecord(
        game=scheduled,
        returns=(row["first_return"], row["second_return"]),
        reason=row["reason"],
        offender=row["offender"],
        actions=decode_actions(row["actions"] or b"\x01"),
        seconds=(row["first_seconds"], row["second_seconds"]) if timed else None,
        lane=row["lane"],
        worker=row["worker"],
        played_at=unix_time(row["played_at"]),
        detail=row["detail"] or "",
        exit_code=row["exit_code"],
        stderr=row["stderr"] or "",
        isolation=(row["first_isolation"], row["second_isolation"]) if row["first_isolation"] is not None else (),
    )


def _tournament(row: RowMapping) -> TournamentRecord:
    return TournamentRecord(
        name=row["name"],
        game=row["game"],
        version=row["game_version"],
        knobs=row["knobs"],
        deck_pairing=row["deck_pairing"],
        root=row["root"],
        secret=row["secret"],
        provenance=_provenance(row),
        pairs=row["pairs"],
        decks=tuple(row["decks"]),
        self_play=row["self_play"],
        clock=None if row["clock"] is None else TimeControl(**row["clock"]),
    )


def _entrant(row: RowMapping) -> EntrantRecord:
    return EntrantRecord(
        name=row["name"],
        agent=row["agent"],
        version=row["agent_version"],
        parameters=row["parameters"],
        provenance=_provenance(row),
    )


def _provenance(row: RowMapping) -> Provenance:
    return Provenance(row["distribution"], row["distribution_version"], row["source_hash"])
