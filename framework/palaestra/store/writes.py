"""Writing: the one place that adds games, and keeps the counts of the cells in step with them."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from types import TracebackType
from typing import Final, Self

from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from palaestra.errors import StoreError, UnknownNameError
from palaestra.record import EntrantRecord, GameRecord, TournamentRecord, VoidAttempt
from palaestra.store import reads
from palaestra.store.cells import CellChanges, other_half, outcome_of
from palaestra.store.codec import encode_actions, iso_time
from palaestra.store.engine import (
    Database,
    current,
    database_path,
    for_writing,
    one_line_errors,
    reading,
    writing_engine,
)
from palaestra.store.tables import COUNTS, attempts, entrants, games, pair_cells, tournaments

_GAME_COLUMNS: Final = tuple(c.name for c in games.columns if c.name not in {"first_isolation", "second_isolation"})
_UNKNOWN: Final = (None, None)
_CELL_COLUMNS: Final = tuple(column.name for column in pair_cells.columns)


def _insert(table: str, columns: Sequence[str]) -> str:
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"


# Plain text with positional values: the expression language costs more than SQLite itself on rows this small.
_INSERT_GAME: Final = _insert("games", _GAME_COLUMNS)
# Only games with confined agents, which are slow, pay for what was in force: two more values cost a microsecond.
_SET_ISOLATION: Final = "UPDATE games SET first_isolation = ?, second_isolation = ? WHERE number = ?"
_INSERT_ACTIONS: Final = _insert("game_actions", ("number", "actions"))
_INSERT_DETAIL: Final = _insert("fault_details", ("number", "detail", "exit_code", "stderr"))
_ADD_TO_CELL: Final = (
    _insert("pair_cells", _CELL_COLUMNS)
    + " ON CONFLICT (tournament_id, a_id, b_id, first_deck, second_deck) DO UPDATE SET "
    + ", ".join(f"{name} = {name} + excluded.{name}" for name in COUNTS)
)


class GameWriter:
    """Adds games to a database, which is made when it is missing.

    Use it in a ``with`` block and from one thread. Several processes may write to one database; each waits for
    the others. First :meth:`register_tournament`, then :meth:`add` its games.

    Raises:
        StoreError: the database cannot be made, or is foreign, older or newer.
    """

    def __init__(self, db: Database) -> None:
        self._path = database_path(db)
        if not current(db):
            from palaestra.store.migrate import upgrade

            upgrade(db)
        with reading(db):
            pass  # refuses another program's file before even a setting is written into it
        self._file = self._present_file()
        self._engine = writing_engine(db)
        self._writing = for_writing(self._engine)
        self._tournament: int | None = None
        self._entrants: dict[str, int] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _present_file(self) -> tuple[int, int]:
        """Return what identifies the file at the path of the database."""
        try:
            status = self._path.stat()
        except FileNotFoundError:
            return (0, 0)
        return status.st_dev, status.st_ino

    def close(self) -> None:
        """Close the database."""
        self._engine.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open the database for reading, at one moment of its history, for the length of a ``with`` block."""
        with one_line_errors(self._path), self._engine.connect() as connection:
            yield connection

    def register_tournament(self, record: TournamentRecord, entrants: Sequence[EntrantRecord]) -> TournamentRecord:
        """Store a tournament, or what may have changed of it; games that are added from now on are its games.

        Of a stored tournament `pairs`, `decks` and `self_play` are replaced and new entrants are added; everything
        else stays as it is stored, and whether it may differ is for the caller to check.

        Returns:
            The tournament as it is stored now. Its root is that of the first registration.
        """
        with one_line_errors(self._path), self._writing.begin() as connection:
            tournament = _put_tournament(connection, record)
            _put_entrants(connection, tournament, entrants)
            self._entrants = _entrant_ids(connection, tournament)
            stored = reads.stored_tournament(connection, record.name)
        self._tournament = tournament
        assert stored is not None
        return stored

    def add(self, records: Sequence[GameRecord]) -> int:
        """Store those of the games that are not stored yet, and count them, in one transaction.

        Returns:
            How many were new. Records with the id of a stored game, or of an earlier record, are left out.

        Raises:
            StoreError: no tournament is registered, or the database fails; nothing of the batch is then stored.
            UnknownNameError: an entrant that is not registered.
        """
        if not records:
            return 0
        ids = {record.game.id for record in records}
        whole = len(ids) == 2 * len({record.game.pair for record in records})  # as most batches are
        halves = set() if whole else {other_half(game_id) for game_id in ids} - ids
        with one_line_errors(self._path):
            try:
                return self._add(records, halves)
            except IntegrityError:  # rare: some are stored already; find out which
                return self._add(records, ids | halves)

    def _add(self, records: Sequence[GameRecord], known: set[str]) -> int:
        """Add the records that are not among the stored ones of the ids `known`."""
        tournament = self._registered()
        if self._present_file() != self._file:  # SQLite would go on writing to a file that cannot be opened any more
            raise StoreError(f"database '{self._path}' was removed or replaced while it was being written; run again")
        with self._writing.begin() as connection:
            changes = CellChanges(reads.stored_outcomes(connection, known))
            number: int = connection.execute(select(func.coalesce(func.max(games.c.number), 0))).scalar_one()
            batch = _Batch(tournament, self._entrants, changes, number)
            batch.fill(records)
            batch.write(connection)
        return len(batch.games)

    def add_attempts(self, voids: Sequence[VoidAttempt]) -> None:
        """Store void attempts."""
        if not voids:
            return
        tournament = self._registered()
        rows = [
            {
                "game_id": void.game.id,
                "tournament_id": tournament,
                "first_id": self._entrant_id(void.game.entrants[0]),
                "second_id": self._entrant_id(void.game.entrants[1]),
                "reason": void.reason,
                "seat": void.seat,
                "detail": void.detail,
                "worker": void.worker,
                "at": iso_time(void.at),
            }
            for void in voids
        ]
        with one_line_errors(self._path), self._writing.begin() as connection:
            connection.execute(insert(attempts), rows)

    def suspend(self, reasons: Mapping[str, str | None]) -> None:
        """Store why entrants of the registered tournament are suspended, None = they are not; others stay as they are.

        Raises:
            UnknownNameError: one is not registered.
        """
        tournament = self._registered()
        with one_line_errors(self._path), self._writing.begin() as connection:
            for name, reason in reasons.items():
                row = update(entrants).where(
                    entrants.c.tournament_id == tournament, entrants.c.id == self._entrant_id(name)
                )
                connection.execute(row.values(suspended=reason))

    def _registered(self) -> int:
        if self._tournament is None:
            raise StoreError("no tournament is registered; register one before its games")
        return self._tournament

    def _entrant_id(self, name: str) -> int:
        if name not in self._entrants:
            raise UnknownNameError("entrant", name, self._entrants)
        return self._entrants[name]


