"""``palaestra query``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from palaestra.cli.options import DEFAULT_DB, DbOption, FormatOption
from palaestra.cli.output import print_table


def query(
    sql: Annotated[str, typer.Argument(help="One statement that reads, such as 'select count(*) from games'.")],
    limit: Annotated[int | None, typer.Option(help="At most so many rows.", min=1, max=2**31 - 1)] = None,
    db: DbOption = DEFAULT_DB,
    format: FormatOption = "table",
) -> None:
    """Ask the database in SQL; it is opened read-only, and writing is refused."""
    from palaestra.store.query import run_query

    result = run_query(db, sql, limit)
    rows = [[value.hex() if isinstance(value, bytes) else value for value in row] for row in result.rows]
    print_table(_distinct(result.columns) if format == "json" else result.columns, rows, format)


def _distinct(columns: Sequence[str]) -> list[str]:
    """Return the names with a number after those that came before: an object of JSON holds a name once."""
    names: list[str] = []
    for column in columns:
        name, number = column, 2
        while name in names:
            name, number = f"{column}_{number}", number + 1
        names.append(name)
    return names
