"""Fakes that take more memory than there is: they must lose by ``memory``.

Where no limit is set they refuse to start, so that they harm no machine.
"""

from __future__ import annotations

import mmap
import resource
from typing import TYPE_CHECKING, Final

from palaestra.testing.misbehaving.base import Misbehaving

if TYPE_CHECKING:
    from palaestra.agent import View

FIFTY_GIGABYTES: Final = 50 << 30
CHUNK: Final = 8 << 20


class _Greedy(Misbehaving):
    def misbehave(self, view: View) -> int:
        limit, _ = resource.getrlimit(resource.RLIMIT_AS)
        if limit == resource.RLIM_INFINITY or limit > FIFTY_GIGABYTES // 2:
            raise RuntimeError("no limit of memory is set")
        self.take()
        return view.legal_actions[0]

    def take(self) -> None:
        """Take memory."""
        raise NotImplementedError


class TakesFiftyGigabytes(_Greedy):
    """Asks for 50 GB at once."""

    def take(self) -> None:
        """Ask."""
        bytearray(FIFTY_GIGABYTES)


class MapsFiftyGigabytes(_Greedy):
    """Asks the kernel for 50 GB; the refusal is an OSError."""

    def take(self) -> None:
        """Ask."""
        mmap.mmap(-1, FIFTY_GIGABYTES)


class Grows(_Greedy):
    """Takes more and more."""

    def take(self) -> None:
        """Take eight megabytes again and again."""
        chunks: list[bytearray] = []
        while len(chunks) * CHUNK < FIFTY_GIGABYTES:
            chunks.append(bytearray(CHUNK))
