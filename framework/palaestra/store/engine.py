"""Opening databases: their paths, SQLite's settings, and how transactions begin.

Code that only works with SQLite stays here and in :mod:`palaestra.store.backup`.
"""

from __future__ import annotations

import os
import shlex
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import ConnectionPoolEntry, QueuePool

from palaestra.errors import InvalidValueError, StoreError, UserError
from palaestra.store.revision import check_revision, is_new, stored_revision

BUSY_SECONDS: Final = 30.0
"""How long a statement waits for another process that is writing."""

RETRY_SECONDS: Final = 0.01
"""Between two attempts to switch a new database to a write-ahead log."""

INTERRUPTED: Final = "interrupted"
"""SQLite's message for a statement that was stopped."""

_READING_ACTIONS: Final = frozenset(
    {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
)
_READING_PRAGMAS: Final = frozenset(
    {"table_list", "table_info", "table_xinfo", "index_list", "index_info", "index_xinfo", "foreign_key_list"}
)
_STEPS_BETWEEN_SIGNALS: Final = 1_000_000
_CACHE_KIB: Final = 64 * 1024
_BEGIN: Final = "palaestra_begin"

Database = str | os.PathLike[str]
"""A path, or an SQLAlchemy URL that starts with ``sqlite:///``."""


def database_url(db: Database) -> URL:
    """Return the SQLAlchemy URL of a path or URL.

    Raises:
        InvalidValueError: a URL that cannot be read, or of another system than a SQLite file.
    """
    expected = "a path or a URL sqlite:///PATH"
    text = os.fspath(db)
    if "://" not in text:
        url = URL.create("sqlite", database=text)
    else:
        try:
            url = make_url(text)
        except ArgumentError:
            raise InvalidValueError("database", text, expected) from None
    known = url.drivername in {"sqlite", "sqlite+pysqlite"}
    if not known or url.query or url.database in {None, "", ":memory:"} or "\0" in text:
        shown = url.render_as_string(hide_password=True)
        raise InvalidValueError("database", shown if "://" in text else text, expected)
    return url


def database_path(db: Database) -> Path:
    """Return the path of the file of a database.

    Raises:
        InvalidValueError: something is there that is no file, or a URL that cannot be used.
    """
    path = Path(database_url(db).database or "")
    try:
        odd = path.exists() and not path.is_file()
    except (OSError, ValueError) as error:  # no permission, a name too long, a null character
        raise InvalidValueError("database", str(path), f"the path of a file ({error})") from None
    if odd:
        raise InvalidValueError("database", str(path), "a file, not a folder or device")
    return path


@contextmanager
def reading(db: Database) -> Iterator[Connection]:
    """Open an existing database read-only, at one moment of its history, for the length of a ``with`` block.

    Raises:
        StoreError: the file is missing, is no database of this project, or one of another revision.
        InvalidValueError: a URL that cannot be used.
    """
    path = database_path(db)
    if not path.is_file():
        raise StoreError(f"no database '{path}'; `palaestra run SPEC --db {shlex.quote(str(path))}` makes one")
    engine = read_only_engine(db)
    try:
        with one_line_errors(path), engine.connect() as connection:
            check_revision(connection, path)
            yield connection
    finally:
        engine.dispose()


def current(db: Database) -> str:
    """Return the revision of a database, empty when there is none or nothing in it yet.

    Raises:
        StoreError: the database is foreign or newer.
    """
    path = database_path(db)
    if not path.is_file() or path.stat().st_size == 0:
        return ""
    engine = read_only_engine(db)
    try:
        with one_line_errors(path), engine.connect() as connection:
            return "" if is_new(connection) else stored_revision(connection, path)
    finally:
        engine.dispose()


@contextmanager
def one_line_errors(path: Path) -> Iterator[None]:
    """Turn a failure of the database system into a :class:`StoreError` that names the file."""
    try:
        yield
    except DBAPIError as error:
        raise StoreError(f"database '{path}': {_reason(error.orig)}") from error
    except sqlite3.Error as error:
        raise StoreError(f"database '{path}': {_reason(error)}") from error
    except UnicodeEncodeError as error:
        raise InvalidValueError("a text for the database", error.object, "text that UTF-8 can hold") from error
    except OverflowError as error:
        raise UserError(f"database '{path}': a number is too large; expected at most {2**63 - 1}") from error


def writing_engine(db: Database, foreign_keys: bool = True) -> Engine:
    """Return an engine that may write, and makes the file where there is none.

    Its connections read in deferred transactions; :func:`for_writing` makes those that write.
    """
    engine = create_engine(database_url(db), poolclass=QueuePool, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def _set_up(connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
        _manual_transactions(connection)
        cursor = connection.cursor()
        _use_wal(cursor)
        # A power cut may undo the last commits but never corrupts; a killed process loses nothing.
        cursor.execute("PRAGMA synchronous = NORMAL")
        cursor.execute(f"PRAGMA foreign_keys = {'ON' if foreign_keys else 'OFF'}")
        cursor.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        cursor.close()

    _begin_explicitly(engine)
    return engine


def _use_wal(cursor: Any) -> None:
    """Switch a database to a write-ahead log, unless it has one.

    Where two processes switch a new database at once, SQLite refuses one of them at once, whatever its busy timeout: it
    could wait for the other for ever. Trying again is safe, and finds the log that the other has made.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            if cursor.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                cursor.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if time.monotonic() >= deadline:
                raise
            time.sleep(RETRY_SECONDS)


def for_writing(engine: Engine) -> Engine:
    """Return the same engine, its transactions holding the write lock from their start.

    A transaction that reads first and asks for the lock later fails at once when another process has written
    in between; the busy timeout does not help it.
    """
    return engine.execution_options(**{_BEGIN: "IMMEDIATE"})


@contextmanager
def changing(db: Database) -> Iterator[Connection]:
    """Open an existing database for one transaction that changes what is stored: all of it, or nothing if it fails.

    Raises:
        StoreError, InvalidValueError: as of :func:`reading`.
    """
    with reading(db):
        pass  # refuses a database that is missing or belongs to another program
    engine = writing_engine(db)
    try:
        with one_line_errors(database_path(db)), for_writing(engine).begin() as connection:
            yield connection
    finally:
        engine.dispose()


def read_only_engine(db: Database) -> Engine:
    """Return an engine that cannot write; the file must exist."""
    path = database_path(db).resolve()
    query = {"mode": "ro", "uri": "true"}
    log = path.with_name(path.name + "-wal")
    if not os.access(path.parent, os.W_OK) and not (log.exists() and log.stat().st_size):
        # SQLite makes files beside a database in WAL mode; where it may not, no other process can write to it either.
        query["immutable"] = "1"
    url = database_url(db).set(database=path.as_uri()).update_query_dict(query)
    engine = create_engine(url, poolclass=QueuePool, connect_args={"timeout": BUSY_SECONDS})

    @event.listens_for(engine, "connect")
    def _set_up(connection: DBAPIConnection, _record: ConnectionPoolEntry) -> None:
        _manual_transactions(connection)
        cursor = connection.cursor()
        cursor.execute("PRAGMA query_only = ON")
        cursor.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        cursor.close()

    _begin_explicitly(engine)
    return engine


def _manual_transactions(connection: DBAPIConnection) -> None:
    """Keep Python's driver from beginning transactions by itself: it would do so late, and never for reading."""
    connection.isolation_level = None


def _begin_explicitly(engine: Engine) -> None:
    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        mode = connection.get_execution_options().get(_BEGIN, "DEFERRED")
        connection.exec_driver_sql(f"BEGIN {mode}")


def _reason(error: BaseException | None) -> str:
    text = str(error)
    if "not a database" in text:
        return "the file is no SQLite database"
    if "unable to open" in text:
        return "the file cannot be opened; may you read and write it, and its folder?"
    if "disk I/O" in text or "disk is full" in text:
        return f"{text}; {'is the disk full? ' if 'I/O' in text else ''}what is stored stays: make room and run again"
    if "is locked" in text:
        return f"another program has been writing to it for {BUSY_SECONDS:g} s; wait for that to end and run again"
    return text


@contextmanager
def only_reading(connection: Connection) -> Iterator[None]:
    """Make SQLite refuse every statement that is not for reading, and let Ctrl-C end a long one.

    Opening the file read-only does not suffice: a statement may attach, and write to, another file. A statement
    that is stopped fails with :data:`INTERRUPTED`.
    """
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    driver.set_authorizer(_authorize)
    # SQLite runs inside one call of C; Python looks for signals only while it runs something itself.
    driver.set_progress_handler(lambda: 0, _STEPS_BETWEEN_SIGNALS)
    try:
        yield
    finally:
        driver.set_progress_handler(None, 0)
        driver.set_authorizer(None)


def _authorize(action: int, argument: str | None, *_more: str | None) -> int:
    if action == sqlite3.SQLITE_PRAGMA:
        return sqlite3.SQLITE_OK if argument in _READING_PRAGMAS else sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if action in _READING_ACTIONS else sqlite3.SQLITE_DENY
