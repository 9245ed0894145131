"""How one gene is chosen: filters narrow the legal actions, then chance or the statistical tree decides.

Source: Sakurai and Hasebe 2023, sections 4.1, 4.2 and 4.4.
"""

from __future__ import annotations

import numpy as np

from palaestra import IntArray, Kernel, copy, jit, random_below, random_unit
from palaestra_search.rhea.layout import FILTER, HIGHEST, LOWEST, Settings, Workspace
from palaestra_search.rhea.tree import ACTION, CHILD, NEXT, TOTAL, VISITS


@jit
def is_legal(legal: IntArray, n: int, action: int) -> bool:
    """Return whether an action is among the n legal ones, which ascend."""
    low, high = 0, n
    while low < high:
        middle = (low + high) // 2
        if legal[middle] < action:
            low = middle + 1
        else:
            high = middle
    return bool(low < n and legal[low] == action)


@jit
def nth_bit(bits: int, which: int) -> int:
    """Return the position of a set bit, counted from 0 at the lowest one."""
    position = 0
    while True:
        if bits >> position & 1 == 1:
            if which == 0:
                return position
            which -= 1
        position += 1


@jit
def count_bits(bits: int) -> int:
    """Return the number of set bits."""
    count = 0
    while bits != 0:
        bits &= bits - 1
        count += 1
    return count


@jit(inline=True)
def filter_actions(kernel: Kernel, settings: Settings, ws: Workspace, n: int, rng: IntArray) -> int:
    """Write those of the n legal actions that pass a filter to ``choice`` and return their number, at least one.

    The filter of the action before stays as long as it passes anything. Otherwise one is drawn from those that do.
    If none does, the fallback is used for this action alone; without one, or if that passes nothing, all actions are
    kept.
    """
    memory, state, legal, out = ws.memory, ws.end_state, ws.legal, ws.choice
    left = settings.filters
    current = memory[FILTER]
    if current >= 0:
        kept = kernel.filter(state, current, legal, n, out)
        if kept > 0:
            return int(kept)
        left &= ~(1 << current)
    while left != 0:
        current = nth_bit(left, random_below(rng, count_bits(left)))
        kept = kernel.filter(state, current, legal, n, out)
        if kept > 0:
            memory[FILTER] = current
            return int(kept)
        left &= ~(1 << current)
    memory[FILTER] = -1
    fallback = settings.fallback
    if fallback >= 0:
        kept = kernel.filter(state, fallback, legal, n, out)
        if kept > 0:
            return int(kept)
    copy(out, legal[:n])
    return n


@jit(inline=True)
def choose_action(
    settings: Settings,
    ws: Workspace,
    node: int,
    actions: IntArray,
    n: int,
    rng: IntArray,
) -> int:
    """Return one of the first n of `actions`: at random with the rate gamma ** N(node), else by the tree.

    By the tree means: with the rate `unseen`, an action that `node` has no child for, if there is one; else the
    action with the highest upper confidence bound, whose constant counts in ranges of the fitness seen. Where there
    is no node, or no child for any action, chance decides. 0 ** 0 is 1. The order of `actions` is changed.
    """
    memory, values = ws.memory, ws.values
    # The more is known of a node, the less is left to chance: the paper's section 4.2.
    if node == 0 or random_unit(rng) < settings.gamma ** float(memory[node + VISITS]):
        return int(actions[random_below(rng, n)])
    table = ws.by_action
    child = memory[node + CHILD]
    while child != 0:
        table[memory[child + ACTION]] = child
        child = memory[child + NEXT]
    # Fitness has no fixed range: a share of a win in one game, a point of an evaluation in another.
    scale = settings.exploration * (values[HIGHEST] - values[LOWEST])
    spread = scale * np.sqrt(np.log(float(memory[node + VISITS])))
    best, best_bound = -1, -np.inf
    unseen = 0
    for i in range(n):
        action = actions[i]
        child = table[action]
        if child == 0:
            actions[unseen] = action
            unseen += 1
            continue
        visits = float(memory[child + VISITS])
        bound = values[child + TOTAL] / visits + spread / np.sqrt(visits)
        if bound > best_bound:
            best, best_bound = action, bound
    child = memory[node + CHILD]
    while child != 0:
        table[memory[child + ACTION]] = 0
        child = memory[child + NEXT]
    if unseen > 0 and (best < 0 or random_unit(rng) < settings.unseen):
        return int(actions[random_below(rng, unseen)])
    return int(best)
