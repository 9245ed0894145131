"""A full disk, a locked database, a clock that jumps, agents that take their worker along: nothing stored is lost."""

import os
import runpy
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from palaestra.errors import StoreError
from palaestra.isolation.fork_server import NUMERIC_THREADS
from palaestra.store import engine, reads
from palaestra.store.check import check
from palaestra.store.engine import reading
from palaestra.tournament import attempts, executors, run
from palaestra.tournament.run import run_tournament

SCRIPT = Path(__file__).with_name("run_on_full_disk.py")
PAIRS = 300


def table(db):
    with reading(db) as connection:
        assert check(connection) == []
        return sorted(
            (game.record.game.id, game.record.returns, game.record.actions) for game in reads.iterate_games(connection)
        )


@pytest.fixture(scope="module")
def spec_of():
    return runpy.run_path(str(SCRIPT))["spec"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="limits the size of files, as POSIX can")
def test_a_full_disk_stops_the_run_and_the_next_one_goes_on(db, plugins, spec_of, tmp_path):
    run_tournament(spec_of(1), db, workers=0, plugins=plugins)
    limit = str(db.stat().st_size + 30_000)
    command = [sys.executable, str(SCRIPT), str(db), limit, str(PAIRS)]
    failed = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (failed.returncode, failed.stderr) == (1, "")
    assert failed.stdout.startswith(f"database '{db}': ")
    assert "what is stored stays: make room and run again" in failed.stdout
    kept = table(db)
    assert 2 <= len(kept) < 2 * PAIRS
    run_tournament(spec_of(PAIRS), db, workers=0, plugins=plugins)
    run_tournament(spec_of(PAIRS), tmp_path / "undisturbed.db", workers=0, plugins=plugins)
    assert set(kept) <= set(table(db))
    assert table(db) == table(tmp_path / "undisturbed.db")


def test_sqlite_s_own_word_for_it_is_told_too(spec, db, plugins, monkeypatch):
    run_tournament(spec, db, workers=0, plugins=plugins)
    before = table(db)
    spec["tournament"]["pairs"] = 200
    with closing(sqlite3.connect(db)) as connection:
        pages = _limited(monkeypatch, connection.execute("PRAGMA page_count").fetchone()[0])
    with pytest.raises(StoreError, match=r"database or disk is full; what is stored stays: make room and run again"):
        run_tournament(spec, db, workers=0, plugins=plugins)
    assert set(before) <= set(table(db))
    pages.clear()
    assert run_tournament(spec, db, workers=0, plugins=plugins).complete
    assert len(table(db)) == 3 * 200 * 2


def _limited(monkeypatch, most):
    """Let every connection that writes refuse a file of more pages than there are now; an empty list ends it."""
    limits = [most]
    original = engine._manual_transactions

    def limit(connection):
        original(connection)
        for pages in limits:
            connection.execute(f"PRAGMA max_page_count = {pages}")

    monkeypatch.setattr(engine, "_manual_transactions", limit)
    return limits


