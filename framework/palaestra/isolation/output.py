"""What a child prints: kept in one file without a name, looked at only when there is a fault."""

from __future__ import annotations

import os
import tempfile
from typing import Final

TAIL_BYTES: Final = 4096
"""Bytes that are kept of what a child has printed, the last ones."""


class Output:
    """A file for stdout and stderr of one child; it vanishes when it is closed by all."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed by close()

    def fileno(self) -> int:
        """Return the descriptor, to be given to the child."""
        return self._file.fileno()

    def tail(self) -> str:
        """Return the last of what was printed, control characters escaped: it is a stranger's text."""
        size = os.fstat(self._file.fileno()).st_size
        start = max(0, size - TAIL_BYTES)
        return printable(os.pread(self._file.fileno(), TAIL_BYTES, start).decode("utf-8", "replace")).strip()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def printable(text: str) -> str:
    """Return a text with everything but printable characters, line ends and tabs escaped."""
    return "".join(c if c.isprintable() or c in "\n\t" else repr(c)[1:-1] for c in text.replace("\r\n", "\n"))
