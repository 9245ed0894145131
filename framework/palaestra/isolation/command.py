"""The child that becomes another program."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from typing import Final

from palaestra.isolation.confine import give_up, new_session, take_descriptors
from palaestra.isolation.messages import CommandJob

NOT_FOUND: Final = 127
"""Exit code, as shells have it, of a child whose program cannot be started; its output says why."""

LOCKED: Final = b"locked "
"""Beginning of the first line on stdout: everything is given up, the program comes next. Without it the failure is the
framework's.

What confines the process follows, see :func:`palaestra.isolation.confine.give_up`.
"""


def run_command(job: CommandJob, descriptors: Sequence[int], parent: int) -> None:
    """Become the program of `job`, with stdin, stdout and stderr from `descriptors`; does not return."""
    stdin, stdout, stderr = descriptors
    try:
        new_session(parent)
        take_descriptors({0: stdin, 1: stdout, 2: stderr})
        _enter(job.folder)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        kept = give_up(job.confines)
        os.write(1, LOCKED + kept.encode() + b"\n")
        os.execve(job.command[0], job.command, job.environment)
    except BaseException as error:
        os.write(2, f"cannot start '{job.command[0]}': {error}\n".encode("utf-8", "replace"))
        sys.stderr.flush()
        os._exit(NOT_FOUND)


def _enter(folder: str) -> None:
    try:
        os.chdir(folder)
    except OSError:  # in namespaces of its own the folder is not there
        os.chdir("/")
