"""Standard streams that commands can rely on, even if the caller has closed them."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO


def prepare_streams() -> None:
    """Make closed streams swallow what is written to them, and let every text be printed in any encoding.

    A closed stream also leaves its descriptor free: the next file that is opened would get it, and be written over
    by whatever prints to that descriptor. It may be the database.
    """
    while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:
        os.set_inheritable(descriptor, True)  # worker processes need them as well
    os.close(descriptor)
    sys.stdout = _usable(sys.stdout)
    sys.stderr = _usable(sys.stderr)


def _usable(stream: TextIO | None) -> TextIO:
    if stream is None:
        return Path(os.devnull).open("w", encoding="utf-8")
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    return stream


def discard_output() -> None:
    """Discard what is still to be written to stdout: its reader is gone, and the flush at exit must not fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def exit_at_once(code: int) -> None:
    """End the process without the interpreter's shutdown, which takes a second while compiled code still runs.

    For a user who has pressed Ctrl-C; all that is to be kept must be stored and closed.
    """
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):
            stream.flush()
    os._exit(code)


def printable(text: str) -> str:
    """Return a text whose lines can be shown on a terminal: control characters become escapes such as ``\\x1b``."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)


class LossyStream:
    """A stream whose reader may leave, as when a terminal is closed: what cannot be written is silently lost.

    Everything but writing is passed on to the stream itself.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write what can be written; returns the length of the text."""
        with suppress(OSError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Flush what can be flushed."""
        with suppress(OSError):
            self._stream.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def print_to_stderr(text: str) -> None:
    """Print to stderr; if that is not possible, do nothing."""
    try:
        print(printable(text), file=sys.stderr, flush=True)
    except OSError:
        return
