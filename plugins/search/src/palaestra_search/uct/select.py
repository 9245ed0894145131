"""Choice among the children of a node: UCB1, or PUCT with the same prior for all legal actions.

UCB1 adds ``c * sqrt(log(n) / visits)`` to a child's mean and tries every action once before any of them twice. PUCT
adds ``c * sqrt(n) / (1 + visits) / legal``; an action without a child counts as one of mean 0, a draw. Both are a
term of the parent, ``exploration_term``, times the child's ``WIDTH``.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import int64, types

from palaestra import FloatArray, IntArray, jit
from palaestra_search.uct.tree import (
    AVAILABLE,
    CHILDREN,
    COUNT,
    EDGE,
    LEGAL,
    MEAN,
    NODE_WORDS,
    PROVEN,
    SEAT_BITS,
    SEAT_MASK,
    VISITS,
    WIDTH,
)

ITERATIONS: Final = 0
EXPLORATION: Final = 1
PUCT: Final = 2
"""1 for PUCT, 0 for UCB1."""
SOLVER: Final = 3
REUSE: Final = 4
PLIES: Final = 5
"""The plies of a playout before the evaluation; negative: to the end."""
TREE: Final = 6
"""One of BY_GAME, OPEN_LOOP, FIXED."""
NODES: Final = 7
"""The records in the room for nodes."""
SWEEPS: Final = 8
"""1: the search itself makes room when it is wanted; 0: its caller does."""
TABLE: Final = 9

BY_GAME: Final = 0
"""A closed tree where all is seen and nothing is random, else the open loop."""
OPEN_LOOP: Final = 1
"""The open loop in every game."""
FIXED: Final = 2
"""One determinization for the whole tree: closed where nothing is random, else an open loop with ever new luck."""

TABLE_SIZE: Final = 4096
_TUPLE: Any = types.UniTuple  # untyped in numba
_PAIR: Final = _TUPLE(int64, 2)


@jit
def exploration_term(params: FloatArray, count: int) -> float:
    """Return ``c * sqrt(log(count))`` for UCB1 and ``c * sqrt(count)`` for PUCT, for a count of at least 1."""
    if count < params.shape[0] - TABLE:
        return float(params[TABLE + count])
    spread = float(count) if params[PUCT] > 0.0 else np.log(float(count))
    return float(params[EXPLORATION] * np.sqrt(spread))


@jit
def best_child(memory: IntArray, values: FloatArray, params: FloatArray, node: int) -> int:
    """Return the child with the highest upper confidence bound; `node` has at least one and knows LEGAL."""
    explore = exploration_term(params, memory[node + VISITS])
    if params[PUCT] > 0.0:
        explore /= memory[node + LEGAL]
    first = memory[node + CHILDREN]
    best = first
    best_bound = values[first + MEAN] + explore * values[first + WIDTH]
    for child in range(first + NODE_WORDS, first + NODE_WORDS * memory[node + COUNT], NODE_WORDS):
        bound = values[child + MEAN] + explore * values[child + WIDTH]
        if bound > best_bound:
            best_bound = bound
            best = child
    return int(best)


@jit
def unproven_child(memory: IntArray, values: FloatArray, params: FloatArray, node: int, proven: int) -> int:
    """Return the child with the highest upper confidence bound among those not proven; `proven` if all are."""
    explore = exploration_term(params, memory[node + VISITS])
    if params[PUCT] > 0.0:
        explore /= memory[node + LEGAL]
    first = memory[node + CHILDREN]
    best = proven
    best_bound = -np.inf
    for child in range(first, first + NODE_WORDS * memory[node + COUNT], NODE_WORDS):
        bound = values[child + MEAN] + explore * values[child + WIDTH]
        if bound > best_bound and memory[child + AVAILABLE] != PROVEN:
            best_bound = bound
            best = child
    return int(best)


@jit
def is_ahead(memory: IntArray, values: FloatArray, params: FloatArray, node: int, child: int, n: int) -> int:
    """Tell whether PUCT takes `child` before an action without a child, of `n` legal ones; 0 is no child."""
    if child == 0:
        return 0
    explore = exploration_term(params, memory[node + VISITS]) / n
    return 1 if values[child + MEAN] + explore * values[child + WIDTH] > explore else 0


@jit
def prefers(memory: IntArray, values: FloatArray, params: FloatArray, node: int, n: int) -> int:
    """Tell whether PUCT takes the best child of `node` before an action without a child, of `n` legal ones."""
    if memory[node + COUNT] == 0:
        return 0
    return is_ahead(memory, values, params, node, best_child(memory, values, params, node), n)


@jit
def keep_untried(memory: IntArray, node: int, seat: int, legal: IntArray, n: int, table: IntArray) -> int:
    """Move the legal actions of `seat` without a child to the front of `legal` and return how many they are.

    `table`, a word of zero for each action id, is scratch.
    """
    first = memory[node + CHILDREN]
    end = first + NODE_WORDS * memory[node + COUNT]
    for child in range(first, end, NODE_WORDS):
        if memory[child + EDGE] & SEAT_MASK == seat:
            table[memory[child + EDGE] >> SEAT_BITS] = 1
    untried = 0
    for i in range(n):
        if table[legal[i]] == 0:
            legal[untried] = legal[i]
            untried += 1
    for child in range(first, end, NODE_WORDS):
        table[memory[child + EDGE] >> SEAT_BITS] = 0
    return untried


@jit
def survey(
    memory: IntArray,
    values: FloatArray,
    params: FloatArray,
    node: int,
    seat: int,
    legal: IntArray,
    n: int,
    table: IntArray,
) -> tuple[int, int]:
    """Return the best child among the legal actions of `seat` (0 if none) and the number of those without a child.

    Counts the availability of the children, compares their upper confidence bounds, and moves the legal actions
    without a child to the front of `legal`. `table`, a word of zero for each action id, is scratch.
    """
    first = memory[node + CHILDREN]
    end = first + NODE_WORDS * memory[node + COUNT]
    for child in range(first, end, NODE_WORDS):
        if memory[child + EDGE] & SEAT_MASK == seat:
            table[memory[child + EDGE] >> SEAT_BITS] = child
    prior = 1.0 / n if params[PUCT] > 0.0 else 1.0
    best = 0
    best_bound = -np.inf
    untried = 0
    for i in range(n):
        child = table[legal[i]]
        if child == 0:
            legal[untried] = legal[i]
            untried += 1
            continue
        available = memory[child + AVAILABLE] + 1
        memory[child + AVAILABLE] = available
        bound = values[child + MEAN] + prior * exploration_term(params, available) * values[child + WIDTH]
        if bound > best_bound:
            best_bound = bound
            best = child
    for child in range(first, end, NODE_WORDS):
        table[memory[child + EDGE] >> SEAT_BITS] = 0
    return int(best), untried
