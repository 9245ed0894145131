import re
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from palaestra.errors import StoreError
from palaestra.store import reads
from palaestra.store.check import check
from palaestra.store.engine import current, for_writing, reading, writing_engine
from palaestra.store.migrate import configuration, migrate, migrations_folder, upgrade
from palaestra.store.revision import APPLICATION_ID, HEAD_REVISION, REVISIONS
from palaestra.store.tables import metadata
from palaestra.store.writes import GameWriter

ROOT = Path(__file__).parents[3]


@pytest.fixture(params=["made at once", "by all migrations"])
def new(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a new database, made in either way."""
    db = tmp_path / "new.db"
    if request.param == "made at once":
        upgrade(db)
    else:
        migrated(db, "head")
    return db


def migrated(db: Path, revision: str) -> None:
    engine = writing_engine(db, foreign_keys=False)
    with for_writing(engine).begin() as connection:
        migrate(connection, revision)
    engine.dispose()


def parts(db: Path) -> dict[str, set[str]]:
    """Return the columns and constraints of each table in no order, and each index, without parentheses at an end."""
    with sqlite3.connect(db) as connection:
        made = connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    connection.close()
    plain = {name: " ".join(sql.replace('"', "").replace("(", "( ").split()) for name, sql in made}
    return {
        name: {part.rstrip(") ") for part in sql.removesuffix(" WITHOUT ROWID").split(", ")}
        for name, sql in plain.items()
    }


def test_tables_made_at_once_are_those_of_all_migrations_together(tmp_path: Path) -> None:
    upgrade(tmp_path / "new.db")
    migrated(tmp_path / "old.db", "head")
    marks = [(tmp_path / name).read_bytes()[68:72] for name in ("new.db", "old.db")]
    assert marks[0] == marks[1]
    assert current(tmp_path / "new.db") == current(tmp_path / "old.db") == HEAD_REVISION
    assert parts(tmp_path / "new.db") == parts(tmp_path / "old.db")


def test_a_new_database_has_the_tables_of_the_metadata(new: Path) -> None:
    with reading(new) as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
        # What the comparison does not look at.
        made = dict(connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").all())
    assert made["pair_cells"].rstrip().endswith("WITHOUT ROWID")
    assert made["ix_games_faults"].endswith("WHERE offender IS NOT NULL")
    assert made["ix_games_self_play"].endswith("WHERE first_id = second_id")


def test_every_constraint_has_the_name_that_the_metadata_gives_it(new: Path) -> None:
    with sqlite3.connect(new) as connection:
        made = dict(connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'"))
    connection.close()
    for table in metadata.sorted_tables:
        names = set(re.findall(r"CONSTRAINT (\w+)", made[table.name]))
        expected = {constraint.name for constraint in table.constraints}
        assert names == {str(name) if "%" not in str(name) else name for name in expected}


def test_the_known_revisions_are_those_of_the_scripts() -> None:
    scripts = ScriptDirectory.from_config(configuration())
    assert [script.revision for script in reversed(list(scripts.walk_revisions()))] == list(REVISIONS)
    assert scripts.get_heads() == [HEAD_REVISION]
    assert migrations_folder() == ROOT / "migrations"


def test_upgrade_makes_an_empty_database_and_then_changes_nothing(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    assert current(db) == ""
    assert upgrade(db) == ("", HEAD_REVISION)
    assert current(db) == HEAD_REVISION
    before = db.read_bytes()
    assert upgrade(db) == (HEAD_REVISION, HEAD_REVISION)
    assert db.read_bytes() == before
    assert int.from_bytes(before[68:72]) == APPLICATION_ID  # offset 68 of the header: the SQLite file format


def test_upgrade_fills_an_empty_file(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    db.touch()
    assert upgrade(f"sqlite:///{db}") == ("", HEAD_REVISION)


def test_upgrade_touches_no_database_of_others(tmp_path: Path) -> None:
    db = tmp_path / "theirs.db"
    with sqlite3.connect(db) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
    connection.close()
    before = db.read_bytes()
    with pytest.raises(StoreError, match="belongs to another program"):
        upgrade(db)
    assert db.read_bytes() == before
    with pytest.raises(StoreError, match="no folder"):
        upgrade(tmp_path / "nowhere" / "games.db")


def test_upgrade_refuses_a_newer_database(db: Path) -> None:
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StoreError, match="has revision 9999, newer than"):
        upgrade(db)
    with pytest.raises(StoreError, match="has revision 9999, newer than"):
        current(db)


def test_a_failed_upgrade_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreError("no")

    db = tmp_path / "games.db"
    monkeypatch.setattr("palaestra.store.migrate._check_foreign_keys", fail)
    with pytest.raises(StoreError, match=r"^no$"):
        upgrade(db)
    monkeypatch.undo()
    assert current(db) == ""
    assert upgrade(db) == ("", HEAD_REVISION)


def test_a_file_whose_maker_was_killed_before_the_tables_is_filled(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    with sqlite3.connect(db) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    assert db.stat().st_size > 0
    GameWriter(db).close()
    assert current(db) == HEAD_REVISION


def test_a_file_without_tables_that_bears_the_mark_of_another_program_is_left_alone(tmp_path: Path) -> None:
    db = tmp_path / "theirs.db"
    with sqlite3.connect(db) as connection:
        connection.execute("PRAGMA application_id = 7")
    connection.close()
    before = db.read_bytes()
    with pytest.raises(StoreError, match="belongs to another program"):
        GameWriter(db)
    assert db.read_bytes() == before


def test_several_processes_may_make_the_same_database(tmp_path: Path) -> None:
    db = tmp_path / "games.db"
    code = f"from palaestra.store.writes import GameWriter; GameWriter({str(db)!r}).close()"
    with ThreadPoolExecutor(4) as pool:
        runs = list(
            pool.map(lambda _: subprocess.run([sys.executable, "-c", code], check=False, capture_output=True), range(4))
        )
    assert [run.stderr.decode() for run in runs] == [""] * 4
    assert current(db) == HEAD_REVISION


def test_reading_imports_no_alembic(stored: Callable[..., Path]) -> None:
    code = (
        "import sys; from palaestra.store import engine, history, query, reads, standings\n"
        f"with engine.reading({str(stored())!r}) as connection: print(reads.count_games(connection))\n"
        "print(sorted({'alembic', 'numpy', 'numba'} & sys.modules.keys()))"
    )
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout.splitlines() == ["0", "[]"]


@pytest.mark.slow
def test_the_wheel_carries_the_migrations(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("palaestra-*.whl")
    unpacked = tmp_path / "unpacked"
    zipfile.ZipFile(wheel).extractall(unpacked)
    code = (
        "from palaestra.store import migrate; import palaestra.store\n"
        "from palaestra.store.engine import for_writing, writing_engine\n"
        "with for_writing(writing_engine('old.db', False)).begin() as own: migrate.migrate(own, '0001')\n"
        "print(migrate.migrations_folder()); print(migrate.upgrade('old.db'))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={"PYTHONPATH": str(unpacked)},
    )
    folder, revisions = run.stdout.splitlines()
    assert Path(folder) == unpacked / "palaestra" / "store" / "_migrations"
    assert revisions == str(("0001", HEAD_REVISION))
    with reading(tmp_path / "old.db") as connection:
        assert reads.tournament_names(connection) == []
    with GameWriter(tmp_path / "old.db"):
        pass


def fill_the_first_tables(connection: Any) -> None:
    """Store a tournament, a game that was lost by a fault, and a void attempt, as the first version did."""
    code, now = ("dist", "0.1", "00ff"), "2026-01-01T00:00:00.000Z"
    knobs, decks = '{"pits": 6}', '["standard"]'
    rows = {
        "tournaments": (1, "league", "kalah", "1", knobs, decks, "mirror", 10, 0, "2026", 0, *code, now, now),
        "entrants": (1, 1, "ann", "random", "1", "{}", *code),
        "games": (1, "ab-1", 1, "ab", 1, 1, 1, 1, "a", "b", 7, -1.0, 1.0, "crash", 0, 2, None, None, "python", 1, now),
        "game_actions": (1, b"\x01\x03\x04"),
        "fault_details": (1, "Traceback"),
        "attempts": (1, "ab-2", 1, 1, 1, "no memory", 1, now),
    }
    for table, values in rows.items():
        connection.exec_driver_sql(f"INSERT INTO {table} VALUES ({', '.join('?' * len(values))})", values)


def test_a_database_of_the_first_revision_is_brought_up_with_its_games(tmp_path: Path) -> None:
    db = tmp_path / "old.db"
    migrated(db, "0001")
    with for_writing(writing_engine(db)).begin() as connection:
        fill_the_first_tables(connection)
    with pytest.raises(StoreError, match="has revision 0001, this version of Palaestra needs"), reading(db):
        pass
    assert upgrade(db) == ("0001", HEAD_REVISION)
    with reading(db) as connection:
        game = reads.game(connection, "ab-1")
        assert (game.record.actions, game.record.detail) == ((3, 4), "Traceback")
        assert (game.record.exit_code, game.record.stderr, game.record.isolation) == (None, "", ())
        assert game.tournament.clock is None
        assert reads.suspended(connection, "league") == {}
        attempt = connection.exec_driver_sql("SELECT reason, seat, detail FROM attempts").one()
        assert attempt == ("error", None, "no memory")
        assert check(connection) == []
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []


NEXT_REVISION = """
import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    with op.batch_alter_table("games", recreate="always") as games:
        games.add_column(sa.Column("note", sa.Text(), nullable=False, server_default="none"))
        games.alter_column("worker", existing_type=sa.Integer(), nullable=True)
"""


def test_a_later_revision_may_rebuild_a_table_that_others_refer_to(
    stored: Callable[..., Path], records: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = stored(records.game(1), records.game(2, reason="crash", offender=0, detail="Traceback"))
    folder = tmp_path / "migrations"
    shutil.copytree(migrations_folder(), folder)
    (folder / "versions" / "0003_note.py").write_text(NEXT_REVISION)
    monkeypatch.setattr("palaestra.store.migrate._PACKAGED", folder)
    for module in ("migrate", "revision"):
        monkeypatch.setattr(f"palaestra.store.{module}.HEAD_REVISION", "0004")
    monkeypatch.setattr("palaestra.store.revision.REVISIONS", ("0001", "0002", "0003", "0004"))
    with pytest.raises(StoreError, match=r"`palaestra db upgrade --db .*` brings it there"), reading(db):
        pass
    assert upgrade(db) == ("0003", "0004")
    with reading(db) as connection:
        assert [game.record for game in reads.iterate_games(connection)] == [
            records.game(1),
            records.game(2, reason="crash", offender=0, detail="Traceback"),
        ]
        assert connection.exec_driver_sql("SELECT note, worker FROM games").all() == [("none", 1)] * 2
        assert check(connection) == []
        made = dict(connection.exec_driver_sql("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL").all())
    assert "CONSTRAINT uq_games_id UNIQUE (id)" in made["games"]
    assert made["ix_games_faults"].endswith("WHERE offender IS NOT NULL")
    with GameWriter(db) as writer:
        writer.register_tournament(records.tournament(), [])
        assert writer.add([records.game(1), records.game(1, number=2)]) == 1
