"""Trying something in a process of its own, until it answers by its exit code: a killed process does not."""

from __future__ import annotations

import errno
import os
import subprocess
from collections.abc import Callable, Sequence
from typing import Final

from palaestra.errors import WorkerError
from palaestra.isolation.output import printable

ATTEMPTS: Final = 3
"""How often something is tried that ends without an answer."""

TRANSIENT: Final = (errno.EAGAIN, errno.ENOMEM, errno.EINTR, errno.EMFILE, errno.ENFILE)
"""Errors of a machine that is short of resources; they do not show what it offers."""


def exit_code(
    command: Sequence[str], what: str, is_answer: Callable[[int], bool], *, stdin: bytes = b"", seconds: float
) -> tuple[int, str]:
    """Return the exit code of a command that answers by it, and the last line that it printed to stderr.

    Args:
        command: the program and its arguments.
        what: what is being tried, for the error.
        is_answer: whether an exit code is an answer; a signal never is, nor is an error of :data:`TRANSIENT`.
        stdin: what it reads from stdin.
        seconds: how long it may take.

    Raises:
        WorkerError: it was tried several times, and gave no answer.
    """
    reason = ""
    for _ in range(ATTEMPTS):
        try:
            tried = subprocess.run(command, input=stdin, capture_output=True, timeout=seconds, check=False)
        except subprocess.TimeoutExpired:
            reason = f"no answer within {seconds:g} s"
            continue
        except OSError as error:
            reason = error.strerror or str(error)
            continue
        message = printable(tried.stderr.decode("utf-8", "replace")).strip().rpartition("\n")[2]
        code = tried.returncode
        if code >= 0 and is_answer(code) and not any(os.strerror(number) in message for number in TRANSIENT):
            return code, message
        reason = f"signal {-code}" if code < 0 else f"exit code {code}{f': {message}' if message else ''}"
    raise WorkerError(f"{what} could not be found out in {ATTEMPTS} attempts: {reason}")
