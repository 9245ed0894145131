"""Playing in this process: signals are heard while games are played, and what agents print stays apart."""

import subprocess
import sys
import threading

import pytest

from palaestra.tournament import inline
from palaestra.tournament.inline import Inline, ThreadedIterator
from palaestra.tournament.interruption import Interruption


class Stuck:
    """An arena whose second slice comes back only when it is let go."""

    def __init__(self, interruption):
        self.interruption = interruption
        self.go = threading.Event()

    def close(self):
        pass

    def play(self, batch):
        yield batch[:1]
        self.interruption.requested = True
        self.go.wait()
        yield batch[1:]


def test_games_that_do_not_come_back_are_left_behind(monkeypatch):
    monkeypatch.setattr(inline, "STOP_SECONDS", 0.0)
    interruption = Interruption()
    arena = Stuck(interruption)
    assert list(Inline(arena).results(iter("abcdef"), interruption)) == [["a"]]
    arena.go.set()


def test_games_that_come_back_in_time_are_kept():
    interruption = Interruption()
    arena = Stuck(interruption)
    arena.go.set()
    assert list(Inline(arena).results(iter("abcdef"), interruption)) == [["a"], ["b"]]


class Failing:
    def close(self):
        pass

    def play(self, batch):
        yield batch
        raise ZeroDivisionError("a fault of our own")


def test_our_own_faults_reach_the_caller():
    results = Inline(Failing()).results(iter("ab"), Interruption())
    assert next(results) == ["a", "b"]
    with pytest.raises(ZeroDivisionError, match="of our own"):
        next(results)


def test_nothing_is_played_while_nobody_waits():
    played = []

    def play():
        for number in range(3):
            played.append(number)
            yield [number]

    slices = ThreadedIterator(play())
    assert played == []
    assert slices.next(lambda: False) == [0]
    assert played == [0]
    slices.close()


SCRIPT = """
import os, signal, sys, threading
from palaestra.testing.fake_plugin import fake_plugins
from palaestra.tournament import inline
from palaestra.tournament.run import run_tournament
inline.STOP_SECONDS = 0.1
entrants = [{"agent": "slow", "parameters": {"seconds": 1000.0}}, {"agent": "random_legal"}]
spec = {"tournament": {"name": "x", "game": "nim", "pairs": 1}, "entrant": entrants}
class Told:
    def start(self, *_):
        threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    def advance(self, games): pass
    def note(self, text): pass
    def finish(self): pass
run_tournament(spec, sys.argv[1], workers=0, plugins=fake_plugins(), progress=Told())
"""


def test_ctrl_c_ends_a_run_whose_agent_thinks_for_ever(db):
    result = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(db)], capture_output=True, text=True, check=False, timeout=240
    )
    assert "InterruptedRun: interrupted; 0 games of 'x' were played" in result.stderr
