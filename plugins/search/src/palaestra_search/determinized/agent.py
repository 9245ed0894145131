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
    SEARCH,
    SIMULATIONS,
    TALLY_HEADER,
    TALLY_RETURNS,
    TALLY_VISITS,
    TALLY_WORDS,
    begin_tally,
    choose,
    count_tree,
    elect,
    tally_words,
)
from palaestra_search.parameters import DeterminizedUctParameters
from palaestra_search.uct.search import begin, simulate
from palaestra_search.uct.settings import SearchSettings, kernel_of, search_params, workspace_words

_NAME = "determinized_uct"


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
        self._trees = parameters.determinizations
        self._by_votes = int(parameters.decision == "votes")
        self._now = now
        self._tally_size = int(tally_words(kernel_of(game, _NAME)))
        if self._budget is None:
            super().__init__(game, parameters, rng)
        else:
            self._params, words = _plan(game, parameters, None)
            self._memory = np.zeros(words, dtype=np.int64)
            self._words = new_rng(rng)
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
        memory, tally = self._memory[: -self._tally_size], self._memory[-self._tally_size :]
        kernel, player, params, words = view.kernel, view.player, self._params[SEARCH:], self._words
        observation = np.array(view.observation)
        begin_tally(np.array(view.legal_actions, dtype=np.int64), tally)
        self._seconds = 0.0
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]

        def run(simulations: int) -> bool:
            simulate(kernel, observation, player, params, memory, words, simulations)
            return True

        began = ended = self._now()
        for number in range(self._trees):
            begin(kernel, observation, player, params, memory, words)
            left = budget * (number + 1) / self._trees - (ended - began)
            ended = run_until(ended, left, self._now, run)
            count_tree(memory, tally)
        self._seconds = ended - began
        return int(elect(tally, self._by_votes))

    def explain(self) -> Explanation:
        """Return the reading of the last decision: visits and means over all trees; empty if it took no search."""
        tally: IntArray = self._memory[-self._tally_size :]
        if tally[SIMULATIONS] == 0:
            return Explanation((), (), 0, self._seconds)
        totals = tally.view(np.float64)
        actions = []
        for at in range(TALLY_HEADER, TALLY_HEADER + TALLY_WORDS * int(tally[ACTIONS]), TALLY_WORDS):
            visits = int(tally[at + TALLY_VISITS])
            if visits:
                actions.append((int(tally[at + ACTION]), visits, float(totals[at + TALLY_RETURNS]) / visits))
        actions.sort(key=lambda entry: (-entry[1], -entry[2]))
        return Explanation(tuple(actions), (int(tally[BEST]),), int(tally[SIMULATIONS]), self._seconds)


def _plan(game: Game, parameters: DeterminizedUctParameters, share: int | None) -> tuple[FloatArray, int]:
    """Return the policy's parameters and memory, for trees of so many simulations."""
    settings = SearchSettings(
        exploration=parameters.exploration,
        selection=parameters.selection,
        leaf=parameters.leaf,
        playout_depth=parameters.playout_depth,
        max_nodes=parameters.max_nodes,
        tree="fixed",
    )
    parameters.check_game(game)
    kernel = kernel_of(game, _NAME)
    own = np.array([parameters.iterations, parameters.determinizations, parameters.decision == "votes"], dtype=float)
    params = np.concatenate((own, search_params(settings, share)))
    return params, workspace_words(kernel, settings, share) + int(tally_words(kernel))
