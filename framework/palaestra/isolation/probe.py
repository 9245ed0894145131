"""What this machine offers to keep agents apart, tried once and told in words."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from palaestra.errors import UserError
from palaestra.isolation.bubblewrap import usable_bubblewrap
from palaestra.isolation.landlock import landlock_version
from palaestra.isolation.seccomp import seccomp_offered
from palaestra.limits import IsolationLevel

PROBE_SECONDS: Final = 20.0


@dataclass(frozen=True, slots=True)
class Offer:
    """What works here.

    Attributes:
        landlock: version of Landlock, 0 = none.
        seccomp: whether system calls can be filtered.
        bubblewrap: path of bubblewrap if it works, else empty.
    """

    landlock: int
    seccomp: bool
    bubblewrap: str

    @property
    def sandbox(self) -> bool:
        """Whether both files and the network can be closed to an agent."""
        return bool(self.landlock and self.seccomp) or bool(self.bubblewrap)

    def in_force(self, level: IsolationLevel) -> str:
        """Return in words what stands behind a level here."""
        if level != "sandbox":
            return level
        parts = [f"landlock{self.landlock}"] if self.landlock else []
        parts += ["seccomp"] if self.seccomp else []
        parts += ["bwrap"] if self.bubblewrap else []
        return f"sandbox {'+'.join(parts)}"


@cache
def offered() -> Offer:
    """Return what works here, after trying it in a process of its own."""
    works = sys.platform == "linux" and _confinement_works()
    return Offer(landlock_version() if works else 0, works and seccomp_offered(), usable_bubblewrap())


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


def _confinement_works() -> bool:
    code = f"import sys; sys.path[:] = {sys.path!r}; from palaestra.isolation.probe import try_confinement as t; t()"
    try:
        tried = subprocess.run(
            [sys.executable, "-I", "-c", code], capture_output=True, timeout=PROBE_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return tried.returncode == 0


def try_confinement() -> None:
    """Give everything up, and end this process well if that is so."""
    import socket

    from palaestra.isolation.confine import Confines, Sandbox, give_up

    if not (landlock_version() and seccomp_offered()):
        os._exit(1)
    give_up(Confines(memory_mb=1 << 20, sandbox=Sandbox()))
    attempts: list[Callable[[], object]] = [Path("/etc/passwd").read_bytes, socket.socket, os.fork]
    os._exit(0 if all(map(_refused, attempts)) else 1)


def _refused(attempt: Callable[[], object]) -> bool:
    try:
        attempt()
    except PermissionError:
        return True
    return False
