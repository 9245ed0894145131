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

import numpy as np

from palaestra import POLICY, FloatArray, IntArray, Kernel, jit, random_below
from palaestra_search.mcgs.graph import (
    COUNT,
    EDGES,
    FROZEN,
    HEADER_SIZE,
    KEY,
    LEGAL,
    MARK,
    NODES,
    ROOT,
    SEAT,
    SIMULATIONS,
    SUCCESSORS,
    Workspace,
    action_of,
    add_edge,
    add_successor,
    backpropagate,
    count_successor,
    draw_successor,
    find_node,
    init_graph,
    mixed,
    most_visited_edge,
    scratch_end,
    workspace,
)
from palaestra_search.mcgs.playout import NO_PRUNING, pruned_playout, random_playout
from palaestra_search.mcgs.positions import enter, new_node, position_key
from palaestra_search.mcgs.settings import Settings, exploration_of, read_settings
from palaestra_search.ucb import VISITS, Exploration, exploration_term, select_child, select_legal_child


@jit(inline=True)
def select_edge(kernel: Kernel, by_key: bool, exploration: Exploration, ws: Workspace, node: int, rng: IntArray) -> int:
    """Return the edge to take, a new one if an action is untried; 0 if there is none and the graph is full."""
    memory = ws.memory
    visits = max(1, memory[node + VISITS])
    first = memory[node + EDGES]
    count = memory[node + COUNT]
    if by_key and count > 0 and count == memory[node + LEGAL]:
        # Equal keys have equal actions, equal abstractions may not: there the rules must be asked every time.
        return select_child(memory, ws.values, first, count, exploration_term(exploration, visits), False)
    n = kernel.legal_actions(ws.state, ws.legal)
    memory[node + LEGAL] = n
    seat = memory[node + SEAT]
    best, untried = select_legal_child(
        memory, ws.values, first, count, seat, ws.legal, n, ws.edge_of, exploration, visits, False
    )
    if untried > 0:
        edge = add_edge(memory, node, ws.legal[random_below(rng, untried)])
        if edge != 0:
            return edge
    return best


@jit(inline=True)
def is_opponent_at_random(kernel: Kernel, searched: bool, state: IntArray, player: int) -> bool:
    """Return whether somebody is to move whose moves are a part of chance."""
    seat = kernel.current_player(state)
    return bool(not searched and seat >= 0 and seat != player)


@jit(inline=True)
def try_action(kernel: Kernel, settings: Settings, ws: Workspace, node: int, edge: int, player: int) -> int:
    """Play the action, and what opponents at random reply; return the node reached, counted as a successor.

    Returns 0 where it is no successor: the edge has as many as it may have, or the graph is full.
    """
    memory, state = ws.memory, ws.state
    action = action_of(memory, edge)
    kernel.step(state, action)
    while is_opponent_at_random(kernel, settings.searched, state, player):
        n = kernel.legal_actions(state, ws.legal)
        kernel.step(state, ws.legal[random_below(state, n)])
    seat = kernel.current_player(state)
    key = position_key(kernel, settings, ws, seat, mixed(memory[node + KEY], action))
    reached = find_node(memory, key)
    if reached != 0 and count_successor(memory, edge, reached) == 1:
        return reached
    if memory[edge + SUCCESSORS] >= settings.width:
        return 0
    if reached == 0:
        reached = new_node(kernel, settings.payload, ws, key, seat, player)
    if reached != 0 and add_successor(memory, edge, reached) == 1:
        return reached
    return 0


@jit(inline=True)
def follow(kernel: Kernel, settings: Settings, ws: Workspace, node: int, edge: int, player: int, rng: IntArray) -> int:
    """Take an edge; return the node reached, or 0 where the graph ends."""
    memory = ws.memory
    if memory[edge + FROZEN] == 0:
        reached = try_action(kernel, settings, ws, node, edge, player)
        if reached != 0 or memory[edge + SUCCESSORS] == 0 or settings.payload == 0:
            return reached
        # From now on the successors are drawn: to go on counting would favour those that were met before this one.
        memory[edge + FROZEN] = 1
    reached = draw_successor(memory, edge, rng)
    enter(kernel, ws, reached, player, rng)
    return reached


