"""What agents that play in a process of the framework may change in it without harm."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


def send_output_to_stderr() -> None:
    """Let all that this process prints from now on go to stderr: what agents print is not the framework's output."""
    sys.stdout = sys.stderr
    with suppress(OSError):
        os.dup2(2, 1)


@contextmanager
def kept_surroundings() -> Iterator[None]:
    """Send what is printed within to stderr, and give back stdout, stderr and the working folder afterwards."""
    out, err, folder = sys.stdout, sys.stderr, _folder()
    descriptor = _take_stdout()
    sys.stdout = sys.stderr
    try:
        yield
    finally:
        sys.stdout, sys.stderr = out, err
        if descriptor is not None:
            os.dup2(descriptor, 1)
            os.close(descriptor)
        if folder is not None and folder != _folder():
            with suppress(OSError):
                os.chdir(folder)


def _folder() -> str | None:
    try:
        return str(Path.cwd())
    except OSError:  # it was removed
        return None


def _take_stdout() -> int | None:
    """Let descriptor 1, where compiled code and child processes print, be stderr; return a copy of what it was."""
    with suppress(OSError, AttributeError, ValueError):
        if sys.stdout.fileno() == 1:
            sys.stdout.flush()
            copy = os.dup(1)
            os.dup2(2, 1)
            return copy
    return None  # stdout is not the process's own: a notebook's, or a test's
