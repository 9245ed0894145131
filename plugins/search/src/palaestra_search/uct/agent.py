"""The agent `uct`: a budget of simulations, compiled, or of time; `ismcts` derives from it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import ClassVar, Final

import numpy as np

from palaestra import CompiledPolicy, Explanation, Game, PolicyAgent, View, new_rng
from palaestra_search.budget import run_until
from palaestra_search.parameters import TreeParameters, UctParameters
from palaestra_search.ucb import AVAILABLE, PROVEN
from palaestra_search.uct.compact import make_room
from palaestra_search.uct.explain import explain_tree
from palaestra_search.uct.search import choose, choose_forced, init_search, run_simulations
from palaestra_search.uct.settings import BY_GAME, kernel_of, search_params, workspace_size
from palaestra_search.uct.tree import DONE, END, FULL, ROOT, best_action

_SECONDS_PER_NUMBER: Final = 2e-8


class UctAgent(PolicyAgent):
    """Monte Carlo tree search with UCB1 or PUCT; see :mod:`palaestra_search.uct.search`."""

    tree: ClassVar[int] = BY_GAME

    def __init__(
        self,
        game: Game,
        parameters: TreeParameters,
        rng: np.random.Generator,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._timed: TimedSearch | None = None
        if parameters.seconds is None:
            super().__init__(game, parameters, rng)
        else:
            parameters.check_game(game)
            self._timed = TimedSearch(game, parameters, parameters.seconds, self.tree, rng, now)

    @classmethod
    def compile_policy(cls, game: Game, parameters: TreeParameters) -> CompiledPolicy | None:
        """Return the policy; None for a budget in seconds."""
        parameters.check_game(game)
        if parameters.seconds is not None:
            return None
        size = workspace_size(kernel_of(game, parameters.agent), parameters, parameters.iterations)
        return CompiledPolicy(choose, search_params(parameters, parameters.iterations, cls.tree), size)

    def act(self, view: View) -> int:
        """Search and return the most visited action."""
        return super().act(view) if self._timed is None else self._timed.act(view)

    def explain(self) -> Explanation:
        """Return the reading of the last decision."""
        if self._timed is not None:
            return self._timed.explain()
        return explain_tree(self._memory, self._seconds)


class TimedSearch:
    """A search that ends by the clock: short compiled chunks in a Python loop, which an interrupt can stop.

    Where old nodes must make room for new ones, that is done while there is time enough for it; towards the end
    further simulations only improve the nodes that are there.

    Args:
        game: a game with a kernel.
        parameters: how the tree is searched.
        seconds: the time for each decision.
        tree: BY_GAME or OPEN_LOOP.
        rng: the agent's random stream.
        now: the clock, in seconds.
    """

    def __init__(
        self,
        game: Game,
        parameters: TreeParameters,
        seconds: float,
        tree: int,
        rng: np.random.Generator,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._budget = seconds
        self._now = now
        self._reuse = isinstance(parameters, UctParameters) and parameters.reuse
        self._params = search_params(parameters, None, tree)
        self._memory = np.zeros(workspace_size(kernel_of(game, parameters.agent), parameters, None), dtype=np.int64)
        self._rng = new_rng(rng)
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
        memory, rng = self._memory, self._rng
        init_search(view.kernel, observation, view.player, self._params, memory, rng)
        if forced:
            return int(choose_forced(memory, view.legal_actions[0]))

        def run(simulations: int) -> bool:
            run_simulations(view.kernel, observation, view.player, self._params, memory, rng, simulations)
            if memory[FULL]:
                room = int(memory[END] - memory[ROOT])
                if deadline - self._now() > _SECONDS_PER_NUMBER * room:
                    make_room(memory)
            return bool(memory[memory[ROOT] + AVAILABLE] != PROVEN)

        self._seconds = run_until(started, self._budget, self._now, run) - started
        return int(best_action(memory, memory.view(np.float64)))

    def explain(self) -> Explanation:
        """Return the reading of the last decision."""
        return explain_tree(self._memory, self._seconds)
