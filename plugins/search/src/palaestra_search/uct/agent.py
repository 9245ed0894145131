"""The agent `uct`: a budget of simulations, compiled, or a budget of time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import numpy as np

from palaestra.agent import CompiledPolicy, PolicyAgent, View, random_words
from palaestra.errors import GameError
from palaestra.game import Game
from palaestra.kernel import Kernel
from palaestra_search.parameters import UctParameters
from palaestra_search.uct.search import begin, choose, search_params, simulate
from palaestra_search.uct.tree import most_visited_action, workspace_words

_CHUNK_SECONDS: Final = 0.001
_LARGEST_CHUNK: Final = 1 << 14
_TIMED_SIMULATIONS: Final = 1 << 18


class UctAgent(PolicyAgent):
    """Monte Carlo tree search with UCB1; see :mod:`palaestra_search.uct.search`."""

    def __init__(
        self,
        game: Game,
        parameters: UctParameters,
        rng: np.random.Generator,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._timed: TimedSearch | None = None
        if parameters.seconds is None:
            super().__init__(game, parameters, rng)
        else:
            self._timed = TimedSearch(game, parameters.seconds, parameters.exploration, rng, now)

    @classmethod
    def compile_policy(cls, game: Game, parameters: UctParameters) -> CompiledPolicy | None:
        """Return the policy; None for a budget in seconds."""
        if parameters.seconds is not None:
            return None
        params = search_params(parameters.iterations, parameters.exploration)
        return CompiledPolicy(choose, params, workspace_words(_kernel(game), parameters.iterations))

    def act(self, view: View) -> int:
        """Search and return the most visited action."""
        return super().act(view) if self._timed is None else self._timed.act(view)


class TimedSearch:
    """A search that ends by the clock: short compiled chunks in a Python loop, which an interrupt can stop.

    The tree has room for at least 2**18 nodes (64 MB, taken from the system as it grows). When it is full, further
    simulations improve the nodes that are there.

    Args:
        game: a game with a kernel.
        seconds: the time for each decision.
        exploration: the constant c of UCB1.
        rng: the agent's random stream.
        now: the clock, in seconds.
    """

    def __init__(
        self,
        game: Game,
        seconds: float,
        exploration: float,
        rng: np.random.Generator,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._seconds = seconds
        self._now = now
        self._params = search_params(_TIMED_SIMULATIONS, exploration)
        self._memory = np.zeros(workspace_words(_kernel(game), _TIMED_SIMULATIONS), dtype=np.int64)
        self._words = random_words(rng)

    def act(self, view: View) -> int:
        """Search until the time is over and return the most visited action; a forced action at once."""
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        started = self._now()
        deadline = started + self._seconds
        observation = np.array(view.observation)
        begin(view.kernel, observation, view.player, self._memory, self._words)
        chunk = 1
        while True:
            simulate(view.kernel, observation, view.player, self._params, self._memory, self._words, chunk)
            ended = self._now()
            if ended >= deadline:
                break
            chunk = next_chunk(chunk, ended - started, deadline - ended)
            started = ended
        return int(most_visited_action(self._memory, self._memory.view(np.float64), view.player))


def next_chunk(chunk: int, seconds: float, left: float) -> int:
    """Return how many simulations to run next, when `chunk` of them took `seconds` and `left` seconds are left.

    As many as take a millisecond, or what is left if that is less; at most twice as many as before, since the
    first simulations are not like the later ones; and never so many that a clock that stands still could hold it up.
    """
    most = min(2 * chunk, _LARGEST_CHUNK)
    if seconds <= 0.0:
        return most
    return max(1, min(most, int(chunk * min(_CHUNK_SECONDS, left) / seconds)))


def _kernel(game: Game) -> Kernel:
    if game.kernel is None:
        raise GameError(f"game '{game.spec.id}' has no kernel, which uct needs")
    return game.kernel
