"""The files that are left to a process: Landlock of Linux 5.13 and later, without privileges and for good.

https://docs.kernel.org/userspace-api/landlock.html. Everything that the interface's version offers is used:
files (1), moving between folders (2), truncation (3), TCP (4), device controls (5), signals and abstract sockets to
processes outside (6).
"""

from __future__ import annotations

import ctypes
import os
import stat
import struct
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from typing import Final

from palaestra.isolation.linux import IS_LINUX, failed, libc

_CREATE_RULESET: Final = 444
_ADD_RULE: Final = 445
_RESTRICT_SELF: Final = 446
"""System calls, the same on every architecture."""

_ASK_VERSION: Final = 1
_RULE_PATH_BENEATH: Final = 1

EXECUTE: Final = 1 << 0
LIST: Final = 1 << 3
"""Listing folders."""
READ: Final = 1 << 2 | LIST
WRITE: Final = 1 << 1

_FILES_FIRST: Final = (1 << 13) - 1
_OF_FILES: Final = EXECUTE | WRITE | 1 << 2 | 1 << 14 | 1 << 15
"""The rights that a rule for a single file may name."""
_TCP: Final = 0b11
_SCOPES: Final = 0b11
_SCOPE_SIGNAL: Final = 0b10
_SINCE_SCOPES: Final = 6

_MOVE: Final = 1 << 13
SINCE_DOMAINS: Final = 2
"""The first version that can keep processes apart and leave all files to them."""


@cache
def landlock_version() -> int:
    """Return the version of the interface, 0 where there is none."""
    if not IS_LINUX:
        return 0
    return max(0, int(libc().syscall(_CREATE_RULESET, None, 0, _ASK_VERSION)))


def _handled(version: int) -> int:
    """Return the rights to files that are taken away unless a rule gives them."""
    return _FILES_FIRST | sum(1 << bit for bit, since in ((13, 2), (14, 3), (15, 5)) if version >= since)


def new_ruleset(rules: Iterable[tuple[str, int]]) -> int:
    """Return the descriptor of a set of rules: paths with the rights that are left; what is missing is left out.

    Raises:
        OSError: the system refuses.
    """
    version = landlock_version()
    handled = _handled(version)
    fields = [handled]
    if version >= 4:
        fields.append(_TCP)
    if version >= _SINCE_SCOPES:
        fields.append(_SCOPES)
    return _ruleset(fields, rules)


def new_domain() -> int | None:
    """Return the descriptor of a set of rules that leaves all files, and closes other processes; None: no such thing.

    A process that is restricted to it can trace and read only its own descendants, and, if :func:`scopes_signals`, can
    signal only these.

    Raises:
        OSError: the system refuses.
    """
    if scopes_signals():
        return _ruleset([0, 0, _SCOPE_SIGNAL], ())
    # A set of rules must restrict something: moving files is taken from all, and given back everywhere.
    return _ruleset([_MOVE], [(os.sep, _MOVE)]) if landlock_version() >= SINCE_DOMAINS else None


def scopes_signals() -> bool:
    """Return whether signals can be kept to a process and its descendants."""
    return landlock_version() >= _SINCE_SCOPES


def _ruleset(fields: list[int], rules: Iterable[tuple[str, int]]) -> int:
    attributes = struct.pack(f"{len(fields)}Q", *fields)
    ruleset = int(libc().syscall(_CREATE_RULESET, attributes, len(attributes), 0))
    if ruleset < 0:
        raise failed("landlock_create_ruleset")
    try:
        for path, rights in rules:
            with suppress(FileNotFoundError, NotADirectoryError, PermissionError):
                _add(ruleset, path, rights & fields[0])
    except BaseException:
        os.close(ruleset)
        raise
    return ruleset


def _add(ruleset: int, path: str, rights: int) -> None:
    descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        if not stat.S_ISDIR(os.fstat(descriptor).st_mode):
            rights &= _OF_FILES
        if not rights:  # such as a zip file to be listed: a rule must give some right
            return
        rule = struct.pack("=Qi", rights, descriptor)
        if libc().syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, rule, 0) != 0:
            raise failed(f"landlock_add_rule for {path}")
    finally:
        os.close(descriptor)


def restrict_files(ruleset: int) -> None:
    """Keep this thread, and all that it starts, to a set of rules. It needs to have given up privileges.

    Raises:
        OSError: the system refuses.
    """
    if libc().syscall(_RESTRICT_SELF, ctypes.c_int(ruleset), 0) != 0:
        raise failed("landlock_restrict_self")
