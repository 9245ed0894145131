"""The agent `alpha_beta`: to a depth, compiled, within a number of nodes or a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import numpy as np

from palaestra import CompiledPolicy, Explanation, Game, GameError, KernelGame, PolicyAgent, View, new_rng
from palaestra_search.alpha_beta.scores import value_of
from palaestra_search.alpha_beta.search import best_action, choose, deepen, init_decision
from palaestra_search.alpha_beta.variation import principal_variation
from palaestra_search.alpha_beta.workspace import (
    DONE,
    NODES,
    ROOT_ACTIONS,
    Settings,
    Workspace,
    read_settings,
    workspace,
    workspace_size,
)
from palaestra_search.budget import run_until
from palaestra_search.parameters import AlphaBetaParameters

_DEPTH: Final = 4
_DEPTH_OF_A_BUDGET: Final = 64


def search_settings(parameters: AlphaBetaParameters) -> Settings:
    """Return what the compiled search is told."""
    limited = parameters.nodes is not None or parameters.seconds is not None
    return Settings(
        depth=parameters.depth or (_DEPTH_OF_A_BUDGET if limited else _DEPTH),
        quiescence=parameters.quiescence,
        budget=parameters.nodes or 0,
        random_ties=parameters.ties == "random",
        quick=parameters.quick,
        table_bits=parameters.table_bits,
        any_ply=False,
    )


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
            self._rng = new_rng(rng)
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
        kernel, settings, ws = view.kernel, read_settings(self._policy.params), self._workspace()
        init_decision(kernel, ws, np.array(view.observation), view.player, self._rng)
        if len(view.legal_actions) == 1:
            self._seconds = 0.0
            return view.legal_actions[0]

        def run(nodes: int) -> bool:
            return bool(deepen(kernel, settings, ws, nodes))

        ended = run_until(began, self._limit, self._now, run)
        while not self._memory[DONE] and run(1 << 10):
            ended = self._now()
        self._seconds = ended - began
        return int(best_action(ws, settings.random_ties, self._rng))

    def _workspace(self) -> Workspace:
        return workspace(self._game.kernel, read_settings(self._policy.params), self._memory)

    def explain(self) -> Explanation:
        """Return the reading of the last decision.

        Visits are positions looked at. The values of actions that are not among the best are upper bounds: alpha-beta
        shows that they are worse and does not ask how much.
        """
        memory, depth = self._memory, int(self._memory[DONE])
        if depth == 0:
            return Explanation((), (), 0, self._seconds)
        n, ws = int(memory[ROOT_ACTIONS]), self._workspace()
        found = zip(ws.actions[:n].tolist(), ws.nodes[:n].tolist(), ws.scores[:n].tolist(), strict=True)
        rows = [(action, visits, value_of(score)) for action, visits, score in found]
        variation = np.zeros(depth, dtype=np.int64)
        state, legal = (
            np.zeros(self._game.sizes.state_size, dtype=np.int64),
            np.zeros(self._game.sizes.max_legal, dtype=np.int64),
        )
        length = principal_variation(self._game.kernel, ws, state, legal, variation)
        return Explanation(
            actions=tuple(sorted(rows, key=lambda row: (-row[1], row[0]))),
            principal_variation=tuple(variation[:length].tolist()),
            iterations=int(memory[NODES]),
            seconds=self._seconds,
        )


def _policy(game: Game, parameters: AlphaBetaParameters) -> CompiledPolicy:
    settings = search_settings(parameters)
    size = workspace_size(_kernel_game(game).kernel, settings)
    return CompiledPolicy(choose, np.array(settings, dtype=np.float64), int(size))


def _kernel_game(game: Game) -> KernelGame:
    if not isinstance(game, KernelGame):
        raise GameError(f"game '{game.spec.id}' has no kernel, which alpha_beta needs")
    return game
