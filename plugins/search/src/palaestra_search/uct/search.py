"""UCT: simulations that descend a tree, add one node, play out at random and back up the returns.

Sources: Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", Machine Learning
47 (2002); Kocsis and Szepesvari, "Bandit based Monte-Carlo Planning", ECML 2006. Where information is hidden or
chance decides: single-observer information set MCTS, of Cowling, Powley and Whitehouse, "Information Set Monte
Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4 (2012).

One compiled search serves all games. Two trees share it:

- Closed: every player sees all and nothing is random. The same actions always lead to the same position, so a node
  whose children are all there needs no list of legal actions. Each simulation replays the actions from the root.
- Open loop: a node stands for a sequence of actions, whatever positions those lead to. Each simulation starts from
  a fresh determinization of the observation, so that neither hidden cards nor coming chance events can be known.
  The legal actions of the moment choose among the children, and a child's exploration term counts the times when
  it could be chosen.

A mean belongs to the seat that took the action. Nothing assumes that seats alternate, or that there are two.
"""

from __future__ import annotations

import numpy as np

from palaestra import POLICY, FloatArray, IntArray, Kernel, copy, jit, play_out, random_below, reseed
from palaestra_search.ucb import AVAILABLE, EDGE, PROVEN, RECORD_SIZE, SEAT_BITS
from palaestra_search.uct.compact import compact_to_fit, make_room
from palaestra_search.uct.prove import backpropagate_proofs, proven_outcome
from palaestra_search.uct.reuse import find
from palaestra_search.uct.select_leaf import select_leaf_closed, select_leaf_open
from palaestra_search.uct.settings import FIXED, OPEN_LOOP, Settings, read_settings
from palaestra_search.uct.tree import (
    CHILDREN,
    CHOSEN,
    COUNT,
    DONE,
    FULL,
    ROOT,
    Workspace,
    backpropagate,
    best_action,
    init_tree,
    workspace,
)


@jit
def is_closed(kernel: Kernel, tree: int) -> bool:
    """Return whether the search of this game has a closed tree."""
    if kernel.chance == 1 or tree == OPEN_LOOP:
        return False
    return bool(kernel.perfect_information == 1 or tree == FIXED)


@jit
def evaluate_leaf(kernel: Kernel, state: IntArray, legal: IntArray, outcome: FloatArray, plies: int) -> None:
    """Write the game's evaluation after so many random plies, or its returns if it is over by then."""
    for _ in range(plies):
        if kernel.current_player(state) < 0:
            break
        kernel.step(state, legal[random_below(state, kernel.legal_actions(state, legal))])
    if kernel.current_player(state) < 0:
        kernel.returns(state, outcome)
        return
    for seat in range(kernel.players):
        outcome[seat] = kernel.evaluate(state, seat)


@jit
def init_search(
    kernel: Kernel, observation: IntArray, player: int, params: FloatArray, memory: IntArray, rng: IntArray
) -> None:
    """Prepare the workspace for a search: of an earlier one nothing is left that could matter but, with reuse, a tree.

    A tree is taken up where the position is found in it; a new one begins where it is not.
    """
    settings = read_settings(params)
    ws = workspace(kernel, memory)
    kept = 0
    if settings.reuse and memory[CHOSEN] != 0:
        node = find(kernel, memory, ws.root_state, observation, player, ws.state, ws.seen, ws.path)
        if node != 0 and memory[node + COUNT] > 0:
            kept = compact_to_fit(memory, node, 1)
    for i in range(ws.root - kernel.players - kernel.num_actions, ws.root):
        memory[i] = 0  # whatever was left there, the search must not depend on it
    kernel.determinize(observation, player, rng, ws.root_state)
    if kept == 0:
        init_tree(memory, ws.root, min(memory.shape[0], ws.root + RECORD_SIZE * settings.node_records))
    memory[CHOSEN] = 0
    memory[DONE] = 0


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
    """Run further simulations in the workspace, after :func:`init_search`; fewer once the root is proven."""
    ws = workspace(kernel, memory)
    memory[DONE] += _run(kernel, observation, player, read_settings(params), ws, rng, simulations)


# Apart from the function above, because it borrows all that it is given: one that makes slices counts references.
@jit
def _run(
    kernel: Kernel,
    observation: IntArray,
    player: int,
    settings: Settings,
    ws: Workspace,
    rng: IntArray,
    simulations: int,
) -> int:
    """Return how many simulations were run."""
    memory, values, state, path, outcome = ws.memory, ws.values, ws.state, ws.path, ws.outcome
    closed = is_closed(kernel, settings.tree)
    fixed = closed or settings.tree == FIXED
    solver, puct = settings.solver, settings.exploration.puct
    done = 0
    while done < simulations and memory[ws.root + AVAILABLE] != PROVEN:
        # A plain copy would replay the one future that its random numbers hold.
        if fixed:
            copy(state, ws.root_state)
            reseed(state, rng)
        else:
            kernel.determinize(observation, player, rng, state)
        depth = select_leaf_closed(kernel, settings, ws, rng) if closed else select_leaf_open(kernel, settings, ws, rng)
        known = solver and proven_outcome(memory, values, path, depth, outcome)
        if not known:
            over = kernel.current_player(state) < 0
            if settings.playout_depth >= 0:
                evaluate_leaf(kernel, state, ws.legal, outcome, settings.playout_depth)
            else:
                if not over:
                    play_out(kernel, state, ws.legal)
                kernel.returns(state, outcome)
            known = solver and over
        if solver or puct:
            backpropagate_proofs(memory, values, path, depth, outcome, puct, solver, known)
        else:
            backpropagate(memory, values, path, depth, outcome)
        done += 1
        if settings.makes_room and memory[FULL] == 1:
            make_room(memory)
    return done


@jit
def choose_forced(memory: IntArray, action: int) -> int:
    """Remember and return the only legal action."""
    root = memory[ROOT]
    first = memory[root + CHILDREN]
    for child in range(first, first + RECORD_SIZE * memory[root + COUNT], RECORD_SIZE):
        if memory[child + EDGE] >> SEAT_BITS == action:
            memory[CHOSEN] = child
    return action


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
    settings = read_settings(params)
    forced = legal.shape[0] == 1
    memory[DONE] = 0
    if forced and not settings.reuse:
        return int(legal[0])
    init_search(kernel, observation, player, params, memory, rng)
    if forced:
        return choose_forced(memory, int(legal[0]))
    run_simulations(kernel, observation, player, params, memory, rng, settings.iterations)
    return best_action(memory, memory.view(np.float64))
