"""How long this thread was ready to run and had no core: time that no agent can help."""

from __future__ import annotations

import os
import threading
from typing import Final

NANOSECONDS: Final = 1e-9

_OWN: Final = "/proc/thread-self/schedstat"
"""Linux only: nanoseconds on a core, nanoseconds waiting for one, number of turns."""

_BYTES: Final = 96


def starved_seconds() -> float:
    """Return how long the calling thread has waited for a core so far; 0 where the system does not tell.

    Costs some microseconds.
    """
    try:
        return waited(os.pread(_own_file(), _BYTES, 0))
    except (OSError, ValueError, AttributeError):  # AttributeError: no pread on Windows
        return 0.0


def waited(schedstat: bytes) -> float:
    """Return the seconds of waiting in the content of a ``schedstat`` file of Linux.

    Raises:
        ValueError: the content is of another form.
    """
    fields = schedstat.split()
    if len(fields) != 3:
        raise ValueError(f"schedstat is {schedstat!r}; expected three numbers")
    return int(fields[1]) * NANOSECONDS


class _File:
    """An open file that is closed with its thread."""

    def __init__(self, path: str) -> None:
        self.descriptor = -1
        self.descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))

    def __del__(self) -> None:
        if self.descriptor >= 0:
            os.close(self.descriptor)


_files: Final = threading.local()


def _own_file() -> int:
    """Return the descriptor of the calling thread's file, opened once: opening costs more than all the rest."""
    file: _File | None = getattr(_files, "own", None)
    if file is None:
        file = _files.own = _File(_OWN)
    return file.descriptor
