"""The agent `alpha_beta`: to a depth, compiled, within a number of nodes or a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import numpy as np

from palaestra import CompiledPolicy, Explanation, FloatArray, Game, GameError, KernelGame, PolicyAgent, View, new_rng
from palaestra_search.alpha_beta.scores import value_of
from palaestra_search.alpha_beta.search import begin, choose, decide, deepen
from palaestra_search.alpha_beta.variation import principal_variation
from palaestra_search.alpha_beta.workspace import (
    BUDGET,
    DEPTH,
    DONE,
    NODES,
    NUM_PARAMS,
    QUICK,
    QUIESCENCE,
    RANDOM_TIES,
    RESULTS,
    ROOT_ACTIONS,
    TABLE_BITS,
    workspace_words,
)
from palaestra_search.budget import run_until
from palaestra_search.parameters import AlphaBetaParameters

_DEPTH: Final = 4
_DEPTH_OF_A_BUDGET: Final = 64


def search_params(parameters: AlphaBetaParameters) -> FloatArray:
    """Return what compiled code reads."""
    limited = parameters.nodes is not None or parameters.seconds is not None
    depth = parameters.depth or (_DEPTH_OF_A_BUDGET if limited else _DEPTH)
    params = np.zeros(NUM_PARAMS)
    params[DEPTH] = depth
    params[QUIESCENCE] = parameters.quiescence
    params[BUDGET] = parameters.nodes or 0
    params[RANDOM_TIES] = parameters.ties == "random"
    params[QUICK] = parameters.quick
    params[TABLE_BITS] = parameters.table_bits
    return params


class AlphaBetaAgent(PolicyAgent):
    """Alpha-beta with iterative deepening; see :mod:`palaestra_search.alpha_beta.search`."""

    def __init__(
        self,
        game: Game,
        parameters: AlphaBetaParameters,
        rng: np.random.Generator,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._game = _kernel_game(game)
        self._now = now
        self._limit = parameters.seconds
        if self._limit is None:
            super().__init__(game, parameters, rng)
        else:
            self._policy = _policy(game, parameters)
            self._memory = np.zeros(self._policy.memory_words, dtype=np.int64)
            self._words = new_rng(rng)
            self._seconds = 0.0

    @classmethod
    def compile_policy(cls, game: Game, parameters: AlphaBetaParameters) -> CompiledPolicy | None:
        """Return the policy; None for a budget in seconds."""
        return _policy(game, parameters) if parameters.seconds is None else None

    def act(self, view: View) -> int:
        """Search and return the best action; a forced action at once."""
        if self._limit is None:
            return super().act(view)
        began = self._now()
        kernel, params, memory = view.kernel, self._policy.params, self._memory
        begin(kernel, params, np.array(view.observation), view.player, memory, self._words)
        if len(view.legal_actions) == 1:
            self._seconds = 0.0
            return view.legal_actions[0]

        def run(nodes: int) -> bool:
            return bool(deepen(kernel, params, memory, nodes))

        ended = run_until(began, self._limit, self._now, run)
        while not memory[DONE] and run(1 << 10):
            ended = self._now()
        self._seconds = ended - began
        return int(decide(kernel, params, memory, self._words))

    def explain(self) -> Explanation:
        """Return the reading of the last decision.

        Visits are positions looked at. The values of actions that are not among the best are upper bounds: alpha-beta
        shows that they are worse and does not ask how much.
        """
        memory, depth = self._memory, int(self._memory[DONE])
        if depth == 0:
            return Explanation((), (), 0, self._seconds)
        n, room = int(memory[ROOT_ACTIONS]), self._game.sizes.max_legal
        actions, scores, nodes = (memory[start : start + n].tolist() for start in memory[RESULTS] + room * np.arange(3))
        rows = [(action, visits, value_of(score)) for action, score, visits in zip(actions, scores, nodes, strict=True)]
        variation = np.zeros(depth, dtype=np.int64)
        state, legal = np.zeros(self._game.sizes.state_size, dtype=np.int64), np.zeros(room, dtype=np.int64)
        length = principal_variation(self._game.kernel, memory, state, legal, variation)
        return Explanation(
            actions=tuple(sorted(rows, key=lambda row: (-row[1], row[0]))),
            principal_variation=tuple(variation[:length].tolist()),
            iterations=int(memory[NODES]),
            seconds=self._seconds,
        )


def _policy(game: Game, parameters: AlphaBetaParameters) -> CompiledPolicy:
    params = search_params(parameters)
    words = workspace_words(_kernel_game(game).kernel, int(params[DEPTH]), parameters.quiescence, parameters.table_bits)
    return CompiledPolicy(choose, params, words)


def _kernel_game(game: Game) -> KernelGame:
    if not isinstance(game, KernelGame):
        raise GameError(f"game '{game.spec.id}' has no kernel, which alpha_beta needs")
    return game
