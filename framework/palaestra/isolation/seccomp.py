"""The system calls that are left to a process: a seccomp filter, without privileges and for good.

https://docs.kernel.org/userspace-api/seccomp_filter.html. Everything is allowed but what a rule of
:mod:`palaestra.isolation.call_rules` refuses.
"""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from palaestra.isolation.call_rules import ALLOW, REFUSE, THIS_PROCESS, Condition, Rule
from palaestra.isolation.linux import failed, libc
from palaestra.isolation.syscalls import Architecture, this_architecture

_LOAD: Final = 0x20
_JUMP_EQUAL: Final = 0x15
_JUMP_AT_LEAST: Final = 0x35
_JUMP_ANY_BIT: Final = 0x45
_RETURN: Final = 0x06
"""Instructions of the classic Berkeley packet filter."""

_JUMPS: Final = {"is": _JUMP_EQUAL, "any_bit": _JUMP_ANY_BIT}

_NUMBER: Final = 0
_ARCHITECTURE: Final = 4
_ARGUMENTS: Final = 16
"""Offsets in ``struct seccomp_data``; of an argument the low half comes first, on the machines that have a table."""

_WORD: Final = 0xFFFFFFFF

_X32: Final = 0x40000000
"""Numbers from here on are another interface of x86_64, with another table."""

_SET_MODE_FILTER: Final = 1
_SPEC_ALLOW: Final = 1 << 2
"""Do not slow the process down by a mitigation that is unrelated to the filter."""

Instruction = tuple[int, int, int, int]
"""Code, steps to skip if true, if false, constant."""

_INSTRUCTION: Final = struct.Struct("=HBBI")
_PROCESS: Final = struct.Struct("=I")


@dataclass(frozen=True, slots=True)
class CallFilter:
    """A filter as the system takes it, but for the id of the process that it will restrict.

    Attributes:
        code: the instructions.
        own: the offsets in them where that id belongs.
    """

    code: bytes
    own: tuple[int, ...]


@cache
def seccomp_offered() -> bool:
    """Return whether filters can be used here."""
    return this_architecture() is not None and os.path.exists("/proc/sys/kernel/seccomp/actions_avail")  # noqa: PTH110


def filter_program(architecture: Architecture, rules: Mapping[str, Rule]) -> list[Instruction]:
    """Return the filter for some rules; those of calls that the architecture does not have are left out."""
    program: list[Instruction] = [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_JUMP_EQUAL, 1, 0, architecture.audit),
        (_RETURN, 0, 0, REFUSE),
        (_LOAD, 0, 0, _NUMBER),
        (_JUMP_AT_LEAST, 0, 1, _X32),
        (_RETURN, 0, 0, REFUSE),
    ]
    for name, number in architecture.numbers.items():
        if name in rules:
            body = list(_body(rules[name]))
            program += [(_JUMP_EQUAL, 0, len(body), number), *body]
    return [*program, (_RETURN, 0, 0, ALLOW)]


def _body(rule: Rule) -> Iterator[Instruction]:
    for conditions, verdict in rule:
        for position, condition in enumerate(conditions, start=1):
            yield (_LOAD, 0, 0, _offset(condition))
            to_next = 2 * (len(conditions) - position) + 1
            yield (_JUMPS[condition.test], 0, to_next, condition.value & _WORD)
        yield (_RETURN, 0, 0, verdict)


def _offset(condition: Condition) -> int:
    return _ARGUMENTS + 8 * condition.argument + 4 * condition.high


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def make_filter(rules: Mapping[str, Rule]) -> CallFilter:
    """Return the filter for some rules on this machine.

    Raises:
        OSError: there is no table of its system calls.
    """
    architecture = this_architecture()
    if architecture is None:
        raise OSError(errno.ENOSYS, "there is no table of system calls for this machine")
    program = filter_program(architecture, rules)
    size = _INSTRUCTION.size
    own = tuple(i * size + size - _PROCESS.size for i, (*_, constant) in enumerate(program) if constant == THIS_PROCESS)
    return CallFilter(b"".join(_INSTRUCTION.pack(*instruction) for instruction in program), own)


def restrict_calls(call_filter: CallFilter) -> None:
    """Keep this process, which has one thread, and all that it starts, to a filter.

    Raises:
        OSError: the system refuses, or there is no table of its system calls.
    """
    architecture = this_architecture()
    if architecture is None:
        raise OSError(errno.ENOSYS, "there is no table of system calls for this machine")
    code = bytearray(call_filter.code)
    for offset in call_filter.own:
        _PROCESS.pack_into(code, offset, os.getpid())
    program = _Program(len(code) // _INSTRUCTION.size, bytes(code))
    if libc().syscall(architecture.seccomp, _SET_MODE_FILTER, _SPEC_ALLOW, ctypes.byref(program)) != 0:
        raise failed("seccomp")
