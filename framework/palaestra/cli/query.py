"""``palaestra query``."""

from __future__ import annotations

from typing import Annotated

import typer

from palaestra.cli.options import DEFAULT_DB, DbOption, FormatOption
from palaestra.cli.output import print_table


def query(
    sql: Annotated[str, typer.Argument(help="One statement that reads, such as 'select count(*) from games'.")],
    limit: Annotated[int | None, typer.Option(help="At most so many rows.", min=1)] = None,
    db: DbOption = DEFAULT_DB,
    format: FormatOption = "table",
) -> None:
    """Ask the database in SQL; it is opened read-only, and writing is refused."""
    from palaestra.store.query import run_query

    result = run_query(db, sql, limit)
    rows = [[value.hex() if isinstance(value, bytes) else value for value in row] for row in result.rows]
    print_table(result.columns, rows, format)
