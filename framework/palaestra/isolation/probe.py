"""What this machine offers to keep agents apart, tried once and told in words."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from palaestra.errors import UserError
from palaestra.isolation.bubblewrap import usable_bubblewrap
from palaestra.isolation.landlock import landlock_version
from palaestra.isolation.seccomp import seccomp_offered
from palaestra.limits import IsolationLevel

if TYPE_CHECKING:
    from palaestra.isolation.confine import Confines

PROBE_SECONDS: Final = 20.0

_TRIED: Final = 64
_APART: Final = 1
_SANDBOX: Final = 2
"""Exit code of the probe: the first, and what works."""


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
        """Return in words what stands behind a level here."""
        parts = [f"landlock{self.landlock}"] if self.landlock else []
        parts += ["seccomp"] if self.seccomp else []
        parts += ["bwrap"] if self.bubblewrap and level == "sandbox" else []
        stands = level == "sandbox" or (level == "process" and self.apart)
        return f"{level} {'+'.join(parts)}" if stands and parts else level


@cache
def offered() -> Offer:
    """Return what works here, after trying it in a process of its own."""
    tried = _tried() if sys.platform == "linux" else 0
    landlock = landlock_version() if tried & _SANDBOX else 0
    return Offer(landlock, bool(tried & _APART) and seccomp_offered(), usable_bubblewrap(), bool(tried & _APART))


def check_level(level: IsolationLevel) -> None:
    """Refuse a level that this machine cannot give.

    Raises:
        UserError: it cannot.
    """
    if level == "process" and not hasattr(os, "fork"):
        raise UserError(f"isolation 'process' needs fork, which {sys.platform} does not have; use 'none'")
    if level != "sandbox" or offered().sandbox:
        return
    if sys.platform != "linux":
        raise UserError(f"isolation 'sandbox' needs Linux, this is {sys.platform}; use 'process' or 'none'")
    missing = "Landlock (Linux 5.13) with seccomp, or a bubblewrap (bwrap) that this user may use"
    raise UserError(f"isolation 'sandbox' is not to be had here; it needs {missing}; use 'process' or 'none'")


def _tried() -> int:
    """Return what works, as bits, after trying it in a process of its own."""
    code = f"import sys; sys.path[:] = {sys.path!r}; from palaestra.isolation.probe import try_confinement as t; t()"
    try:
        tried = subprocess.run(
            [sys.executable, "-I", "-c", code], capture_output=True, timeout=PROBE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return 0
    return max(0, tried.returncode - _TRIED)


def try_confinement() -> None:
    """Try everything, each in a child, and end this process with an exit code that tells what works."""
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
    """Tell whether a child can give up what it shall, and is then refused all attempts."""
    from palaestra.isolation.confine import give_up

    child = os.fork()
    if child == 0:
        try:
            give_up(confines)
            os._exit(0 if all(map(_refused, attempts)) else 1)
        finally:
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def _refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except PermissionError:
        return True
    return False
