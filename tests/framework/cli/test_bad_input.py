"""Clumsy and hostile arguments: one line, exit code 2, nothing changed."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from tests.framework.cli.conftest import CommandLine

HUGE = str(10**30)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["history", "--limit", HUGE], "a number is too large"),
        (["history", "--max-plies", HUGE], "a number is too large"),
        (["history", "--entrant", "\udcff"], "a text for the database is '\\udcff'"),
        (["history", "--since", "0001-01-01T00:00:00+14:00"], "expected a date or time"),
        (["history", "--until", "9999-12-31T23:59:59-12:00"], "expected a date or time"),
        (["query", "select '\udcff'"], "expected text that UTF-8 can hold"),
        (["query", "select 1", "--limit", HUGE], "--limit"),
        (["query", "select 1; select 2"], "one statement"),
        (["query", "attach 'other.db' as other"], "not allowed"),
        (["show", "\udcff"], "'\\udcff'"),
    ],
)
def test_odd_values_are_refused_in_one_line(
    palaestra_command: CommandLine, played: Path, arguments: list[str], message: str
) -> None:
    answer = palaestra_command(*arguments, "--db", str(played))
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["perft", "nim", "2", "--seed", HUGE], "--seed"),
        (["perft", "nim", "2", "--knob", "heaps=2", "--knob", "heaps=3"], "knob 'heaps' is given twice"),
        (["perft", "nim", "--", "-1"], "perft depth is -1"),
        (["perft", "nim", "2", "--position", "1\n2\x1b"], "'1\\n2\\x1b'"),
    ],
)
def test_odd_values_of_perft_are_refused(palaestra_command: CommandLine, arguments: list[str], message: str) -> None:
    answer = palaestra_command(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_no_game_is_as_long_as_a_huge_depth(palaestra_command: CommandLine) -> None:
    assert palaestra_command("perft", "nim", HUGE).out == "0\n"
    assert palaestra_command("perft", "nim", HUGE, "--unit", "turn").out == "0\n"


@pytest.mark.parametrize(
    "db",
    [
        "",
        ":memory:",
        "http://example.org/games.db",
        "postgresql://me:secret@host/games",
        "sqlite://",
        "sqlite:///games.db?mode=ro",
        "sqlite+pysqlcipher:///games.db",
        "a" * 5000,
        "nul\0character",
        ".",
        "/dev/null",
    ],
)
@pytest.mark.parametrize("command", [["status"], ["db", "upgrade"]])
def test_what_is_no_file_is_no_database(palaestra_command: CommandLine, command: list[str], db: str) -> None:
    answer = palaestra_command(*command, "--db", db)
    assert (answer.code, answer.out) == (2, "")
    assert "database is" in answer.err
    assert "secret" not in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.parametrize("damage", ["delete from alembic_version", "drop table alembic_version", "drop table games"])
def test_a_damaged_database_is_told_in_one_line(
    palaestra_command: CommandLine, played: Path, tmp_path: Path, damage: str
) -> None:
    path = tmp_path / "damaged ü.db"
    shutil.copy(played, path)
    with sqlite3.connect(path) as connection:
        connection.execute(damage)
    connection.close()
    for command in (["status"], ["history"], ["db", "check"]):
        answer = palaestra_command(*command, "--db", str(path))
        assert (answer.code, answer.out) == (1, ""), command
        assert f"database '{path}'" in answer.err
        assert answer.err.count("\n") == 1
        assert "internal error" not in answer.err


def test_columns_of_one_name_are_all_in_the_json(palaestra_command: CommandLine, played: Path) -> None:
    query = "select 1 as a, 2 as a, 3 as a_2, 4 as a"
    answer = palaestra_command("query", query, "--format", "json", "--db", str(played))
    assert json.loads(answer.out) == [{"a": 1, "a_2": 2, "a_2_2": 3, "a_3": 4}]
    assert palaestra_command("query", query, "--format", "csv", "--db", str(played)).out == "a,a,a_2,a\n1,2,3,4\n"
