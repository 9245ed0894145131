"""Determinized UCT: one tree for each of several states that fit what the player knows; the trees decide together.

Sources: the ensemble of determinized searches of Ginsberg, "GIB: Imperfect Information in a Computationally
Challenging Game", Journal of Artificial Intelligence Research 14 (2001), with UCT as in Bjarnason, Fern and Tadepalli,
"Lower Bounding Klondike Solitaire with Monte-Carlo Planning", ICAPS 2009; sums of visits or votes as compared by
Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
Intelligence and AI in Games 4 (2012).

What is hidden is fixed for a tree. What is random is not: the game draws within its steps, and a state that is kept
would show its one future to the search. So each simulation has luck of its own; where a game has chance, the trees
are open loops, and closed ones where it has none.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from palaestra import POLICY, FloatArray, IntArray, Kernel, jit
from palaestra_search.ucb import EDGE, MEAN, RECORD_SIZE, SEAT_BITS, VISITS
from palaestra_search.uct.search import init_search, run_simulations
from palaestra_search.uct.tree import CHILDREN, COUNT, DONE, ROOT, best_action

SIMULATIONS: Final = 0
"""Header of the tally: simulations of all trees."""
ACTIONS: Final = 1
"""Header: the number of legal actions; for each, the fields below follow."""
BEST: Final = 2
"""Header: the action that was chosen."""
TALLY_HEADER: Final = 3
ACTION: Final = 0
TALLY_VISITS: Final = 1
TALLY_RETURNS: Final = 2
"""Float: the sum of the returns."""
VOTES: Final = 3
TALLY_FIELDS: Final = 4


@jit
def tally_size(kernel: Kernel) -> int:
    """Return the length of the tally."""
    return int(TALLY_HEADER + TALLY_FIELDS * kernel.max_legal)


class Settings(NamedTuple):
    """How the trees are searched.

    Attributes:
        iterations: simulations of all trees.
        determinizations: the number of trees.
        by_votes: each tree has one vote; else the visits of all trees are added.
        tree_params: what each tree is told, see :mod:`palaestra_search.uct.settings`.
    """

    iterations: int
    determinizations: int
    by_votes: bool
    tree_params: FloatArray


@jit
def read_settings(params: FloatArray) -> Settings:
    """Return the settings that ``params`` holds in this order."""
    return Settings(int(params[0]), int(params[1]), params[2] > 0.0, params[3:])


class Workspace(NamedTuple):
    """The slices of a workspace: that of one tree, which the trees use one after the other, and the tally."""

    tree: IntArray
    tally: IntArray


@jit
def workspace(kernel: Kernel, memory: IntArray) -> Workspace:
    """Return the slices of a workspace."""
    end = memory.shape[0] - tally_size(kernel)
    return Workspace(memory[:end], memory[end:])


@jit
def init_tally(legal: IntArray, tally: IntArray) -> None:
    """Begin a decision among the legal actions."""
    tally[SIMULATIONS] = 0
    tally[ACTIONS] = legal.shape[0]
    for i in range(legal.shape[0]):
        at = TALLY_HEADER + TALLY_FIELDS * i
        tally[at + ACTION] = legal[i]
        for name in range(TALLY_VISITS, TALLY_FIELDS):
            tally[at + name] = 0  # the float 0 has the same bits


@jit
def entry_of(tally: IntArray, action: int) -> int:
    """Return the index of an action's entry; legal actions ascend."""
    low = 0
    high = tally[ACTIONS] - 1
    while low < high:
        middle = (low + high) // 2
        if tally[TALLY_HEADER + TALLY_FIELDS * middle + ACTION] < action:
            low = middle + 1
        else:
            high = middle
    return int(TALLY_HEADER + TALLY_FIELDS * low)


@jit
def count_tree(memory: IntArray, tally: IntArray) -> None:
    """Add what a finished tree says."""
    values = memory.view(np.float64)
    totals = tally.view(np.float64)
    tally[SIMULATIONS] += memory[DONE]
    root = memory[ROOT]
    first = memory[root + CHILDREN]
    for child in range(first, first + RECORD_SIZE * memory[root + COUNT], RECORD_SIZE):
        at = entry_of(tally, memory[child + EDGE] >> SEAT_BITS)
        tally[at + TALLY_VISITS] += memory[child + VISITS]
        totals[at + TALLY_RETURNS] += memory[child + VISITS] * values[child + MEAN]
    tally[entry_of(tally, best_action(memory, values)) + VOTES] += 1


@jit
def elect(tally: IntArray, by_votes: bool) -> int:
    """Return the action with the most visits, or votes; of several, the most visits, then the best mean."""
    totals = tally.view(np.float64)
    best = TALLY_HEADER
    for i in range(1, tally[ACTIONS]):
        at = TALLY_HEADER + TALLY_FIELDS * i
        ahead = tally[at + VOTES] - tally[best + VOTES] if by_votes else 0
        if ahead == 0:
            ahead = tally[at + TALLY_VISITS] - tally[best + TALLY_VISITS]
        if ahead > 0 or (ahead == 0 and totals[at + TALLY_RETURNS] > totals[best + TALLY_RETURNS]):
            best = at
    tally[BEST] = tally[best + ACTION]
    return int(tally[BEST])


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
    """Return the action that the trees elect, ``iterations`` simulations in all; a forced one at once."""
    settings = read_settings(params)
    ws = workspace(kernel, memory)
    init_tally(legal, ws.tally)
    if legal.shape[0] == 1:
        return int(legal[0])
    trees, simulations = settings.determinizations, settings.iterations
    for number in range(trees):
        init_search(kernel, observation, player, settings.tree_params, ws.tree, rng)
        # The shares add up to all simulations, and differ by one at most.
        share = simulations * (number + 1) // trees - simulations * number // trees
        run_simulations(kernel, observation, player, settings.tree_params, ws.tree, rng, share)
        count_tree(ws.tree, ws.tally)
    return elect(ws.tally, settings.by_votes)
