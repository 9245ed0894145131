"""The system calls that are left to a process: a seccomp filter, without privileges and for good.

https://docs.kernel.org/userspace-api/seccomp_filter.html. Everything is allowed but what :mod:`.syscalls` lists. Calls
that name a process may name the caller itself only; threads may be started, processes not.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Iterator
from typing import Final

from palaestra.isolation.linux import failed, libc
from palaestra.isolation.syscalls import Architecture, this_architecture

_LOAD: Final = 0x20
_JUMP_EQUAL: Final = 0x15
_JUMP_AT_LEAST: Final = 0x35
_JUMP_ANY_BIT: Final = 0x45
_RETURN: Final = 0x06
"""Instructions of the classic Berkeley packet filter."""

_NUMBER: Final = 0
_ARCHITECTURE: Final = 4
_FIRST_ARGUMENT: Final = 16
"""Offsets in ``struct seccomp_data``; of an argument the low half, on the little-endian machines that have a table."""

_ALLOW: Final = 0x7FFF0000
_ERRNO: Final = 0x00050000
_REFUSE: Final = _ERRNO | errno.EPERM

_CLONE_THREAD: Final = 0x10000
_X32: Final = 0x40000000
"""Numbers from here on are another interface of x86_64, with another table."""

_SET_MODE_FILTER: Final = 1
_SPEC_ALLOW: Final = 1 << 2
"""Do not slow the process down by a mitigation that has nothing to do with what is filtered."""

OWN_ONLY: Final = ("kill", "tgkill", "prlimit64", "sched_setaffinity")
"""Calls whose first argument names a process; 0 = the caller, but for a signal its whole group, which is its own."""

EXECUTING: Final = ("execve", "execveat")

Instruction = tuple[int, int, int, int]
"""Code, steps to skip if true, if false, constant."""


def seccomp_offered() -> bool:
    """Tell whether filters can be used here."""
    return this_architecture() is not None and os.path.exists("/proc/sys/kernel/seccomp/actions_avail")  # noqa: PTH110


def filter_program(architecture: Architecture, pid: int, executes: bool) -> list[Instruction]:
    """Return the filter for the process `pid`; `executes`: whether it may become another program."""
    return list(_program(architecture, pid, executes))


def _program(architecture: Architecture, pid: int, executes: bool) -> Iterator[Instruction]:
    numbers = architecture.numbers
    yield (_LOAD, 0, 0, _ARCHITECTURE)
    yield (_JUMP_EQUAL, 1, 0, architecture.audit)
    yield (_RETURN, 0, 0, _REFUSE)
    yield (_LOAD, 0, 0, _NUMBER)
    yield (_JUMP_AT_LEAST, 0, 1, _X32)
    yield (_RETURN, 0, 0, _REFUSE)
    yield (_JUMP_EQUAL, 0, 1, numbers["clone3"])
    yield (_RETURN, 0, 0, _ERRNO | errno.ENOSYS)  # C libraries then use clone, whose flags a filter can see
    yield (_JUMP_EQUAL, 0, 4, numbers["clone"])
    yield (_LOAD, 0, 0, _FIRST_ARGUMENT)
    yield (_JUMP_ANY_BIT, 0, 1, _CLONE_THREAD)
    yield (_RETURN, 0, 0, _ALLOW)
    yield (_RETURN, 0, 0, _REFUSE)
    for name in OWN_ONLY:
        yield (_JUMP_EQUAL, 0, 5, numbers[name])
        yield (_LOAD, 0, 0, _FIRST_ARGUMENT)
        yield (_JUMP_EQUAL, 1, 0, pid)
        yield (_JUMP_EQUAL, 0, 1, 0)
        yield (_RETURN, 0, 0, _ALLOW)
        yield (_RETURN, 0, 0, _REFUSE)
    special = {"clone", "clone3", *OWN_ONLY, *(EXECUTING if executes else ())}
    for name, number in numbers.items():
        if name not in special:
            yield (_JUMP_EQUAL, 0, 1, number)
            yield (_RETURN, 0, 0, _REFUSE)
    yield (_RETURN, 0, 0, _ALLOW)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def restrict_calls(executes: bool = False) -> None:
    """Keep this process, which has one thread, and all that it starts, to the filter.

    Raises:
        OSError: the system refuses.
    """
    architecture = this_architecture()
    if architecture is None:
        raise OSError(errno.ENOSYS, "there is no table of system calls for this machine")
    instructions = filter_program(architecture, os.getpid(), executes)
    code = b"".join(struct.pack("=HBBI", *instruction) for instruction in instructions)
    program = _Program(len(instructions), code)
    if libc().syscall(architecture.seccomp, _SET_MODE_FILTER, _SPEC_ALLOW, ctypes.byref(program)) != 0:
        raise failed("seccomp")
