"""Untrusted output: what a child prints, kept in one unnamed file; what it raises; how both are made printable."""

from __future__ import annotations

import os
import tempfile
import traceback
from typing import Final

TAIL_BYTES: Final = 4096
"""Bytes that are kept of what a child has printed, the last ones."""

TRACEBACK_LINES: Final = 12
"""Lines of a traceback that are kept, the last ones."""

LINE_CHARACTERS: Final = 500
"""Characters of each of them."""

_name_of_type: Final = type.__dict__["__name__"].__get__
"""The name of a class, whatever its metaclass does."""


class Output:
    """A file for stdout and stderr of one child; it vanishes when it is closed by all."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - closed by close()

    def fileno(self) -> int:
        """Return the descriptor, to be given to the child."""
        return self._file.fileno()

    def tail(self) -> str:
        """Return the last of what was printed, control characters escaped: it is untrusted."""
        size = os.fstat(self._file.fileno()).st_size
        start = max(0, size - TAIL_BYTES)
        return printable(os.pread(self._file.fileno(), TAIL_BYTES, start).decode("utf-8", "replace")).strip()

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def printable(text: str) -> str:
    """Return a text with everything but printable characters, line ends and tabs escaped."""
    return "".join(c if c.isprintable() or c in "\n\t" else repr(c)[1:-1] for c in text.replace("\r\n", "\n"))


def traceback_tail(error: BaseException) -> str:
    """Return the last lines of a traceback, printable, whatever the exception's own code does."""
    try:
        lines = "".join(traceback.format_exception(error)).splitlines()[-TRACEBACK_LINES:]
        return printable("\n".join(map(_cut, lines)))
    except BaseException:  # no memory is left, or the exception cannot be shown
        return str(_name_of_type(type(error)))


def _cut(line: str) -> str:
    return line if len(line) <= LINE_CHARACTERS else f"{line[:LINE_CHARACTERS]}..."
