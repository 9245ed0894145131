"""UCT: simulations that descend a tree by UCB1, add one node, play out at random and back up the returns.

Sources: Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", Machine Learning
47 (2002); Kocsis and Szepesvari, "Bandit based Monte-Carlo Planning", ECML 2006. Where information is hidden or
chance decides: single-observer information set MCTS, of Cowling, Powley and Whitehouse, "Information Set Monte
Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4 (2012).

One compiled search serves all games. Two trees share it:

- Closed: every player sees all and nothing is random. The same actions always lead to the same position, so a node
  whose children are all there needs no list of legal actions. Each simulation replays the actions from the root.
- Open loop: a node stands for a sequence of actions, whatever positions those lead to. Each simulation starts from
  a fresh determinization of the observation, so that neither hidden words nor coming chance events can be known.
  The legal actions of the moment choose among the children, and a child's exploration term counts the times when
  it could be chosen.

A mean belongs to the seat that took the action. Nothing assumes that seats alternate, or that there are two.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import float64, int64, types, void

from palaestra.jit import copy, jit
from palaestra.kernel import KERNEL, POLICY, RETURNS, STATE, FloatArray, IntArray, play_out, reseed
from palaestra.rng import random_below
from palaestra_search.uct.tree import (
    AVAILABLE,
    CHILDREN,
    COUNT,
    EDGE,
    HEADER_WORDS,
    LEGAL,
    MEAN,
    NODE_WORDS,
    ROOT,
    SEAT_BITS,
    SEAT_MASK,
    UNLIMITED,
    VISITS,
    WIDTH,
    add_child,
    back_up,
    most_visited_action,
    plant,
    scratch_end,
)

ITERATIONS: Final = 0
EXPLORATION: Final = 1
TABLE: Final = 2
_TABLE_SIZE: Final = 4096
_TUPLE: Any = types.UniTuple  # untyped in numba
_PAIR: Final = _TUPLE(int64, 2)


def search_params(iterations: int, exploration: float) -> FloatArray:
    """Return what the search reads: iterations, c, and a table of ``c * sqrt(log(n))`` for small visit counts n."""
    counts = np.maximum(np.arange(min(iterations + 1, _TABLE_SIZE)), 1)
    return np.concatenate(([float(iterations), exploration], exploration * np.sqrt(np.log(counts))))


@jit(float64(RETURNS, int64))
def exploration_term(params: FloatArray, count: int) -> float:
    """Return ``c * sqrt(log(count))`` for a count of at least 1."""
    if count < params.shape[0] - TABLE:
        return float(params[TABLE + count])
    return float(params[EXPLORATION] * np.sqrt(np.log(float(count))))


@jit(int64(STATE, RETURNS, RETURNS, int64))
def best_child(memory: IntArray, values: FloatArray, params: FloatArray, node: int) -> int:
    """Return the child with the highest upper confidence bound; `node` has at least one."""
    explore = exploration_term(params, memory[node + VISITS])
    first = memory[node + CHILDREN]
    best = first
    best_bound = values[first + MEAN] + explore * values[first + WIDTH]
    for child in range(first + NODE_WORDS, first + NODE_WORDS * memory[node + COUNT], NODE_WORDS):
        bound = values[child + MEAN] + explore * values[child + WIDTH]
        if bound > best_bound:
            best_bound = bound
            best = child
    return int(best)


@jit(int64(STATE, int64, int64, STATE, int64, STATE))
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


@jit(int64(KERNEL, RETURNS, STATE, RETURNS, STATE, STATE, STATE, STATE, STATE))
def descend_closed(
    kernel: Any,
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
    step = kernel.step
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
            untried = keep_untried(memory, node, seat, legal, n, table)
            action = legal[random_below(rng, untried)]
            child = add_child(memory, node, action << SEAT_BITS | seat, n)
            if child == 0 and count == 0:
                return depth
        added = child != 0
        if not added:
            child = best_child(memory, values, params, node)
        step(state, memory[child + EDGE] >> SEAT_BITS)
        path[depth] = child
        depth += 1
        if added:
            return depth
        node = child


@jit(_PAIR(STATE, RETURNS, RETURNS, int64, int64, STATE, int64, STATE))
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
        bound = values[child + MEAN] + exploration_term(params, available) * values[child + WIDTH]
        if bound > best_bound:
            best_bound = bound
            best = child
    for child in range(first, end, NODE_WORDS):
        table[memory[child + EDGE] >> SEAT_BITS] = 0
    return int(best), untried


@jit(int64(KERNEL, RETURNS, STATE, RETURNS, STATE, STATE, STATE, STATE, STATE))
def descend_open(
    kernel: Any,
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
    node = memory[ROOT]
    depth = 0
    added = False
    while not added:
        seat = kernel.current_player(state)
        if seat < 0:
            break
        n = kernel.legal_actions(state, legal)
        child, untried = survey(memory, values, params, node, seat, legal, n, table)
        if untried > 0:
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


@jit(void(KERNEL, STATE, int64, STATE, STATE))
def begin(kernel: Any, observation: IntArray, player: int, memory: IntArray, rng: IntArray) -> None:
    """Prepare the workspace for a search: nothing of an earlier one is left that could matter."""
    kernel.determinize(observation, player, rng, memory[HEADER_WORDS : HEADER_WORDS + kernel.state_size])
    root = scratch_end(kernel)
    for i in range(root - kernel.players - kernel.num_actions, root):
        memory[i] = 0
    plant(memory, root)


@jit(void(KERNEL, STATE, int64, RETURNS, STATE, STATE, int64))
def simulate(
    kernel: Any,
    observation: IntArray,
    player: int,
    params: FloatArray,
    memory: IntArray,
    rng: IntArray,
    simulations: int,
) -> None:
    """Run further simulations on the tree in the workspace, after :func:`begin`."""
    values = memory.view(np.float64)
    size = kernel.state_size
    root_state = memory[HEADER_WORDS : HEADER_WORDS + size]
    state = memory[HEADER_WORDS + size : HEADER_WORDS + 2 * size]
    at = HEADER_WORDS + 2 * size
    legal = memory[at : at + kernel.max_legal]
    at += kernel.max_legal
    path = memory[at : at + kernel.max_plies]
    at += kernel.max_plies
    table = memory[at : at + kernel.num_actions]
    at += kernel.num_actions
    outcome = values[at : at + kernel.players]
    closed = kernel.perfect_information == 1 and kernel.chance == 0
    for _ in range(simulations):
        if closed:
            copy(state, root_state)
            reseed(state, rng)
            depth = descend_closed(kernel, params, memory, values, state, legal, table, path, rng)
        else:
            kernel.determinize(observation, player, rng, state)
            depth = descend_open(kernel, params, memory, values, state, legal, table, path, rng)
        if kernel.current_player(state) >= 0:
            play_out(kernel, state, legal)
        kernel.returns(state, outcome)
        back_up(memory, values, path, depth, outcome)


@jit(POLICY)
def choose(
    kernel: Any,
    observation: IntArray,
    player: int,
    legal: IntArray,
    params: FloatArray,
    memory: IntArray,
    rng: IntArray,
) -> int:
    """Return the most visited action after ``params[ITERATIONS]`` simulations; a forced action at once."""
    if legal.shape[0] == 1:
        return int(legal[0])
    begin(kernel, observation, player, memory, rng)
    simulate(kernel, observation, player, params, memory, rng, int(params[ITERATIONS]))
    return most_visited_action(memory, memory.view(np.float64), player)
