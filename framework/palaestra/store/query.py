"""Arbitrary SQL, for reading only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import DBAPIError

from palaestra.errors import UserError
from palaestra.store.engine import INTERRUPTED, Database, only_reading, reading


@dataclass(frozen=True, slots=True)
class QueryResult:
    """The result of a query.

    Attributes:
        columns: names of the columns.
        rows: the rows, values as SQLite has them: None, int, float, str or bytes.
    """

    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]


def run_query(db: Database, sql: str, limit: int | None = None) -> QueryResult:
    """Run one SQL statement that reads, and return at most `limit` of its rows.

    Raises:
        UserError: SQL with a mistake, or that would write, attach another file, or is more than one statement.
        StoreError: the database cannot be read.
        KeyboardInterrupt: the user stopped a long query.
    """
    with reading(db) as connection, only_reading(connection):
        try:
            result = connection.exec_driver_sql(sql)
            if not result.returns_rows:
                raise UserError("the query returns no rows; expected one SELECT")
            rows = result.fetchall() if limit is None else result.fetchmany(limit)
            return QueryResult(tuple(result.keys()), [tuple(row) for row in rows])
        except DBAPIError as error:
            raise _refusal(str(error.orig)) from error


def _refusal(reason: str) -> BaseException:
    if reason == INTERRUPTED:
        return KeyboardInterrupt()
    if reason == "not authorized" or "VACUUM" in reason:
        return UserError("this query is not allowed; expected one statement that only reads")
    return UserError(f"query: {reason}")
