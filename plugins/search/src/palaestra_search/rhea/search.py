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

from palaestra import POLICY, FloatArray, IntArray, Kernel, jit, random_below, random_unit
from palaestra_search.rhea.evaluation import evaluate_pending, plan, value_at_once
from palaestra_search.rhea.layout import (
    COUNT,
    CURSOR,
    EVALUATED,
    FIRST_GENE,
    FITNESS,
    FITNESS_SUM,
    GENERATION,
    PLAYED,
    ROUNDS,
    SAMPLE,
    Settings,
    Workspace,
    individual,
    read_settings,
    workspace,
)
from palaestra_search.rhea.memory import expect, recall
from palaestra_search.rhea.operators import FRESH, make_individual

UNLIMITED: Final = 1 << 62


@jit
def best_individual(ws: Workspace) -> int:
    """Return the index of the fittest individual of the pool; of several, the oldest."""
    memory, values = ws.memory, ws.values
    best = individual(ws, 0)
    for index in range(1, memory[COUNT]):
        other = individual(ws, index)
        if values[other + FITNESS] > values[best + FITNESS]:
            best = other
    return best


@jit(inline=True)
def swap(ws: Workspace, first: int, second: int) -> None:
    """Exchange two individuals, given by their indexes."""
    memory = ws.memory
    for i in range(ws.individual_size):
        memory[first + i], memory[second + i] = memory[second + i], memory[first + i]


@jit(inline=True)
def select_survivors(settings: Settings, ws: Workspace, rng: IntArray) -> None:
    """Reduce the pool to the next population: the elite of all, best first, and winners of tournaments among all."""
    memory, values = ws.memory, ws.values
    population, elite = settings.population, settings.elite
    count, size = memory[COUNT], ws.individual_size
    for rank in range(elite):
        best = rank
        for index in range(rank + 1, count):
            if values[individual(ws, index) + FITNESS] > values[individual(ws, best) + FITNESS]:
                best = index
        if best != rank:
            swap(ws, individual(ws, rank), individual(ws, best))
    # Winners may be drawn several times and from anywhere, so they are gathered apart before the pool is overwritten.
    spare = individual(ws, 3 * population)
    for place in range(elite, population):
        winner = individual(ws, random_below(rng, count))
        for _ in range(1, settings.tournament):
            other = individual(ws, random_below(rng, count))
            if values[other + FITNESS] > values[winner + FITNESS]:
                winner = other
        for i in range(size):
            memory[spare + place * size + i] = memory[winner + i]
    first = individual(ws, 0)
    for i in range(elite * size, population * size):
        memory[first + i] = memory[spare + i]
    memory[COUNT] = population
    memory[GENERATION] += 1


@jit(inline=True)
def make_offspring(
    kernel: Kernel,
    observation: IntArray,
    player: int,
    settings: Settings,
    ws: Workspace,
    rng: IntArray,
) -> None:
    """Make the next individual behind those in the pool: of the first population, or by crossover or mutation."""
    memory, values = ws.memory, ws.values
    population = settings.population
    operator, first, second = FRESH, 0, 0
    if memory[CURSOR] < 0 and memory[COUNT] == population:
        memory[CURSOR] = 0
    while memory[CURSOR] >= 0 and operator == FRESH:
        cursor = memory[CURSOR]
        if cursor == 2 * population:
            select_survivors(settings, ws, rng)
            cursor = 0
        memory[CURSOR] = cursor + 1
        first = cursor // 2
        crossing = cursor % 2 == 0
        if random_unit(rng) < (settings.crossover_rate if crossing else settings.mutation_rate):
            operator = settings.crossover if crossing else settings.mutation
            if crossing:
                second = random_below(rng, population - 1)
                second += 1 if second >= first else 0
    make_individual(kernel, observation, player, settings, ws, operator, first, second, memory[COUNT], rng)
    memory[SAMPLE] = 0
    values[FITNESS_SUM] = 0.0
    if value_at_once(kernel, player, settings, ws):
        memory[PLAYED] = memory[ROUNDS]


@jit
def init_search(kernel: Kernel, observation: IntArray, settings: Settings, ws: Workspace) -> None:
    """Prepare the workspace for a decision; what is left of the last one is the tree, if it fits, and the cache."""
    memory = ws.memory
    for i in range(kernel.num_actions):
        ws.by_action[i] = 0
    recall(observation, ws)
    plan(kernel, settings, ws)
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
    settings: Settings,
    ws: Workspace,
    rng: IntArray,
    individuals: int,
    work: int,
) -> None:
    """Go on until so many individuals have been evaluated for this decision, or so much work has been done.

    Work counts playouts, and individuals and states that took none.
    """
    while ws.memory[EVALUATED] < individuals and work > 0:
        if ws.memory[SAMPLE] < 0:
            make_offspring(kernel, observation, player, settings, ws, rng)
        work -= evaluate_pending(kernel, observation, player, settings, ws, rng, work)


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
    """Return the first action of the best sequence after ``iterations`` evaluations; a forced one at once."""
    settings = read_settings(params)
    ws = workspace(kernel, settings, memory)
    init_search(kernel, observation, settings, ws)
    action = legal[0]
    if legal.shape[0] > 1:
        evolve(kernel, observation, player, settings, ws, rng, settings.iterations, UNLIMITED)
        action = memory[best_individual(ws) + FIRST_GENE]
    expect(kernel, observation, player, settings, ws, action, rng)
    return int(action)
