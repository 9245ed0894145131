"""Whether workers may be forked from the manager, which has then imported and loaded everything once for all of them.

Only a process of a single thread is forked, see :mod:`palaestra.isolation.forkable`. Its numeric libraries must have
been told to use one thread before they were imported, as they are in workers: they do not look again. ``palaestra run``
sees to both.
"""

from __future__ import annotations

import os

from palaestra.isolation.fork_server import NUMERIC_THREADS
from palaestra.isolation.forkable import is_forkable
from palaestra.isolation.linux import IS_LINUX


def keep_to_one_thread() -> None:
    """Let numeric libraries that are imported from now on use one thread, unless the user has told them otherwise."""
    for name in NUMERIC_THREADS:
        os.environ.setdefault(name, "1")


def may_fork() -> bool:
    """Tell whether this process may be forked now; elsewhere than on Linux, system libraries start threads at will."""
    return IS_LINUX and all(os.environ.get(name) == "1" for name in NUMERIC_THREADS) and is_forkable()
