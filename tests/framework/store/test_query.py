import os
import signal
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palaestra.errors import StoreError, UserError
from palaestra.store.query import run_query


@pytest.fixture
def two_games(stored: Callable[..., Path], records: Any) -> Path:
    return stored(records.game(1), records.game(2))


def test_a_query_returns_columns_and_rows(two_games: Path) -> None:
    sql = (
        "WITH named AS (SELECT number, half, e.name AS first FROM games g JOIN entrants e ON e.id = g.first_id) "
        "SELECT half, first, hex(actions) AS h, NULL AS n, 0.5 AS f "
        "FROM named JOIN game_actions USING (number) ORDER BY 1;"
    )
    result = run_query(two_games, sql)
    assert result.columns == ("half", "first", "h", "n", "f")
    assert result.rows == [(1, "ann", "010301040105", None, 0.5), (2, "bob", "010301040105", None, 0.5)]
    assert run_query(two_games, sql, limit=1).rows == result.rows[:1]
    assert run_query(two_games, "SELECT number FROM games WHERE number > 9").rows == []
    assert ("number", 1) in {row[1::4] for row in run_query(two_games, "PRAGMA table_info(games)").rows}
    assert len(run_query(two_games, "EXPLAIN QUERY PLAN SELECT * FROM games").rows) == 1
    recursive = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT sum(i) FROM n"
    assert run_query(two_games, recursive).rows == [(45,)]


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM games",
        "UPDATE games SET plies = 1",
        "INSERT INTO attempts (detail) VALUES ('x')",
        "WITH x AS (SELECT 1) DELETE FROM games",
        "DROP TABLE games",
        "CREATE TABLE mine (x)",
        "CREATE TEMP TABLE mine (x)",
        "ATTACH 'other.db' AS other",
        "VACUUM INTO 'copy.db'",
        "PRAGMA query_only = OFF",
        "PRAGMA journal_mode = DELETE",
        "REINDEX",
        "ANALYZE",
        "COMMIT",
        "BEGIN IMMEDIATE",
        "SELECT load_extension('x')",
    ],
)
def test_whatever_is_not_for_reading_is_refused(two_games: Path, monkeypatch: pytest.MonkeyPatch, sql: str) -> None:
    monkeypatch.chdir(two_games.parent)
    before = two_games.read_bytes()
    with pytest.raises(UserError, match="is not allowed; expected one statement that only reads"):
        run_query(two_games, sql)
    assert two_games.read_bytes() == before
    beside = {f"{two_games.name}-wal", f"{two_games.name}-shm"}  # SQLite's own, left by whoever may not write
    assert {path.name for path in two_games.parent.iterdir()} - beside == {two_games.name}


@pytest.mark.parametrize(
    ("sql", "message"),
    [
        ("SELEC 1", 'near "SELEC": syntax error'),
        ("SELECT nowhere FROM games", "no such column: nowhere"),
        ("SELECT * FROM nowhere", "no such table: nowhere"),
        ("SELECT 1; SELECT 2", "one statement at a time"),
        ("SELECT ?", "bindings"),
        ("", "returns no rows"),
        ("-- nothing", "returns no rows"),
    ],
)
def test_mistakes_are_told_in_one_line(two_games: Path, sql: str, message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        run_query(two_games, sql)
    assert "\n" not in str(caught.value)


def test_a_missing_database_is_no_mistake_in_the_query(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="no database"):
        run_query(tmp_path / "games.db", "SELECT 1")


def test_ctrl_c_ends_a_long_query(two_games: Path) -> None:
    endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    timer = threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        run_query(two_games, endless)
    timer.join()


def test_the_database_can_be_written_by_others_afterwards(two_games: Path) -> None:
    run_query(two_games, "SELECT 1")
    with sqlite3.connect(two_games) as connection:
        connection.execute("DELETE FROM game_actions")
    connection.close()
