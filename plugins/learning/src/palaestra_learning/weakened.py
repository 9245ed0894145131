"""The agent `weakened`: plays as another agent does, but for some of its actions, which are random.

Each action is any legal one with the probability `randomness`; the other agent is then not asked. The toss has random
numbers of its own, seeded from those of the agent: what the other agent draws is what it would draw by itself, and
without randomness it plays the very same games.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np

from palaestra import (
    POLICY,
    Agent,
    CompiledPolicy,
    Explanation,
    FloatArray,
    Game,
    IntArray,
    View,
    build_agent,
    compiled_policy,
    jit,
    load_object,
    new_rng,
    random_below,
    random_unit,
    seed_rng,
)
from palaestra_learning.parameters import WeakenedParameters

TOSS_WORDS: Final = 2
"""Of a policy's memory, at its start: the random generator of the toss; zeros before the first."""

_RANDOMNESS: Final = 0
"""In a policy's params, before those of the other agent."""
_NUM_PARAMS: Final = 1


@jit
def _toss(words: IntArray, params: FloatArray, legal: int, rng: IntArray) -> int:
    """Return the place of a random action among the legal ones, or -1 where the other agent is to be asked."""
    if words[0] == 0 and words[1] == 0:
        seed_rng(words, rng[0])
    return random_below(words, legal) if random_unit(words) < params[_RANDOMNESS] else -1


@cache
def _mixture(inner: Callable[..., int]) -> Callable[..., int]:
    """Return the policy that plays at random or asks `inner`: compiled with it, and once for each."""

    @jit(POLICY)
    def choose(
        kernel: Any,
        observation: IntArray,
        player: int,
        legal: IntArray,
        params: FloatArray,
        memory: IntArray,
        rng: IntArray,
    ) -> int:
        place = _toss(memory[:TOSS_WORDS], params, legal.shape[0], rng)
        if place >= 0:
            return int(legal[place])
        return inner(kernel, observation, player, legal, params[_NUM_PARAMS:], memory[TOSS_WORDS:], rng)

    return choose


class WeakenedAgent:
    """Plays some of its actions at random and asks another agent for the others.

    What that one offers besides is passed on: `start`, `end` and `explain`; an action at random has an empty
    explanation.
    """

    def __init__(self, game: Game, parameters: WeakenedParameters, rng: np.random.Generator) -> None:
        inner = parameters.inner
        self._params = np.array([parameters.randomness])
        self._rng = new_rng(rng)
        self._words = np.zeros(TOSS_WORDS, dtype=np.int64)
        self._agent: Agent = build_agent(inner.spec, game, inner.parameters, rng)
        self._tossed = False
        for name in ("start", "end"):
            if hasattr(self._agent, name):
                setattr(self, name, getattr(self._agent, name))
        if hasattr(self._agent, "explain"):
            self.explain = self._explain

    @classmethod
    def compile_policy(cls, game: Game, parameters: WeakenedParameters) -> CompiledPolicy | None:
        """Return the policy; None where the other agent has none."""
        inner = parameters.inner
        policy = compiled_policy(load_object(inner.spec.factory), game, inner.parameters)
        if policy is None:
            return None
        params = np.concatenate([[parameters.randomness], policy.params])
        return CompiledPolicy(_mixture(policy.choose), params, TOSS_WORDS + policy.memory_words)

    def act(self, view: View) -> int:
        """Return a random action, or that of the other agent."""
        place = int(_toss(self._words, self._params, len(view.legal_actions), self._rng))
        self._tossed = place >= 0
        return view.legal_actions[place] if self._tossed else self._agent.act(view)

    def _explain(self) -> Explanation:
        if self._tossed:
            return Explanation((), (), 0, 0.0)
        explanation: Explanation = self._agent.explain()  # type: ignore[attr-defined]
        return explanation
