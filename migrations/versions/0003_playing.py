"""Who was among the entrants of the last run."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("entrants") as entrants:
        entrants.add_column(sa.Column("playing", sa.Boolean()))
    op.execute("UPDATE entrants SET playing = 1")
    with op.batch_alter_table("entrants") as entrants:
        entrants.alter_column("playing", existing_type=sa.Boolean(), nullable=False)
