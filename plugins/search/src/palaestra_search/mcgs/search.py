"""Monte Carlo graph search: UCT on a graph of merged positions, with sparse sampling of what chance may bring.

Source: J. S. B. Choe, J. K. Kim, "Enhancing Monte Carlo Tree Search for Playing Hearthstone", IEEE Conference on
Games (2019): states are abstracted, equal ones are one node of a directed acyclic graph, a variant of UCT searches
it, sparse sampling (Kearns, Mansour and Ng, "A Sparse Sampling Algorithm for Near-Optimal Planning in Large Markov
Decision Processes", Machine Learning 49, 2002) bounds what an action may lead to, and the search goes on past the end
of the own turn while the opponent moves at random. The paper's exact rules are not public; these are ours:

- A node is a position as its mover sees it: two are one if the game's ``abstract`` hash of the mover's observation
  is equal, or its ``key`` of the whole state where nothing is hidden.
- Statistics are kept on the edges of nodes. A mover takes an action that has no edge yet, at random, or the one with
  the highest ``mean + c * sqrt(log(visits of the node) / visits of the edge)``. The visits of a node count all ways
  that lead to it. A simulation updates the nodes and edges it has passed and no others: UCT1 of Childs, Brodeur and
  Kocsis, "Transpositions and Move Groups in Monte Carlo Tree Search", IEEE Symposium on Computational Intelligence
  and Games (2008). It ends at the first new node, and passes through nodes that others have found.
- Each simulation starts from a fresh determinization, with a future of its own. The first ``width`` different nodes
  that an action leads to are its successors. When it leads to another one, it is not tried any more: from then on
  what it leads to is drawn among the successors, each as likely as it was often met, and the simulation goes on from
  there: from a fresh determinization of what the searcher sees, or, where an opponent's moves are searched, from the
  state that was met, with a fresh future. So an action with up to ``width`` outcomes keeps their true frequencies.
- Opponents that move at random are a part of chance: an action leads to the searcher's next decision.
- A simulation that comes back to a node that it has passed ends there; a game that can repeat positions makes the
  graph cyclic, and so can a lossy abstraction. None passes more nodes than a game can have actions.
- When the graph is full, simulations end where it ends, and an action keeps the successors that it has. Nothing is
  thrown away, and what is there is improved.
"""

from __future__ import annotations

import math
from typing import Any, Final

import numpy as np
from numba import int64, types

from palaestra import POLICY, FloatArray, IntArray, Kernel, jit, random_below
from palaestra_search.mcgs.graph import (
    ACTION,
    COUNT,
    EDGE_WORDS,
    EDGES,
    FROZEN,
    HEADER_WORDS,
    KEY,
    LEGAL,
    MARK,
    MEAN,
    NODES,
    ROOT,
    SEAT,
    SIMULATIONS,
    SUCCESSORS,
    VISITS,
    WIDTH,
    add_edge,
    add_successor,
    back_up,
    clear,
    count_successor,
    draw_successor,
    find_node,
    mixed,
    most_visited_edge,
    scratch_words,
)
from palaestra_search.mcgs.playout import NO_PRUNING, finish, finish_at_random
from palaestra_search.mcgs.positions import enter, new_node, position_key
from palaestra_search.mcgs.settings import (
    ACTIONS,
    BRANCHES,
    BY_KEY,
    EXPLORATION,
    ITERATIONS,
    LIMIT_OF_NODES,
    PAYLOAD,
    PRUNING,
    SEARCHED,
    SHARE,
    SLOTS_OF_TABLE,
)

_TUPLE: Any = types.UniTuple  # untyped in numba
_PAIR: Final = _TUPLE(int64, 2)


@jit
def best_edge(memory: IntArray, values: FloatArray, node: int, count: int, explore: float) -> int:
    """Return the edge with the highest upper confidence bound among the first `count`, at least one."""
    first = memory[node + EDGES]
    best = first
    best_bound = values[first + MEAN] + explore * values[first + WIDTH]
    for edge in range(first + EDGE_WORDS, first + EDGE_WORDS * count, EDGE_WORDS):
        bound = values[edge + MEAN] + explore * values[edge + WIDTH]
        if bound > best_bound:
            best_bound = bound
            best = edge
    return int(best)


