"""Explanations of decisions, read from the tree."""

from __future__ import annotations

import numpy as np

from palaestra import Explanation, IntArray
from palaestra_search.ucb import EDGE, MEAN, RECORD_SIZE, SEAT_BITS, VISITS
from palaestra_search.uct.tree import CHILDREN, CHOSEN, COUNT, DONE, ROOT


def children(memory: IntArray, node: int) -> range:
    """Return the children of a node."""
    first = int(memory[node + CHILDREN])
    return range(first, first + RECORD_SIZE * int(memory[node + COUNT]), RECORD_SIZE)


def action_of(memory: IntArray, node: int) -> int:
    """Return the action that leads to a node."""
    return int(memory[node + EDGE]) >> SEAT_BITS


def principal_variation(memory: IntArray) -> tuple[int, ...]:
    """Return the actions from the root: the one that was chosen, then the most visited ones."""
    line = []
    node = int(memory[CHOSEN])
    while node:
        line.append(action_of(memory, node))
        node = max(children(memory, node), key=lambda child: int(memory[child + VISITS]), default=0)
    return tuple(line)


def explain_tree(memory: IntArray, seconds: float) -> Explanation:
    """Return the reading of the last decision; an empty one if it took no search."""
    if memory[DONE] == 0:
        return Explanation((), (), 0, seconds)
    values = memory.view(np.float64)
    found = children(memory, int(memory[ROOT]))
    actions = [(action_of(memory, child), int(memory[child + VISITS]), float(values[child + MEAN])) for child in found]
    actions.sort(key=lambda entry: -entry[1])
    return Explanation(tuple(actions), principal_variation(memory), int(memory[DONE]), seconds)
