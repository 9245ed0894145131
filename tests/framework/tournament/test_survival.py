"""Interrupted, killed, or left without its workers: nothing stored is lost or doubled, and the next run completes."""

import os
import runpy
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from palaestra.isolation.fork_server import NUMERIC_THREADS
from palaestra.store import reads
from palaestra.store.check import check
from palaestra.store.engine import reading
from palaestra.testing.fake_plugin import fake_plugins
from palaestra.tournament.run import run_tournament
from palaestra.tournament.schedule import Schedule
from palaestra.tournament.workers import cores

SCRIPT = Path(__file__).parent / "run_small.py"
SPEC = runpy.run_path(str(SCRIPT))["SPEC"]
GAMES = 3 * 40 * 2
SECONDS = 120
"""How long a machine with much else to do may need for what takes a second."""


SPAWNED, FORKED = "spawned", "forked"


def start(db, workers, *more, how=FORKED, **options):
    """Start a run whose workers are forked, as those of the command are where numeric libraries use one thread."""
    command = [sys.executable, str(SCRIPT), str(db), str(workers), *more]
    env = os.environ | dict.fromkeys(NUMERIC_THREADS, "1" if how == FORKED else "2")
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True, env=env, **options)


def wait_for_games(process):
    for line in process.stdout:
        if line.startswith("advance"):
            return
    pytest.fail("the run ended before it stored anything")


def children(process, how=FORKED):
    """Return the ids of the worker processes, without multiprocessing's resource tracker."""
    path = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    found = [int(pid) for pid in path.read_text().split()]
    mark = {SPAWNED: b"spawn_main", FORKED: SCRIPT.name.encode()}[how]
    return [pid for pid in found if mark in Path(f"/proc/{pid}/cmdline").read_bytes()]


def table(db):
    with reading(db) as connection:
        return sorted(
            (game.record.game.id, game.record.returns, game.record.actions) for game in reads.iterate_games(connection)
        )


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    db = tmp_path_factory.mktemp("undisturbed") / "games.db"
    run_tournament(SPEC, db, workers=0, plugins=fake_plugins())
    return table(db)


def complete(db):
    """Run again to the end; returns the table, after a check of the database."""
    run_tournament(SPEC, db, workers=0, plugins=fake_plugins())
    with reading(db) as connection:
        assert check(connection) == []
    return table(db)


def gone(pid):
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return True
    return state == "Z"


pytestmark = pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes through /proc")


both_ways = pytest.mark.parametrize("how", [FORKED, SPAWNED])


@pytest.mark.parametrize(("workers", "how"), [(0, FORKED), (2, FORKED), (2, SPAWNED)])
def test_interrupted_runs_keep_what_is_finished(workers, how, tmp_path, undisturbed):
    db = tmp_path / "games.db"
    process = start(db, workers, how=how)
    wait_for_games(process)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does
    began = time.monotonic()
    output, _ = process.communicate(timeout=SECONDS)
    assert time.monotonic() - began < 10  # 2 s where nothing else runs
    assert process.returncode == 130
    kept = table(db)
    assert 0 < len(kept) < GAMES
    assert "were played and are stored" in output
    assert set(kept) <= set(undisturbed)
    assert complete(db) == undisturbed


@both_ways
def test_an_interruption_while_workers_start_prints_nothing_of_theirs(how, tmp_path):
    process = start(tmp_path / "games.db", 2, how=how, stderr=subprocess.PIPE)
    while not children(process, how):
        os.sched_yield()
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=SECONDS)
    assert (process.returncode, errors) == (130, "")


@both_ways
def test_a_killed_manager_loses_little_and_its_workers_go_with_it(how, tmp_path, undisturbed):
    db = tmp_path / "games.db"
    process = start(db, 2, how=how)
    wait_for_games(process)
    workers = children(process, how)
    assert len(workers) == min(2, cores())
    os.kill(workers[0], signal.SIGSTOP)  # it hears no more than one whose agent holds the interpreter
    process.kill()
    process.communicate(timeout=SECONDS)
    deadline = time.monotonic() + SECONDS
    while not all(map(gone, workers)) and time.monotonic() < deadline:
        os.sched_yield()
    assert all(map(gone, workers))
    kept = table(db)
    assert 0 < len(kept) < GAMES
    assert set(kept) <= set(undisturbed)
    assert complete(db) == undisturbed


def test_killed_again_and_again_a_run_still_gets_there(tmp_path, undisturbed):
    db, counts = tmp_path / "games.db", [0]
    for _ in range(3):
        process = start(db, 2)
        wait_for_games(process)
        process.kill()
        process.communicate(timeout=SECONDS)
        counts.append(len(table(db)))
    assert counts == sorted(set(counts))  # each of them got further
    assert complete(db) == undisturbed


@both_ways
def test_killed_workers_are_replaced_and_their_games_played_again(how, tmp_path, undisturbed):
    db = tmp_path / "games.db"
    process = start(db, 2, how=how)
    wait_for_games(process)
    for pid in children(process, how):
        os.kill(pid, signal.SIGKILL)
    process.communicate(timeout=SECONDS)
    assert process.returncode == 0
    assert len(table(db)) == GAMES
    assert complete(db) == undisturbed


@pytest.mark.parametrize("root", [(), ("secret",)])
def test_two_runs_at_once_store_each_game_once(root, tmp_path, undisturbed):
    db = tmp_path / "games.db"
    processes = [start(db, 0, *root) for _ in range(2)]
    outputs = [process.communicate(timeout=SECONDS)[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert sum(int(words[words.index("played") + 1]) for words in outputs) == GAMES
    with reading(db) as connection:
        assert check(connection) == []
        record = reads.stored_tournament(connection, "small")
        schedule = Schedule(record, tuple(reads.stored_entrants(connection, "small")))
        stored = [game.record.game for game in reads.iterate_games(connection)]
    assert record.secret is bool(root)
    assert sorted((game.id, game.deal) for game in stored) == sorted((game.id, game.deal) for game in schedule)
    if not root:
        assert table(db) == undisturbed
