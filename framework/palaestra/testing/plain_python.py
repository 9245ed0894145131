"""Compiled code compared with the same sources as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import zip_longest
from typing import Final

from palaestra.testing.conformance import ConformanceError

SAME: Final = "compiled code does what its sources do in plain Python"


def check_plain_python(program: str) -> list[str]:
    """Run a program twice, compiled and under ``NUMBA_DISABLE_JIT=1``, and return the lines that it prints.

    Each run has a process of its own, in which warnings are errors.

    Raises:
        ConformanceError: a run fails, or the two print different lines.
    """
    compiled, plain = (_lines(program, disabled) for disabled in ("0", "1"))
    for number, (one, other) in enumerate(zip_longest(compiled, plain), start=1):
        if one != other:
            raise ConformanceError("the program", SAME, f"line {number} is {one!r} compiled and {other!r} in Python")
    return compiled


def _lines(program: str, disabled: str) -> list[str]:
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode != 0:
        raise ConformanceError("the program", SAME, f"it fails with NUMBA_DISABLE_JIT={disabled}\n{run.stderr}")
    return run.stdout.splitlines()
