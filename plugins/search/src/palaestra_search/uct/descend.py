"""The way of one simulation from the root to a new node or to the end, in the two kinds of trees."""

from __future__ import annotations

from palaestra import FloatArray, IntArray, Kernel, jit, random_below
from palaestra_search.uct.select import PUCT, best_child, is_ahead, keep_untried, prefers, survey, unproven_child
from palaestra_search.uct.tree import (
    AVAILABLE,
    COUNT,
    EDGE,
    LEGAL,
    PROVEN,
    ROOT,
    SEAT_BITS,
    UNLIMITED,
    add_child,
)


@jit
def descend_closed(
    kernel: Kernel,
    params: FloatArray,
    memory: IntArray,
    values: FloatArray,
    state: IntArray,
    legal: IntArray,
    table: IntArray,
    path: IntArray,
    rng: IntArray,
) -> int:
    """Play `state` from the root to a new node, to a proven one or to the end.

    Writes the nodes to `path` and returns their number.
    """
    step = kernel.step
    puct = params[PUCT] > 0.0
    node = memory[ROOT]
    depth = 0
    while True:
        count = memory[node + COUNT]
        child = 0
        if count == 0 or count < memory[node + LEGAL]:
            seat = kernel.current_player(state)
            if seat < 0:
                return depth
            n = kernel.legal_actions(state, legal)
            memory[node + LEGAL] = n
            if not puct or prefers(memory, values, params, node, n) == 0:
                untried = keep_untried(memory, node, seat, legal, n, table)
                action = legal[random_below(rng, untried)]
                child = add_child(memory, node, action << SEAT_BITS | seat, n)
            if child == 0 and count == 0:
                return depth
        added = child != 0
        if not added:
            child = best_child(memory, values, params, node)
            if memory[child + AVAILABLE] == PROVEN:
                child = unproven_child(memory, values, params, node, child)
        step(state, memory[child + EDGE] >> SEAT_BITS)
        path[depth] = child
        depth += 1
        if added or memory[child + AVAILABLE] == PROVEN:
            return depth
        node = child


@jit
def descend_open(
    kernel: Kernel,
    params: FloatArray,
    memory: IntArray,
    values: FloatArray,
    state: IntArray,
    legal: IntArray,
    table: IntArray,
    path: IntArray,
    rng: IntArray,
) -> int:
    """Play `state` from the root to a new node or to the end; write the nodes to `path` and return their number."""
    puct = params[PUCT] > 0.0
    node = memory[ROOT]
    depth = 0
    added = False
    while not added:
        seat = kernel.current_player(state)
        if seat < 0:
            break
        n = kernel.legal_actions(state, legal)
        child, untried = survey(memory, values, params, node, seat, legal, n, table)
        if untried > 0 and not (puct and is_ahead(memory, values, params, node, child, n) == 1):
            edge = legal[random_below(rng, untried)] << SEAT_BITS | seat
            new = add_child(memory, node, edge, UNLIMITED)
            if new != 0:
                memory[new + AVAILABLE] = 1
                child = new
                added = True
        if child == 0:
            break
        kernel.step(state, memory[child + EDGE] >> SEAT_BITS)
        path[depth] = child
        depth += 1
        node = child
    return depth