class _Batch:
    """The rows of new games on their way into the database."""

    def __init__(self, tournament: int, entrants: dict[str, int], changes: CellChanges, number: int) -> None:
        self.games: list[tuple[object, ...]] = []
        self._actions: list[tuple[int, bytes]] = []
        self._details: list[tuple[object, ...]] = []
        self._isolations: list[tuple[object, ...]] = []
        self._tournament = tournament
        self._entrants = entrants
        self._changes = changes
        self._number = number

    def fill(self, records: Sequence[GameRecord]) -> None:
        """Make the rows of the records that are new. Written flat: it runs for every game of a fast tournament."""
        number, tournament, ids = self._number, self._tournament, self._entrants
        outcomes, count = self._changes.outcomes, self._changes.add
        at, time_text = -1.0, ""
        for (
            game,
            returns,
            reason,
            offender,
            actions,
            seconds,
            lane,
            worker,
            played_at,
            detail,
            exit_code,
            stderr,
            isolation,
        ) in records:
            game_id, pair, pair_number, (first_name, second_name), (first_deck, second_deck), deal, _ = game
            if game_id in outcomes:
                continue
            number += 1
            if first_name not in ids or second_name not in ids:
                raise UnknownNameError("entrant", first_name if first_name not in ids else second_name, ids)
            first, second = ids[first_name], ids[second_name]
            first_return, second_return = returns
            first_seconds, second_seconds = seconds or _UNKNOWN
            if played_at != at:
                at, time_text = played_at, iso_time(played_at)
            self.games.append(
                (
                    number,
                    game_id,
                    tournament,
                    pair,
                    1 if game_id[-1] == "1" else 2,
                    pair_number,
                    first,
                    second,
                    first_deck,
                    second_deck,
                    deal,
                    first_return,
                    second_return,
                    reason,
                    offender,
                    len(actions),
                    first_seconds,
                    second_seconds,
                    lane,
                    worker,
                    time_text,
                )
            )
            self._actions.append((number, encode_actions(actions)))
            if offender is not None:
                self._details.append((number, detail, exit_code, stderr))
            if isolation:
                self._isolations.append((*isolation, number))
            count(game_id, first, second, (first_deck, second_deck), outcome_of(first_return, second_return))

    def write(self, connection: Connection) -> None:
        """Put the rows into the database."""
        cells = [(self._tournament, *key, *counts) for key, counts in self._changes.changes.items()]
        for statement, rows in (
            (_INSERT_GAME, self.games),
            (_INSERT_ACTIONS, self._actions),
            (_INSERT_DETAIL, self._details),
            (_SET_ISOLATION, self._isolations),
            (_ADD_TO_CELL, cells),
        ):
            if rows:
                connection.exec_driver_sql(statement, rows)


