"""Fakes that start processes and leave them behind.

Each process left behind holds the ``lifeline`` open and writes to ``beats``, so that a test can see whether it lives
without searching for it. Where starting processes is forbidden the fakes lose by ``crash``; elsewhere the game goes on,
and everything that they started must be gone when it is over.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from palaestra.testing.misbehaving.base import LIFE_SECONDS, Misbehaving, end_in_time

if TYPE_CHECKING:
    from palaestra.agent import View

BEAT_SECONDS: Final = 0.01
CHAIN_SECONDS: Final = 5.0

_BEAT_FOR_EVER: Final = """
import signal, sys, time
signal.alarm(int(sys.argv[2]))
while True:
    with open(sys.argv[1], "ab", buffering=0) as file:
        file.write(b".")
    time.sleep(0.01)
"""


class _Leaves(Misbehaving):
    """Starts processes at the first bad move, then plays on."""

    _started = False

    def misbehave(self, view: View) -> int:
        if not self._started:
            self._started = True
            self.leave()
        return view.legal_actions[0]

    def leave(self) -> None:
        """Start processes."""
        raise NotImplementedError

    def fork(self, do: Callable[[], None]) -> int:
        """Start a process that holds the lifeline, calls `do` and ends; return its id."""
        child = os.fork()
        if child:
            return child
        try:
            end_in_time()
            if self.parameters.lifeline:
                os.open(self.parameters.lifeline, os.O_WRONLY | os.O_NONBLOCK)
            do()
        finally:
            os._exit(0)

    def beat(self) -> None:
        """Write to ``beats`` for ever."""
        while True:
            self.beat_once()
            time.sleep(BEAT_SECONDS)

    def beat_once(self) -> None:
        """Write to ``beats`` once."""
        if self.parameters.beats:
            with Path(self.parameters.beats).open("ab", buffering=0) as file:
                file.write(b".")


def leave_session() -> None:
    """Lead a session of its own, if that is not refused."""
    with suppress(PermissionError):
        os.setsid()


class Forks(_Leaves):
    """Starts three processes, and plays on."""

    def leave(self) -> None:
        """Fork."""
        for _ in range(3):
            self.fork(self.beat)


class ForksAndSleeps(Forks):
    """Starts three processes, and sleeps."""

    def leave(self) -> None:
        """Fork, then sleep."""
        super().leave()
        time.sleep(LIFE_SECONDS)


class Daemonizes(_Leaves):
    """Leaves a process that has neither its parent, its session, its descriptors nor its name."""

    def leave(self) -> None:
        """Fork twice, with a new session between."""
        os.waitpid(self.fork(self._second), 0)

    def _second(self) -> None:
        leave_session()
        self.fork(self._serve)

    def _serve(self) -> None:
        os.closerange(0, 3)
        Path("/proc/self/comm").write_text("kworker/0:1")
        self.beat()


class ExecutesDaemon(Daemonizes):
    """Leaves another program, with an empty environment."""

    def _serve(self) -> NoReturn:
        os.execve(
            sys.executable,
            [sys.executable, "-I", "-S", "-c", _BEAT_FOR_EVER, self.parameters.beats, str(LIFE_SECONDS)],
            {},
        )


class ForksInChain(_Leaves):
    """Leaves a process that is replaced by its own child in a new session, again and again."""

    def leave(self) -> None:
        """Start the chain."""
        self._end = time.monotonic() + CHAIN_SECONDS
        self.fork(self._link)

    def _link(self) -> None:
        while time.monotonic() < self._end:
            leave_session()
            self.beat_once()
            if os.fork():
                os._exit(0)
            end_in_time()


class ForksHundreds(_Leaves):
    """Starts 300 processes."""

    def leave(self) -> None:
        """Fork."""
        for _ in range(300):
            self.fork(lambda: time.sleep(LIFE_SECONDS))


class LeavesImmuneChildren(_Leaves):
    """Leaves a stopped process and one that ignores signals."""

    def leave(self) -> None:
        """Fork."""
        self.fork(lambda: os.kill(os.getpid(), signal.SIGSTOP))
        self.fork(self._ignore_signals)

    def _ignore_signals(self) -> None:
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP, signal.SIGALRM}:
            signal.signal(number, signal.SIG_IGN)
        self.beat()
