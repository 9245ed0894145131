import dataclasses

import pytest

from palaestra.limits import TimeControl
from palaestra.tournament import workers
from palaestra.tournament.spec import TournamentSpec
from palaestra.tournament.workers import cores, physical_cores, worker_count, worker_note

SPEC = TournamentSpec("x", "nim", ())
TIMED = dataclasses.replace(SPEC, clock=TimeControl(per_move=1))


@pytest.fixture(autouse=True)
def _machine(monkeypatch):
    monkeypatch.setattr(workers, "cores", lambda: 4)
    monkeypatch.setattr(workers, "physical_cores", lambda: 2)


def test_no_more_workers_than_cores():
    assert worker_count(10**9, SPEC, 100) == 4
    assert worker_count(None, SPEC, 100) == 4
    assert worker_count(3, SPEC, 100) == 3
    assert worker_count(3, SPEC, 1) == 1
    assert worker_count(None, SPEC, 1) == 0
    assert worker_count(None, dataclasses.replace(SPEC, workers=2), 100) == 2


def test_by_a_clock_no_more_than_physical_cores_and_not_in_this_process():
    assert worker_count(None, TIMED, 100) == 2
    assert worker_count(4, TIMED, 100) == 2
    assert worker_count(None, TIMED, 1) == 1
    assert worker_count(0, TIMED, 1) == 0


def test_the_user_is_told_why():
    assert worker_note(4, SPEC) == worker_note(None, SPEC) == worker_note(2, TIMED) == ""
    assert worker_note(5, SPEC) == "workers is 5; 4 are used, one for each core: more would play no faster"
    note = worker_note(None, dataclasses.replace(TIMED, workers=3))
    assert note == "workers is 3; 2 are used, one for each physical core: more would take each other's time"


def test_physical_cores_are_counted_once(monkeypatch, tmp_path):
    monkeypatch.undo()
    assert 1 <= physical_cores() <= cores()
    for core, siblings in enumerate(["0,2", "1,3", "0,2", "1,3"]):
        (tmp_path / str(core)).write_text(siblings + "\n")
    monkeypatch.setattr(workers, "_SIBLINGS", str(tmp_path / "{}"))
    monkeypatch.setattr(workers, "_usable", lambda: {0, 1, 2, 3})
    assert physical_cores() == 2
    monkeypatch.setattr(workers, "_usable", lambda: {0, 7})
    assert physical_cores() == cores() == 2  # the system does not tell
