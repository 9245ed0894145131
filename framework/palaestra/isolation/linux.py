"""What Linux lets a process set for itself, through ``prctl``; nothing happens on other systems."""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, Final

IS_LINUX: Final = sys.platform == "linux"

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_DUMPABLE: Final = 4
_PR_SET_CHILD_SUBREAPER: Final = 36
_PR_SET_NO_NEW_PRIVS: Final = 38
_CAPABILITIES_VERSION: Final = 0x20080522


@cache
def libc() -> Any:
    """Return the C library, loaded once; system calls through it set ``errno``."""
    return ctypes.CDLL(None, use_errno=True)


def failed(what: str) -> OSError:
    """Return the error of the last call of the C library."""
    number = ctypes.get_errno()
    return OSError(number, f"{what}: {os.strerror(number)}")


def _prctl(option: int, value: int, what: str) -> None:
    if IS_LINUX and libc().prctl(option, ctypes.c_ulong(value), 0, 0, 0) != 0:
        raise failed(what)


def die_with_parent(parent: int, how: int) -> None:
    """Get the signal `how` when the parent dies, or at once if it is not `parent` any more.

    The parent in this sense is the thread that started this process: it must live as long as its process.
    """
    _prctl(_PR_SET_PDEATHSIG, how, "PR_SET_PDEATHSIG")
    if os.getppid() != parent:
        os.kill(os.getpid(), how)


def adopt_orphans() -> None:
    """Become the parent of all descendants whose own parent dies."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1, "PR_SET_CHILD_SUBREAPER")


def hide_memory(hidden: bool = True) -> None:
    """Let no other process of this user read this one's memory, environment or open files; root still can."""
    _prctl(_PR_SET_DUMPABLE, int(not hidden), "PR_SET_DUMPABLE")


def give_up_privileges() -> None:
    """Drop all capabilities, those of root too, and let no program that is started from here on gain any.

    Root then reads no hidden memory (:func:`hide_memory`) and raises no limits; its files stay its own.
    """
    if not IS_LINUX:
        return
    _prctl(_PR_SET_NO_NEW_PRIVS, 1, "PR_SET_NO_NEW_PRIVS")
    header = struct.pack("Ii", _CAPABILITIES_VERSION, 0)
    if libc().capset(header, bytes(24)) != 0:
        raise failed("capset")


def out_of_memory_kills() -> int:
    """Return how many processes the system has killed for lack of memory so far; 0 where it does not report it.

    Counts both the whole machine and, in a container, its control group.
    """
    total = 0
    for path in ("/proc/vmstat", "/sys/fs/cgroup/memory.events"):
        with suppress(OSError):
            _, _, rest = (b"\n" + Path(path).read_bytes()).partition(b"\noom_kill ")
            total += int(rest.split(b"\n", 1)[0] or 0)
    return total
