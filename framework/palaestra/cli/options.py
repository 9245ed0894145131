"""Options that several commands share, as annotated types."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import typer

TableFormat = Literal["table", "json", "csv", "md"]

DEFAULT_DB: Final = "palaestra.db"

DbOption = Annotated[
    str,
    typer.Option("--db", envvar="PALAESTRA_DB", metavar="PATH", help="The database: a path or an SQLAlchemy URL."),
]
"""``db: DbOption = DEFAULT_DB``"""

TournamentOption = Annotated[
    str | None, typer.Option("--tournament", "-t", metavar="NAME", help="The tournament; by default the latest.")
]
"""``tournament: TournamentOption = None``"""

FormatOption = Annotated[TableFormat, typer.Option("--format", help="How tables are printed.")]
"""``format: FormatOption = "table"``"""

KnobOption = Annotated[
    list[str] | None, typer.Option("--knob", "-k", metavar="KEY=VALUE", help="A knob of the game; repeatable.")
]
"""``knob: KnobOption = None``"""
