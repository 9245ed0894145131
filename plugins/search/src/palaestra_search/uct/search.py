"""UCT: simulations that descend a tree, add one node, play out at random and back up the returns.

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

import numpy as np

from palaestra import (
    POLICY,
    FloatArray,
    IntArray,
    Kernel,
    copy,
    jit,
    play_out,
    random_below,
    reseed,
)
from palaestra_search.uct.compact import keep, sweep
from palaestra_search.uct.descend import descend_closed, descend_open
from palaestra_search.uct.prove import back_up_more, recall
from palaestra_search.uct.reuse import find
from palaestra_search.uct.select import FIXED, ITERATIONS, NODES, OPEN_LOOP, PLIES, PUCT, REUSE, SOLVER, SWEEPS, TREE
from palaestra_search.uct.tree import (
    AVAILABLE,
    CHILDREN,
    CHOSEN,
    COUNT,
    DONE,
    EDGE,
    FULL,
    NODE_WORDS,
    PROVEN,
    ROOT,
    SEAT_BITS,
    back_up,
    decide,
    plant,
    scratch,
    scratch_end,
)


@jit
def is_closed(kernel: Kernel, params: FloatArray) -> int:
    """Tell whether the search of this game has a closed tree."""
    if kernel.chance == 1 or params[TREE] == OPEN_LOOP:
        return 0
    return 1 if kernel.perfect_information == 1 or params[TREE] == FIXED else 0


@jit
def look_ahead(kernel: Kernel, state: IntArray, legal: IntArray, outcome: FloatArray, plies: int) -> None:
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
def begin(
    kernel: Kernel, observation: IntArray, player: int, params: FloatArray, memory: IntArray, rng: IntArray
) -> None:
    """Prepare the workspace for a search: of an earlier one nothing is left that could matter but, with reuse, a tree.

    A tree is taken up where the position is found in it; it is planted anew where it is not.
    """
    root_state, state, seen, _, path, _ = scratch(kernel, memory)
    root = scratch_end(kernel)
    kept = 0
    if params[REUSE] > 0.0 and memory[CHOSEN] != 0:
        node = find(kernel, memory, root_state, observation, player, state, seen, path)
        if node != 0 and memory[node + COUNT] > 0:
            kept = keep(memory, node, 1)
    for i in range(root - kernel.players - kernel.num_actions, root):
        memory[i] = 0
    kernel.determinize(observation, player, rng, root_state)
    if kept == 0:
        plant(memory, root, min(memory.shape[0], root + NODE_WORDS * int(params[NODES])))
    memory[CHOSEN] = 0
    memory[DONE] = 0


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
    """Run further simulations on the tree in the workspace, after :func:`begin`; fewer once the root is proven."""
    values = memory.view(np.float64)
    root_state, state, _, legal, path, table = scratch(kernel, memory)
    root = scratch_end(kernel)
    outcome = values[root - kernel.players : root]
    closed = is_closed(kernel, params) == 1
    fixed = closed or params[TREE] == FIXED
    solver = params[SOLVER] > 0.0
    puct = params[PUCT] > 0.0
    plain = not solver and not puct
    plies = int(params[PLIES])
    sweeps = params[SWEEPS] > 0.0
    done = 0
    while done < simulations and memory[root + AVAILABLE] != PROVEN:
        if fixed:
            copy(state, root_state)
            reseed(state, rng)
        else:
            kernel.determinize(observation, player, rng, state)
        if closed:
            depth = descend_closed(kernel, params, memory, values, state, legal, table, path, rng)
        else:
            depth = descend_open(kernel, params, memory, values, state, legal, table, path, rng)
        known = solver and recall(memory, values, path, depth, outcome) == 1
        if not known:
            over = kernel.current_player(state) < 0
            if plies >= 0:
                look_ahead(kernel, state, legal, outcome, plies)
            else:
                if not over:
                    play_out(kernel, state, legal)
                kernel.returns(state, outcome)
            known = solver and over
        if plain:
            back_up(memory, values, path, depth, outcome)
        else:
            back_up_more(memory, values, path, depth, outcome, puct, solver, known)
        done += 1
        if sweeps and memory[FULL] == 1:
            sweep(memory)
    memory[DONE] += done


@jit
def force(memory: IntArray, action: int) -> int:
    """Remember and return the only legal action."""
    root = memory[ROOT]
    first = memory[root + CHILDREN]
    for child in range(first, first + NODE_WORDS * memory[root + COUNT], NODE_WORDS):
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
    """Return the most visited action after ``params[ITERATIONS]`` simulations; a forced action at once."""
    forced = legal.shape[0] == 1
    memory[DONE] = 0
    if forced and params[REUSE] == 0.0:
        return int(legal[0])
    begin(kernel, observation, player, params, memory, rng)
    if forced:
        return force(memory, int(legal[0]))
    simulate(kernel, observation, player, params, memory, rng, int(params[ITERATIONS]))
    return decide(memory, memory.view(np.float64))
