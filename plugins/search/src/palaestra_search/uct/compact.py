"""Old nodes make room for new ones: a part of the tree is copied to the spare room, and back to the start.

Powley, Cowling and Whitehouse, "Memory Bounded Monte Carlo Tree Search", AIIDE 2017, take back the leaf that was
used least recently, whenever a node is wanted. Here nothing is done until the room is full. Then the children of
seldom visited nodes are forgotten, at once, and what such a node has learnt stays in its visits and mean. A sweep
costs as much as a copy of at most half of the room, and comes after at least half of it has been filled: the price
for each simulation is a constant, and nothing has to be kept up to date on the way.
"""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, jit
from palaestra_search.ucb import RECORD_SIZE, VISITS
from palaestra_search.uct.tree import CHILDREN, COUNT, END, FIRST_BLOCK, FULL, LEGAL, ROOT, SWEPT, USED

_WORTH_A_SWEEP: Final = 8


def node_records(wanted: int, max_nodes: int, growing: bool) -> tuple[int, int]:
    """Return how many records the room for nodes and the spare room have, `max_nodes` at most in all.

    Args:
        wanted: records that one search can use.
        max_nodes: the bound.
        growing: nodes of earlier searches are kept.
    """
    if wanted <= max_nodes and not growing:
        return wanted, 0
    total = min(max_nodes, 6 * wanted)
    return total - total // 3, total // 3


@jit
def block_records(count: int, legal: int) -> int:
    """Return how many records the block of `count` children has, of a node with `legal` children at most; 0 = any."""
    records = FIRST_BLOCK
    while records < count:
        records *= 2
    return min(records, legal) if legal > 0 else records


@jit
def compact(memory: IntArray, node: int, least: int) -> int:
    """Keep the tree below `node` alone and make it the root; return 1, or 0 and nothing changed if it has no room.

    Children of a node that was visited fewer than `least` times are forgotten, those of the new root never.
    """
    start = memory[ROOT]
    spare = memory[END]
    limit = min(memory.shape[0], spare + (spare - start))
    if spare + RECORD_SIZE > limit:
        return 0
    for i in range(RECORD_SIZE):
        memory[spare + i] = memory[node + i]
    # Breadth first, the queue being the copies themselves, as in C. J. Cheney, "A nonrecursive list compacting
    # algorithm", Communications of the ACM 13 (1970): it needs no stack, and siblings stay side by side.
    scan = spare
    free = spare + RECORD_SIZE
    while scan < free:
        count = memory[scan + COUNT]
        if count > 0 and (scan == spare or memory[scan + VISITS] >= least):
            end = free + RECORD_SIZE * block_records(count, memory[scan + LEGAL])
            if end > limit:
                return 0
            old = memory[scan + CHILDREN]
            for i in range(RECORD_SIZE * count):
                memory[free + i] = memory[old + i]
            for i in range(free + RECORD_SIZE * count, end):
                memory[i] = 0
            memory[scan + CHILDREN] = free - spare + start  # where it will be after the way back
            free = end
        else:
            memory[scan + CHILDREN] = 0
            memory[scan + COUNT] = 0
        scan += RECORD_SIZE
    for i in range(free - spare):
        memory[start + i] = memory[spare + i]
    memory[USED] = start + free - spare
    memory[SWEPT] = memory[USED]
    memory[FULL] = 0
    return 1


@jit
def compact_to_fit(memory: IntArray, node: int, least: int) -> int:
    """Keep as much as there is spare room for of the tree below `node`; return 1, or 0 if there is none.

    Children of nodes visited fewer than `least` times go first, then those of nodes visited fewer than twice that,
    and so on.
    """
    most = memory[node + VISITS]
    while True:
        if compact(memory, node, least) == 1:
            return 1
        if least > most:
            return 0
        least *= 2


@jit
def make_room(memory: IntArray) -> None:
    """Make room when a node has found none; not again before an eighth of the room has been used since."""
    start = memory[ROOT]
    # A sweep that frees little comes back at once; without this check a tree of busy nodes would sweep all the time.
    if _WORTH_A_SWEEP * (memory[USED] - memory[SWEPT]) >= memory[END] - start:
        compact_to_fit(memory, start, 4)
