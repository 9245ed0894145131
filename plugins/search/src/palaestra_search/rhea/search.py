"""Rolling horizon evolution: a population of own action sequences to the end of the turn.

Source: Eiji Sakurai and Koji Hasebe, "Decision-Making in Hearthstone Based on Evolutionary Algorithm", ICAART 2023,
DOI 10.5220/0011783900003393. One compiled search serves all games and both agents; `params` says which operators
are used, whether there is a tree, a cache, and which filters.

A generation: each individual of the population in turn is crossed with another one, with the rate of crossover, and
mutated, with the rate of mutation. The offspring join the population. The next population are the elite of all and
winners of tournaments among all. It ends when enough individuals have been evaluated; the first action of the best
of all that are there is played.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import POLICY, FloatArray, IntArray, Kernel, jit, random_below, random_unit
from palaestra_search.rhea.evaluation import evaluate_pending, plan, value_at_once
from palaestra_search.rhea.layout import (
    AT_OUTCOME,
    AT_TABLE,
    COUNT,
    CROSSOVER,
    CROSSOVER_RATE,
    CURSOR,
    ELITE,
    EVALUATED,
    FIRST_GENE,
    FITNESS,
    FITNESS_SUM,
    GENERATION,
    INDIVIDUAL_WORDS,
    ITERATIONS,
    MUTATION,
    MUTATION_RATE,
    PLAYED,
    POPULATION,
    ROUNDS,
    SAMPLE,
    TOURNAMENT,
    individual,
    lay_out,
)
from palaestra_search.rhea.memory import expect, recall
from palaestra_search.rhea.operators import FRESH, grow

UNLIMITED: Final = 1 << 62


@jit
def best_individual(memory: IntArray, values: FloatArray) -> int:
    """Return the first word of the fittest individual of the pool; of several, the oldest."""
    best = individual(memory, 0)
    for index in range(1, memory[COUNT]):
        other = individual(memory, index)
        if values[other + FITNESS] > values[best + FITNESS]:
            best = other
    return best


@jit
def swap(memory: IntArray, first: int, second: int) -> None:
    """Exchange two individuals, given by their first words."""
    for i in range(memory[INDIVIDUAL_WORDS]):
        memory[first + i], memory[second + i] = memory[second + i], memory[first + i]


@jit
def select(params: FloatArray, memory: IntArray, values: FloatArray, rng: IntArray) -> None:
    """Reduce the pool to the next population: the elite of all, best first, and winners of tournaments among all."""
    population, elite = int(params[POPULATION]), int(params[ELITE])
    count, words = memory[COUNT], memory[INDIVIDUAL_WORDS]
    for rank in range(elite):
        best = rank
        for index in range(rank + 1, count):
            if values[individual(memory, index) + FITNESS] > values[individual(memory, best) + FITNESS]:
                best = index
        if best != rank:
            swap(memory, individual(memory, rank), individual(memory, best))
    spare = individual(memory, 3 * population)
    for place in range(elite, population):
        winner = individual(memory, random_below(rng, count))
        for _ in range(1, int(params[TOURNAMENT])):
            other = individual(memory, random_below(rng, count))
            if values[other + FITNESS] > values[winner + FITNESS]:
                winner = other
        for i in range(words):
            memory[spare + place * words + i] = memory[winner + i]
    first = individual(memory, 0)
    for i in range(elite * words, population * words):
        memory[first + i] = memory[spare + i]
    memory[COUNT] = population
    memory[GENERATION] += 1


@jit
def breed(
    kernel: Kernel,
    observation: IntArray,
    player: int,
    params: FloatArray,
    memory: IntArray,
    values: FloatArray,
    rng: IntArray,
) -> None:
    """Make the next individual behind those in the pool: of the first population, or by crossover or mutation."""
    population = int(params[POPULATION])
    operator, first, second = FRESH, 0, 0
    if memory[CURSOR] < 0 and memory[COUNT] == population:
        memory[CURSOR] = 0
    while memory[CURSOR] >= 0 and operator == FRESH:
        cursor = memory[CURSOR]
        if cursor == 2 * population:
            select(params, memory, values, rng)
            cursor = 0
        memory[CURSOR] = cursor + 1
        first = cursor // 2
        crossing = cursor % 2 == 0
        if random_unit(rng) < params[CROSSOVER_RATE if crossing else MUTATION_RATE]:
            operator = int(params[CROSSOVER if crossing else MUTATION])
            if crossing:
                second = random_below(rng, population - 1)
                second += 1 if second >= first else 0
    grow(kernel, observation, player, params, memory, values, operator, first, second, memory[COUNT], rng)
    memory[SAMPLE] = 0
    values[FITNESS_SUM] = 0.0
    if value_at_once(kernel, player, params, memory, values) == 1:
        memory[PLAYED] = memory[ROUNDS]


@jit
def begin(kernel: Kernel, observation: IntArray, params: FloatArray, memory: IntArray) -> None:
    """Prepare the workspace for a decision; what is left of the last one is the tree, if it fits, and the cache."""
    lay_out(kernel, params, memory)
    for i in range(memory[AT_TABLE], memory[AT_OUTCOME]):
        memory[i] = 0
    recall(observation, memory)
    plan(kernel, params, memory)
    memory[COUNT] = 0
    memory[CURSOR] = -1
    memory[GENERATION] = 0
    memory[EVALUATED] = 0
    memory[SAMPLE] = -1


@jit
def evolve(
    kernel: Kernel,
    observation: IntArray,
    player: int,
    params: FloatArray,
    memory: IntArray,
    rng: IntArray,
    individuals: int,
    work: int,
) -> None:
    """Go on until so many individuals have been evaluated for this decision, or so much work has been done.

    Work counts playouts, and individuals and states that took none.
    """
    values = memory.view(np.float64)
    while memory[EVALUATED] < individuals and work > 0:
        if memory[SAMPLE] < 0:
            breed(kernel, observation, player, params, memory, values, rng)
        work -= evaluate_pending(kernel, observation, player, params, memory, values, rng, work)


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
    """Return the first action of the best sequence after ``params[ITERATIONS]`` evaluations; a forced one at once."""
    begin(kernel, observation, params, memory)
    action = legal[0]
    if legal.shape[0] > 1:
        evolve(kernel, observation, player, params, memory, rng, int(params[ITERATIONS]), UNLIMITED)
        action = memory[best_individual(memory, memory.view(np.float64)) + FIRST_GENE]
    expect(kernel, observation, player, params, memory, action, rng)
    return int(action)
