"""A copy of a database, made while others may write to it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from palaestra.errors import UserError
from palaestra.store.engine import Database, one_line_errors, reading


def backup(db: Database, target: str | os.PathLike[str]) -> Path:
    """Copy a database, as it is at one moment, to a new file, and return the path of that file.

    Raises:
        UserError: the file exists, or its folder does not.
        StoreError: the database cannot be read, or the copy cannot be written.
    """
    path = Path(target)
    if path.exists():
        raise UserError(f"backup '{path}' exists; expected the name of a new file")
    if not path.parent.is_dir():
        raise UserError(f"no folder '{path.parent}' for backup '{path.name}'")
    unfinished = path.with_name(path.name + ".unfinished")
    try:
        with reading(db) as connection, one_line_errors(path):
            driver = connection.connection.driver_connection
            assert isinstance(driver, sqlite3.Connection)
            with closing(sqlite3.connect(unfinished)) as copy:
                driver.backup(copy)
        unfinished.replace(path)
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return path
