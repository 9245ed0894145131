"""Fakes that end before they answer: they must lose by ``crash``, though not always at once."""

from __future__ import annotations

import ctypes
import os
import resource
import signal
import sys
import time
from typing import TYPE_CHECKING

from palaestra.testing.misbehaving.base import LIFE_SECONDS, Misbehaving, signal_repeatedly

if TYPE_CHECKING:
    from palaestra.agent import View


class Raises(Misbehaving):
    """Raises an exception."""

    def misbehave(self, view: View) -> int:
        """Raise."""
        raise RuntimeError(f"fake failure of seat {view.player}")


class Exits(Misbehaving):
    """Leaves by ``sys.exit``."""

    def misbehave(self, view: View) -> int:  # noqa: ARG002
        """Exit with success."""
        sys.exit(0)


class Interrupts(Misbehaving):
    """Raises KeyboardInterrupt, as Ctrl-C does."""

    def misbehave(self, view: View) -> int:  # noqa: ARG002
        """Raise KeyboardInterrupt."""
        raise KeyboardInterrupt


class ExitsAtOnce(Misbehaving):
    """Ends its process at once, with exit code 0."""

    def misbehave(self, view: View) -> int:  # noqa: ARG002
        """End."""
        os._exit(0)


class KillsItself(Misbehaving):
    """Kills itself, as if another process had done it: a discarded game is better than a lost one."""

    def misbehave(self, view: View) -> int:  # noqa: ARG002
        """Die."""
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError("it lives")


class KillsItselfByLimit(Misbehaving):
    """Lets the system kill it, by a limit of its own on CPU time."""

    def misbehave(self, view: View) -> int:  # noqa: ARG002
        """Take a second at most, then more."""
        resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
        signal.signal(signal.SIGXCPU, signal.SIG_IGN)
        sum(range(LIFE_SECONDS * 50_000_000))
        raise AssertionError("it lives")


class KillsItselfByTimer(Misbehaving):
    """Lets a timer kill it."""

    def misbehave(self, view: View) -> int:  # noqa: ARG002
        """Wait for the timer."""
        signal_repeatedly(signal.SIGKILL)
        time.sleep(LIFE_SECONDS)
        raise AssertionError("it lives")


class Segfaults(Misbehaving):
    """Reads from an address that is not there."""

    def misbehave(self, view: View) -> int:  # noqa: ARG002
        """Read from address 0."""
        ctypes.string_at(0)
        raise AssertionError("address 0 can be read")


class Aborts(Misbehaving):
    """Ends as a failed assertion of C does."""

    def misbehave(self, view: View) -> int:  # noqa: ARG002
        """Abort."""
        os.abort()
