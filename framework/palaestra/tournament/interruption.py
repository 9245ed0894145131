"""Ctrl-C as a request: what is being written is finished, then the run stops."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Final

from palaestra.referee.faults import StopPlaying

_SIGNALS: Final = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]  # Windows has no SIGHUP


class Interruption:
    """Turns signals that ask a process to end into :attr:`requested`, and into StopPlaying only where that is safe.

    These are SIGINT, SIGTERM and SIGHUP (the terminal is gone), unless they are ignored already, as by ``nohup``.
    Use as a context manager around a run. Outside the main thread, where Python delivers no signals, it does
    nothing.
    """

    def __init__(self) -> None:
        self.requested = False
        self._raising = False
        self._listener: Callable[[], None] | None = None
        self._previous: dict[int, Any] = {}

    def __enter__(self) -> Interruption:
        """Take over the signals."""
        if threading.current_thread() is threading.main_thread():
            for number in _SIGNALS:
                if signal.getsignal(number) is not signal.SIG_IGN:
                    self._previous[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        """Give the signals back."""
        for number, previous in self._previous.items():
            signal.signal(number, previous)

    @contextmanager
    def raising(self) -> Iterator[None]:
        """Let a signal interrupt the code within at once, by StopPlaying, or at its end if Python ignores that.

        Python ignores and prints exceptions of finalizers and of callbacks of weak references, which run at any moment.
        """
        hook = sys.unraisablehook
        sys.unraisablehook = lambda ignored: None if ignored.exc_type is StopPlaying else hook(ignored)
        self._raising = True
        try:
            if self.requested:
                raise StopPlaying
            yield
            if self.requested:
                raise StopPlaying
        finally:
            self._raising = False
            sys.unraisablehook = hook

    @contextmanager
    def notifying(self, listener: Callable[[], None]) -> Iterator[None]:
        """Call `listener` at a signal, in the middle of whatever the code within is waiting for."""
        self._listener = listener
        try:
            if self.requested:
                listener()
            yield
        finally:
            self._listener = None

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        self.requested = True
        if self._listener is not None:
            self._listener()
        if self._raising:
            raise StopPlaying
