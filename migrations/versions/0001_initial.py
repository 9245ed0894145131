"""The first tables: tournaments, entrants, games with their actions, cells of counts, void attempts."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

APPLICATION_ID = 0x50414C41
RESULTS = ("loss", "draw", "win")
COUNTS = (
    *(f"pair_{first}_{second}" for first in RESULTS for second in RESULTS),
    *(f"first_only_{result}" for result in RESULTS),
    *(f"second_only_{result}" for result in RESULTS),
)


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    create_tournaments()
    create_games()
    create_beside_games()


def create_tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("game_version", sa.Text(), nullable=False),
        sa.Column("knobs", sa.JSON(), nullable=False),
        sa.Column("decks", sa.JSON(), nullable=False),
        sa.Column("deck_pairing", sa.Text(), nullable=False),
        sa.Column("pairs", sa.Integer(), nullable=False),
        sa.Column("self_play", sa.Boolean(), nullable=False),
        sa.Column("root", sa.Text(), nullable=False),
        sa.Column("secret", sa.Boolean(), nullable=False),
        sa.Column("distribution", sa.Text(), nullable=False),
        sa.Column("distribution_version", sa.Text(), nullable=False),
        sa.Column("source_hash", sa.Text(), nullable=False),
        sa.Column("created_at", sa.String(24), nullable=False),
        sa.Column("last_run_at", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.UniqueConstraint("name", name="uq_tournaments_name"),
    )
    op.create_table(
        "entrants",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("agent", sa.Text(), nullable=False),
        sa.Column("agent_version", sa.Text(), nullable=False),
        sa.Column("parameters", sa.JSON(), nullable=False),
        sa.Column("distribution", sa.Text(), nullable=False),
        sa.Column("distribution_version", sa.Text(), nullable=False),
        sa.Column("source_hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_entrants"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_entrants_tournament_id_tournaments"),
        sa.UniqueConstraint("tournament_id", "name", name="uq_entrants_tournament_id_name"),
    )


def create_games() -> None:
    op.create_table(
        "games",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("pair", sa.Text(), nullable=False),
        sa.Column("half", sa.SmallInteger(), nullable=False),
        sa.Column("pair_number", sa.Integer(), nullable=False),
        sa.Column("first_id", sa.Integer(), nullable=False),
        sa.Column("second_id", sa.Integer(), nullable=False),
        sa.Column("first_deck", sa.Text(), nullable=False),
        sa.Column("second_deck", sa.Text(), nullable=False),
        sa.Column("deal", sa.BigInteger(), nullable=False),
        sa.Column("first_return", sa.Float(), nullable=False),
        sa.Column("second_return", sa.Float(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("offender", sa.SmallInteger()),
        sa.Column("plies", sa.Integer(), nullable=False),
        sa.Column("first_seconds", sa.Float()),
        sa.Column("second_seconds", sa.Float()),
        sa.Column("lane", sa.Text(), nullable=False),
        sa.Column("worker", sa.Integer(), nullable=False),
        sa.Column("played_at", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_games"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_games_tournament_id_tournaments"),
        sa.ForeignKeyConstraint(["first_id"], ["entrants.id"], name="fk_games_first_id_entrants"),
        sa.ForeignKeyConstraint(["second_id"], ["entrants.id"], name="fk_games_second_id_entrants"),
        sa.UniqueConstraint("id", name="uq_games_id"),
    )
    faults = sa.text("offender IS NOT NULL")
    op.create_index(
        "ix_games_faults",
        "games",
        ["tournament_id", "offender", "first_id", "second_id", "reason"],
        sqlite_where=faults,
    )
    self_play = sa.text("first_id = second_id")
    op.create_index(
        "ix_games_self_play",
        "games",
        ["tournament_id", "first_id"],
        sqlite_where=self_play,
    )


def create_beside_games() -> None:
    for table, column, kind in (("game_actions", "actions", sa.LargeBinary()), ("fault_details", "detail", sa.Text())):
        op.create_table(
            table,
            sa.Column("number", sa.Integer(), nullable=False),
            sa.Column(column, kind, nullable=False),
            sa.PrimaryKeyConstraint("number", name=f"pk_{table}"),
            sa.ForeignKeyConstraint(["number"], ["games.number"], name=f"fk_{table}_number_games"),
        )
    op.create_table(
        "pair_cells",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("a_id", sa.Integer(), nullable=False),
        sa.Column("b_id", sa.Integer(), nullable=False),
        sa.Column("first_deck", sa.Text(), nullable=False),
        sa.Column("second_deck", sa.Text(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in COUNTS),
        sa.PrimaryKeyConstraint("tournament_id", "a_id", "b_id", "first_deck", "second_deck", name="pk_pair_cells"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_pair_cells_tournament_id_tournaments"),
        sa.ForeignKeyConstraint(["a_id"], ["entrants.id"], name="fk_pair_cells_a_id_entrants"),
        sa.ForeignKeyConstraint(["b_id"], ["entrants.id"], name="fk_pair_cells_b_id_entrants"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "attempts",
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game_id", sa.Text(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("first_id", sa.Integer(), nullable=False),
        sa.Column("second_id", sa.Integer(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("worker", sa.Integer(), nullable=False),
        sa.Column("at", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_attempts"),
        sa.ForeignKeyConstraint(["tournament_id"], ["tournaments.id"], name="fk_attempts_tournament_id_tournaments"),
        sa.ForeignKeyConstraint(["first_id"], ["entrants.id"], name="fk_attempts_first_id_entrants"),
        sa.ForeignKeyConstraint(["second_id"], ["entrants.id"], name="fk_attempts_second_id_entrants"),
    )
