"""A run in which no game ends says what it waits for."""

from __future__ import annotations

import threading
from collections import deque
from multiprocessing import Pipe
from typing import Any

import pytest

from palaestra.record import ScheduledGame
from palaestra.referee.beacon import BEACON_BYTES, Beacon
from palaestra.tournament import executors, silence
from palaestra.tournament.inline import Inline
from palaestra.tournament.interruption import Interruption
from palaestra.tournament.silence import PATIENCE, Silence

GAMES = [ScheduledGame(f"id-{half}", "id", half, ("ann", "bob"), ("standard", "standard"), 1) for half in (1, 2)]
ADVICE = ". An agent may be thinking; whether a rule of 'nim' never returns, `palaestra check nim` finds out"


class Clock:
    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


def test_it_is_broken_once_until_a_result_comes() -> None:
    notes: list[str] = []
    clock = Clock()
    waiting = Silence(notes.append, "nim", clock)
    clock.time += PATIENCE - 0.1
    waiting.look(lambda: "too early")
    for _ in range(2):
        clock.time += PATIENCE
        waiting.look(lambda: "here")
    assert notes == [f"no game has ended for {PATIENCE:g} s: here{ADVICE}"]
    waiting.end()
    waiting.look(lambda: "too early")
    clock.time += PATIENCE
    waiting.look(lambda: "there")
    assert len(notes) == 2


@pytest.mark.parametrize(
    ("asked", "described"),
    [
        (None, "worker 3 is in game id-1 (ann against bob)"),
        (("id-2", 1), "worker 3 is in game id-2 (ann against bob, 'bob' is asked)"),
        (("id-2", -1), "worker 3 is in game id-2 (ann against bob)"),
    ],
)
def test_a_worker_is_described_by_its_beacon_or_its_batch(asked: tuple[str, int] | None, described: str) -> None:
    beacon = Beacon(bytearray(BEACON_BYTES))
    if asked is not None:
        beacon.play(asked[0])
        beacon.ask(asked[1])
    process: Any = None
    worker = executors._Worker(3, process, Pipe()[0], beacon, True, deque([GAMES]), {0, 1})
    assert worker.describe() == described
    worker.batches.clear()
    assert worker.describe() == ""


class Stuck:
    """Plays one game and comes back with the other only when it was reported."""

    def __init__(self) -> None:
        self.go = threading.Event()

    def play(self, batch: Any) -> Any:
        yield batch[:1]
        self.go.wait(60)
        yield batch[1:]


def test_games_in_this_process_are_described_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(silence, "PATIENCE", 0.1)
    notes: list[str] = []
    arena: Any = Stuck()

    def report(text: str) -> None:
        notes.append(text)
        arena.go.set()

    inline = Inline(arena, silence=Silence(report, "nim"))
    assert list(inline.results(iter(GAMES), Interruption())) == [GAMES[:1], GAMES[1:]]
    assert notes == [f"no game has ended for 0.1 s: game id-2 is played (ann against bob){ADVICE}"]
