"""The search tree: records of eight numbers in a workspace that the caller owns.

The workspace is a header, scratch for one simulation, the room for nodes, and a spare room that
:mod:`palaestra_search.uct.compact` needs when old nodes are dropped; :func:`workspace` cuts it into named slices.
Nodes are taken in order. A node is named by its index in the workspace, so that 0, the header, is no node.

The children of a node lie side by side in a block that doubles when it is full. That keeps the loop over children
short, and bounds the memory by the simulations alone: blocks of 4, 8, 16 ... take at most four records for each
child, however many actions are legal.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from palaestra import FloatArray, IntArray, Kernel, jit
from palaestra_search.ucb import AVAILABLE, EDGE, MEAN, PROVEN, RECORD_SIZE, SEAT_BITS, SEAT_MASK, VISITS, WIDTH

USED: Final = 0
"""Header: the index of the first free number."""
ROOT: Final = 1
"""Header: the index of the root, the first node."""
END: Final = 2
"""Header: the index behind the room for nodes, where the spare room begins."""
FULL: Final = 3
"""Header: 1 after a node found no room."""
SWEPT: Final = 4
"""Header: how much was in use after the last sweep."""
CHOSEN: Final = 5
"""Header: the child of the root whose action was played last; 0 if there is none."""
DONE: Final = 6
"""Header: the simulations of the last decision."""
HEADER_SIZE: Final = 8

CHILDREN: Final = 4
"""The first child; the others follow. The fields before it, and AVAILABLE, are those of :mod:`palaestra_search.ucb`."""
COUNT: Final = 5
"""How many children there are."""
LEGAL: Final = 6
"""How many children there can be; known in closed trees only, after the first visit."""

FIRST_BLOCK: Final = 4
RECORDS_PER_SIMULATION: Final = 4
UNLIMITED: Final = 1 << 40


class Workspace(NamedTuple):
    """The slices of a workspace.

    Attributes:
        memory: all of it, with the header and the nodes.
        values: the same as floats.
        root: the index of the root.
        root_state: the state at the root, int64[state_size].
        state: the state of the simulation, int64[state_size].
        seen: an observation, int64[state_size].
        legal: legal actions, int64[max_legal].
        path: nodes of the simulation, int64[max_plies].
        child_of: a zero for each action id, int64[num_actions].
        outcome: the returns of the seats, float64[players].
    """

    memory: IntArray
    values: FloatArray
    root: int
    root_state: IntArray
    state: IntArray
    seen: IntArray
    legal: IntArray
    path: IntArray
    child_of: IntArray
    outcome: FloatArray


@jit
def root_index(kernel: Kernel) -> int:
    """Return the index of the root, behind header and scratch."""
    states = 3 * kernel.state_size
    return int(HEADER_SIZE + states + kernel.max_legal + kernel.max_plies + kernel.num_actions + kernel.players)


@jit
def workspace(kernel: Kernel, memory: IntArray) -> Workspace:
    """Return the slices of a workspace."""
    size = kernel.state_size
    values = memory.view(np.float64)
    legal = HEADER_SIZE + 3 * size
    path = legal + kernel.max_legal
    child_of = path + kernel.max_plies
    outcome = child_of + kernel.num_actions
    root = outcome + kernel.players
    return Workspace(
        memory,
        values,
        root,
        memory[HEADER_SIZE : HEADER_SIZE + size],
        memory[HEADER_SIZE + size : HEADER_SIZE + 2 * size],
        memory[HEADER_SIZE + 2 * size : legal],
        memory[legal:path],
        memory[path:child_of],
        memory[child_of:outcome],
        values[outcome:root],
    )


@jit
def init_tree(memory: IntArray, root: int, end: int) -> None:
    """Start a tree whose root is at the index `root`, with room for nodes up to the index `end`."""
    for i in range(HEADER_SIZE):
        memory[i] = 0
    for i in range(root, root + RECORD_SIZE):
        memory[i] = 0
    memory[ROOT] = root
    memory[USED] = root + RECORD_SIZE
    memory[END] = end


@jit
def add_child(memory: IntArray, node: int, edge: int, limit: int) -> int:
    """Return a new child of `node`, which will have `limit` children at most; 0 if there is no room."""
    count = memory[node + COUNT]
    if count == 0 or (count >= FIRST_BLOCK and count & (count - 1) == 0):
        # The old block is left behind: blocks of 4, 8, 16 ... sum to less than twice the last one.
        block = memory[USED]
        end = block + RECORD_SIZE * min(max(2 * count, FIRST_BLOCK), limit)
        if end > memory[END]:
            memory[FULL] = 1
            return 0
        old = memory[node + CHILDREN]
        for i in range(RECORD_SIZE * count):
            memory[block + i] = memory[old + i]
        memory[node + CHILDREN] = block
        memory[USED] = end
    child = memory[node + CHILDREN] + RECORD_SIZE * count
    for i in range(child, child + RECORD_SIZE):
        memory[i] = 0
    memory[child + EDGE] = edge
    memory[node + COUNT] = count + 1
    return int(child)


@jit
def backpropagate(memory: IntArray, values: FloatArray, path: IntArray, depth: int, outcome: FloatArray) -> None:
    """Count one simulation in the root and in the nodes ``path[:depth]``, each for the seat that took its edge."""
    memory[memory[ROOT] + VISITS] += 1
    for i in range(depth):
        node = path[i]
        visits = memory[node + VISITS] + 1
        memory[node + VISITS] = visits
        width = 1.0 / np.sqrt(float(visits))  # kept, so that a choice among siblings divides and takes roots once
        values[node + WIDTH] = width
        values[node + MEAN] += (outcome[memory[node + EDGE] & SEAT_MASK] - values[node + MEAN]) * (width * width)


@jit
def best_root_child(memory: IntArray, values: FloatArray) -> int:
    """Return the child of the root to play: the most visited one; of several, the first with the best mean.

    Visits are steadier than means: few visits can make a high mean. A child with a proven value is preferred to the
    most visited of the others if that has no better mean.
    """
    root = memory[ROOT]
    first = memory[root + CHILDREN]
    best = 0
    sure = 0
    for child in range(first, first + RECORD_SIZE * memory[root + COUNT], RECORD_SIZE):
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
def best_action(memory: IntArray, values: FloatArray) -> int:
    """Return the action to play and remember it as the one that was chosen; -1 if the root has no child."""
    child = best_root_child(memory, values)
    memory[CHOSEN] = child
    return int(memory[child + EDGE] >> SEAT_BITS) if child else -1
