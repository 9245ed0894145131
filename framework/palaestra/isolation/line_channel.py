"""Lines to a process and back through two pipes, each with a deadline; nothing from the other side is trusted.

Blank lines are ignored.

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

    Both descriptors are closed by :meth:`close`. What :attr:`ended` may name is not.

    Attributes:
        ended: a descriptor that can be read when the process on the other side has ended, whoever else holds its end
            of the channel; -1 = none.
    """

    def __init__(self, out: int, back: int, longest: int) -> None:
        self.ended = -1
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
            LineClosed: the other side reads no more.
        """
        self._unsent += line
        self._flush(deadline)

    def _flush(self, deadline: float) -> None:
        while self._unsent:
            try:
                self._unsent = self._unsent[os.write(self._out, self._unsent) :]
            except BlockingIOError:
                if self._wait(self._out, select.POLLOUT, deadline):
                    raise LineClosed from None
            except OSError as error:  # BrokenPipeError
                raise LineClosed from error

    def check_silence(self) -> None:
        """Raise ProtocolBreach if the other side has written something without being asked."""
        with suppress(BlockingIOError):
            self._buffer += os.read(self._back, _CHUNK)
        self._skip_blank()
        if self._buffer:
            raise ProtocolBreach(f"it wrote {self._buffer[:80]!r} before it was asked")

    def receive(self, deadline: float = math.inf, *, alone: bool = True) -> bytes:
        """Return the next line, with its end; what comes `alone` must not be followed by anything.

        Raises:
            LineLate: no whole line came before `deadline`.
            LineClosed: the other side has closed its end, or has ended.
            ProtocolBreach: the line is too long, or something follows it.
        """
        self._flush(deadline)
        self._skip_blank()
        while (end := self._buffer.find(b"\n") + 1) == 0:
            if len(self._buffer) >= self._longest:
                raise ProtocolBreach(f"it wrote {len(self._buffer)} bytes without the end of a line")
            self._read_more(deadline)
            self._skip_blank()
        line, self._buffer = self._buffer[:end], self._buffer[end:]
        self._skip_blank()
        if len(line) > self._longest:
            raise ProtocolBreach(f"it wrote a line of {len(line)} bytes; expected at most {self._longest}")
        if alone and self._buffer:
            raise ProtocolBreach(f"it wrote {self._buffer[:80]!r} after its answer")
        return line

    def _skip_blank(self) -> None:
        """Drop empty lines: a program may print them."""
        self._buffer = self._buffer.lstrip(b" \t\r\n")

    def _read_more(self, deadline: float) -> None:
        ended = self._wait(self._back, select.POLLIN, deadline)
        try:
            data = os.read(self._back, _CHUNK)
        except BlockingIOError:
            if ended:
                raise LineClosed from None
            return
        if not data:
            raise LineClosed
        self._buffer += data

    def _wait(self, descriptor: int, event: int, deadline: float) -> bool:
        """Wait until something can be done with a descriptor; return whether the process has ended.

        Raises:
            LineLate: the deadline passed.
        """
        poll = select.poll()
        poll.register(descriptor, event)
        if self.ended >= 0:
            poll.register(self.ended, select.POLLIN)
        left = deadline - time.monotonic()
        found = poll.poll(None if left == math.inf else math.ceil(left * 1000)) if left > 0 else []
        if not found:
            raise LineLate
        return self.ended in (which for which, _ in found)

    def close(self) -> None:
        """Close both descriptors."""
        for descriptor in (self._out, self._back):
            with suppress(OSError):
                os.close(descriptor)