@jit
def survey(
    memory: IntArray, values: FloatArray, node: int, explore: float, legal: IntArray, n: int, edge_of: IntArray
) -> tuple[int, int]:
    """Return the best edge among the legal actions (0 if none) and the number of those without an edge.

    Moves the legal actions without an edge to the front of `legal`. `edge_of`, a word of zero for each action id, is
    scratch.
    """
    first = memory[node + EDGES]
    end = first + EDGE_WORDS * memory[node + COUNT]
    for edge in range(first, end, EDGE_WORDS):
        edge_of[memory[edge + ACTION]] = edge
    best = 0
    best_bound = -np.inf
    untried = 0
    for i in range(n):
        edge = edge_of[legal[i]]
        if edge == 0:
            legal[untried] = legal[i]
            untried += 1
            continue
        bound = values[edge + MEAN] + explore * values[edge + WIDTH]
        if bound > best_bound:
            best_bound = bound
            best = edge
    for edge in range(first, end, EDGE_WORDS):
        edge_of[memory[edge + ACTION]] = 0
    return int(best), untried


@jit
def select(
    kernel: Kernel,
    params: FloatArray,
    memory: IntArray,
    values: FloatArray,
    node: int,
    state: IntArray,
    legal: IntArray,
    edge_of: IntArray,
    rng: IntArray,
) -> int:
    """Return the edge to take, a new one if an action is untried; 0 if there is none and the graph is full."""
    explore = params[EXPLORATION] * math.sqrt(math.log(max(1, memory[node + VISITS])))
    count = memory[node + COUNT]
    if params[BY_KEY] == 1.0 and count > 0 and count == memory[node + LEGAL]:
        return best_edge(memory, values, node, count, explore)  # equal keys have equal actions
    n = kernel.legal_actions(state, legal)
    memory[node + LEGAL] = n
    best, untried = survey(memory, values, node, explore, legal, n, edge_of)
    if untried > 0:
        edge = add_edge(memory, node, legal[random_below(rng, untried)])
        if edge != 0:
            return edge
    return best


@jit
def is_opponent_at_random(kernel: Kernel, params: FloatArray, state: IntArray, player: int) -> bool:
    """Tell whether somebody is to move whose moves are a part of chance."""
    seat = kernel.current_player(state)
    return bool(params[SEARCHED] == 0.0 and seat >= 0 and seat != player)


@jit
def try_action(
    kernel: Kernel,
    params: FloatArray,
    memory: IntArray,
    node: int,
    edge: int,
    player: int,
    state: IntArray,
    legal: IntArray,
    spare: IntArray,
    outcome: FloatArray,
) -> int:
    """Play the action, and what opponents at random reply; return the node reached, counted as a successor.

    Returns 0 where it is no successor: the edge has as many as it may have, or the graph is full.
    """
    action = memory[edge + ACTION]
    kernel.step(state, action)
    while is_opponent_at_random(kernel, params, state, player):
        n = kernel.legal_actions(state, legal)
        kernel.step(state, legal[random_below(state, n)])
    seat = kernel.current_player(state)
    key = position_key(kernel, params, state, seat, spare, outcome, mixed(memory[node + KEY], action))
    reached = find_node(memory, key)
    if reached != 0 and count_successor(memory, edge, reached) == 1:
        return reached
    if memory[edge + SUCCESSORS] >= int(params[BRANCHES]):
        return 0
    if reached == 0:
        reached = new_node(kernel, params, memory, state, key, seat, player, outcome)
    if reached != 0 and add_successor(memory, edge, reached) == 1:
        return reached
    return 0


@jit
def follow(
    kernel: Kernel,
    params: FloatArray,
    memory: IntArray,
    node: int,
    edge: int,
    player: int,
    state: IntArray,
    legal: IntArray,
    spare: IntArray,
    outcome: FloatArray,
    rng: IntArray,
) -> int:
    """Take an edge; return the node reached, or 0 where the graph ends."""
    if memory[edge + FROZEN] == 0:
        reached = try_action(kernel, params, memory, node, edge, player, state, legal, spare, outcome)
        if reached != 0 or memory[edge + SUCCESSORS] == 0 or params[PAYLOAD] == 0.0:
            return reached
        memory[edge + FROZEN] = 1
    reached = draw_successor(memory, edge, rng)
    enter(kernel, memory, reached, player, state, outcome, rng)
    return reached


