"""How long this process stood still: stopped by Ctrl-Z or a debugger, or frozen with its container.

No player is charged for such time, and the system does not report it afterwards. So a thread wakes many times a
second, and notices when it came too late. Waiting for a core is not counted here
(:mod:`palaestra.referee.starvation`). The monotonic clock of Linux and macOS does not count a machine's sleep.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from functools import cache
from typing import Final

from palaestra.referee.starvation import starved_seconds

PERIOD: Final = 0.05
"""Seconds between two looks at the clock."""

LEAST: Final = 0.2
"""A shorter standstill is not noticed: threads are often late by some milliseconds."""

_PATIENCE: Final = 1.0
"""Seconds for which the next look is waited for."""


class Standstill:
    """Counts the time in which looks at the clock should have been taken and were not.

    Args:
        now: the monotonic clock.
        waited: seconds for which the calling thread has waited for a core so far.
    """

    def __init__(
        self, now: Callable[[], float] = time.monotonic, waited: Callable[[], float] = starved_seconds
    ) -> None:
        self._now = now
        self._waited = waited
        self._last = now()
        self._waited_before = 0.0
        self._seconds = 0.0
        self._looked = threading.Condition()

    def start(self) -> None:
        """Look at the clock for ever, in a thread of its own."""
        threading.Thread(target=self._run, daemon=True, name="palaestra-standstill").start()

    def _run(self) -> None:
        self.begin()
        while True:
            time.sleep(PERIOD)
            self.look()

    def begin(self) -> None:
        """Begin to count; called by the thread that will look."""
        self._last, self._waited_before = self._now(), self._waited()

    def look(self) -> None:
        """Look at the clock; called :data:`PERIOD` seconds after the last time, or too late."""
        now, waited = self._now(), self._waited()
        late = now - self._last - PERIOD - (waited - self._waited_before)
        with self._looked:
            self._seconds += late if late > LEAST else 0.0
            self._last, self._waited_before = now, waited
            self._looked.notify_all()

    def seconds(self) -> float:
        """Return the seconds of standstill so far; if a look is overdue, wait for it."""
        with self._looked:
            if self._now() - self._last > PERIOD + LEAST:
                self._looked.wait(_PATIENCE)
            return self._seconds


@cache
def _of_this_process() -> Standstill:
    started = Standstill()
    started.start()
    return started


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_of_this_process.cache_clear)  # a forked process has no such thread


def standstill_seconds() -> float:
    """Return for how long this process has stood still since this was first called."""
    return _of_this_process().seconds()
