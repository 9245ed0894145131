"""The agent `mcgs`: a budget of simulations, compiled, or a budget of time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import numpy as np

from palaestra import (
    CompiledPolicy,
    Explanation,
    FloatArray,
    Game,
    GameError,
    IntArray,
    Kernel,
    PolicyAgent,
    View,
    new_rng,
)
from palaestra_search.budget import run_until
from palaestra_search.mcgs.graph import (
    ACTION,
    COUNT,
    EDGE_WORDS,
    EDGES,
    FIRST,
    HEADER_WORDS,
    MEAN,
    NEXT,
    ROOT,
    SIMULATIONS,
    TARGET,
    TIMES,
    VISITS,
    most_visited_edge,
    pool_words,
    scratch_words,
    table_slots,
)
from palaestra_search.mcgs.parameters import McgsParameters
from palaestra_search.mcgs.playout import BY_EVALUATION, BY_FILTER, NO_PRUNING
from palaestra_search.mcgs.search import begin, choose, simulate
from palaestra_search.mcgs.settings import (
    ACTIONS,
    BRANCHES,
    BY_KEY,
    EXPLORATION,
    ITERATIONS,
    LIMIT_OF_NODES,
    NUM_PARAMS,
    PAYLOAD,
    PRUNING,
    SEARCHED,
    SHARE,
    SLOTS_OF_TABLE,
    TREE,
    kernel_facts,
)

_MOST_WORDS: Final = 1 << 25
"""The graph takes 256 MB at most where the user does not say how many nodes it may have."""
_MOST_NODES: Final = 1 << 18
_PRUNINGS: Final = {"none": NO_PRUNING, "filter": BY_FILTER, "evaluate": BY_EVALUATION}


class McgsAgent(PolicyAgent):
    """Monte Carlo graph search; see :mod:`palaestra_search.mcgs.search`."""

    def __init__(
        self,
        game: Game,
        parameters: McgsParameters,
        rng: np.random.Generator,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._budget = parameters.seconds
        self._now = now
        self._last = -1
        if parameters.seconds is None:
            super().__init__(game, parameters, rng)
        else:
            policy = search_policy(game, parameters)
            self._policy = policy
            self._memory = np.zeros(policy.memory_words, dtype=np.int64)
            self._words = new_rng(rng)
            self._seconds = 0.0

    @classmethod
    def compile_policy(cls, game: Game, parameters: McgsParameters) -> CompiledPolicy | None:
        """Return the policy; None for a budget in seconds."""
        return search_policy(game, parameters) if parameters.seconds is None else None

    def act(self, view: View) -> int:
        """Search and return the most visited action; a forced action at once."""
        self._last = super().act(view) if self._budget is None else self._act_in_time(view, self._budget)
        return self._last

    def explain(self) -> Explanation:
        """Return the visits and means of the last search; the line follows the most visited edges."""
        simulations = int(self._memory[SIMULATIONS])
        if simulations == 0:
            return Explanation((), (self._last,), 0, self._seconds)
        actions, line = explain_graph(self._memory)
        return Explanation(actions, line, simulations, self._seconds)

    def _act_in_time(self, view: View, seconds: float) -> int:
        began = self._now()
        memory = self._memory
        memory[SIMULATIONS] = 0
        action = view.legal_actions[0]
        if len(view.legal_actions) > 1:
            observation, params = np.array(view.observation), self._policy.params
            begin(view.kernel, observation, view.player, params, memory, self._words)

            def run(simulations: int) -> bool:
                simulate(view.kernel, observation, view.player, params, memory, self._words, simulations)
                return True

            run_until(began, seconds, self._now, run)
            action = int(memory[most_visited_edge(memory, memory.view(np.float64), memory[ROOT]) + ACTION])
        self._seconds = self._now() - began
        return action


def search_policy(game: Game, parameters: McgsParameters) -> CompiledPolicy:
    """Return the compiled search for a game.

    Raises:
        GameError: the game has no kernel.
        InvalidValueError: a parameter that the game does not allow.
    """
    if game.kernel is None:
        raise GameError(f"game '{game.spec.id}' has no kernel, which mcgs needs")
    params = search_params(game, game.kernel, parameters)
    slots, nodes, payload = (int(params[i]) for i in (SLOTS_OF_TABLE, LIMIT_OF_NODES, PAYLOAD))
    scratch = HEADER_WORDS + int(scratch_words(game.kernel))
    max_legal = kernel_facts(game.kernel)[2]
    return CompiledPolicy(choose, params, scratch + slots + pool_words(max_legal, nodes, payload))


def search_params(game: Game, kernel: Kernel, parameters: McgsParameters) -> FloatArray:
    """Return what the search reads; see :mod:`palaestra_search.mcgs.settings`.

    Raises:
        InvalidValueError: a parameter that the game does not allow.
    """
    state_size, players, _ = kernel_facts(kernel)
    parameters.check_game(game)
    perfect = game.spec.information == "perfect"
    by_key = perfect and parameters.merge != "abstract"
    searched = parameters.opponent == "searched"
    one_outcome = by_key and searched and not game.spec.chance
    payload = 0 if one_outcome else max(state_size, players)
    nodes = parameters.max_nodes
    if nodes is None:
        wanted = parameters.iterations + 1 if parameters.seconds is None else _MOST_NODES
        nodes = min(wanted, max(1, _MOST_WORDS // pool_words(0, 1, payload)))
    params = np.zeros(NUM_PARAMS)
    params[ITERATIONS] = parameters.iterations
    params[EXPLORATION] = parameters.exploration
    params[BRANCHES] = parameters.width
    params[SEARCHED] = searched
    params[BY_KEY] = by_key
    params[TREE] = parameters.merge == "none"
    params[PRUNING] = _PRUNINGS[parameters.pruning]
    params[SHARE] = 0.5 if parameters.keep is None else parameters.keep
    params[ACTIONS] = 0 if parameters.leaf == "evaluate" else parameters.playout_depth or -1
    params[LIMIT_OF_NODES] = nodes
    params[SLOTS_OF_TABLE] = table_slots(nodes)
    params[PAYLOAD] = payload
    return params


def explain_graph(memory: IntArray) -> tuple[tuple[tuple[int, int, float], ...], tuple[int, ...]]:
    """Return the (action, visits, mean) of the root's edges, most visited first, and the most visited line.

    The line goes on to the successor that an edge led to most often. It ends before a node that it has passed.
    """
    values = memory.view(np.float64)
    root = int(memory[ROOT])
    first, count = int(memory[root + EDGES]), int(memory[root + COUNT])
    edges = range(first, first + EDGE_WORDS * count, EDGE_WORDS)
    rows = [(int(memory[e + ACTION]), int(memory[e + VISITS]), float(values[e + MEAN])) for e in edges]
    line: list[int] = []
    passed: set[int] = set()
    node = root
    while node not in passed:
        passed.add(node)
        edge = int(most_visited_edge(memory, values, node))
        if edge == 0:
            break
        line.append(int(memory[edge + ACTION]))
        following = sorted(successors(memory, edge).items(), key=lambda item: -item[1])
        if not following:
            break
        node = following[0][0]
    return tuple(sorted(rows, key=lambda row: (-row[1], -row[2]))), tuple(line)


def successors(memory: IntArray, edge: int) -> dict[int, int]:
    """Return how often an edge led to each of its successors."""
    found: dict[int, int] = {}
    record = int(memory[edge + FIRST])
    while record != 0:
        found[int(memory[record + TARGET])] = int(memory[record + TIMES])
        record = int(memory[record + NEXT])
    return found
