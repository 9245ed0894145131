"""Whether a process may be forked and its child go on as it would have.

A child has the memory of its parent, but only the thread that forked it. Locks that other threads held stay locked for
ever, and code that relies on another thread waits for ever.
"""

from __future__ import annotations

import os
import sys
from typing import Final

_OWN_THREADS: Final = "/proc/self/task"


def is_forkable() -> bool:
    """Return whether a child forked now could do all that this process can, as far as the system lists threads.

    The threads of numba's parallel functions are started anew in a child by some of its layers; with GNU's OpenMP the
    child is ended when it first uses them, be it a single one:
    https://numba.readthedocs.io/en/stable/user/threading-layer.html
    """
    return _threads() == 1 and not _numba_is_parallel()


def _threads() -> int:
    try:
        return len(os.listdir(_OWN_THREADS))  # noqa: PTH208 - no need of paths
    except OSError:
        return 1


def _numba_is_parallel() -> bool:
    parallel = sys.modules.get("numba.np.ufunc.parallel")
    if parallel is None:
        return False
    try:
        parallel.threading_layer()
    except ValueError:  # numba raises it if none was started
        return False
    return True
