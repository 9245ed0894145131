"""Whether workers may be forked from the manager, which has then imported and loaded everything once for all of them.

A forked process has the memory of its parent, but only one of its threads: locks that others held stay locked for
ever. So only a process of a single thread is forked. Its numeric libraries must have been told to use one thread before
they were imported, as they are in workers: they do not look again. ``palaestra run`` sees to both.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from palaestra.isolation.fork_server import NUMERIC_THREADS
from palaestra.isolation.linux import IS_LINUX

_OWN_THREADS: Final = Path("/proc/self/task")


def keep_to_one_thread() -> None:
    """Let numeric libraries that are imported from now on use one thread, unless the user has told them otherwise."""
    for name in NUMERIC_THREADS:
        os.environ.setdefault(name, "1")


def may_fork() -> bool:
    """Tell whether this process may be forked now; elsewhere than on Linux, system libraries start threads at will."""
    if not IS_LINUX or any(os.environ.get(name) != "1" for name in NUMERIC_THREADS):
        return False
    try:
        return len(list(_OWN_THREADS.iterdir())) == 1
    except OSError:
        return False
