"""A fork server in namespaces of its own, by bubblewrap, where the system has it and lets users use it.

On top of what its children give up, they then see no processes, files or networks but their own, and all of them die
with the worker at once. https://github.com/containers/bubblewrap
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from functools import cache
from typing import Final

from palaestra.isolation.confine import SYSTEM_FILES
from palaestra.isolation.trying import exit_code

PROBE_SECONDS: Final = 20.0

WRAPPED: Final = "bwrap"
"""Name of this isolation where it is in force."""


def bubblewrap_command(program: str, readable: Iterable[str], folders: Iterable[str] = ()) -> list[str]:
    """Return the wrapper of a command that may see only what is readable, and enter some `folders`."""
    command = [program, "--unshare-all", "--die-with-parent", "--cap-drop", "ALL"]
    system = [path for path in SYSTEM_FILES if not path.startswith(("/proc", "/dev"))]
    for path in dict.fromkeys([*system, *readable]):
        if os.path.exists(path):  # noqa: PTH110 - false, and no error, for what this user may not see
            command += ["--ro-bind", path, path]
    for path in folders:
        command += ["--dir", path]  # there already if something in it is readable
    return [*command, "--proc", "/proc", "--dev", "/dev", "--chdir", "/"]


@cache
def usable_bubblewrap() -> str:
    """Return the path of bubblewrap if it works here for this user; else empty. Tried once.

    Raises:
        WorkerError: that cannot be found out.
    """
    program = shutil.which("bwrap") if sys.platform == "linux" else None
    if program is None:
        return ""
    readable = [sys.prefix, sys.base_prefix, os.path.realpath(sys.base_prefix)]
    command = [*bubblewrap_command(program, readable), sys.executable, "-I", "-S", "-c", "pass"]
    code, _ = exit_code(command, "whether bubblewrap works", lambda _: True, seconds=PROBE_SECONDS)
    return program if code == 0 else ""
