"""Fair play: clocks, isolation in force, how an offender's process ended, why an attempt was void, suspensions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tournaments") as tournaments:
        tournaments.add_column(sa.Column("clock", sa.JSON(none_as_null=True)))
    with op.batch_alter_table("entrants") as entrants:
        entrants.add_column(sa.Column("suspended", sa.Text()))
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("first_isolation", sa.Text()))
        games.add_column(sa.Column("second_isolation", sa.Text()))
    with op.batch_alter_table("fault_details") as details:
        details.add_column(sa.Column("exit_code", sa.Integer()))
        details.add_column(sa.Column("stderr", sa.Text()))
    with op.batch_alter_table("attempts") as attempts:
        attempts.add_column(sa.Column("reason", sa.Text()))
        attempts.add_column(sa.Column("seat", sa.SmallInteger()))
    op.execute("UPDATE attempts SET reason = 'error'")
    with op.batch_alter_table("attempts") as attempts:
        attempts.alter_column("reason", existing_type=sa.Text(), nullable=False)
