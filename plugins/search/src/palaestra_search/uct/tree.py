"""The search tree: records of eight words in a workspace that the caller owns.

The workspace is one ``int64`` array: a header, scratch for one simulation, the room for nodes, and a spare room
that :mod:`palaestra_search.uct.compact` needs when old nodes are dropped. Nodes are taken in order. A node is named
by the index of its first word, so that 0, the header, is no node. Its means and widths are floats, read through a
``float64`` view of the same memory.

The children of a node lie side by side in a block that doubles when it is full. That keeps the loop over children
short, and bounds the memory by the simulations alone: blocks of 4, 8, 16 ... take at most four records for each
child, however many actions are legal.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import types

from palaestra import STATE, FloatArray, IntArray, Kernel, jit

USED: Final = 0
"""Header word: the index of the first free word."""
ROOT: Final = 1
"""Header word: the index of the root, the first node."""
END: Final = 2
"""Header word: the index behind the room for nodes, where the spare room begins."""
FULL: Final = 3
"""Header word: 1 after a node found no room."""
SWEPT: Final = 4
"""Header word: how many words were in use after the last sweep."""
CHOSEN: Final = 5
"""Header word: the child of the root whose action was played last; 0 if there is none."""
DONE: Final = 6
"""Header word: the simulations of the last decision."""
HEADER_WORDS: Final = 8

EDGE: Final = 0
"""The action that leads to the node and the seat that took it, as ``action << SEAT_BITS | seat``."""
VISITS: Final = 1
MEAN: Final = 2
"""Float: the mean return of the seat that took the edge; its exact return once that is proven."""
WIDTH: Final = 3
"""Float: 1 / sqrt(visits) for UCB1, 1 / (1 + visits) for PUCT; 0 once the node is proven."""
CHILDREN: Final = 4
"""The first child; the others follow."""
COUNT: Final = 5
"""How many children there are."""
LEGAL: Final = 6
"""How many children there can be; known in closed trees only, after the first visit."""
AVAILABLE: Final = 7
"""Open-loop trees: how often the edge could be taken when its parent was visited. Closed: 0, HAS_PROVEN, PROVEN."""
NODE_WORDS: Final = 8

PROVEN: Final = -1
HAS_PROVEN: Final = 1
"""In closed trees: a child is proven, the node itself is not."""
SEAT_BITS: Final = 8
SEAT_MASK: Final = (1 << SEAT_BITS) - 1
FIRST_BLOCK: Final = 4
RECORDS_PER_SIMULATION: Final = 4
UNLIMITED: Final = 1 << 40
_TUPLE: Any = types.UniTuple  # untyped in numba
_SIX_ARRAYS: Final = _TUPLE(STATE, 6)


@jit
def scratch_end(kernel: Kernel) -> int:
    """Return the index of the first word behind header and scratch."""
    states = 3 * kernel.state_size
    return int(HEADER_WORDS + states + kernel.max_legal + kernel.max_plies + kernel.num_actions + kernel.players)


@jit
def scratch(kernel: Kernel, memory: IntArray) -> tuple[IntArray, IntArray, IntArray, IntArray, IntArray, IntArray]:
    """Return the scratch: root state, state, observation, legal actions, path, and a word for each action id.

    The returns of the seats, floats, come last, before :func:`scratch_end`.
    """
    size = kernel.state_size
    legal = HEADER_WORDS + 3 * size
    path = legal + kernel.max_legal
    table = path + kernel.max_plies
    return (
        memory[HEADER_WORDS : HEADER_WORDS + size],
        memory[HEADER_WORDS + size : HEADER_WORDS + 2 * size],
        memory[HEADER_WORDS + 2 * size : legal],
        memory[legal:path],
        memory[path:table],
        memory[table : table + kernel.num_actions],
    )


@jit
def plant(memory: IntArray, root: int, end: int) -> None:
    """Start a tree whose root is at the word `root`, with room for nodes up to the word `end`."""
    for i in range(HEADER_WORDS):
        memory[i] = 0
    for i in range(root, root + NODE_WORDS):
        memory[i] = 0
    memory[ROOT] = root
    memory[USED] = root + NODE_WORDS
    memory[END] = end


@jit
def add_child(memory: IntArray, node: int, edge: int, limit: int) -> int:
    """Return a new child of `node`, which will have `limit` children at most; 0 if there is no room."""
    count = memory[node + COUNT]
    if count == 0 or (count >= FIRST_BLOCK and count & (count - 1) == 0):
        block = memory[USED]
        end = block + NODE_WORDS * min(max(2 * count, FIRST_BLOCK), limit)
        if end > memory[END]:
            memory[FULL] = 1
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


@jit
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


@jit
def best_root_child(memory: IntArray, values: FloatArray) -> int:
    """Return the child of the root to play: the most visited one; of several, the first with the best mean.

    A child with a proven value is preferred to the most visited of the others if that has no better mean.
    """
    root = memory[ROOT]
    first = memory[root + CHILDREN]
    best = 0
    sure = 0
    for child in range(first, first + NODE_WORDS * memory[root + COUNT], NODE_WORDS):
        if memory[child + AVAILABLE] == PROVEN:
            if sure == 0 or values[child + MEAN] > values[sure + MEAN]:
                sure = child
            continue
        ahead = memory[child + VISITS] - memory[best + VISITS]
        if best == 0 or ahead > 0 or (ahead == 0 and values[child + MEAN] > values[best + MEAN]):
            best = child
    if sure != 0 and (best == 0 or memory[root + AVAILABLE] == PROVEN or values[sure + MEAN] >= values[best + MEAN]):
        best = sure
    return int(best)


@jit
def decide(memory: IntArray, values: FloatArray) -> int:
    """Return the action to play and remember it as the one that was chosen; -1 if the root has no child."""
    child = best_root_child(memory, values)
    memory[CHOSEN] = child
    return int(memory[child + EDGE] >> SEAT_BITS) if child else -1
