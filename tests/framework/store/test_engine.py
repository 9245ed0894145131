from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from palaestra.errors import InvalidValueError, StoreError
from palaestra.store import engine, reads
from palaestra.store.engine import database_path, read_only_engine, reading, writing_engine
from palaestra.store.migrate import upgrade
from palaestra.store.revision import REVISIONS
from palaestra.store.writes import GameWriter


@pytest.mark.parametrize(
    ("db", "path"),
    [
        ("games.db", "games.db"),
        (Path("a/b.db"), "a/b.db"),
        ("sqlite:///games.db", "games.db"),
        ("sqlite:////tmp/games.db", "/tmp/games.db"),
        ("sqlite+pysqlite:///games.db", "games.db"),
    ],
)
def test_a_database_is_a_path_or_a_url(db: str | Path, path: str) -> None:
    assert database_path(db) == Path(path)


@pytest.mark.parametrize("db", ["postgresql://me:secret@host/games", "sqlite://", "sqlite:///:memory:", "://", ""])
def test_other_databases_are_refused_in_one_line(db: str) -> None:
    with pytest.raises(InvalidValueError, match="expected a path or a URL sqlite:///PATH") as caught:
        database_path(db)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["a b.db", "what?.db", "50%.db", "50%20.db", "a#b&c=d.db", "ä.db", "x:y.db"])
def test_any_file_name_will_do(tmp_path: Path, empty_database: bytes, records: Any, name: str) -> None:
    db = tmp_path / name
    db.write_bytes(empty_database)
    with GameWriter(db) as writer:
        writer.register_tournament(records.tournament(), records.entrants("ann", "bob"))
        writer.add([records.game()])
    assert [path.name for path in tmp_path.iterdir()] == [name]
    with reading(db) as connection:
        assert reads.count_games(connection) == 1


def make_missing(path: Path) -> None:
    assert not path.exists()


def make_text(path: Path) -> None:
    path.write_text("no database " * 500)


def make_empty(path: Path) -> None:
    path.touch()


def make_foreign(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE games (id)")
    connection.close()


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (make_missing, "no database '.*'; `palaestra run SPEC --db .*` makes one"),
        (make_text, "the file is no SQLite database"),
        (make_empty, "is empty; `palaestra run SPEC --db .*` fills it"),
        (make_foreign, "belongs to another program; choose another file"),
    ],
)
def test_reading_what_is_no_database_of_ours_fails_in_one_line(tmp_path: Path, make: Any, message: str) -> None:
    path = tmp_path / "games.db"
    make(path)
    before = path.read_bytes() if path.exists() else None
    with pytest.raises(StoreError, match=message) as caught, reading(path):
        pass
    assert "\n" not in str(caught.value)
    assert (path.read_bytes() if path.exists() else None) == before


@pytest.mark.parametrize(
    ("revision", "message"),
    [
        ("0000", "has revision 0000, this version .* needs 0003; `palaestra db upgrade --db .*` brings it there"),
        ("9999", "has revision 9999, newer than 0003 .*; install a newer Palaestra"),
    ],
)
@pytest.mark.parametrize("way", [reading, GameWriter])
def test_a_database_of_another_revision_says_what_to_do(
    db: Path, monkeypatch: pytest.MonkeyPatch, revision: str, message: str, way: Any
) -> None:
    monkeypatch.setattr("palaestra.store.revision.REVISIONS", ("0000", *REVISIONS))
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    connection.close()
    with pytest.raises(StoreError, match=message) as caught, way(db):
        pass
    assert "\n" not in str(caught.value)


def test_a_reader_cannot_write(db: Path) -> None:
    with pytest.raises(StoreError, match="readonly database"), reading(db) as connection:
        connection.exec_driver_sql("DELETE FROM games")


def test_a_reader_sees_one_moment(db: Path, records: Any) -> None:
    with GameWriter(db) as writer:
        writer.register_tournament(records.tournament(), records.entrants("ann", "bob"))
        with reading(db) as connection:
            assert reads.count_games(connection) == 0
            writer.add([records.game()])
            assert reads.count_games(connection) == 0
        with reading(db) as connection:
            assert reads.count_games(connection) == 1


def test_writers_work_in_wal_mode_with_foreign_keys(db: Path) -> None:
    engine = writing_engine(db)
    with engine.connect() as connection:
        settings = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        ]
    engine.dispose()
    assert settings == ["wal", 1, 1, 30_000]


@pytest.mark.parametrize(("log", "immutable"), [(None, "1"), (b"", "1"), (b"frames", None)])
def test_where_nobody_may_write_an_empty_log_is_no_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, log: bytes | None, immutable: str | None
) -> None:
    """SQLite would make files beside the database; with a log that holds something it must read that too."""
    db = tmp_path / "games.db"
    upgrade(db)
    if log is not None:
        (tmp_path / "games.db-wal").write_bytes(log)
    monkeypatch.setattr(os, "access", lambda *_: False)
    assert read_only_engine(db).url.query.get("immutable") == immutable


class Refusing:
    """A cursor whose database is switched by another process while this one is refused."""

    def __init__(self, refusals: int) -> None:
        self._refusals = refusals
        self.statements: list[str] = []

    def execute(self, statement: str) -> Refusing:
        self.statements.append(statement)
        if statement.endswith("WAL") and self._refusals:
            self._refusals -= 1
            raise sqlite3.OperationalError("database is locked")
        return self

    def fetchone(self) -> tuple[str]:
        return ("delete",)


def test_a_switch_that_sqlite_refuses_at_once_is_tried_again() -> None:
    cursor = Refusing(2)
    engine._use_wal(cursor)
    assert cursor.statements.count("PRAGMA journal_mode = WAL") == 3


def test_it_is_not_tried_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        engine._use_wal(Refusing(2))
