"""Whether workers may be forked from the manager, which then imports and loads everything once for all of them.

Only a process of a single thread is forked, see :mod:`palaestra.isolation.forkable`. Its numeric libraries must have
been set to one thread before they were imported, as in workers: they do not look again. ``palaestra run`` does both.
"""

from __future__ import annotations

import os

from palaestra.isolation.fork_server import NUMERIC_THREADS
from palaestra.isolation.forkable import is_forkable
from palaestra.isolation.linux import IS_LINUX


def keep_to_one_thread() -> None:
    """Let numeric libraries that are imported from now on use one thread, unless the user has set another number."""
    for name in NUMERIC_THREADS:
        os.environ.setdefault(name, "1")


def may_fork() -> bool:
    """Return whether this process may be forked now; only on Linux: elsewhere system libraries start threads."""
    return IS_LINUX and all(os.environ.get(name) == "1" for name in NUMERIC_THREADS) and is_forkable()
