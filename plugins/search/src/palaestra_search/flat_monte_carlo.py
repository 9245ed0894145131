"""The agent `flat_monte_carlo`: the same number of random playouts for each legal action; the best mean is played.

Each playout starts from a state of its own that fits what the player knows. There is no tree: all later moves, the
player's own included, are random.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, NamedTuple

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
"""Header: the playouts of the last decision."""
ACTIONS: Final = 1
"""Header: the number of its legal actions."""
BEST: Final = 2
"""Header: the action that was chosen."""
HEADER_SIZE: Final = 3


class Workspace(NamedTuple):
    """The slices of a workspace.

    Attributes:
        header: see above.
        actions: the legal actions of the decision, int64[max_legal].
        totals: the sums of their returns, float64[max_legal].
        legal: legal actions of a playout, int64[max_legal].
        state: the state of a playout, int64[state_size].
        outcome: the returns of the seats, float64[players].
    """

    header: IntArray
    actions: IntArray
    totals: FloatArray
    legal: IntArray
    state: IntArray
    outcome: FloatArray


@jit
def workspace_size(kernel: Kernel) -> int:
    """Return the length of the workspace."""
    return int(HEADER_SIZE + 3 * kernel.max_legal + kernel.state_size + kernel.players)


@jit
def workspace(kernel: Kernel, memory: IntArray) -> Workspace:
    """Return the slices of the workspace."""
    most = kernel.max_legal
    totals = HEADER_SIZE + most
    state = totals + 2 * most
    outcome = state + kernel.state_size
    return Workspace(
        memory[:HEADER_SIZE],
        memory[HEADER_SIZE:totals],
        memory[totals : totals + most].view(np.float64),
        memory[totals + most : state],
        memory[state:outcome],
        memory[outcome : outcome + kernel.players].view(np.float64),
    )


@jit
def init_decision(legal: IntArray, ws: Workspace) -> None:
    """Prepare the workspace for a decision."""
    ws.header[DONE] = 0
    ws.header[ACTIONS] = legal.shape[0]
    for i in range(legal.shape[0]):
        ws.actions[i] = legal[i]
        ws.totals[i] = 0.0


@jit
def run_playouts(
    kernel: Kernel, observation: IntArray, player: int, ws: Workspace, rng: IntArray, playouts: int
) -> None:
    """Make further playouts, of each action in turn."""
    header, state = ws.header, ws.state
    for _ in range(playouts):
        i = header[DONE] % header[ACTIONS]
        header[DONE] += 1
        kernel.determinize(observation, player, rng, state)
        kernel.step(state, ws.actions[i])
        if kernel.current_player(state) >= 0:
            play_out(kernel, state, ws.legal)
        kernel.returns(state, ws.outcome)
        ws.totals[i] += ws.outcome[player]


@jit
def visits(ws: Workspace, i: int) -> int:
    """Return the playouts of the i-th action."""
    n = ws.header[ACTIONS]
    return int((ws.header[DONE] + n - 1 - i) // n)


@jit
def best_action(ws: Workspace, rng: IntArray) -> int:
    """Return the action with the best mean; ties are broken at random."""
    best = 0
    best_mean = -np.inf
    ties = 1
    for i in range(min(ws.header[ACTIONS], ws.header[DONE])):
        mean = ws.totals[i] / visits(ws, i)
        if mean > best_mean:
            best = i
            best_mean = mean
            ties = 1
        elif mean == best_mean:
            # The k-th of equals takes the place with 1 in k, so that each is as likely (reservoir sampling).
            ties += 1
            if random_below(rng, ties) == 0:
                best = i
    ws.header[BEST] = ws.actions[best]
    return int(ws.header[BEST])


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
    """Return the best action after ``params[0]`` playouts, at least one for each; a forced one at once."""
    ws = workspace(kernel, memory)
    init_decision(legal, ws)
    if legal.shape[0] == 1:
        return int(legal[0])
    run_playouts(kernel, observation, player, ws, rng, max(int(params[0]), legal.shape[0]))
    return best_action(ws, rng)


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
        self._kernel = _kernel_of(game)
        if self._budget is None:
            super().__init__(game, parameters, rng)
        else:
            self._memory = np.zeros(workspace_size(self._kernel), dtype=np.int64)
            self._rng = new_rng(rng)
            self._seconds = 0.0

    @classmethod
    def compile_policy(cls, game: Game, parameters: FlatMonteCarloParameters) -> CompiledPolicy | None:
        """Return the policy; None for a budget in seconds."""
        if parameters.seconds is not None:
            return None
        return CompiledPolicy(choose, np.array([float(parameters.iterations)]), int(workspace_size(_kernel_of(game))))

    def act(self, view: View) -> int:
        """Make the playouts and return the best action."""
        if self._budget is None:
            return super().act(view)
        started = self._now()
        kernel, rng, ws = view.kernel, self._rng, workspace(self._kernel, self._memory)
        observation = np.array(view.observation)
        legal = np.array(view.legal_actions, dtype=np.int64)
        init_decision(legal, ws)
        self._seconds = 0.0
        if len(legal) == 1:
            return int(legal[0])

        def run(playouts: int) -> bool:
            run_playouts(kernel, observation, view.player, ws, rng, playouts)
            return True

        self._seconds = run_until(started, self._budget, self._now, run) - started
        return int(best_action(ws, rng))

    def explain(self) -> Explanation:
        """Return the reading of the last decision; an empty one if it took no playouts."""
        ws = workspace(self._kernel, self._memory)
        done = int(ws.header[DONE])
        if done == 0:
            return Explanation((), (), 0, self._seconds)
        actions = []
        for i in range(min(done, int(ws.header[ACTIONS]))):
            playouts = int(visits(ws, i))
            actions.append((int(ws.actions[i]), playouts, float(ws.totals[i]) / playouts))
        actions.sort(key=lambda entry: (-entry[1], -entry[2]))
        return Explanation(tuple(actions), (int(ws.header[BEST]),), done, self._seconds)


def _kernel_of(game: Game) -> Kernel:
    if game.kernel is None:
        raise GameError(f"game '{game.spec.id}' has no kernel, which flat_monte_carlo needs")
    return game.kernel
