"""Determinized UCT: one tree for each of several states that fit what the player knows; the trees decide together.

Sources: the ensemble of determinized searches of Ginsberg, "GIB: Imperfect Information in a Computationally
Challenging Game", Journal of Artificial Intelligence Research 14 (2001), with UCT as in Bjarnason, Fern and Tadepalli,
"Lower Bounding Klondike Solitaire with Monte-Carlo Planning", ICAPS 2009; sums of visits or votes as compared by
Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational
Intelligence and AI in Games 4 (2012).

What is hidden is fixed for a tree. What is random is not: the game draws within its steps, and a state that is kept
would show its one future to the search. So each simulation has luck of its own; where a game has chance, the trees
are open loops, and closed ones where it has none.

The workspace is that of one tree, which the trees use one after the other, and behind it a tally.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import POLICY, FloatArray, IntArray, Kernel, jit
from palaestra_search.uct.search import begin, simulate
from palaestra_search.uct.tree import CHILDREN, COUNT, DONE, EDGE, MEAN, NODE_WORDS, ROOT, SEAT_BITS, VISITS, decide

ITERATIONS: Final = 0
DETERMINIZATIONS: Final = 1
BY_VOTES: Final = 2
"""1: each tree has one vote; 0: the visits of all trees are added."""
SEARCH: Final = 3
"""Here the parameters of the trees begin."""

SIMULATIONS: Final = 0
"""The first word of the tally: simulations of all trees."""
ACTIONS: Final = 1
"""The number of legal actions; for each, the words below follow."""
BEST: Final = 2
"""The action that was chosen."""
TALLY_HEADER: Final = 3
ACTION: Final = 0
TALLY_VISITS: Final = 1
TALLY_RETURNS: Final = 2
"""Float: the sum of the returns."""
VOTES: Final = 3
TALLY_WORDS: Final = 4


@jit
def tally_words(kernel: Kernel) -> int:
    """Return the words of the tally."""
    return int(TALLY_HEADER + TALLY_WORDS * kernel.max_legal)


@jit
def begin_tally(legal: IntArray, tally: IntArray) -> None:
    """Begin a decision among the legal actions."""
    tally[SIMULATIONS] = 0
    tally[ACTIONS] = legal.shape[0]
    for i in range(legal.shape[0]):
        at = TALLY_HEADER + TALLY_WORDS * i
        tally[at + ACTION] = legal[i]
        for word in range(TALLY_VISITS, TALLY_WORDS):
            tally[at + word] = 0  # the float 0 has the same bits


@jit
def entry_of(tally: IntArray, action: int) -> int:
    """Return the index of an action's words; legal actions ascend."""
    low = 0
    high = tally[ACTIONS] - 1
    while low < high:
        middle = (low + high) // 2
        if tally[TALLY_HEADER + TALLY_WORDS * middle + ACTION] < action:
            low = middle + 1
        else:
            high = middle
    return int(TALLY_HEADER + TALLY_WORDS * low)


@jit
def count_tree(memory: IntArray, tally: IntArray) -> None:
    """Add what a finished tree says."""
    values = memory.view(np.float64)
    totals = tally.view(np.float64)
    tally[SIMULATIONS] += memory[DONE]
    root = memory[ROOT]
    first = memory[root + CHILDREN]
    for child in range(first, first + NODE_WORDS * memory[root + COUNT], NODE_WORDS):
        at = entry_of(tally, memory[child + EDGE] >> SEAT_BITS)
        tally[at + TALLY_VISITS] += memory[child + VISITS]
        totals[at + TALLY_RETURNS] += memory[child + VISITS] * values[child + MEAN]
    tally[entry_of(tally, decide(memory, values)) + VOTES] += 1


@jit
def elect(tally: IntArray, by_votes: int) -> int:
    """Return the action with the most visits, or votes; of several, the most visits, then the best mean."""
    totals = tally.view(np.float64)
    best = TALLY_HEADER
    for i in range(1, tally[ACTIONS]):
        at = TALLY_HEADER + TALLY_WORDS * i
        ahead = by_votes * (tally[at + VOTES] - tally[best + VOTES])
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
    """Return the action that the trees elect, ``params[ITERATIONS]`` simulations in all; a forced one at once."""
    size = memory.shape[0] - tally_words(kernel)
    tree = memory[:size]
    tally = memory[size:]
    begin_tally(legal, tally)
    if legal.shape[0] == 1:
        return int(legal[0])
    search: FloatArray = params[SEARCH:]
    trees = int(params[DETERMINIZATIONS])
    simulations = int(params[ITERATIONS])
    for number in range(trees):
        begin(kernel, observation, player, search, tree, rng)
        share = simulations * (number + 1) // trees - simulations * number // trees
        simulate(kernel, observation, player, search, tree, rng, share)
        count_tree(tree, tally)
    return elect(tally, int(params[BY_VOTES]))
