"""The agent `greedy`: one ply of lookahead with the game's own evaluation."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from palaestra import (
    POLICY,
    CompiledPolicy,
    FloatArray,
    Game,
    GameError,
    IntArray,
    Kernel,
    PolicyAgent,
    copy,
    jit,
    random_below,
)
from palaestra_search.parameters import GreedyParameters


class Workspace(NamedTuple):
    """The slices of a workspace.

    Attributes:
        sample: a sampled state, int64[state_size].
        state: what an action makes of it, int64[state_size].
        totals: sums of values of the legal actions, float64[max_legal].
        outcome: the returns of the seats, float64[players].
    """

    sample: IntArray
    state: IntArray
    totals: FloatArray
    outcome: FloatArray


@jit
def workspace_size(kernel: Kernel) -> int:
    """Return the length of the workspace."""
    return int(2 * kernel.state_size + kernel.max_legal + kernel.players)


@jit
def workspace(kernel: Kernel, memory: IntArray) -> Workspace:
    """Return the slices of the workspace."""
    size = kernel.state_size
    values = memory[2 * size :].view(np.float64)
    return Workspace(memory[:size], memory[size : 2 * size], values[: kernel.max_legal], values[kernel.max_legal :])


@jit
def value_after(kernel: Kernel, state: IntArray, player: int, outcome: FloatArray) -> float:
    """Return the value of a state for `player`: its return at the end, the game's evaluation before."""
    if kernel.current_player(state) < 0:
        kernel.returns(state, outcome)
        return float(outcome[player])
    return float(kernel.evaluate(state, player))


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
    """Return the action with the highest mean value after it, over ``params[0]`` sampled states; ties by chance.

    Each sampled state is tried with all actions, chance events included, so that the actions are compared under the
    same luck.
    """
    n = legal.shape[0]
    sample, state, totals, outcome = workspace(kernel, memory)
    for i in range(n):
        totals[i] = 0.0
    certain = kernel.perfect_information == 1 and kernel.chance == 0
    for _ in range(1 if certain else int(params[0])):
        kernel.determinize(observation, player, rng, sample)
        for i in range(n):
            copy(state, sample)
            kernel.step(state, legal[i])
            totals[i] += value_after(kernel, state, player, outcome)
    best = 0
    ties = 1
    for i in range(1, n):
        if totals[i] > totals[best]:
            best = i
            ties = 1
        elif totals[i] == totals[best]:
            ties += 1  # the k-th of equals takes the place with 1 in k: each is as likely (reservoir sampling)
            if random_below(rng, ties) == 0:
                best = i
    return int(legal[best])


class GreedyAgent(PolicyAgent):
    """Plays the action after which the game's own evaluation is best for it."""

    @classmethod
    def compile_policy(cls, game: Game, parameters: GreedyParameters) -> CompiledPolicy:
        """Return the policy."""
        if game.kernel is None:
            raise GameError(f"game '{game.spec.id}' has no kernel, which greedy needs")
        return CompiledPolicy(choose, np.array([float(parameters.samples)]), workspace_size(game.kernel))