def _put_tournament(connection: Connection, record: TournamentRecord) -> int:
    now = iso_time(time.time())
    growing = {
        "pairs": record.pairs,
        "decks": list(record.decks),
        "self_play": record.self_play,
        "last_run_at": now,
    }
    found = connection.execute(select(tournaments.c.id).where(tournaments.c.name == record.name)).scalar()
    if found is not None:
        connection.execute(update(tournaments).where(tournaments.c.id == found).values(growing))
        return int(found)
    fixed = {
        "name": record.name,
        "game": record.game,
        "game_version": record.version,
        "knobs": dict(record.knobs),
        "deck_pairing": record.deck_pairing,
        "root": record.root,
        "secret": record.secret,
        "clock": None if record.clock is None else asdict(record.clock),
        "distribution": record.provenance.distribution,
        "distribution_version": record.provenance.version,
        "source_hash": record.provenance.source_hash,
        "created_at": now,
    }
    inserted = connection.execute(insert(tournaments).values(fixed | growing).returning(tournaments.c.id))
    return int(inserted.scalar_one())


def _put_entrants(connection: Connection, tournament: int, records: Sequence[EntrantRecord]) -> None:
    known = _entrant_ids(connection, tournament)
    rows = [
        {
            "tournament_id": tournament,
            "name": record.name,
            "agent": record.agent,
            "agent_version": record.version,
            "parameters": dict(record.parameters),
            "distribution": record.provenance.distribution,
            "distribution_version": record.provenance.version,
            "source_hash": record.provenance.source_hash,
            "playing": True,
        }
        for record in records
        if record.name not in known
    ]
    if rows:
        connection.execute(insert(entrants), rows)
    playing = entrants.c.name.in_([record.name for record in records])
    connection.execute(update(entrants).where(entrants.c.tournament_id == tournament).values(playing=playing))


def _entrant_ids(connection: Connection, tournament: int) -> dict[str, int]:
    rows = connection.execute(select(entrants.c.name, entrants.c.id).where(entrants.c.tournament_id == tournament))
    return {row.name: row.id for row in rows}
