"""The workspace of the evolution: one ``int64`` array that the caller owns, and what its words mean.

A header, scratch states, the pool of individuals, the cache of evaluations and the statistical tree lie one behind
the other. Regions begin at the word that the header names. Floats are read through a ``float64`` view of the same
memory.

An individual is its fitness, the number of its genes and the genes: own actions to the end of the turn. The pool
holds the population first, behind it the offspring of this generation, and behind those room for the next one.
"""

from __future__ import annotations

from typing import Final

from palaestra import FloatArray, IntArray, Kernel, jit

# What the search reads: indexes of the array `params`.
ITERATIONS: Final = 0
POPULATION: Final = 1
TOURNAMENT: Final = 2
ELITE: Final = 3
CROSSOVER_RATE: Final = 4
MUTATION_RATE: Final = 5
STATES: Final = 6
PLAYOUTS: Final = 7
BY_EVALUATE: Final = 8
"""1 = the game's evaluation takes the place of playouts."""
HORIZON: Final = 9
CROSSOVER: Final = 10
"""The operator, one of those in :mod:`palaestra_search.rhea.operators`."""
MUTATION: Final = 11
GAMMA: Final = 12
EXPLORATION: Final = 13
UNSEEN: Final = 14
KEEP_TREE: Final = 15
TREE_NODES: Final = 16
TREE_DEPTH: Final = 17
"""Genes of an individual that are stored in the tree."""
CACHE: Final = 18
"""Entries, a power of two; 0 = none."""
FILTERS: Final = 19
"""Bit set of the indexes."""
FALLBACK: Final = 20
"""Index of a filter, or -1."""
NUM_PARAMS: Final = 21

# The header.
AT_END: Final = 0
"""State at the end of a sequence."""
AT_PLAY: Final = 1
"""State of a playout."""
AT_SEEN: Final = 2
"""Observation."""
AT_LEGAL: Final = 3
AT_CHOICE: Final = 4
"""Actions to choose from: scratch of ``max_legal`` words."""
AT_TABLE: Final = 5
"""A word of zero for each action id."""
AT_OUTCOME: Final = 6
AT_POOL: Final = 7
AT_CACHE: Final = 8
AT_TREE: Final = 9
WORDS: Final = 10
"""Length of the workspace."""
GENES: Final = 11
"""Room for genes in an individual."""
INDIVIDUAL_WORDS: Final = 12

COUNT: Final = 13
"""Individuals in the pool, all evaluated."""
CURSOR: Final = 14
"""The next pair of parent and operator in this generation; -1 while the first population is made."""
GENERATION: Final = 15
EVALUATED: Final = 16
"""Individuals evaluated for this decision."""

SAMPLE: Final = 17
"""The sampled state that the pending individual is in; -1 = none is pending."""
SAMPLES: Final = 18
"""How many sampled states an individual is tried in."""
ROUNDS: Final = 19
"""Playouts from each of them."""
PLAYED: Final = 20
"""Playouts done from the present one."""
WON: Final = 21
"""Float: the sum of their returns."""
FITNESS_SUM: Final = 22
"""Float: the sum of the values of the sampled states so far."""
ENTRY: Final = 23
"""Cache entry of the present one; 0 = none."""
HITS: Final = 24
"""Sampled states whose value came from the cache, in this game."""
LOOKUPS: Final = 25
"""Sampled states that were looked up in the cache, in this game."""

FILTER: Final = 26
"""The sticky filter; -1 = none."""
ROOT: Final = 27
USED: Final = 28
"""First word of the tree that was never used."""
FREE: Final = 29
"""A node given back, first of a list; 0 = none."""
EXPECTED: Final = 30
"""What the next decision must be about for the tree to be kept: see :mod:`palaestra_search.rhea.memory`."""
EXPECTATION: Final = 31
CHOSEN: Final = 32
"""The last action."""
LOWEST: Final = 33
"""Float: the lowest fitness stored since the tree was planted."""
HIGHEST: Final = 34
"""Float: the highest."""
HEADER_WORDS: Final = 35

FITNESS: Final = 0
LENGTH: Final = 1
FIRST_GENE: Final = 2
"""Words of an individual; the genes follow."""

KEY: Final = 0
TOTAL: Final = 1
PLAYOUTS_STORED: Final = 2
ENTRY_WORDS: Final = 3

NODE_WORDS: Final = 5


@jit
def lay_out(kernel: Kernel, params: FloatArray, header: IntArray) -> int:
    """Write where the regions begin into ``header[:HEADER_WORDS]`` and return the words of the whole workspace."""
    size = kernel.state_size
    header[AT_END] = HEADER_WORDS
    header[AT_PLAY] = header[AT_END] + size
    header[AT_SEEN] = header[AT_PLAY] + size
    header[AT_LEGAL] = header[AT_SEEN] + size
    header[AT_CHOICE] = header[AT_LEGAL] + kernel.max_legal
    header[AT_TABLE] = header[AT_CHOICE] + kernel.max_legal
    header[AT_OUTCOME] = header[AT_TABLE] + kernel.num_actions
    header[AT_POOL] = header[AT_OUTCOME] + kernel.players
    header[GENES] = min(int(params[HORIZON]), kernel.max_plies)
    header[INDIVIDUAL_WORDS] = FIRST_GENE + header[GENES]
    header[AT_CACHE] = header[AT_POOL] + 4 * int(params[POPULATION]) * header[INDIVIDUAL_WORDS]
    header[AT_TREE] = header[AT_CACHE] + ENTRY_WORDS * int(params[CACHE])
    header[WORDS] = header[AT_TREE] + NODE_WORDS * int(params[TREE_NODES])
    return int(header[WORDS])


@jit
def individual(memory: IntArray, index: int) -> int:
    """Return the first word of an individual of the pool."""
    return int(memory[AT_POOL] + index * memory[INDIVIDUAL_WORDS])
