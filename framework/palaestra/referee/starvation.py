"""How long a thread was ready to run and had no core: its agent is charged for it only if it took the cores itself."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from typing import Final

NANOSECONDS: Final = 1e-9

_OWN: Final = "/proc/thread-self/schedstat"
"""Linux only: nanoseconds on a core, nanoseconds waiting for one, number of turns."""

SCHEDSTAT_BYTES: Final = 96
"""Enough for the content of such a file."""

_GROUP: Final = 2
_OF_ALL: Final = slice(11, 15)
_OF_CHILDREN: Final = slice(13, 15)
"""Fields of ``/proc/PID/stat`` behind the name: process group; ticks of the process and of its ended children."""


def starved_seconds() -> float:
    """Return how long the calling thread has waited for a core so far; 0 where the system does not report it.

    Costs some microseconds.
    """
    try:
        return ran_and_waited(os.pread(_own_file(), SCHEDSTAT_BYTES, 0))[1]
    except (OSError, ValueError, AttributeError):  # AttributeError: no pread on Windows
        return 0.0


def ran_and_waited(schedstat: bytes) -> tuple[float, float]:
    """Return the seconds on a core and of waiting for one in the content of a ``schedstat`` file of Linux.

    Raises:
        ValueError: the content is of another form.
    """
    fields = schedstat.split()
    if len(fields) != 3:
        raise ValueError(f"schedstat is {schedstat!r}; expected three numbers")
    return int(fields[0]) * NANOSECONDS, int(fields[1]) * NANOSECONDS


def core_seconds(pid: int) -> float:
    """Return the time that all threads of a process have had a core; Linux only.

    Raises:
        OSError: there is no such process.
    """
    return time.clock_gettime(~pid << 3 | 2)  # the kernel's MAKE_PROCESS_CPUCLOCK(pid, CPUCLOCK_SCHED)


def helpers_seconds(leader: int) -> float:
    """Return the time that the other processes of a process group have had a core, and those that ended before.

    Costs some milliseconds: it looks at all processes of the system.
    """
    ticks = 0
    for name in filter(str.isdecimal, os.listdir("/proc")):  # noqa: PTH208 - faster
        with suppress(OSError), open(f"/proc/{name}/stat", "rb", 0) as file:  # noqa: PTH123
            fields = file.read().rpartition(b")")[2].split()
            if int(fields[_GROUP]) == leader:
                ticks += sum(map(int, fields[_OF_CHILDREN if int(name) == leader else _OF_ALL]))
    return ticks / os.sysconf("SC_CLK_TCK")


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
