"""Ctrl-C as a request: what is being written is written, then the run stops."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any


class Interruption:
    """Turns SIGINT and SIGTERM into :attr:`requested`, and into KeyboardInterrupt only where that is safe.

    Use as a context manager around a run. Outside the main thread, where Python delivers no signals, it does
    nothing.
    """

    def __init__(self) -> None:
        self.requested = False
        self._raising = False
        self._previous: dict[int, Any] = {}

    def __enter__(self) -> Interruption:
        """Take over the signals."""
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._previous[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        """Give the signals back."""
        for number, previous in self._previous.items():
            signal.signal(number, previous)

    @contextmanager
    def raising(self) -> Iterator[None]:
        """Let a signal interrupt the code within at once, by KeyboardInterrupt."""
        if self.requested:
            raise KeyboardInterrupt
        self._raising = True
        try:
            yield
        finally:
            self._raising = False

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        self.requested = True
        if self._raising:
            raise KeyboardInterrupt
