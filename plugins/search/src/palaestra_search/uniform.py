"""The agent `random`: any legal action, each as likely."""

from __future__ import annotations

import numpy as np

from palaestra import (
    POLICY,
    CompiledPolicy,
    FloatArray,
    Game,
    IntArray,
    Kernel,
    NoParameters,
    PolicyAgent,
    jit,
    random_below,
)


@jit(POLICY)
def choose(
    kernel: Kernel,  # noqa: ARG001 - a policy's signature
    observation: IntArray,  # noqa: ARG001
    player: int,  # noqa: ARG001
    legal: IntArray,
    params: FloatArray,  # noqa: ARG001
    memory: IntArray,  # noqa: ARG001
    rng: IntArray,
) -> int:
    """Return a legal action, each with the same probability."""
    return int(legal[random_below(rng, legal.shape[0])])


class RandomAgent(PolicyAgent):
    """Plays any legal action, each as likely: the yardstick that every other agent must beat."""

    @classmethod
    def compile_policy(cls, game: Game, parameters: NoParameters) -> CompiledPolicy:  # noqa: ARG003
        """Return the policy."""
        return CompiledPolicy(choose, np.zeros(0))
