"""Fakes that take their time: they must lose by ``timeout``; and some that want to be excused for it."""

from __future__ import annotations

import os
import signal
import time
from typing import TYPE_CHECKING

from palaestra.testing.misbehaving.base import LIFE_SECONDS, Misbehaving, signal_repeatedly

if TYPE_CHECKING:
    from palaestra.agent import View


class Sleeps(Misbehaving):
    """Sleeps."""

    def misbehave(self, view: View) -> int:
        """Sleep, then play."""
        time.sleep(LIFE_SECONDS)
        return view.legal_actions[0]


class HoldsInterpreter(Misbehaving):
    """Computes in one call that neither releases the interpreter lock nor handles signals."""

    def misbehave(self, view: View) -> int:
        """Add up many numbers, then play."""
        sum(range(LIFE_SECONDS * 50_000_000))
        return view.legal_actions[0]


class IgnoresSignals(Misbehaving):
    """Ignores every signal that can be ignored, and sleeps."""

    def misbehave(self, view: View) -> int:
        """Ignore signals, sleep, then play."""
        for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        time.sleep(LIFE_SECONDS)
        return view.legal_actions[0]


class StopsItself(Misbehaving):
    """Stops its own process, so that nothing in it runs any more."""

    def misbehave(self, view: View) -> int:
        """Stop; play if continued."""
        os.kill(os.getpid(), signal.SIGSTOP)
        time.sleep(LIFE_SECONDS)
        return view.legal_actions[0]


class JustLate(Misbehaving):
    """Answers one millisecond after its time is over."""

    def misbehave(self, view: View) -> int:
        """Wait as long as the clock says and a millisecond more, then play."""
        time.sleep((view.clock.move or 0.0) + 0.001)
        return view.legal_actions[0]


class WakesItself(Misbehaving):
    """Tries to think in its opponent's time, by a timer that wakes it repeatedly."""

    def misbehave(self, view: View) -> int:
        """Set the timer, and play on."""
        signal_repeatedly(signal.SIGCONT)
        return view.legal_actions[0]


class KeepsToOneCore(Misbehaving):
    """Wants to wait for a core of its choice, so that the machine looks overloaded."""

    def misbehave(self, view: View) -> int:
        """Choose a core, and play on."""
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
        return view.legal_actions[0]


class LetsOthersGoFirst(Misbehaving):
    """Wants to wait for every core, so that the machine looks overloaded."""

    def misbehave(self, view: View) -> int:
        """Take the lowest priority, and play on."""
        os.setpriority(os.PRIO_PROCESS, 0, 19)
        return view.legal_actions[0]