@jit
def descend(
    kernel: Kernel,
    params: FloatArray,
    memory: IntArray,
    values: FloatArray,
    player: int,
    state: IntArray,
    legal: IntArray,
    edge_of: IntArray,
    path: IntArray,
    spare: IntArray,
    outcome: FloatArray,
    rng: IntArray,
) -> tuple[int, int]:
    """Play the state from the root to a new node, a node passed before, the end of the game or of the graph.

    Returns:
        The length of the path, and the node at its end, 0 where the graph ends.
    """
    depth = 0
    node = memory[ROOT]
    while depth < kernel.max_plies:
        memory[node + MARK] = memory[SIMULATIONS]
        edge = select(kernel, params, memory, values, node, state, legal, edge_of, rng)
        if edge == 0:
            return depth, 0
        path[2 * depth] = node
        path[2 * depth + 1] = edge
        depth += 1
        before = memory[NODES]
        node = follow(kernel, params, memory, node, edge, player, state, legal, spare, outcome, rng)
        if node == 0 or memory[NODES] > before:
            break
        if memory[node + SEAT] < 0 or memory[node + MARK] == memory[SIMULATIONS]:
            break
    return depth, int(node)


@jit
def begin(
    kernel: Kernel, observation: IntArray, player: int, params: FloatArray, memory: IntArray, rng: IntArray
) -> None:
    """Prepare the workspace for a search: nothing of an earlier one is left that could matter."""
    table = HEADER_WORDS + scratch_words(kernel)
    slots = int(params[SLOTS_OF_TABLE])
    clear(memory, table, slots, table + slots, int(params[LIMIT_OF_NODES]))
    for i in range(HEADER_WORDS, table):
        memory[i] = 0
    size = kernel.state_size
    state = memory[HEADER_WORDS : HEADER_WORDS + size]
    spare = memory[HEADER_WORDS + size : HEADER_WORDS + 2 * size]
    outcome = memory.view(np.float64)[table - kernel.players : table]
    kernel.determinize(observation, player, rng, state)
    key = position_key(kernel, params, state, player, spare, outcome, 0)
    memory[ROOT] = new_node(kernel, params, memory, state, key, player, player, outcome)


@jit
def simulate(
    kernel: Kernel,
    observation: IntArray,
    player: int,
    params: FloatArray,
    memory: IntArray,
    rng: IntArray,
    simulations: int,
) -> None:
    """Run further simulations on the graph in the workspace, after :func:`begin`."""
    values = memory.view(np.float64)
    size, most = kernel.state_size, kernel.max_legal
    at = HEADER_WORDS
    state, spare = memory[at : at + size], memory[at + size : at + 2 * size]
    at += 2 * size
    legal, kept, totals = (
        memory[at : at + most],
        memory[at + most : at + 2 * most],
        values[at + 2 * most : at + 3 * most],
    )
    at += 3 * most
    path = memory[at : at + 2 * kernel.max_plies]
    at += 2 * kernel.max_plies
    edge_of = memory[at : at + kernel.num_actions]
    at += kernel.num_actions
    outcome = values[at : at + kernel.players]
    pruned_seat = -1 if params[SEARCHED] == 1.0 else player
    pruning, share, actions = int(params[PRUNING]), params[SHARE], int(params[ACTIONS])
    for _ in range(simulations):
        memory[SIMULATIONS] += 1
        kernel.determinize(observation, player, rng, state)
        depth, node = descend(kernel, params, memory, values, player, state, legal, edge_of, path, spare, outcome, rng)
        if node != 0 and memory[node + SEAT] < 0:
            pass  # at the end of the game, with the returns written
        elif pruning == NO_PRUNING and actions < 0:
            finish_at_random(kernel, state, legal, outcome)
        else:
            finish(kernel, state, pruned_seat, pruning, share, actions, legal, kept, spare, totals, outcome)
        back_up(memory, values, path, depth, outcome)


@jit(POLICY)
def choose(
    kernel: Kernel,
    observation: IntArray,
    player: int,
    legal: IntArray,
    params: FloatArray,
    memory: IntArray,
    rng: IntArray,
) -> int:
    """Return the most visited action after ``params[ITERATIONS]`` simulations; a forced action at once."""
    if legal.shape[0] == 1:
        memory[SIMULATIONS] = 0
        return int(legal[0])
    begin(kernel, observation, player, params, memory, rng)
    simulate(kernel, observation, player, params, memory, rng, int(params[ITERATIONS]))
    return int(memory[most_visited_edge(memory, memory.view(np.float64), memory[ROOT]) + ACTION])
