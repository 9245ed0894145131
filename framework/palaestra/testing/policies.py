"""Compiled agents for tests of the compiled lane, honest and misbehaving."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from palaestra.agent import CompiledPolicy, PolicyAgent
from palaestra.compiler import jit
from palaestra.game import Game
from palaestra.kernel import POLICY, FloatArray, IntArray, Kernel
from palaestra.kernel.rng import random_below
from palaestra.spec import AgentSpec, parameter


@jit(POLICY)
def choose_first(
    kernel: Kernel,  # noqa: ARG001
    observation: IntArray,  # noqa: ARG001
    player: int,  # noqa: ARG001
    legal: IntArray,
    params: FloatArray,  # noqa: ARG001
    memory: IntArray,  # noqa: ARG001
    rng: IntArray,  # noqa: ARG001
) -> int:
    """Return the first legal action."""
    return int(legal[0])


@jit(POLICY)
def choose_uniformly(
    kernel: Kernel,  # noqa: ARG001
    observation: IntArray,  # noqa: ARG001
    player: int,  # noqa: ARG001
    legal: IntArray,
    params: FloatArray,  # noqa: ARG001
    memory: IntArray,  # noqa: ARG001
    rng: IntArray,
) -> int:
    """Return a random legal action."""
    return int(legal[random_below(rng, legal.shape[0])])


@jit(POLICY)
def choose_badly(
    kernel: Kernel,  # noqa: ARG001
    observation: IntArray,  # noqa: ARG001
    player: int,  # noqa: ARG001
    legal: IntArray,
    params: FloatArray,
    memory: IntArray,
    rng: IntArray,  # noqa: ARG001
) -> int:
    """Return the first legal action ``params[0]`` times, then raise (``params[1] == 0``) or return -2."""
    if memory[0] < params[0]:
        memory[0] += 1
        return int(legal[0])
    if params[1] == 0.0:
        raise ValueError("fake failure of a compiled policy")
    return -2


class CompiledFirst(PolicyAgent):
    """Plays the legal action with the lowest id, compiled."""

    @classmethod
    def compile_policy(cls, game: Game, parameters: Any) -> CompiledPolicy | None:  # noqa: ARG003
        """Return the policy."""
        return CompiledPolicy(choose_first, np.zeros(0))


class CompiledUniform(PolicyAgent):
    """Plays uniformly at random, compiled."""

    @classmethod
    def compile_policy(cls, game: Game, parameters: Any) -> CompiledPolicy | None:  # noqa: ARG003
        """Return the policy."""
        return CompiledPolicy(choose_uniformly, np.zeros(0))


@dataclass(frozen=True)
class BadPolicyParameters:
    """When and how :class:`CompiledBad` misbehaves."""

    after: int = parameter(0, "good moves before the bad one", minimum=0)
    how: str = parameter("raise", "what it does then", choices=("raise", "illegal"))


class CompiledBad(PolicyAgent):
    """Raises or plays illegally after some moves, compiled."""

    @classmethod
    def compile_policy(cls, game: Game, parameters: BadPolicyParameters) -> CompiledPolicy | None:  # noqa: ARG003
        """Return the policy."""
        params = np.array([parameters.after, 0.0 if parameters.how == "raise" else 1.0])
        return CompiledPolicy(choose_badly, params, memory_words=1)


COMPILED_FIRST: Final = AgentSpec(
    "compiled_first", "1", "Plays the lowest legal action, compiled.", "palaestra.testing.policies:CompiledFirst"
)
COMPILED_UNIFORM: Final = AgentSpec(
    "compiled_uniform", "1", "Plays uniformly at random, compiled.", "palaestra.testing.policies:CompiledUniform"
)
COMPILED_BAD: Final = AgentSpec(
    "compiled_bad",
    "1",
    "Misbehaves after some moves, compiled.",
    "palaestra.testing.policies:CompiledBad",
    parameters=BadPolicyParameters,
)
