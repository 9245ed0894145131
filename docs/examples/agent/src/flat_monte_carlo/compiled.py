"""Flat Monte Carlo as one compiled function, for any game with a kernel."""

from __future__ import annotations

import numpy as np

from flat_monte_carlo.plugin import FlatParameters
from palaestra import POLICY, CompiledPolicy, FloatArray, Game, IntArray, Kernel, KernelGame, PolicyAgent, jit, play_out


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
    """Return the legal action that did best in random games; ``params[0]`` of them are played for each."""
    size = kernel.state_size
    state = memory[:size]
    scratch = memory[size : size + kernel.max_legal]
    outcome = memory[size + kernel.max_legal :].view(np.float64)
    best = 0
    most = -np.inf
    for index in range(legal.shape[0]):
        total = 0.0
        for _ in range(int(params[0])):
            kernel.determinize(observation, player, rng, state)
            kernel.step(state, legal[index])
            play_out(kernel, state, scratch)
            kernel.returns(state, outcome)
            total += outcome[player]
        if total > most:
            best = index
            most = total
    return int(legal[best])


class CompiledFlatMonteCarlo(PolicyAgent):
    """Tries every legal action in as many random games, and plays the one that did best."""

    @classmethod
    def compile_policy(cls, game: Game, parameters: FlatParameters) -> CompiledPolicy | None:
        """Return the function, its parameters as numbers, and the size of its memory."""
        if not isinstance(game, KernelGame):
            return None
        words = game.sizes.state_size + game.sizes.max_legal + game.spec.players
        return CompiledPolicy(choose, np.array([float(parameters.playouts)]), words)
