"""The genetic operators: each makes one individual, a legal sequence of own actions to the end of the turn.

An individual is made by playing it in a fresh determinization, so that every gene is legal where it is played. The
turn lasts while the same player is to move; a turn longer than the horizon is cut there.

Sources: uniform crossover and point mutation as in Perez, Samothrakis, Lucas and Rohlfshagen, "Rolling Horizon
Evolution versus Tree Search for Navigation in Single-Player Real-Time Games", GECCO 2013; the two others from
Sakurai and Hasebe 2023, sections 4.2.2 and 4.2.3.
"""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, Kernel, jit, random_below
from palaestra_search.rhea.choosing import choose_action, filter_actions, is_legal
from palaestra_search.rhea.layout import FILTER, FIRST_GENE, LENGTH, ROOT, Settings, Workspace, individual
from palaestra_search.rhea.tree import child_of

FRESH: Final = 0
"""Filtered actions at random: the first population."""
UNIFORM_CROSSOVER: Final = 1
"""Each gene from either parent, at the same place; what is not legal is replaced by a random legal action."""
POINT_MUTATION: Final = 2
"""One gene replaced by another action; what is no longer legal behind it by a random legal action."""
TREE_CROSSOVER: Final = 3
"""Each gene by the tree or at random from those actions of either parent that are legal."""
TREE_MUTATION: Final = 4
"""All genes from a random point on by the tree or at random from the filtered legal actions."""


@jit(inline=True)
def inherited(memory: IntArray, parent: int, place: int, legal: IntArray, n: int) -> int:
    """Return the gene of an individual at a place; -1 if it has none there, or one that is not legal."""
    if place >= memory[parent + LENGTH]:
        return -1
    action = memory[parent + FIRST_GENE + place]
    return int(action) if is_legal(legal, n, action) else -1


@jit(inline=True)
def cross_uniformly(
    memory: IntArray, first: int, second: int, place: int, legal: IntArray, n: int, rng: IntArray
) -> int:
    """Return the gene of a parent drawn at random, of the longer one behind the end of the shorter one."""
    parent, other = first, second
    if random_below(rng, 2) == 1:
        parent, other = second, first
    if place >= memory[parent + LENGTH]:
        parent = other
    action = inherited(memory, parent, place, legal, n)
    return action if action >= 0 else int(legal[random_below(rng, n)])


@jit(inline=True)
def mutate_point(memory: IntArray, parent: int, point: int, place: int, legal: IntArray, n: int, rng: IntArray) -> int:
    """Return the parent's gene; at the point another legal action, if there is one."""
    action = inherited(memory, parent, place, legal, n)
    if place == point and action >= 0 and n > 1:
        other = legal[random_below(rng, n - 1)]
        return int(legal[n - 1] if other == action else other)
    return action if action >= 0 else int(legal[random_below(rng, n)])


@jit(inline=True)
def legal_genes(ws: Workspace, parent: int, legal: IntArray, n: int, out: IntArray) -> int:
    """Write the different genes of an individual that are legal, whatever their place, to `out`; return how many."""
    memory = ws.memory
    found = 0
    for i in range(parent + FIRST_GENE, parent + FIRST_GENE + memory[parent + LENGTH]):
        action = memory[i]
        if ws.by_action[action] == 0 and is_legal(legal, n, action):
            ws.by_action[action] = 1
            out[found] = action
            found += 1
    for i in range(found):
        ws.by_action[out[i]] = 0
    return found


@jit(inline=True)
def cross_by_tree(settings: Settings, ws: Workspace, first: int, second: int, node: int, n: int, rng: IntArray) -> int:
    """Return an action of a parent drawn at random; of the other one if none of it is legal; else any legal one."""
    legal, choice = ws.legal, ws.choice
    parent, other = first, second
    if random_below(rng, 2) == 1:
        parent, other = second, first
    found = legal_genes(ws, parent, legal, n, choice)
    if found == 0:
        found = legal_genes(ws, other, legal, n, choice)
    if found == 0:
        return int(legal[random_below(rng, n)])
    return choose_action(settings, ws, node, choice, found, rng)


@jit(inline=True)
def regenerate(
    kernel: Kernel, settings: Settings, ws: Workspace, node: int, n: int, rng: IntArray, by_tree: bool
) -> int:
    """Return one of the legal actions that pass the filters: at random, or as the tree has it."""
    actions = ws.legal
    if settings.filters > 0:
        n = filter_actions(kernel, settings, ws, n, rng)
        actions = ws.choice
    if not by_tree:
        return int(actions[random_below(rng, n)])
    return choose_action(settings, ws, node, actions, n, rng)


@jit(inline=True)
def make_individual(
    kernel: Kernel,
    observation: IntArray,
    player: int,
    settings: Settings,
    ws: Workspace,
    operator: int,
    first: int,
    second: int,
    slot: int,
    rng: IntArray,
) -> None:
    """Make the individual `slot` of the pool with an operator from one or two others.

    Its last state stays in the workspace. ``first`` and ``second`` are indexes of the pool; an operator that wants
    fewer parents ignores them.
    """
    memory = ws.memory
    state = ws.end_state
    legal = ws.legal
    child, father, mother = individual(ws, slot), individual(ws, first), individual(ws, second)
    kernel.determinize(observation, player, rng, state)
    memory[FILTER] = -1
    node, place, point = memory[ROOT], 0, 0
    if operator in (POINT_MUTATION, TREE_MUTATION):
        point = random_below(rng, memory[father + LENGTH])
    while place < ws.genes and kernel.current_player(state) == player:
        n = kernel.legal_actions(state, legal)
        action = -1
        if operator == UNIFORM_CROSSOVER:
            action = cross_uniformly(memory, father, mother, place, legal, n, rng)
        elif operator == POINT_MUTATION:
            action = mutate_point(memory, father, point, place, legal, n, rng)
        elif operator == TREE_CROSSOVER:
            action = cross_by_tree(settings, ws, father, mother, node, n, rng)
        elif operator == TREE_MUTATION and place < point:
            action = inherited(memory, father, place, legal, n)
            if action < 0:  # other luck than the parent's: what follows cannot be kept
                point = place
        if action < 0:
            action = regenerate(kernel, settings, ws, node, n, rng, operator == TREE_MUTATION)
        kernel.step(state, action)
        memory[child + FIRST_GENE + place] = action
        node = child_of(memory, node, action)
        place += 1
    memory[child + LENGTH] = place
