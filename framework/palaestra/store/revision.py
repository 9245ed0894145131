"""Which revision of the tables a database has, found without Alembic, which is slow to import."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from palaestra.errors import StoreError

REVISIONS: Final = ("0001", "0002", "0003")
"""Every revision of the tables, oldest first; the last is what this version of Palaestra reads and writes."""

HEAD_REVISION: Final = REVISIONS[-1]

APPLICATION_ID: Final = 0x50414C41
"""``"PALA"``: marks the file header, by SQLite's ``application_id``, as a database of this project."""


def is_new(connection: Connection) -> bool:
    """Return whether the database has no tables at all, nor another program's mark.

    A file may have a header already: another process is making its tables, or was killed as it did.
    """
    if connection.exec_driver_sql("SELECT count(*) FROM sqlite_master").scalar_one() != 0:
        return False
    return connection.exec_driver_sql("PRAGMA application_id").scalar_one() in {0, APPLICATION_ID}


def stored_revision(connection: Connection, path: Path) -> str:
    """Return the revision of a database of this project, one of :data:`REVISIONS`.

    Raises:
        StoreError: the database is empty, belongs to another program, or is newer than this version of Palaestra.
    """
    if is_new(connection):
        raise StoreError(f"database '{path}' is empty; `palaestra run SPEC --db {shlex.quote(str(path))}` fills it")
    if connection.exec_driver_sql("PRAGMA application_id").scalar_one() != APPLICATION_ID:
        raise StoreError(f"database '{path}' belongs to another program; choose another file")
    revisions = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
    if len(revisions) != 1:
        raise StoreError(f"database '{path}' has {len(revisions)} revisions; expected one: it is damaged")
    revision = str(revisions[0])
    if revision not in REVISIONS:
        raise StoreError(
            f"database '{path}' has revision {revision}, newer than {HEAD_REVISION} that this version of Palaestra "
            "knows; install a newer Palaestra"
        )
    return revision


def check_revision(connection: Connection, path: Path) -> None:
    """Refuse a database whose tables are not exactly those that this version reads and writes.

    Raises:
        StoreError: the database is empty, foreign, older or newer; the message says what to do.
    """
    revision = stored_revision(connection, path)
    if revision != HEAD_REVISION:
        raise StoreError(
            f"database '{path}' has revision {revision}, this version of Palaestra needs {HEAD_REVISION}; "
            f"`palaestra db upgrade --db {shlex.quote(str(path))}` brings it there"
        )
