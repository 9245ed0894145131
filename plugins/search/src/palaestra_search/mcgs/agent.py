"""The agent `mcgs`: a budget of simulations, compiled, or a budget of time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import numpy as np

from palaestra import (
    CompiledPolicy,
    Explanation,
    Game,
    GameError,
    IntArray,
    KernelGame,
    PolicyAgent,
    View,
    new_rng,
)
from palaestra_search.budget import run_until
from palaestra_search.mcgs.graph import (
    COUNT,
    EDGES,
    FIRST,
    NEXT,
    ROOT,
    SIMULATIONS,
    TARGET,
    TIMES,
    action_of,
    most_visited_edge,
    pool_size,
    scratch_end,
    table_slots,
)
from palaestra_search.mcgs.parameters import McgsParameters
from palaestra_search.mcgs.playout import BY_EVALUATION, BY_FILTER, NO_PRUNING
from palaestra_search.mcgs.search import choose, init_search, run_simulations
from palaestra_search.mcgs.settings import Settings
from palaestra_search.ucb import MEAN, RECORD_SIZE, VISITS

_LARGEST_POOL: Final = 1 << 25
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
            self._rng = new_rng(rng)
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
            init_search(view.kernel, observation, view.player, params, memory, self._rng)

            def run(simulations: int) -> bool:
                run_simulations(view.kernel, observation, view.player, params, memory, self._rng, simulations)
                return True

            run_until(began, seconds, self._now, run)
            action = int(action_of(memory, most_visited_edge(memory, memory.view(np.float64), memory[ROOT])))
        self._seconds = self._now() - began
        return action


def search_policy(game: Game, parameters: McgsParameters) -> CompiledPolicy:
    """Return the compiled search for a game.

    Raises:
        GameError: the game has no kernel.
        InvalidValueError: a parameter that the game does not allow.
    """
    if not isinstance(game, KernelGame):
        raise GameError(f"game '{game.spec.id}' has no kernel, which mcgs needs")
    settings = search_settings(game, parameters)
    pool = pool_size(game.sizes.max_legal, settings.max_nodes, settings.payload)
    return CompiledPolicy(
        choose, np.array(settings, dtype=np.float64), int(scratch_end(game.kernel)) + settings.slots + pool
    )


def search_settings(game: KernelGame, parameters: McgsParameters) -> Settings:
    """Return what the search is told.

    Raises:
        InvalidValueError: a parameter that the game does not allow.
    """
    parameters.check_game(game)
    perfect = game.spec.information == "perfect"
    by_key = perfect and parameters.merge != "abstract"
    searched = parameters.opponent == "searched"
    one_outcome = by_key and searched and not game.spec.chance
    payload = 0 if one_outcome else max(game.sizes.state_size, game.spec.players)
    nodes = parameters.max_nodes
    if nodes is None:
        wanted = parameters.iterations + 1 if parameters.seconds is None else _MOST_NODES
        nodes = min(wanted, max(1, _LARGEST_POOL // pool_size(0, 1, payload)))
    return Settings(
        iterations=parameters.iterations,
        exploration=parameters.exploration,
        width=parameters.width,
        searched=searched,
        by_key=by_key,
        is_tree=parameters.merge == "none",
        pruning=_PRUNINGS[parameters.pruning],
        share=0.5 if parameters.keep is None else parameters.keep,
        playout_depth=0 if parameters.leaf == "evaluate" else parameters.playout_depth or -1,
        max_nodes=nodes,
        slots=table_slots(nodes),
        payload=payload,
    )


def explain_graph(memory: IntArray) -> tuple[tuple[tuple[int, int, float], ...], tuple[int, ...]]:
    """Return the (action, visits, mean) of the root's edges, most visited first, and the most visited line.

    The line goes on to the successor that an edge led to most often. It ends before a node that it has passed.
    """
    values = memory.view(np.float64)
    root = int(memory[ROOT])
    first, count = int(memory[root + EDGES]), int(memory[root + COUNT])
    edges = range(first, first + RECORD_SIZE * count, RECORD_SIZE)
    rows = [(int(action_of(memory, e)), int(memory[e + VISITS]), float(values[e + MEAN])) for e in edges]
    line: list[int] = []
    passed: set[int] = set()
    node = root
    while node not in passed:
        passed.add(node)
        edge = int(most_visited_edge(memory, values, node))
        if edge == 0:
            break
        line.append(int(action_of(memory, edge)))
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