def test_another_program_may_hold_the_database_for_a_while(spec, db, plugins, monkeypatch):
    run_tournament(spec, db, workers=0, plugins=plugins)
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.05)
    spec["tournament"]["pairs"] = 8
    with closing(sqlite3.connect(db, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"has been writing to it for 0\.05 s; wait for that to end"):
            run_tournament(spec, db, workers=0, plugins=plugins)
        other.execute("ROLLBACK")
    assert len(table(db)) == 30
    assert run_tournament(spec, db, workers=0, plugins=plugins).played == 18


def test_a_lock_in_the_middle_loses_only_what_was_not_stored(spec, db, plugins, monkeypatch):
    monkeypatch.setattr(run, "COMMIT_GAMES", 1)
    monkeypatch.setattr(engine, "BUSY_SECONDS", 0.05)
    spec["tournament"]["pairs"] = 100
    with closing(sqlite3.connect(db, isolation_level=None, timeout=0)) as other:

        class Locks(run.Silent):
            def advance(self, games):
                other.execute("BEGIN IMMEDIATE")

        with pytest.raises(StoreError, match="another program has been writing to it"):
            run_tournament(spec, db, workers=0, plugins=plugins, progress=Locks())
        other.execute("ROLLBACK")
    assert 0 < len(table(db)) < 600
    assert run_tournament(spec, db, workers=0, plugins=plugins).complete
    assert len(table(db)) == 600


def test_a_clock_that_jumps_changes_the_time_of_storing_and_nothing_else(spec, db, tmp_path, plugins, monkeypatch):
    """A day forwards and two back at every look, as a broken time server may do."""
    spec["tournament"]["clock"] = {"per_move": 30}
    run_tournament(spec, tmp_path / "undisturbed.db", workers=0, plugins=plugins)
    days = iter(range(10**9))
    monkeypatch.setattr(time, "time", lambda: 1.8e9 + 86400 * (2 * (next(days) % 2) - next(days)))
    result = run_tournament(spec, db, workers=0, plugins=plugins)
    monkeypatch.undo()
    assert 0 <= result.seconds < 3600
    assert table(db) == table(tmp_path / "undisturbed.db")
    with reading(db) as connection:
        seconds = [game.record.seconds for game in reads.iterate_games(connection)]
    assert all(0 <= value < 60 for both in seconds for value in both)


def test_an_agent_that_ends_its_worker_stops_nobody_else(spec, db, plugins, monkeypatch):
    monkeypatch.setattr(attempts, "REPLAYS", 0)
    spec["tournament"] |= {"pairs": 1, "isolation": "none"}
    spec["entrant"] = [{"agent": "fake_exits_at_once"}, {"agent": "first_legal"}, {"agent": "random_legal"}]
    result = run_tournament(spec, db, workers=1, plugins=plugins)
    assert (result.played, result.total, len(result.unfinished)) == (2, 6, 4)
    reason = "the worker died: exit code 0, while 'fake_exits_at_once' was being asked"
    assert set(result.unfinished.values()) == {reason}
    with reading(db) as connection:
        rows = connection.exec_driver_sql(
            "SELECT a.reason, e.name FROM attempts a JOIN entrants e ON e.id = iif(seat = 0, a.first_id, a.second_id)"
        ).all()
    assert set(rows) == {("worker", "fake_exits_at_once")}
    assert len(rows) == 4


class Dead:
    """A process that ended by SIGKILL."""

    exitcode = -9


def test_the_system_s_lack_of_memory_is_told(monkeypatch):
    kills = [3]
    monkeypatch.setattr(executors, "out_of_memory_kills", lambda: kills[0])
    pool = executors.Pool(None, 1)
    assert pool._describe_exit(Dead()) == "SIGKILL"
    kills[0] += 1
    assert pool._describe_exit(Dead()) == "SIGKILL, and the system ran out of memory"
    assert pool._describe_exit(Dead()) == "SIGKILL"


@pytest.mark.skipif(sys.platform == "win32", reason="files in use cannot be removed there")
@pytest.mark.parametrize("replaced", [False, True])
def test_a_database_that_is_removed_or_replaced_stops_the_run(replaced, spec, db, tmp_path, plugins, monkeypatch):
    monkeypatch.setattr(run, "COMMIT_GAMES", 1)
    spec["tournament"]["pairs"] = 100

    class Removes(run.Silent):
        def advance(self, games):
            db.rename(tmp_path / "moved.db")
            if replaced:
                db.write_text("mine")

    with pytest.raises(StoreError, match=r"games\.db' was removed or replaced while it was being written; run again"):
        run_tournament(spec, db, workers=0, plugins=plugins, progress=Removes())
    assert db.exists() is replaced
    if replaced:
        assert db.read_text() == "mine"


@pytest.mark.timeout(60)
def test_a_script_without_a_guard_is_told_to_have_one_and_plays_nothing_twice(db, tmp_path):
    script = tmp_path / "unguarded.py"
    script.write_text(f"""
from palaestra.testing.fake_plugin import fake_plugins
from palaestra.tournament.run import run_tournament

entrants = [{{"agent": "first_legal"}}, {{"agent": "random_legal"}}]
spec = {{"tournament": {{"name": "small", "game": "nim", "pairs": 5}}, "entrant": entrants}}
run_tournament(spec, {str(db)!r}, workers=1, plugins=fake_plugins())
""")
    environment = {name: value for name, value in os.environ.items() if name not in NUMERIC_THREADS}  # spawns
    done = subprocess.run([sys.executable, str(script)], check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 1
    assert "UserError: a script that runs a tournament needs `if __name__ == '__main__':`" in done.stderr
    assert "WorkerError" in done.stderr.splitlines()[-1]
    assert table(db) == []
