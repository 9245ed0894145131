"""The search tree: records of eight words in a workspace that the caller owns.

The workspace is one ``int64`` array. It holds a header, scratch for one simulation, and nodes that are taken in
order and never given back within a search. A node is named by the index of its first word, so that 0, the header,
is no node. Its means and widths are floats, read through a ``float64`` view of the same memory.

The children of a node lie side by side in a block that doubles when it is full. That keeps the loop over children
short, and bounds the memory by the simulations alone: blocks of 4, 8, 16 ... take at most four records for each
child, however many actions are legal.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import int64, void

from palaestra.jit import jit
from palaestra.kernel import KERNEL, RETURNS, STATE, FloatArray, IntArray

USED: Final = 0
"""Header word: the index of the first free word."""
ROOT: Final = 1
"""Header word: the index of the root."""
HEADER_WORDS: Final = 8

EDGE: Final = 0
"""The action that leads to the node and the seat that took it, as ``action << SEAT_BITS | seat``."""
VISITS: Final = 1
MEAN: Final = 2
"""Float: the mean return of the seat that took the edge."""
WIDTH: Final = 3
"""Float: 1 / sqrt(visits)."""
CHILDREN: Final = 4
"""The first child; the others follow."""
COUNT: Final = 5
"""How many children there are."""
LEGAL: Final = 6
"""How many children there can be; known in closed trees only, after the first visit."""
AVAILABLE: Final = 7
"""How often the edge could be taken when its parent was visited; counted in open-loop trees only."""
NODE_WORDS: Final = 8

SEAT_BITS: Final = 8
SEAT_MASK: Final = (1 << SEAT_BITS) - 1
FIRST_BLOCK: Final = 4
RECORDS_PER_SIMULATION: Final = 4
UNLIMITED: Final = 1 << 40


@jit(int64(KERNEL))
def scratch_end(kernel: Any) -> int:
    """Return the index of the first word behind header and scratch."""
    states = 2 * kernel.state_size
    return int(HEADER_WORDS + states + kernel.max_legal + kernel.max_plies + kernel.num_actions + kernel.players)


@jit(int64(KERNEL, int64))
def workspace_words(kernel: Any, simulations: int) -> int:
    """Return the words that a search of so many simulations can use at most."""
    return int(scratch_end(kernel) + NODE_WORDS * (1 + RECORDS_PER_SIMULATION * simulations))


@jit(void(STATE, int64))
def plant(memory: IntArray, root: int) -> None:
    """Start a tree whose root is at the word `root`."""
    for i in range(root, root + NODE_WORDS):
        memory[i] = 0
    memory[ROOT] = root
    memory[USED] = root + NODE_WORDS


@jit(int64(STATE, int64, int64, int64))
def add_child(memory: IntArray, node: int, edge: int, limit: int) -> int:
    """Return a new child of `node`, which will have `limit` children at most; 0 if the workspace is full."""
    count = memory[node + COUNT]
    if count == 0 or (count >= FIRST_BLOCK and count & (count - 1) == 0):
        block = memory[USED]
        end = block + NODE_WORDS * min(max(2 * count, FIRST_BLOCK), limit)
        if end > memory.shape[0]:
            return 0
        old = memory[node + CHILDREN]
        for i in range(NODE_WORDS * count):
            memory[block + i] = memory[old + i]
        memory[node + CHILDREN] = block
        memory[USED] = end
    child = memory[node + CHILDREN] + NODE_WORDS * count
    for i in range(child, child + NODE_WORDS):
        memory[i] = 0
    memory[child + EDGE] = edge
    memory[node + COUNT] = count + 1
    return int(child)


@jit(void(STATE, RETURNS, STATE, int64, RETURNS))
def back_up(memory: IntArray, values: FloatArray, path: IntArray, depth: int, outcome: FloatArray) -> None:
    """Count one simulation in the root and in the nodes ``path[:depth]``, each for the seat that took its edge."""
    memory[memory[ROOT] + VISITS] += 1
    for i in range(depth):
        node = path[i]
        visits = memory[node + VISITS] + 1
        memory[node + VISITS] = visits
        width = 1.0 / np.sqrt(float(visits))
        values[node + WIDTH] = width
        values[node + MEAN] += (outcome[memory[node + EDGE] & SEAT_MASK] - values[node + MEAN]) * (width * width)


@jit(int64(STATE, RETURNS, int64))
def most_visited_action(memory: IntArray, values: FloatArray, player: int) -> int:
    """Return the action of `player` at the root with the most visits; of several, the first with the best mean."""
    root = memory[ROOT]
    first = memory[root + CHILDREN]
    best = 0
    for child in range(first, first + NODE_WORDS * memory[root + COUNT], NODE_WORDS):
        if memory[child + EDGE] & SEAT_MASK != player:
            continue
        ahead = memory[child + VISITS] - memory[best + VISITS]
        if best == 0 or ahead > 0 or (ahead == 0 and values[child + MEAN] > values[best + MEAN]):
            best = child
    return int(memory[best + EDGE] >> SEAT_BITS)
