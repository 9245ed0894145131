"""Proven results are backed up: the solver of a closed tree of two seats.

Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver", Computers and Games 2008, with draws and any other
returns: a node is proven when the game is over there, when its mover has a child that is proven to return 1, or when
all its children are there and proven. Its value is the best of theirs for the seat that moves there, which may be
the seat that moved before. A proven node keeps its exact value as mean.

Simulations go to children that are not proven yet, since the others have nothing more to tell. So that a node's mean
does not suffer from that, a simulation counts above it as no less than the best that its mover is sure of there.
"""

from __future__ import annotations

import numpy as np

from palaestra import FloatArray, IntArray, jit
from palaestra_search.ucb import (
    AVAILABLE,
    EDGE,
    HAS_PROVEN,
    MEAN,
    PROVEN,
    RECORD_SIZE,
    SEAT_MASK,
    VISITS,
    WIDTH,
)
from palaestra_search.uct.tree import CHILDREN, COUNT, LEGAL, ROOT

_WIN = 1.0
_OPEN = 2.0
"""No value of a game: not proven."""


@jit
def sure_value(memory: IntArray, values: FloatArray, node: int) -> float:
    """Return the best proven value among the children of a node, for the seat that moves there; -2 if there is none."""
    first = memory[node + CHILDREN]
    best = -_OPEN
    for child in range(first, first + RECORD_SIZE * memory[node + COUNT], RECORD_SIZE):
        if memory[child + AVAILABLE] == PROVEN:
            best = max(best, values[child + MEAN])
    return float(best)


@jit
def proven_value(memory: IntArray, values: FloatArray, node: int) -> float:
    """Return the value of a node for the seat that moves there, as far as its children prove it; 2 if they do not."""
    first = memory[node + CHILDREN]
    # Winands, Björnsson and Saito (2008), section 3, with any returns in place of won and lost.
    best = -_OPEN
    missing = memory[node + COUNT] < memory[node + LEGAL]
    for child in range(first, first + RECORD_SIZE * memory[node + COUNT], RECORD_SIZE):
        if memory[child + AVAILABLE] != PROVEN:
            missing = True  # but a proven win needs no other child
        elif values[child + MEAN] > best:
            best = values[child + MEAN]
    return float(_OPEN if missing and best < _WIN else best)


@jit
def prove(memory: IntArray, values: FloatArray, node: int, depth: int, outcome: FloatArray) -> None:
    """Keep the exact `outcome` of a node, the root if `depth` is 0."""
    memory[node + AVAILABLE] = PROVEN
    if depth > 0:
        values[node + MEAN] = outcome[memory[node + EDGE] & SEAT_MASK]
        values[node + WIDTH] = 0.0  # an exact value needs no exploration: the bound is the value


@jit
def proven_outcome(memory: IntArray, values: FloatArray, path: IntArray, depth: int, outcome: FloatArray) -> bool:
    """Write the outcome of the last node of a path if it is proven; return whether it is."""
    if depth == 0 or memory[path[depth - 1] + AVAILABLE] != PROVEN:
        return False
    node = path[depth - 1]
    seat = memory[node + EDGE] & SEAT_MASK
    outcome[seat] = values[node + MEAN]
    outcome[1 - seat] = -values[node + MEAN]
    return True


@jit
def _prove_path(memory: IntArray, values: FloatArray, path: IntArray, depth: int, outcome: FloatArray) -> None:
    """Prove what follows from the end of a path, where the game is over or the last node is proven."""
    prove(memory, values, path[depth - 1], depth, outcome)
    for i in range(depth - 1, -1, -1):
        parent = path[i - 1] if i > 0 else memory[ROOT]
        value = proven_value(memory, values, parent)
        if value == _OPEN:
            memory[parent + AVAILABLE] = HAS_PROVEN
            return
        seat = memory[path[i] + EDGE] & SEAT_MASK
        outcome[seat] = value
        outcome[1 - seat] = -value
        prove(memory, values, parent, i, outcome)


@jit
def backpropagate_proofs(
    memory: IntArray,
    values: FloatArray,
    path: IntArray,
    depth: int,
    outcome: FloatArray,
    puct: bool,
    solver: bool,
    known: bool,
) -> None:
    """Do what :func:`palaestra_search.uct.tree.backpropagate` does, with the widths of PUCT, or with proven nodes.

    `known`: the last node of the path is proven, or the game is over there.
    """
    if known:
        _prove_path(memory, values, path, depth, outcome)
    memory[memory[ROOT] + VISITS] += 1
    for i in range(depth - 1, -1, -1):
        node = path[i]
        seat = memory[node + EDGE] & SEAT_MASK
        visits = memory[node + VISITS] + 1
        memory[node + VISITS] = visits
        if memory[node + AVAILABLE] != PROVEN:
            values[node + WIDTH] = 1.0 / (1.0 + visits) if puct else 1.0 / np.sqrt(float(visits))
            values[node + MEAN] += (outcome[seat] - values[node + MEAN]) / visits
        parent = path[i - 1] if i > 0 else memory[ROOT]
        if solver and memory[parent + AVAILABLE] == HAS_PROVEN:
            sure = sure_value(memory, values, parent)
            if sure > outcome[seat]:
                outcome[seat] = sure
                outcome[1 - seat] = -sure
