"""How Alembic runs the migrations: on the connection that it is given, or on the database named by hand.

By hand, from the root of the clone: ``alembic -x db=palaestra.db revision --autogenerate -m "what changes"``.
"""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from palaestra.store.engine import for_writing, writing_engine
from palaestra.store.tables import metadata


def run(connection: Connection) -> None:
    context.configure(
        connection=connection,
        target_metadata=metadata,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    database = context.get_x_argument(as_dictionary=True).get("db", "palaestra.db")
    with for_writing(writing_engine(database, foreign_keys=False)).begin() as own:
        run(own)
