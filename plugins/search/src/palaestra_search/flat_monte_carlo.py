"""The agent `flat_monte_carlo`: the same number of random playouts for each legal action; the best mean is played.

Each playout starts from a state of its own that fits what the player knows. There is no tree: all later moves, the
player's own included, are random.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import numpy as np

from palaestra import (
    POLICY,
    CompiledPolicy,
    Explanation,
    FloatArray,
    Game,
    GameError,
    IntArray,
    Kernel,
    PolicyAgent,
    View,
    jit,
    new_rng,
    play_out,
    random_below,
)
from palaestra_search.budget import run_until
from palaestra_search.parameters import FlatMonteCarloParameters

DONE: Final = 0
"""The playouts of the last decision."""
ACTIONS: Final = 1
"""The number of its legal actions; for each, its id and the sum of its returns follow."""
BEST: Final = 2
"""The action that was chosen."""
HEADER_WORDS: Final = 3
ITERATIONS: Final = 0


@jit
def workspace_words(kernel: Kernel) -> int:
    """Return the memory that the policy wants: ids and sums of returns, a state, legal actions, returns."""
    return int(HEADER_WORDS + 3 * kernel.max_legal + kernel.state_size + kernel.players)


@jit
def begin(legal: IntArray, memory: IntArray) -> None:
    """Prepare the workspace for a decision."""
    memory[DONE] = 0
    memory[ACTIONS] = legal.shape[0]
    for i in range(legal.shape[0]):
        memory[HEADER_WORDS + 2 * i] = legal[i]
        memory[HEADER_WORDS + 2 * i + 1] = 0  # the float 0 has the same bits


@jit
def sample(kernel: Kernel, observation: IntArray, player: int, memory: IntArray, rng: IntArray, playouts: int) -> None:
    """Make further playouts, of each action in turn."""
    values = memory.view(np.float64)
    n = memory[ACTIONS]
    at = HEADER_WORDS + 2 * kernel.max_legal
    legal = memory[at : at + kernel.max_legal]
    at += kernel.max_legal
    state = memory[at : at + kernel.state_size]
    at += kernel.state_size
    outcome = values[at : at + kernel.players]
    for _ in range(playouts):
        i = memory[DONE] % n
        memory[DONE] += 1
        kernel.determinize(observation, player, rng, state)
        kernel.step(state, memory[HEADER_WORDS + 2 * i])
        if kernel.current_player(state) >= 0:
            play_out(kernel, state, legal)
        kernel.returns(state, outcome)
        values[HEADER_WORDS + 2 * i + 1] += outcome[player]


@jit
def tries(memory: IntArray, i: int) -> int:
    """Return the playouts of the i-th action."""
    n = memory[ACTIONS]
    return int((memory[DONE] + n - 1 - i) // n)


@jit
def best_action(values: FloatArray, memory: IntArray, rng: IntArray) -> int:
    """Return the action with the best mean; ties are broken at random."""
    best = 0
    best_mean = -np.inf
    ties = 1
    for i in range(min(memory[ACTIONS], memory[DONE])):
        mean = values[HEADER_WORDS + 2 * i + 1] / tries(memory, i)
        if mean > best_mean:
            best = i
            best_mean = mean
            ties = 1
        elif mean == best_mean:
            ties += 1
            if random_below(rng, ties) == 0:
                best = i
    memory[BEST] = memory[HEADER_WORDS + 2 * best]
    return int(memory[BEST])


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
    """Return the best action after ``params[ITERATIONS]`` playouts, at least one for each; a forced one at once."""
    begin(legal, memory)
    if legal.shape[0] == 1:
        return int(legal[0])
    sample(kernel, observation, player, memory, rng, max(int(params[ITERATIONS]), legal.shape[0]))
    return best_action(memory.view(np.float64), memory, rng)


class FlatMonteCarloAgent(PolicyAgent):
    """Plays the action with the best mean over random playouts."""

    def __init__(
        self,
        game: Game,
        parameters: FlatMonteCarloParameters,
        rng: np.random.Generator,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._budget = parameters.seconds
        self._now = now
        if self._budget is None:
            super().__init__(game, parameters, rng)
        else:
            self._memory = np.zeros(_words(game), dtype=np.int64)
            self._words = new_rng(rng)
            self._seconds = 0.0

    @classmethod
    def compile_policy(cls, game: Game, parameters: FlatMonteCarloParameters) -> CompiledPolicy | None:
        """Return the policy; None for a budget in seconds."""
        if parameters.seconds is not None:
            return None
        return CompiledPolicy(choose, np.array([float(parameters.iterations)]), _words(game))

    def act(self, view: View) -> int:
        """Make the playouts and return the best action."""
        if self._budget is None:
            return super().act(view)
        started = self._now()
        memory, words, kernel = self._memory, self._words, view.kernel
        observation = np.array(view.observation)
        legal = np.array(view.legal_actions, dtype=np.int64)
        begin(legal, memory)
        self._seconds = 0.0
        if len(legal) == 1:
            return int(legal[0])

        def run(playouts: int) -> bool:
            sample(kernel, observation, view.player, memory, words, playouts)
            return True

        self._seconds = run_until(started, self._budget, self._now, run) - started
        return int(best_action(memory.view(np.float64), memory, words))

    def explain(self) -> Explanation:
        """Return the reading of the last decision; an empty one if it took no playouts."""
        memory = self._memory
        done = int(memory[DONE])
        if done == 0:
            return Explanation((), (), 0, self._seconds)
        values = memory.view(np.float64)
        actions = []
        for i in range(min(done, int(memory[ACTIONS]))):
            playouts = int(tries(memory, i))
            at = HEADER_WORDS + 2 * i
            actions.append((int(memory[at]), playouts, float(values[at + 1]) / playouts))
        actions.sort(key=lambda entry: (-entry[1], -entry[2]))
        return Explanation(tuple(actions), (int(memory[BEST]),), done, self._seconds)


def _words(game: Game) -> int:
    if game.kernel is None:
        raise GameError(f"game '{game.spec.id}' has no kernel, which flat_monte_carlo needs")
    return int(workspace_words(game.kernel))
