"""Making the tables of a new database at once: what all migrations together make, without loading Alembic.

Alembic takes as long to import as SQLAlchemy; a run on a new database would wait for it.
"""

from __future__ import annotations

from sqlalchemy import Connection

from palaestra.store.revision import APPLICATION_ID, HEAD_REVISION
from palaestra.store.tables import metadata


def make_tables(connection: Connection) -> None:
    """Make all tables of the newest revision in a database that has none, in the transaction of the connection."""
    connection.exec_driver_sql(f"PRAGMA application_id = {APPLICATION_ID}")
    metadata.create_all(connection)
    connection.exec_driver_sql(
        "CREATE TABLE alembic_version "
        "(version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
    )
    connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (HEAD_REVISION,))
