"""Ending processes: always descendants of this one, never others that only look like them.

A process that leaves its group and its session, and whose parent has died, becomes a child of the nearest ancestor that
adopts orphans (:func:`palaestra.isolation.linux.adopt_orphans`). There it cannot escape: every child but those that are
known is ended, until there is none left.
"""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Collection
from contextlib import suppress
from typing import Final, NamedTuple

_EMPTY_ROUNDS: Final = 2
"""So many searches in a row must find no unknown child: between two of them an orphan may have been adopted."""

_POLL_SECONDS: Final = 0.001


class Exit(NamedTuple):
    """How a child ended.

    Attributes:
        code: its exit code, or minus the signal that ended it.
        by_us: whether the framework ended it.
    """

    code: int
    by_us: bool


def children() -> list[int]:
    """Return the ids of this process's children, also those not waited for; empty if the system lists none."""
    found: list[int] = []
    with suppress(OSError):
        for thread in os.listdir("/proc/self/task"):  # noqa: PTH208 - ten times as fast, and it is called for every game
            with suppress(OSError), open(f"/proc/self/task/{thread}/children", "rb", 0) as file:  # noqa: PTH123
                found += map(int, file.read().split())
    return found


def end_child(pid: int, patience: float = 0.0, handle: int = -1) -> Exit:
    """End a child that leads a process group, and its group; wait for it.

    Args:
        pid: the child.
        patience: seconds in which it may end by itself.
        handle: a process descriptor of it, if there is one: then no time is lost.
    """
    if not hasattr(os, "waitid"):  # macOS before Python 3.13
        return _end_child_without_looking(pid, patience)
    by_itself = _has_ended(pid, patience, handle)
    with suppress(OSError):
        os.killpg(pid, signal.SIGKILL)  # while the child is not waited for, no other process can have its id
    if not by_itself:
        with suppress(OSError):
            os.kill(pid, signal.SIGKILL)
    try:
        _, status = os.waitpid(pid, 0)
    except ChildProcessError:
        return Exit(-signal.SIGKILL, True)
    return Exit(os.waitstatus_to_exitcode(status), not by_itself)


def _has_ended(pid: int, patience: float, handle: int) -> bool:
    deadline = time.monotonic() + patience
    while True:
        try:
            if os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
                return True
        except ChildProcessError:
            return True
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        if handle >= 0:
            select.select([handle], [], [], left)
        else:
            time.sleep(min(left, _POLL_SECONDS))


def _end_child_without_looking(pid: int, patience: float) -> Exit:
    """Do the same where a child can only be waited for, and its id may be another's afterwards."""
    deadline = time.monotonic() + patience
    while True:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended or time.monotonic() >= deadline:
            break
        time.sleep(_POLL_SECONDS)
    with suppress(OSError):
        os.killpg(pid, signal.SIGKILL)
    if not ended:
        _, status = os.waitpid(pid, 0)
    return Exit(os.waitstatus_to_exitcode(status), not ended)


def end_unknown_children(known: Collection[int]) -> int:
    """End and wait for every child but the `known` ones, and what they leave; returns how many there were."""
    rounds = ended = 0
    while rounds < _EMPTY_ROUNDS:
        unknown = [pid for pid in children() if pid not in known]
        for pid in unknown:
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        for pid in unknown:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
        ended += len(unknown)
        rounds = 0 if unknown else rounds + 1
    return ended
