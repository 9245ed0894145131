"""The search graph: positions found by their key, their edges and what these led to, in a workspace of the caller.

The workspace is a header, scratch for one simulation, an open-addressing hash table from keys to nodes, and a pool from
which records are taken in order and never given back within a search; :func:`workspace` cuts it into named slices. A
record is named by its index in the workspace, so that 0, the header, is none.

=========== ==================================================================================================
record      holds
=========== ==================================================================================================
node        one merged position: who moves, its edges, and behind it, where transitions may be sampled, what its
            mover sees there (what a later simulation that is sent there starts from)
edge        one action at a node, with visits and the mean return of the node's mover; the edges of a node lie
            side by side in a block that doubles when it is full
successor   one node that an edge led to and how often; a list for each edge
=========== ==================================================================================================
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from palaestra import FloatArray, IntArray, Kernel, jit, random_below, wrapping
from palaestra_search.ucb import EDGE, MEAN, RECORD_SIZE, SEAT_BITS, VISITS, WIDTH

USED: Final = 0
"""Header: the index of the first free number of the pool."""
ROOT: Final = 1
"""Header: the root."""
NODES: Final = 2
"""Header: how many nodes there are."""
LIMIT: Final = 3
"""Header: how many nodes there may be."""
SIMULATIONS: Final = 4
"""Header: simulations made; 0 for an action that needed none."""
TABLE: Final = 5
"""Header: where the hash table begins."""
SLOTS: Final = 6
"""Header: its length, a power of two."""
HEADER_SIZE: Final = 8

KEY: Final = 0
SEAT: Final = 2
"""The seat to move; -1 at the end of the game. VISITS, 1, are the simulations that took one of the node's edges."""
MARK: Final = 3
"""The last simulation that passed through the node."""
EDGES: Final = 4
"""The first edge; the others follow."""
COUNT: Final = 5
"""How many edges there are."""
LEGAL: Final = 6
"""How many legal actions there were at the last visit that listed them."""
NODE_SIZE: Final = 8

FIRST: Final = 4
"""The first successor of an edge; the fields before it are those of :mod:`palaestra_search.ucb`."""
SUCCESSORS: Final = 5
"""How many there are."""
SAMPLES: Final = 6
"""How often the action was really tried: the sum of the counts of the successors."""
FROZEN: Final = 7
"""1 when the action is not tried any more: what it leads to is drawn among its successors."""

TARGET: Final = 0
TIMES: Final = 1
NEXT: Final = 2
SUCCESSOR_SIZE: Final = 3

_FIRST_BLOCK: Final = 4
_EDGE_RECORDS_PER_NODE: Final = 8
_SUCCESSORS_PER_NODE: Final = 4
_PRIME: Final = np.int64(-7046029254386353131)
_SHIFT: Final = np.int64(29)


def table_slots(nodes: int) -> int:
    """Return the length of the hash table for so many nodes: a power of two, at most half of it in use."""
    return 1 << (2 * nodes - 1).bit_length()


def pool_size(max_legal: int, nodes: int, payload: int) -> int:
    """Return the length of a pool for so many nodes with `payload` numbers behind each.

    The root has room for all of its edges; further nodes for eight records of edges and four of successors each, on
    average. Where transpositions need more, the graph is full before it has so many nodes.
    """
    each = NODE_SIZE + payload + _EDGE_RECORDS_PER_NODE * RECORD_SIZE + _SUCCESSORS_PER_NODE * SUCCESSOR_SIZE
    return (4 * max_legal + _FIRST_BLOCK) * (RECORD_SIZE + SUCCESSOR_SIZE) + nodes * each


@jit
@wrapping
def mixed(value: int, number: int) -> int:
    """Return a hash of a hash and one more number."""
    # Every step can be undone, so that two numbers alone never collide.
    product = np.int64((np.int64(value) ^ np.int64(number)) * _PRIME)
    product = np.int64((product ^ (product >> _SHIFT)) * _PRIME)
    return int(product ^ (product >> _SHIFT))


@jit
def init_graph(memory: IntArray, table: int, slots: int, pool: int, limit: int) -> None:
    """Start an empty graph of at most `limit` nodes."""
    for i in range(table, table + slots):
        memory[i] = 0
    memory[USED] = pool
    memory[ROOT] = 0
    memory[NODES] = 0
    memory[LIMIT] = limit
    memory[SIMULATIONS] = 0
    memory[TABLE] = table
    memory[SLOTS] = slots


@jit
def take(memory: IntArray, size: int) -> int:
    """Return the index of so many fresh numbers of the pool, of any content; 0 if there are not so many."""
    at = memory[USED]
    if at + size > memory.shape[0]:
        return 0
    memory[USED] = at + size
    return int(at)


@jit
def slot_of(memory: IntArray, key: int) -> int:
    """Return the slot of the hash table that holds the node with this key, or the empty one where it belongs."""
    table = memory[TABLE]
    mask = memory[SLOTS] - 1
    # Linear probing: at most half of the slots are in use, and neighbours share a cache line.
    at = key & mask
    while memory[table + at] != 0 and memory[memory[table + at] + KEY] != key:
        at = (at + 1) & mask
    return int(table + at)


@jit
def find_node(memory: IntArray, key: int) -> int:
    """Return the node with this key; 0 if there is none."""
    return int(memory[slot_of(memory, key)])


@jit
def add_node(memory: IntArray, key: int, seat: int, payload: int) -> int:
    """Return a new node with `payload` unset numbers behind it; 0 if the graph is full. No node has the key yet."""
    if memory[NODES] >= memory[LIMIT]:
        return 0
    node = take(memory, NODE_SIZE + payload)
    if node == 0:
        return 0
    for i in range(node, node + NODE_SIZE):
        memory[i] = 0
    memory[node + KEY] = key
    memory[node + SEAT] = seat
    memory[slot_of(memory, key)] = node
    memory[NODES] += 1
    return node


