"""Worker processes as their manager sees them; whole runs with them are in test_run.py and test_survival.py."""

import os
import signal
import struct
import subprocess
import sys
import threading
import time
from collections import deque
from multiprocessing import Pipe

import pytest

from palaestra.limits import TimeControl
from palaestra.record import ScheduledGame
from palaestra.referee.beacon import BEACON_BYTES, Beacon
from palaestra.referee.cast import Cast
from palaestra.referee.faults import StopPlaying
from palaestra.testing.games import TWENTY_ONE
from palaestra.tournament import executors
from palaestra.tournament.interruption import Interruption

GAME = ScheduledGame("0-1", "0", 1, ("a", "b"), ("standard", "standard"), 7)


class Stopped:
    """A process that does nothing more until it is killed."""

    exitcode = None

    def kill(self):
        self.exitcode = -signal.SIGKILL

    def is_alive(self):
        return self.exitcode is None

    def join(self, timeout=None):
        pass


@pytest.mark.skipif(os.name != "posix", reason="stops a process as POSIX can")
@pytest.mark.parametrize("interrupted_by", ["another thread", "itself"])
def test_a_worker_stopped_within_a_message_does_not_keep_an_interruption(interrupted_by, monkeypatch):
    monkeypatch.setattr(executors, "STOP_SECONDS", 0.05)
    pool = executors.Pool(None, 1)
    ours, theirs = Pipe()
    os.write(theirs.fileno(), struct.pack("!i", 1000))  # the length of a message that does not follow
    worker = executors._Worker(1, Stopped(), ours, Beacon(bytearray(BEACON_BYTES)), True, deque([[GAME]]), {0})
    pool._workers[1] = worker
    with Interruption() as interruption:
        press = threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT))
        press.start()
        if interrupted_by == "itself":
            press.join()
        played = [result.detail for results in pool.results(iter(()), interruption) for result in results]
        press.join()
    assert interruption.requested
    assert played in ([], ["the worker died: SIGKILL"])
    assert not worker.process.is_alive()
    theirs.close()


def test_workers_keep_numeric_libraries_to_one_thread_unless_told_otherwise(monkeypatch):
    monkeypatch.delenv("NUMBA_NUM_THREADS", raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    with executors._one_thread_each():
        assert (os.environ["OMP_NUM_THREADS"], os.environ["NUMBA_NUM_THREADS"]) == ("3", "1")
    assert os.environ["OMP_NUM_THREADS"] == "3"
    assert "NUMBA_NUM_THREADS" not in os.environ


class Finalized:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)


def test_an_interruption_that_python_ignores_is_heard_afterwards(capsys):
    lines = []

    def code():
        Finalized()
        lines.append("went on")

    with Interruption() as interruption, pytest.raises(StopPlaying), interruption.raising():
        code()
    assert lines == ["went on"]
    assert interruption.requested
    assert capsys.readouterr().err == ""


def waiting_until(moment, pid=-1, game=GAME):
    """Return a worker whose agent in seat 0 is waited for until some moment."""
    process = Stopped()
    process.pid = pid
    connection, _ = Pipe()
    beacon = Beacon(bytearray(BEACON_BYTES))
    beacon.play(game.id)
    beacon.ask(0)
    beacon.wait(moment)
    return executors._Worker(1, process, connection, beacon, True, deque([[game]]), {0})


def ended(pool):
    return [result for results in pool._end_hung() for result in results]


@pytest.fixture
def pool():
    cast = Cast(TWENTY_ONE, {"goal": 21}, {}, clock=TimeControl(per_move=1.0))
    return executors.Pool(cast, 1)


def test_an_agent_that_does_not_come_back_has_lost(pool):
    pool._workers[1] = waiting_until(time.monotonic() - 1.0)
    assert [(played.reason, played.offender) for played in ended(pool)] == [("timeout", 0)]


def test_time_in_which_the_manager_was_stopped_is_not_the_agents(pool):
    pool._workers[1] = waiting_until(time.monotonic() - 1.0)
    pool._looked -= 3600.0
    assert ended(pool) == []
    assert ended(pool) == []
    assert list(pool._workers) == [1]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell")
def test_an_agent_whose_worker_was_stopped_is_excused_twice(pool):
    with subprocess.Popen([sys.executable, "-c", "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)"]) as child:
        os.waitid(os.P_PID, child.pid, os.WSTOPPED | os.WNOWAIT)
        pool._workers[1] = waiting_until(time.monotonic() - 1.0, child.pid)
        (void,) = ended(pool)
        assert (void.reason, void.seat) == ("stopped", 0)
        pool._workers[1] = waiting_until(time.monotonic() - 1.0, child.pid, GAME._replace(unexcused=(0,)))
        assert [(played.reason, played.offender) for played in ended(pool)] == [("timeout", 0)]
        child.kill()