@jit(inline=True)
def select_leaf(
    kernel: Kernel, settings: Settings, exploration: Exploration, ws: Workspace, player: int, rng: IntArray
) -> tuple[int, int]:
    """Play the state from the root to a new node, a node passed before, the end of the game or of the graph.

    Returns:
        The length of the path, and the node at its end, 0 where the graph ends.
    """
    memory = ws.memory
    depth = 0
    node = memory[ROOT]
    while depth < kernel.max_plies:
        memory[node + MARK] = memory[SIMULATIONS]
        edge = select_edge(kernel, settings.by_key, exploration, ws, node, rng)
        if edge == 0:
            return depth, 0
        ws.path[2 * depth] = node
        ws.path[2 * depth + 1] = edge
        depth += 1
        before = memory[NODES]
        node = follow(kernel, settings, ws, node, edge, player, rng)
        if node == 0 or memory[NODES] > before:
            break
        # The mark cuts cycles, which merged positions can make even where the game itself makes none.
        if memory[node + SEAT] < 0 or memory[node + MARK] == memory[SIMULATIONS]:
            break
    return depth, int(node)


@jit
def init_search(
    kernel: Kernel, observation: IntArray, player: int, params: FloatArray, memory: IntArray, rng: IntArray
) -> None:
    """Prepare the workspace for a search: nothing of an earlier one is left that could matter."""
    settings = read_settings(params)
    ws = workspace(kernel, memory)
    table = scratch_end(kernel)
    init_graph(memory, table, settings.slots, table + settings.slots, settings.max_nodes)
    for i in range(HEADER_SIZE, table):
        memory[i] = 0
    kernel.determinize(observation, player, rng, ws.state)
    key = position_key(kernel, settings, ws, player, 0)
    memory[ROOT] = new_node(kernel, settings.payload, ws, key, player, player)


@jit
def run_simulations(
    kernel: Kernel,
    observation: IntArray,
    player: int,
    params: FloatArray,
    memory: IntArray,
    rng: IntArray,
    simulations: int,
) -> None:
    """Run further simulations on the graph in the workspace, after :func:`init_search`."""
    ws = workspace(kernel, memory)
    _run(kernel, observation, player, read_settings(params), exploration_of(params), ws, rng, simulations)


# Apart from the function above, because it borrows all that it is given: one that makes slices counts references.
@jit
def _run(
    kernel: Kernel,
    observation: IntArray,
    player: int,
    settings: Settings,
    exploration: Exploration,
    ws: Workspace,
    rng: IntArray,
    simulations: int,
) -> None:
    pruned_seat = -1 if settings.searched else player
    for _ in range(simulations):
        ws.memory[SIMULATIONS] += 1
        kernel.determinize(observation, player, rng, ws.state)
        depth, node = select_leaf(kernel, settings, exploration, ws, player, rng)
        if node != 0 and ws.memory[node + SEAT] < 0:
            pass  # at the end of the game, with the returns written
        elif settings.pruning == NO_PRUNING and settings.playout_depth < 0:
            random_playout(kernel, ws.state, ws.legal, ws.outcome)
        else:
            pruned_playout(
                kernel,
                ws.state,
                pruned_seat,
                settings.pruning,
                settings.share,
                settings.playout_depth,
                ws.legal,
                ws.kept,
                ws.spare,
                ws.totals,
                ws.outcome,
            )
        backpropagate(ws.memory, ws.values, ws.path, depth, ws.outcome)


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
    """Return the most visited action after ``iterations`` simulations; a forced action at once."""
    if legal.shape[0] == 1:
        memory[SIMULATIONS] = 0
        return int(legal[0])
    init_search(kernel, observation, player, params, memory, rng)
    run_simulations(kernel, observation, player, params, memory, rng, read_settings(params).iterations)
    return action_of(memory, most_visited_edge(memory, memory.view(np.float64), memory[ROOT]))
