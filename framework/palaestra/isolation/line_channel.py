"""Lines to a process and back through two pipes, each with a deadline; the other side is trusted in nothing.

This module moves bytes; what they mean is in :mod:`palaestra.isolation.json_lines`.
"""

from __future__ import annotations

import math
import os
import select
import time
from contextlib import suppress
from typing import Final

from palaestra.isolation.wire import ProtocolBreach

_CHUNK: Final = 1 << 16


class LineLate(Exception):  # noqa: N818 - who asks decides what it means
    """The deadline passed before a whole line was written or read."""


class LineClosed(Exception):  # noqa: N818 - who asks decides what it means
    """The other side has closed its end: it is gone, or will never answer."""


class LineChannel:
    """One line out, one line in, and so on.

    Args:
        out: descriptor that the other side reads from.
        back: descriptor that the other side writes to.
        longest: bytes of the longest line that is read, its end included.

    Both descriptors are closed by :meth:`close`.
    """

    def __init__(self, out: int, back: int, longest: int) -> None:
        self._out = out
        self._back = back
        self._longest = longest
        self._buffer = b""
        self._unsent = b""
        os.set_blocking(out, False)
        os.set_blocking(back, False)

    def send(self, line: bytes, deadline: float = math.inf) -> None:
        """Write a line, however slowly the other side reads; what is late is written before the next line is read.

        Raises:
            LineLate: it was not all taken before `deadline`, a moment of the monotonic clock.
            LineClosed: nobody reads any more.
        """
        self._unsent += line
        self._flush(deadline)

    def _flush(self, deadline: float) -> None:
        while self._unsent:
            try:
                self._unsent = self._unsent[os.write(self._out, self._unsent) :]
            except BlockingIOError:
                _wait(self._out, select.POLLOUT, deadline)
            except OSError as error:  # BrokenPipeError
                raise LineClosed from error

    def check_silence(self) -> None:
        """Raise ProtocolBreach if the other side has written something that nobody asked for."""
        with suppress(BlockingIOError):
            self._buffer += os.read(self._back, _CHUNK)
        if self._buffer:
            raise ProtocolBreach(f"it wrote {self._buffer[:80]!r} before it was asked")

    def receive(self, deadline: float = math.inf) -> bytes:
        """Return the next line, with its end.

        Raises:
            LineLate: no whole line came before `deadline`.
            LineClosed: the other side has closed its end.
            ProtocolBreach: the line is too long, or something follows it.
        """
        self._flush(deadline)
        while (end := self._buffer.find(b"\n") + 1) == 0:
            if len(self._buffer) >= self._longest:
                raise ProtocolBreach(f"it wrote {len(self._buffer)} bytes without the end of a line")
            _wait(self._back, select.POLLIN, deadline)
            with suppress(BlockingIOError):
                data = os.read(self._back, _CHUNK)
                if not data:
                    raise LineClosed
                self._buffer += data
        line, self._buffer = self._buffer[:end], self._buffer[end:]
        if len(line) > self._longest:
            raise ProtocolBreach(f"it wrote a line of {len(line)} bytes; expected at most {self._longest}")
        if self._buffer:
            raise ProtocolBreach(f"it wrote {self._buffer[:80]!r} after its answer")
        return line

    def close(self) -> None:
        """Close both descriptors."""
        for descriptor in (self._out, self._back):
            with suppress(OSError):
                os.close(descriptor)


def _wait(descriptor: int, event: int, deadline: float) -> None:
    """Wait until something can be done with a descriptor, or raise LineLate."""
    poll = select.poll()
    poll.register(descriptor, event)
    left = deadline - time.monotonic()
    if left <= 0 or not poll.poll(None if left == math.inf else math.ceil(left * 1000)):
        raise LineLate
