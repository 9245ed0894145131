"""Upper confidence bounds: how the searches of trees and graphs choose among the children of a node.

A bound is the mean return so far plus an exploration term that shrinks with the visits:

- UCB1, ``mean + c * sqrt(log(n) / visits)``: Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed
  Bandit Problem", Machine Learning 47 (2002), figure 1; there c is sqrt(2) for rewards from 0 to 1. Every action is
  tried once before any of them twice.
- PUCT, ``mean + c * P * sqrt(n) / (1 + visits)``: Silver and others, "Mastering the game of Go without human
  knowledge", Nature 550 (2017), Methods; here the prior P is the same for all legal actions. An action without a
  child counts as one of mean 0, a draw.

Both are a term of the parent, :func:`exploration_term`, times a term of the child, which its record keeps as ``WIDTH``.

A child is a record of eight numbers in the workspace of a search, named by the index of the first; records of siblings
lie side by side. The fields named here are those that the choice needs; the searches name the others.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from palaestra import FloatArray, IntArray, jit

EDGE: Final = 0
"""The action that leads to the child and the seat that takes it, as ``action << SEAT_BITS | seat``."""
VISITS: Final = 1
MEAN: Final = 2
"""Float: the mean return of the seat that takes the action; its exact return once that is proven."""
WIDTH: Final = 3
"""Float: 1 / sqrt(visits) for UCB1, 1 / (1 + visits) for PUCT; 0 once the node is proven."""
AVAILABLE: Final = 7
"""Open-loop trees: how often the action was legal when its parent was visited. Closed: 0, HAS_PROVEN, PROVEN."""
RECORD_SIZE: Final = 8

PROVEN: Final = -1
HAS_PROVEN: Final = 1
"""In closed trees: a child is proven, the node itself is not."""
SEAT_BITS: Final = 8
SEAT_MASK: Final = (1 << SEAT_BITS) - 1


class Exploration(NamedTuple):
    """The strategy of selection.

    Attributes:
        constant: c.
        puct: PUCT, not UCB1.
        terms: the parent's term for small counts, float64[any length].
    """

    constant: float
    puct: bool
    terms: FloatArray


@jit
def exploration_term(exploration: Exploration, count: int) -> float:
    """Return ``c * sqrt(log(count))`` for UCB1 and ``c * sqrt(count)`` for PUCT, for a count of at least 1."""
    # A logarithm and a root cost as much as the comparison of ten children: most nodes have few visits.
    if count < exploration.terms.shape[0]:
        return float(exploration.terms[count])
    spread = float(count) if exploration.puct else np.log(float(count))
    return float(exploration.constant * np.sqrt(spread))


# The flags of the two functions below are constants where they are called: inlined, they cost nothing.


@jit(inline=True)
def select_child(
    memory: IntArray, values: FloatArray, first: int, count: int, explore: float, skip_proven: bool
) -> int:
    """Return the child with the highest bound among `count` records from `first` on; 0 if there is none.

    Args:
        memory: the workspace.
        values: the same memory as floats.
        first: the first child.
        count: the number of children.
        explore: the parent's exploration term.
        skip_proven: whether proven children are left out.
    """
    best = 0
    best_bound = -np.inf
    for child in range(first, first + RECORD_SIZE * count, RECORD_SIZE):
        bound = values[child + MEAN] + explore * values[child + WIDTH]
        if bound > best_bound and not (skip_proven and memory[child + AVAILABLE] == PROVEN):
            best_bound = bound
            best = child
    return int(best)


@jit(inline=True)
def select_legal_child(
    memory: IntArray,
    values: FloatArray,
    first: int,
    count: int,
    seat: int,
    legal: IntArray,
    n: int,
    child_of: IntArray,
    exploration: Exploration,
    visits: int,
    by_availability: bool,
) -> tuple[int, int]:
    """Return the child with the highest bound among the legal actions (0 if none) and how many have no child.

    Moves the legal actions without a child to the front of `legal`.

    Args:
        memory: the workspace.
        values: the same memory as floats.
        first: the first child.
        count: the number of children.
        seat: who moves; children of other seats are left out.
        legal: the legal actions.
        n: the number of legal actions.
        child_of: a zero for each action id; scratch, and zero again afterwards.
        exploration: the strategy.
        visits: of the parent, at least 1.
        by_availability: whether a child's own availability, which is counted here, takes the place of the visits of
            the parent: Cowling, Powley and Whitehouse (2012), section IV-D. An action that is seldom legal would else
            seem neglected.
    """
    end = first + RECORD_SIZE * count
    # One pass over the children and one over the actions: a search for each action's child would be quadratic.
    for child in range(first, end, RECORD_SIZE):
        if memory[child + EDGE] & SEAT_MASK == seat:
            child_of[memory[child + EDGE] >> SEAT_BITS] = child
    prior = 1.0 / n if exploration.puct else 1.0
    explore = 0.0 if by_availability else prior * exploration_term(exploration, visits)
    best = 0
    best_bound = -np.inf
    untried = 0
    for i in range(n):
        child = child_of[legal[i]]
        if child == 0:
            legal[untried] = legal[i]
            untried += 1
            continue
        if by_availability:
            memory[child + AVAILABLE] += 1
            explore = prior * exploration_term(exploration, memory[child + AVAILABLE])
        bound = values[child + MEAN] + explore * values[child + WIDTH]
        if bound > best_bound:
            best_bound = bound
            best = child
    for child in range(first, end, RECORD_SIZE):
        child_of[memory[child + EDGE] >> SEAT_BITS] = 0
    return int(best), untried
