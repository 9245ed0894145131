"""The tables of a database of games, as SQLAlchemy Core metadata.

Games are many and their rows narrow; everything that is the same for a whole tournament or entrant is in a
table of its own. Ratings are never stored: they are computed from `pair_cells`, which holds the counts that all ratings
need and is updated in the same transaction as the games it counts.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

RESULTS: Final = ("loss", "draw", "win")
"""Names of the results, by their codes 0, 1 and 2."""

PAIR_COUNTS: Final = tuple(f"pair_{first}_{second}" for first in RESULTS for second in RESULTS)
"""Complete pairs: the result of `a` in its game as first seat, then in its game as second seat."""

FIRST_ONLY_COUNTS: Final = tuple(f"first_only_{result}" for result in RESULTS)
"""Games of `a` as first seat whose other half is not stored."""

SECOND_ONLY_COUNTS: Final = tuple(f"second_only_{result}" for result in RESULTS)
"""Games of `a` as second seat whose other half is not stored."""

COUNTS: Final = (*PAIR_COUNTS, *FIRST_ONLY_COUNTS, *SECOND_ONLY_COUNTS)
"""Every count of a cell, in the order of its columns."""

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("game_version", Text, nullable=False),
    Column("knobs", JSON, nullable=False),
    Column("decks", JSON, nullable=False, comment="names of decks, a list"),
    Column("deck_pairing", Text, nullable=False),
    Column("pairs", Integer, nullable=False, comment="game pairs per match-up and ordered deck pair"),
    Column("self_play", Boolean, nullable=False),
    Column("root", Text, nullable=False, comment="root seed of all deals"),
    Column("secret", Boolean, nullable=False, comment="whether root is a secret that no agent may learn"),
    Column("distribution", Text, nullable=False, comment="where the code of the game came from"),
    Column("distribution_version", Text, nullable=False),
    Column("source_hash", Text, nullable=False),
    Column("created_at", String(24), nullable=False, comment="UTC, ISO 8601 with milliseconds"),
    Column("last_run_at", String(24), nullable=False, comment="UTC, ISO 8601 with milliseconds"),
    Column("clock", JSON(none_as_null=True), comment="limits of thinking time in seconds; null = none"),
    UniqueConstraint("name"),
)

entrants: Final = Table(
    "entrants",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tournament_id", ForeignKey("tournaments.id"), nullable=False),
    Column("name", Text, nullable=False),
    Column("agent", Text, nullable=False),
    Column("agent_version", Text, nullable=False),
    Column("parameters", JSON, nullable=False),
    Column("distribution", Text, nullable=False, comment="where the code of the agent came from"),
    Column("distribution_version", Text, nullable=False),
    Column("source_hash", Text, nullable=False),
    Column("suspended", Text, comment="why its games are not played any more"),
    Column("playing", Boolean, nullable=False, comment="whether it was among the entrants of the last run"),
    UniqueConstraint("tournament_id", "name"),
)

games: Final = Table(
    "games",
    metadata,
    Column("number", Integer, primary_key=True, comment="in the order of storing"),
    Column("id", Text, nullable=False, comment="the pair, a dash, and the half"),
    Column("tournament_id", ForeignKey("tournaments.id"), nullable=False),
    Column("pair", Text, nullable=False),
    Column("half", SmallInteger, nullable=False, comment="1 or 2"),
    Column("pair_number", Integer, nullable=False),
    Column("first_id", ForeignKey("entrants.id"), nullable=False),
    Column("second_id", ForeignKey("entrants.id"), nullable=False),
    Column("first_deck", Text, nullable=False),
    Column("second_deck", Text, nullable=False),
    Column("deal", BigInteger, nullable=False, comment="seed of the deal, 63 bits"),
    Column("first_return", Float, nullable=False, comment="from -1 to 1; above 0 is a win of the first seat"),
    Column("second_return", Float, nullable=False),
    Column("reason", Text, nullable=False),
    Column("offender", SmallInteger, comment="the seat, 0 or 1, whose fault ended the game"),
    Column("plies", Integer, nullable=False),
    Column("first_seconds", Float, comment="thinking time, without start-up; null in the compiled lane"),
    Column("second_seconds", Float),
    Column("lane", Text, nullable=False),
    Column("worker", Integer, nullable=False),
    Column("played_at", String(24), nullable=False, comment="UTC, ISO 8601 with milliseconds"),
    Column("first_isolation", Text, comment="in force for the first seat; null = none for both seats"),
    Column("second_isolation", Text),
    UniqueConstraint("id"),
)

# Both indexes are partial, hence free for the many games that they leave out. (A ``postgresql_where`` beside
# ``sqlite_where`` would import that dialect at every start, which costs as much as a leaderboard does.)
Index(
    "ix_games_faults",
    games.c.tournament_id,
    games.c.offender,
    games.c.first_id,
    games.c.second_id,
    games.c.reason,
    sqlite_where=text("offender IS NOT NULL"),
)
Index(
    "ix_games_self_play",
    games.c.tournament_id,
    games.c.first_id,
    sqlite_where=text("first_id = second_id"),
)

game_actions: Final = Table(
    "game_actions",
    metadata,
    Column("number", ForeignKey("games.number"), primary_key=True),
    Column("actions", LargeBinary, nullable=False, comment="see palaestra.store.codec"),
)

fault_details: Final = Table(
    "fault_details",
    metadata,
    Column("number", ForeignKey("games.number"), primary_key=True),
    Column("detail", Text, nullable=False, comment="what happened, such as the last lines of a traceback"),
    Column("exit_code", Integer, comment="of the offender's process, negative for a signal"),
    Column("stderr", Text, comment="the last of what that process wrote"),
)

pair_cells: Final = Table(
    "pair_cells",
    metadata,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("a_id", ForeignKey("entrants.id"), primary_key=True, comment="the smaller id of the two entrants"),
    Column("b_id", ForeignKey("entrants.id"), primary_key=True),
    Column("first_deck", Text, primary_key=True, comment="deck of the first seat, in both halves"),
    Column("second_deck", Text, primary_key=True),
    *(Column(name, Integer, nullable=False) for name in COUNTS),
    sqlite_with_rowid=False,
)

attempts: Final = Table(
    "attempts",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("game_id", Text, nullable=False, comment="the game may be stored by a later attempt, or never"),
    Column("tournament_id", ForeignKey("tournaments.id"), nullable=False),
    Column("first_id", ForeignKey("entrants.id"), nullable=False),
    Column("second_id", ForeignKey("entrants.id"), nullable=False),
    Column("detail", Text, nullable=False),
    Column("worker", Integer, nullable=False),
    Column("at", String(24), nullable=False, comment="UTC, ISO 8601 with milliseconds"),
    Column("reason", Text, nullable=False, comment="error, overload, stopped, killed or worker"),
    Column("seat", SmallInteger, comment="the seat that was being asked"),
)
