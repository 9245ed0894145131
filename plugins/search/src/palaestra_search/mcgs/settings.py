"""What the compiled search reads of its parameters: one array of floats."""

from __future__ import annotations

from typing import Any, Final

from numba import types

from palaestra import Kernel, jit

ITERATIONS: Final = 0
EXPLORATION: Final = 1
BRANCHES: Final = 2
"""The parameter ``width``."""
SEARCHED: Final = 3
"""1 where opponents' moves are searched, 0 where they are random."""
BY_KEY: Final = 4
"""1 where ``key`` tells positions apart, 0 where ``abstract`` does."""
TREE: Final = 5
"""1 where a node also stands for the way to it, so that nothing is merged."""
PRUNING: Final = 6
SHARE: Final = 7
ACTIONS: Final = 8
"""Actions of a playout before the game's evaluation takes over; -1 = never."""
LIMIT_OF_NODES: Final = 9
SLOTS_OF_TABLE: Final = 10
PAYLOAD: Final = 11
"""Words behind each node; 0 where every action leads to one node only, so that none is ever drawn."""
NUM_PARAMS: Final = 12

_TUPLE: Any = types.UniTuple  # untyped in numba


@jit
def kernel_facts(kernel: Kernel) -> tuple[int, int, int]:
    """Return a kernel's state size, players and most legal actions."""
    return kernel.state_size, kernel.players, kernel.max_legal
