"""Making the tables of a database, and upgrading older ones with Alembic, which is slow to import."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from sqlalchemy import Connection

from palaestra.errors import StoreError
from palaestra.store.creation import make_tables
from palaestra.store.engine import (
    Database,
    current,
    database_path,
    for_writing,
    one_line_errors,
    writing_engine,
)
from palaestra.store.revision import HEAD_REVISION, is_new, stored_revision

if TYPE_CHECKING:
    from alembic.config import Config

_PACKAGED: Final = Path(__file__).parent / "_migrations"
_IN_CLONE: Final = Path(__file__).parents[3] / "migrations"


def migrations_folder() -> Path:
    """Return the folder of the migrations: the copy inside the installed package, else that of the clone.

    Raises:
        StoreError: neither is there.
    """
    for folder in (_PACKAGED, _IN_CLONE):
        if (folder / "env.py").is_file():
            return folder
    raise StoreError(f"no migrations in {_PACKAGED} nor in {_IN_CLONE}; install Palaestra again")


def configuration(connection: Connection | None = None) -> Config:
    """Return Alembic's configuration, working on `connection` when it is given."""
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def migrate(connection: Connection, revision: str) -> None:
    """Run the migrations up to a revision in the transaction of the connection; an empty database gets all of them."""
    from alembic import command

    command.upgrade(configuration(connection), revision)


def upgrade(db: Database) -> tuple[str, str]:
    """Bring a database to the newest revision, in one transaction, and make it where there is none.

    Returns:
        The revision before, empty for a new database, and the revision after.

    Raises:
        StoreError: the database is foreign or newer, or the upgrade failed; it is then unchanged.
    """
    path = database_path(db)
    if not path.parent.is_dir():
        raise StoreError(f"no folder '{path.parent}' for database '{path.name}'")
    current(db)  # refuses before anything is written, even a setting of SQLite
    # Foreign keys are off while tables are rebuilt, and checked before the commit.
    engine = writing_engine(db, foreign_keys=False)
    try:
        with one_line_errors(path), for_writing(engine).begin() as connection:
            before = "" if is_new(connection) else stored_revision(connection, path)
            if not before:
                make_tables(connection)
            elif before != HEAD_REVISION:
                migrate(connection, "head")
            _check_foreign_keys(connection, path)
    finally:
        engine.dispose()
    return before, HEAD_REVISION


def _check_foreign_keys(connection: Connection, path: Path) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").first()
    if broken is not None:
        raise StoreError(f"database '{path}': table {broken[0]} would refer to a missing row of {broken[2]}")
