"""Worker processes as their manager sees them; whole runs with them are in test_run.py and test_survival.py."""

import os
import signal
import struct
import threading
from collections import deque
from multiprocessing import Pipe

import pytest

from palaestra.record import ScheduledGame
from palaestra.referee.beacon import BEACON_BYTES, Beacon
from palaestra.referee.faults import StopPlaying
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
