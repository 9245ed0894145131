"""The agent `determinized_uct`: an ensemble of trees, with a budget of simulations, compiled, or of time."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from palaestra import CompiledPolicy, Explanation, FloatArray, Game, IntArray, PolicyAgent, View, new_rng
from palaestra_search.budget import run_until
from palaestra_search.determinized.search import (
    ACTION,
    ACTIONS,
    BEST,
    SIMULATIONS,
    TALLY_FIELDS,
    TALLY_HEADER,
    TALLY_RETURNS,
    TALLY_VISITS,
    choose,
    count_tree,
    elect,
    init_tally,
    read_settings,
    tally_size,
    workspace,
)
from palaestra_search.parameters import DeterminizedUctParameters
from palaestra_search.uct.search import init_search, run_simulations
from palaestra_search.uct.settings import FIXED, kernel_of, search_params, workspace_size


class DeterminizedUctAgent(PolicyAgent):
    """Plays what an ensemble of UCT trees elects; see :mod:`palaestra_search.determinized.search`."""

    def __init__(
        self,
        game: Game,
        parameters: DeterminizedUctParameters,
        rng: np.random.Generator,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._budget = parameters.seconds
        self._now = now
        self._tally_size = int(tally_size(kernel_of(game, parameters.agent)))
        if self._budget is None:
            super().__init__(game, parameters, rng)
        else:
            self._params, size = _plan(game, parameters, None)
            self._memory = np.zeros(size, dtype=np.int64)
            self._rng = new_rng(rng)
            self._seconds = 0.0

    @classmethod
    def compile_policy(cls, game: Game, parameters: DeterminizedUctParameters) -> CompiledPolicy | None:
        """Return the policy; None for a budget in seconds."""
        if parameters.seconds is not None:
            return None
        share = -(-parameters.iterations // parameters.determinizations)
        return CompiledPolicy(choose, *_plan(game, parameters, share))

    def act(self, view: View) -> int:
        """Search all trees and return the action that they elect."""
        return super().act(view) if self._budget is None else self._act_in(view, self._budget)

    def _act_in(self, view: View, budget: float) -> int:
        """Give each tree the same part of the time; a forced action takes none."""
        kernel, player, rng = view.kernel, view.player, self._rng
        settings, (tree, tally) = read_settings(self._params), workspace(kernel, self._memory)
        observation = np.array(view.observation)
        init_tally(np.array(view.legal_actions, dtype=np.int64), tally)
        self._seconds = 0.0
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]

        def run(simulations: int) -> bool:
            run_simulations(kernel, observation, player, settings.tree_params, tree, rng, simulations)
            return True

        began = ended = self._now()
        for number in range(settings.determinizations):
            init_search(kernel, observation, player, settings.tree_params, tree, rng)
            left = budget * (number + 1) / settings.determinizations - (ended - began)
            ended = run_until(ended, left, self._now, run)
            count_tree(tree, tally)
        self._seconds = ended - began
        return int(elect(tally, settings.by_votes))

    def explain(self) -> Explanation:
        """Return the reading of the last decision: visits and means over all trees; empty if it took no search."""
        tally: IntArray = self._memory[-self._tally_size :]
        if tally[SIMULATIONS] == 0:
            return Explanation((), (), 0, self._seconds)
        totals = tally.view(np.float64)
        actions = []
        for at in range(TALLY_HEADER, TALLY_HEADER + TALLY_FIELDS * int(tally[ACTIONS]), TALLY_FIELDS):
            visits = int(tally[at + TALLY_VISITS])
            if visits:
                actions.append((int(tally[at + ACTION]), visits, float(totals[at + TALLY_RETURNS]) / visits))
        actions.sort(key=lambda entry: (-entry[1], -entry[2]))
        return Explanation(tuple(actions), (int(tally[BEST]),), int(tally[SIMULATIONS]), self._seconds)


def _plan(game: Game, parameters: DeterminizedUctParameters, share: int | None) -> tuple[FloatArray, int]:
    """Return the policy's parameters and memory, for trees of so many simulations."""
    parameters.check_game(game)
    kernel = kernel_of(game, parameters.agent)
    own = np.array([parameters.iterations, parameters.determinizations, parameters.decision == "votes"], dtype=float)
    params = np.concatenate((own, search_params(parameters, share, FIXED)))
    return params, workspace_size(kernel, parameters, share) + int(tally_size(kernel))
