"""The workspace of the evolution, an ``int64`` array that the caller owns, and what the search reads of its parameters.


A header, scratch states, the pool of individuals, the cache of evaluations and the statistical tree lie one behind
the other; :func:`workspace` cuts them into named slices.

An individual is its fitness, the number of its genes and the genes: own actions to the end of the turn. The pool
holds the population first, behind it the offspring of this generation, and behind those room for the next one.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from palaestra import FloatArray, IntArray, Kernel, jit

# The header.
COUNT: Final = 0
"""Individuals in the pool, all evaluated."""
CURSOR: Final = 1
"""The next pair of parent and operator in this generation; -1 while the first population is made."""
GENERATION: Final = 2
EVALUATED: Final = 3
"""Individuals evaluated for this decision."""
SAMPLE: Final = 4
"""The sampled state that the pending individual is in; -1 = none is pending."""
SAMPLES: Final = 5
"""How many sampled states an individual is tried in."""
ROUNDS: Final = 6
"""Playouts from each of them."""
PLAYED: Final = 7
"""Playouts done from the present one."""
WON: Final = 8
"""Float: the sum of their returns."""
FITNESS_SUM: Final = 9
"""Float: the sum of the values of the sampled states so far."""
ENTRY: Final = 10
"""Cache entry of the present one; 0 = none."""
HITS: Final = 11
"""Sampled states whose value came from the cache, in this game."""
LOOKUPS: Final = 12
"""Sampled states that were looked up in the cache, in this game."""
FILTER: Final = 13
"""The sticky filter; -1 = none."""
ROOT: Final = 14
USED: Final = 15
"""The first part of the tree that was never used."""
FREE: Final = 16
"""A node given back, first of a list; 0 = none."""
EXPECTED: Final = 17
"""What the next decision must be about for the tree to be kept: see :mod:`palaestra_search.rhea.memory`."""
EXPECTATION: Final = 18
CHOSEN: Final = 19
"""The last action."""
LOWEST: Final = 20
"""Float: the lowest fitness stored since the tree was planted."""
HIGHEST: Final = 21
"""Float: the highest."""
HEADER_SIZE: Final = 22

FITNESS: Final = 0
LENGTH: Final = 1
FIRST_GENE: Final = 2
"""Fields of an individual; the genes follow."""

KEY: Final = 0
TOTAL: Final = 1
PLAYOUTS_STORED: Final = 2
ENTRY_SIZE: Final = 3

NODE_SIZE: Final = 5


class Settings(NamedTuple):
    """How sequences are evolved.

    Attributes:
        iterations: sequences evaluated for each decision.
        population: sequences in a population.
        tournament: sequences drawn for each tournament.
        elite: sequences that survive without one.
        crossover_rate: share of the population that is crossed.
        mutation_rate: share of the population that is mutated.
        states: sampled states for each sequence.
        playouts: playouts from each of them.
        by_evaluate: the game's evaluation takes the place of playouts.
        horizon: actions of the longest sequence.
        crossover: the operator, one of those in :mod:`palaestra_search.rhea.operators`.
        mutation: the operator.
        gamma: base of the rate of choices at random.
        exploration: the constant C of the upper confidence bound.
        unseen: rate of actions that the tree does not have.
        keep_tree: whether the tree serves the next decision of the turn.
        tree_nodes: nodes of the tree.
        tree_depth: genes of a sequence that are stored in the tree.
        cache: entries of the cache, a power of two; 0 = none.
        filters: indexes of filters as a bit set.
        fallback: index of a filter, or -1.
    """

    iterations: int
    population: int
    tournament: int
    elite: int
    crossover_rate: float
    mutation_rate: float
    states: int
    playouts: int
    by_evaluate: bool
    horizon: int
    crossover: int
    mutation: int
    gamma: float
    exploration: float
    unseen: float
    keep_tree: bool
    tree_nodes: int
    tree_depth: int
    cache: int
    filters: int
    fallback: int


@jit
def read_settings(params: FloatArray) -> Settings:
    """Return the settings that ``params`` holds in this order."""
    return Settings(
        int(params[0]),
        int(params[1]),
        int(params[2]),
        int(params[3]),
        params[4],
        params[5],
        int(params[6]),
        int(params[7]),
        params[8] > 0.0,
        int(params[9]),
        int(params[10]),
        int(params[11]),
        params[12],
        params[13],
        params[14],
        params[15] > 0.0,
        int(params[16]),
        int(params[17]),
        int(params[18]),
        int(params[19]),
        int(params[20]),
    )


class Workspace(NamedTuple):
    """The slices of a workspace.

    Attributes:
        memory: all of it, with header, pool, cache and tree.
        values: the same as floats.
        end_state: the state at the end of a sequence, int64[state_size].
        play_state: the state of a playout, int64[state_size].
        seen: an observation, int64[state_size].
        legal: legal actions, int64[max_legal].
        choice: actions to choose from, int64[max_legal].
        by_action: a zero for each action id, int64[num_actions].
        outcome: the returns of the seats, float64[players].
        genes: room for genes in an individual.
        individual_size: the length of an individual.
        pool: the index of the pool.
        cache: the index of the cache.
        tree: the index of the tree.
        size: the length of the workspace.
    """

    memory: IntArray
    values: FloatArray
    end_state: IntArray
    play_state: IntArray
    seen: IntArray
    legal: IntArray
    choice: IntArray
    by_action: IntArray
    outcome: FloatArray
    genes: int
    individual_size: int
    pool: int
    cache: int
    tree: int
    size: int


@jit
def scratch_end(kernel: Kernel) -> int:
    """Return the index behind header and scratch, where the pool begins."""
    return int(HEADER_SIZE + 3 * kernel.state_size + 2 * kernel.max_legal + kernel.num_actions + kernel.players)


@jit
def gene_room(kernel: Kernel, settings: Settings) -> int:
    """Return how many genes an individual may have."""
    return int(min(settings.horizon, kernel.max_plies))


@jit
def workspace_size(kernel: Kernel, settings: Settings) -> int:
    """Return the length of a workspace."""
    pool = 4 * settings.population * (FIRST_GENE + gene_room(kernel, settings))
    return int(scratch_end(kernel) + pool + ENTRY_SIZE * settings.cache + NODE_SIZE * settings.tree_nodes)


@jit
def workspace(kernel: Kernel, settings: Settings, memory: IntArray) -> Workspace:
    """Return the slices of a workspace."""
    size, most = kernel.state_size, kernel.max_legal
    values = memory.view(np.float64)
    legal = HEADER_SIZE + 3 * size
    by_action = legal + 2 * most
    outcome = by_action + kernel.num_actions
    pool = scratch_end(kernel)
    genes = gene_room(kernel, settings)
    cache = pool + 4 * settings.population * (FIRST_GENE + genes)
    tree = cache + ENTRY_SIZE * settings.cache
    return Workspace(
        memory,
        values,
        memory[HEADER_SIZE : HEADER_SIZE + size],
        memory[HEADER_SIZE + size : HEADER_SIZE + 2 * size],
        memory[HEADER_SIZE + 2 * size : legal],
        memory[legal : legal + most],
        memory[legal + most : by_action],
        memory[by_action:outcome],
        values[outcome:pool],
        genes,
        FIRST_GENE + genes,
        pool,
        cache,
        tree,
        workspace_size(kernel, settings),
    )


@jit(inline=True)
def individual(ws: Workspace, number: int) -> int:
    """Return the index of an individual of the pool."""
    return int(ws.pool + number * ws.individual_size)
