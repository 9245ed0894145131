"""Base class and helpers of the misbehaving fakes."""

from __future__ import annotations

import ctypes
import os
import signal
import struct
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from palaestra.spec import parameter
from palaestra.testing.fakes import FakeAgent

if TYPE_CHECKING:
    import numpy as np

    from palaestra.agent import View
    from palaestra.game import Game

LIFE_SECONDS: Final = 20
"""Fakes and all processes that they start end by themselves after this time."""


@dataclass(frozen=True)
class MisbehavingParameters:
    """When a fake misbehaves, and what it needs for it."""

    after: int = parameter(0, "good moves before the bad one", minimum=0)
    beats: str = parameter("", "file to which every process that the fake leaves behind writes a byte now and then")
    lifeline: str = parameter("", "named pipe that each of these processes keeps open for writing")
    database: str = parameter("", "file that the fake tries to read")
    kills: bool = parameter(False, "whether the fake may kill; for tests that give it a host of its own")


class Misbehaving(FakeAgent):
    """Plays the first legal action some times, then misbehaves as the derived class says.

    If the system refuses what a fake tries, the fake raises that error, and the game ends with ``crash``. If it is not
    refused, the fake plays on.
    """

    parameters: MisbehavingParameters

    def __init__(self, game: Game, parameters: MisbehavingParameters, rng: np.random.Generator) -> None:
        super().__init__(game, parameters, rng)
        self._good_left = parameters.after

    def act(self, view: View) -> Any:
        """Play well, then badly."""
        if self._good_left > 0:
            self._good_left -= 1
            return super().act(view)
        return self.misbehave(view)

    def misbehave(self, view: View) -> Any:
        """Do the bad thing."""
        raise NotImplementedError


def end_in_time() -> None:
    """Let the system kill this process after :data:`LIFE_SECONDS`."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})
    signal.alarm(LIFE_SECONDS)


def signal_repeatedly(number: int) -> None:
    """Let a timer of the system send this process a signal every millisecond.

    Raises:
        OSError: the system refuses.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    event = struct.pack("PiiP40x", 0, number, 0, 0)  # struct sigevent
    times = struct.pack("4l", 0, 1_000_000, 0, 1_000_000)  # struct itimerspec: every, first
    timer = ctypes.c_void_p()
    if libc.timer_create(0, event, ctypes.byref(timer)) != 0 or libc.timer_settime(timer, 0, times, None) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
