"""Fakes that write unexpected data to the referee's channel, or too much to their output."""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from palaestra.isolation import wire
from palaestra.testing.misbehaving.base import LIFE_SECONDS, Misbehaving

if TYPE_CHECKING:
    from palaestra.agent import View

MEGABYTE: Final = 1 << 20
MOST_DESCRIPTORS: Final = 256


def channels() -> Iterator[int]:
    """Yield the sockets of this process: in a host, the channel to the referee is the only one."""
    for descriptor in range(3, MOST_DESCRIPTORS):
        with suppress(OSError):
            if stat.S_ISSOCK(os.fstat(descriptor).st_mode):
                yield descriptor


class _Writes(Misbehaving):
    def misbehave(self, view: View) -> int:
        message = self.message(view)
        for channel in channels():
            os.write(channel, message)
        return view.legal_actions[0]

    def message(self, view: View) -> bytes:
        """Return what is written."""
        raise NotImplementedError


class WritesGarbage(_Writes):
    """Writes data to the channel that is not a frame."""

    def message(self, view: View) -> bytes:  # noqa: ARG002
        """Return garbage."""
        return b"garbage " * 100


class AnnouncesMuch(_Writes):
    """Announces a reply of 4 GB."""

    def message(self, view: View) -> bytes:  # noqa: ARG002
        """Return a header."""
        return wire.HEADER.pack(wire.MAGIC, wire.ACTION, 0, 1, (1 << 32) - 1)


class AnswersTwice(_Writes):
    """Sends a right answer, and then lets its host send another."""

    _asked = 0

    def act(self, view: View) -> int:
        """Count the questions."""
        self._asked += 1
        return int(super().act(view))

    def message(self, view: View) -> bytes:
        """Return the whole answer to the question."""
        return wire.pack(wire.ACTION, self._asked, wire.INT64.pack(view.legal_actions[0]))


class AnswersAhead(AnswersTwice):
    """Answers, and answers the next question before it is asked."""

    def message(self, view: View) -> bytes:
        """Return the answer to the next question, which comes after this one."""
        return wire.pack(wire.ACTION, self._asked + 1, wire.INT64.pack(view.legal_actions[0]))


class BreaksOff(_Writes):
    """Sends half an answer, and no more."""

    def misbehave(self, view: View) -> int:
        """Write, then sleep."""
        super().misbehave(view)
        time.sleep(LIFE_SECONDS)
        return view.legal_actions[0]

    def message(self, view: View) -> bytes:  # noqa: ARG002
        """Return the beginning of a frame."""
        return wire.pack(wire.ACTION, 1, wire.INT64.pack(0))[:10]


class ClosesDescriptors(Misbehaving):
    """Closes all descriptors, and sleeps."""

    def misbehave(self, view: View) -> int:
        """Close, then sleep."""
        os.closerange(0, MOST_DESCRIPTORS)
        time.sleep(LIFE_SECONDS)
        return view.legal_actions[0]


class FloodsOutput(Misbehaving):
    """Prints a gigabyte to stdout."""

    descriptor = 1

    def misbehave(self, view: View) -> int:
        """Print."""
        for _ in range(1024):
            os.write(self.descriptor, b"x" * MEGABYTE)
        return view.legal_actions[0]


class FloodsErrors(FloodsOutput):
    """Prints a gigabyte to stderr."""

    descriptor = 2