@jit
def add_edge(memory: IntArray, node: int, action: int) -> int:
    """Return a new edge of `node`; 0 if the graph is full."""
    count = memory[node + COUNT]
    if count == 0 or (count >= _FIRST_BLOCK and count & (count - 1) == 0):
        block = take(memory, RECORD_SIZE * max(2 * count, _FIRST_BLOCK))
        if block == 0:
            return 0
        old = memory[node + EDGES]
        for i in range(RECORD_SIZE * count):
            memory[block + i] = memory[old + i]
        memory[node + EDGES] = block
    edge = memory[node + EDGES] + RECORD_SIZE * count
    for i in range(edge, edge + RECORD_SIZE):
        memory[i] = 0
    memory[edge + EDGE] = action << SEAT_BITS | memory[node + SEAT]
    memory[node + COUNT] = count + 1
    return int(edge)


@jit
def count_successor(memory: IntArray, edge: int, node: int) -> int:
    """Count that the edge led to `node` once more; return 0 if it never did so before."""
    record = memory[edge + FIRST]
    while record != 0:
        if memory[record + TARGET] == node:
            memory[record + TIMES] += 1
            memory[edge + SAMPLES] += 1
            return 1
        record = memory[record + NEXT]
    return 0


@jit
def add_successor(memory: IntArray, edge: int, node: int) -> int:
    """Note that the edge led to `node` for the first time; return 0 if the graph is full."""
    record = take(memory, SUCCESSOR_SIZE)
    if record == 0:
        return 0
    memory[record + TARGET] = node
    memory[record + TIMES] = 1
    memory[record + NEXT] = memory[edge + FIRST]
    memory[edge + FIRST] = record
    memory[edge + SUCCESSORS] += 1
    memory[edge + SAMPLES] += 1
    return 1


@jit
def draw_successor(memory: IntArray, edge: int, rng: IntArray) -> int:
    """Return one of the nodes that the edge led to, each as likely as it was often met; there is at least one."""
    left = random_below(rng, memory[edge + SAMPLES])
    record = memory[edge + FIRST]
    while left >= memory[record + TIMES]:
        left -= memory[record + TIMES]
        record = memory[record + NEXT]
    return int(memory[record + TARGET])


@jit
def backpropagate(memory: IntArray, values: FloatArray, path: IntArray, depth: int, outcome: FloatArray) -> None:
    """Count one simulation in the nodes and edges of ``path[:2 * depth]``, each for the node's mover."""
    for i in range(0, 2 * depth, 2):
        node = path[i]
        edge = path[i + 1]
        memory[node + VISITS] += 1
        visits = memory[edge + VISITS] + 1
        memory[edge + VISITS] = visits
        values[edge + WIDTH] = 1.0 / np.sqrt(float(visits))  # kept: a choice among siblings takes no roots
        values[edge + MEAN] += (outcome[memory[node + SEAT]] - values[edge + MEAN]) / visits


@jit
def most_visited_edge(memory: IntArray, values: FloatArray, node: int) -> int:
    """Return the edge with the most visits; of several, the first with the best mean; 0 if there is none."""
    first = memory[node + EDGES]
    best = 0
    for edge in range(first, first + RECORD_SIZE * memory[node + COUNT], RECORD_SIZE):
        ahead = memory[edge + VISITS] - memory[best + VISITS]
        if best == 0 or ahead > 0 or (ahead == 0 and values[edge + MEAN] > values[best + MEAN]):
            best = edge
    return int(best)


@jit
def action_of(memory: IntArray, edge: int) -> int:
    """Return the action of an edge."""
    return int(memory[edge + EDGE] >> SEAT_BITS)


class Workspace(NamedTuple):
    """The slices of a workspace.

    Attributes:
        memory: all of it, with the header and the graph.
        values: the same as floats.
        state: the state of the simulation, int64[state_size].
        spare: another state, int64[state_size].
        legal: legal actions, int64[max_legal].
        kept: what pruning keeps of them, int64[max_legal].
        totals: their values, float64[max_legal].
        path: nodes and edges of the simulation in turn, int64[2 * max_plies].
        edge_of: a zero for each action id, int64[num_actions].
        outcome: the returns of the seats, float64[players].
    """

    memory: IntArray
    values: FloatArray
    state: IntArray
    spare: IntArray
    legal: IntArray
    kept: IntArray
    totals: FloatArray
    path: IntArray
    edge_of: IntArray
    outcome: FloatArray


@jit
def workspace(kernel: Kernel, memory: IntArray) -> Workspace:
    """Return the slices of a workspace."""
    size, most = kernel.state_size, kernel.max_legal
    values = memory.view(np.float64)
    legal = HEADER_SIZE + 2 * size
    path = legal + 3 * most
    edge_of = path + 2 * kernel.max_plies
    outcome = edge_of + kernel.num_actions
    return Workspace(
        memory,
        values,
        memory[HEADER_SIZE : HEADER_SIZE + size],
        memory[HEADER_SIZE + size : legal],
        memory[legal : legal + most],
        memory[legal + most : legal + 2 * most],
        values[legal + 2 * most : path],
        memory[path:edge_of],
        memory[edge_of:outcome],
        values[outcome : outcome + kernel.players],
    )


@jit
def scratch_end(kernel: Kernel) -> int:
    """Return the index behind header and scratch, where the hash table begins."""
    states = 2 * kernel.state_size
    scratch = states + 3 * kernel.max_legal + 2 * kernel.max_plies + kernel.num_actions + kernel.players
    return int(HEADER_SIZE + scratch)
