"""What this machine offers to keep agents apart, tried once, and its description."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from palaestra.errors import UserError
from palaestra.isolation.bubblewrap import WRAPPED, usable_bubblewrap
from palaestra.isolation.landlock import SINCE_DOMAINS, landlock_version
from palaestra.isolation.search_path import search_path
from palaestra.isolation.seccomp import seccomp_offered
from palaestra.isolation.trying import TRANSIENT, exit_code
from palaestra.limits import IsolationLevel

if TYPE_CHECKING:
    from palaestra.isolation.confine import Confines

PROBE_SECONDS: Final = 20.0

_TRIED: Final = 64
_APART: Final = 1
_SANDBOX: Final = 2
"""Smallest exit code of the probe; the bits of what works are added to it. Any other code is no answer."""

_UNDECIDED: Final = 2
"""Exit code of a child of the probe that could not find out."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What works here.

    Attributes:
        landlock: version of Landlock, 0 = none.
        seccomp: whether system calls can be filtered.
        bubblewrap: path of bubblewrap if it works, else empty.
        apart: whether agents in processes of their own can be kept from acting on others' processes.
    """

    landlock: int
    seccomp: bool
    bubblewrap: str
    apart: bool = False

    @property
    def sandbox(self) -> bool:
        """Whether both files and the network can be closed to an agent."""
        return bool(self.landlock and self.seccomp) or bool(self.bubblewrap)

    def in_force(self, level: IsolationLevel) -> str:
        """Return a level with what enforces it here, as text."""
        parts = [f"landlock{self.landlock}"] if self.landlock >= (1 if level == "sandbox" else SINCE_DOMAINS) else []
        parts += ["seccomp"] if self.seccomp else []
        parts += [WRAPPED] if self.bubblewrap and level == "sandbox" else []
        stands = level == "sandbox" or (level == "process" and self.apart)
        return f"{level} {'+'.join(parts)}" if stands and parts else level


@cache
def offered() -> Offer:
    """Return what works here, after trying it in a process of its own.

    Raises:
        WorkerError: that cannot be found out.
    """
    tried = _tried() if sys.platform == "linux" else 0
    landlock = landlock_version() if tried & _SANDBOX else 0
    return Offer(landlock, bool(tried & _APART) and seccomp_offered(), usable_bubblewrap(), bool(tried & _APART))


def check_level(level: IsolationLevel) -> None:
    """Refuse a level that this machine cannot give.

    Raises:
        UserError: it cannot.
        WorkerError: what it can give cannot be found out.
    """
    if level == "process" and not hasattr(os, "fork"):
        raise UserError(f"isolation 'process' needs fork, which {sys.platform} does not have; use 'none'")
    if level == "none" or offered().sandbox or level == "process":
        return
    if sys.platform != "linux":
        raise UserError(f"isolation 'sandbox' needs Linux, this is {sys.platform}; use 'process' or 'none'")
    missing = "Landlock (Linux 5.13) with seccomp, or a bubblewrap (bwrap) that this user may use"
    raise UserError(f"isolation 'sandbox' is not available here; it needs {missing}; use 'process' or 'none'")


def check_confines(confines: Confines, wrapper: Sequence[str] = ()) -> None:
    """Let a child give up exactly what an agent's process will, with the files that are there now.

    Args:
        confines: what is given up.
        wrapper: the command in front of its fork server's.

    Raises:
        UserError: the system refuses.
        WorkerError: that cannot be found out.
    """
    command, what = [*wrapper, *_python("try_confines")], "whether its process can be confined"
    stdin = pickle.dumps(confines)
    code, message = exit_code(command, what, (_TRIED, _TRIED + 1).__contains__, stdin=stdin, seconds=PROBE_SECONDS)
    if code != _TRIED:
        raise UserError(f"the system refuses what confines it: {message}")


def try_confines() -> None:
    """Give up what stdin lists, and end this process with an exit code that says whether that worked."""
    from palaestra.isolation.confine import give_up

    confines = pickle.load(sys.stdin.buffer)
    try:
        give_up(confines)
    except OSError as error:
        os.write(2, str(error).encode("utf-8", "replace"))
        os._exit(_TRIED + 1)
    os._exit(_TRIED)


def _python(function: str) -> list[str]:
    """Return the command that calls a function of this module in a new process."""
    code = f"import sys; sys.path[:] = {search_path()!r}; from palaestra.isolation.probe import {function} as t; t()"
    return [sys.executable, "-I", "-c", code]


def _tried() -> int:
    """Return what works, as bits, after trying it in a process of its own."""
    answers = range(_TRIED, _TRIED + _APART + _SANDBOX + 1)
    what = "what keeps agents apart here"
    return exit_code(_python("try_confinement"), what, answers.__contains__, seconds=PROBE_SECONDS)[0] - _TRIED


def try_confinement() -> None:
    """Try everything, each in a child, and end this process with an exit code that says what works."""
    import socket

    from palaestra.isolation.confine import Confines, Sandbox

    parent = os.getpid()
    much = 1 << 20
    apart = _works(Confines(much), lambda: os.kill(parent, 0))
    attempts: list[Callable[[], object]] = [Path("/etc/passwd").read_bytes, socket.socket, os.fork]
    offered_both = landlock_version() and seccomp_offered()
    sandbox = bool(offered_both) and _works(Confines(much, Sandbox()), *attempts)
    os._exit(_TRIED + _APART * apart + _SANDBOX * sandbox)


def _works(confines: Confines, *attempts: Callable[[], object]) -> bool:
    """Return whether a child can give up what it shall, and is then refused all attempts.

    Raises:
        RuntimeError: it ended without a result.
    """
    from palaestra.isolation.confine import give_up

    child = os.fork()
    if child == 0:
        code = _UNDECIDED
        try:
            give_up(confines)
            code = 0 if all(map(_refused, attempts)) else 1
        except OSError as error:
            code = _UNDECIDED if error.errno in TRANSIENT else 1
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if code not in (0, 1):
        raise RuntimeError(f"a process that should give up its rights ended by {code}")
    return code == 0


def _refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except PermissionError:
        return True
    except OSError as error:
        if error.errno in TRANSIENT:
            raise
    return False
