"""The agent `uct`, and what agents with one search tree share: a budget of simulations, compiled, or of time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from palaestra import CompiledPolicy, Explanation, Game, PolicyAgent, View, new_rng
from palaestra_search.budget import run_until
from palaestra_search.parameters import UctParameters
from palaestra_search.uct.compact import sweep
from palaestra_search.uct.explain import explain_tree
from palaestra_search.uct.search import begin, choose, force, simulate
from palaestra_search.uct.settings import (
    SearchSettings,
    kernel_of,
    search_params,
    workspace_words,
)
from palaestra_search.uct.tree import AVAILABLE, DONE, END, FULL, PROVEN, ROOT, decide

_SWEEP_SECONDS_PER_WORD: Final = 2e-8


class TreeAgent(PolicyAgent):
    """An agent that searches one tree; derived classes say how."""

    name: str

    def __init__(
        self,
        game: Game,
        parameters: Any,
        rng: np.random.Generator,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._timed: TimedSearch | None = None
        if parameters.seconds is None:
            super().__init__(game, parameters, rng)
        else:
            parameters.check_game(game)
            self._timed = TimedSearch(game, parameters.seconds, self.settings(parameters), rng, now)

    @staticmethod
    def settings(parameters: Any) -> SearchSettings:
        """Return how the tree is searched under the agent's parameters."""
        raise NotImplementedError

    @classmethod
    def compile_policy(cls, game: Game, parameters: Any) -> CompiledPolicy | None:
        """Return the policy; None for a budget in seconds."""
        parameters.check_game(game)
        if parameters.seconds is not None:
            return None
        settings = cls.settings(parameters)
        words = workspace_words(kernel_of(game, cls.name), settings, parameters.iterations)
        return CompiledPolicy(choose, search_params(settings, parameters.iterations), words)

    def act(self, view: View) -> int:
        """Search and return the most visited action."""
        return super().act(view) if self._timed is None else self._timed.act(view)

    def explain(self) -> Explanation:
        """Return the reading of the last decision."""
        if self._timed is not None:
            return self._timed.explain()
        return explain_tree(self._memory, self._seconds)


class UctAgent(TreeAgent):
    """Monte Carlo tree search with UCB1 or PUCT; see :mod:`palaestra_search.uct.search`."""

    name = "uct"

    @staticmethod
    def settings(parameters: UctParameters) -> SearchSettings:
        """Return the parameters without the budget."""
        return SearchSettings(
            exploration=parameters.exploration,
            selection=parameters.selection,
            solver=parameters.solver,
            reuse=parameters.reuse,
            leaf=parameters.leaf,
            playout_depth=parameters.playout_depth,
            max_nodes=parameters.max_nodes,
        )


class TimedSearch:
    """A search that ends by the clock: short compiled chunks in a Python loop, which an interrupt can stop.

    Where old nodes must make room for new ones, that is done while there is time enough for it; towards the end
    further simulations only improve the nodes that are there.

    Args:
        game: a game with a kernel.
        seconds: the time for each decision.
        settings: how the tree is searched.
        rng: the agent's random stream.
        now: the clock, in seconds.
    """

    def __init__(
        self,
        game: Game,
        seconds: float,
        settings: SearchSettings,
        rng: np.random.Generator,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._budget = seconds
        self._now = now
        self._reuse = settings.reuse
        self._params = search_params(settings, None)
        self._memory = np.zeros(workspace_words(kernel_of(game, "a search"), settings, None), dtype=np.int64)
        self._words = new_rng(rng)
        self._seconds = 0.0

    def act(self, view: View) -> int:
        """Search until the time is over and return the most visited action; a forced action at once."""
        forced = len(view.legal_actions) == 1
        if forced and not self._reuse:
            self._memory[DONE] = 0
            self._seconds = 0.0
            return view.legal_actions[0]
        started = self._now()
        deadline = started + self._budget
        observation = np.array(view.observation)
        memory, words = self._memory, self._words
        begin(view.kernel, observation, view.player, self._params, memory, words)
        if forced:
            return int(force(memory, view.legal_actions[0]))

        def run(simulations: int) -> bool:
            simulate(view.kernel, observation, view.player, self._params, memory, words, simulations)
            if memory[FULL]:
                words_in_room = int(memory[END] - memory[ROOT])
                if deadline - self._now() > _SWEEP_SECONDS_PER_WORD * words_in_room:
                    sweep(memory)
            return bool(memory[memory[ROOT] + AVAILABLE] != PROVEN)

        self._seconds = run_until(started, self._budget, self._now, run) - started
        return int(decide(memory, memory.view(np.float64)))

    def explain(self) -> Explanation:
        """Return the reading of the last decision."""
        return explain_tree(self._memory, self._seconds)
