"""The agent `hearthstone_greedy`: the action after which a published score is best."""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import POLICY, CompiledPolicy, FloatArray, Game, IntArray, Kernel, copy, jit, random_below
from palaestra_hearthstone.agents.notes import (
    ACTION_WORDS,
    ACTIONS,
    EVALUATED,
    EVALUATIONS,
    LINE,
    LINE_N,
    NOTE_WORDS,
    VALUES,
    NotingAgent,
    begin_notes,
)
from palaestra_hearthstone.agents.parameters import GreedyParameters
from palaestra_hearthstone.agents.routine import choose_at_once
from palaestra_hearthstone.agents.scores import COUNTS, score, weights_of
from palaestra_hearthstone.layout import STATE_SIZE

WEIGHTS: Final = 1
"""In ``params``, after the number of samples."""
WORDS: Final = NOTE_WORDS + 2 * STATE_SIZE + COUNTS


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
    """Return the action with the best mean score after it, over sampled states; ties are broken at random.

    Each sampled state is tried with all actions, so that they are compared under the same luck.
    """
    at_once = choose_at_once(observation, player, legal, memory)
    if at_once >= 0:
        return at_once
    samples = int(params[0])
    weights = params[WEIGHTS : WEIGHTS + COUNTS]
    values = memory.view(np.float64)
    sample = memory[NOTE_WORDS : NOTE_WORDS + STATE_SIZE]
    state = memory[NOTE_WORDS + STATE_SIZE : NOTE_WORDS + 2 * STATE_SIZE]
    counts = values[NOTE_WORDS + 2 * STATE_SIZE : WORDS]
    begin_notes(memory, legal, samples)
    for _ in range(samples):
        kernel.determinize(observation, player, rng, sample)
        for i in range(legal.shape[0]):
            copy(state, sample)
            kernel.step(state, legal[i])
            memory[ACTIONS + ACTION_WORDS * i + EVALUATED] += 1
            values[ACTIONS + ACTION_WORDS * i + VALUES] += score(state, player, weights, counts)
    best = 0
    ties = 1
    for i in range(1, legal.shape[0]):
        value, most = values[ACTIONS + ACTION_WORDS * i + VALUES], values[ACTIONS + ACTION_WORDS * best + VALUES]
        if value > most:
            best = i
            ties = 1
        elif value == most:
            ties += 1
            if random_below(rng, ties) == 0:
                best = i
    memory[EVALUATIONS] = samples * legal.shape[0]
    memory[LINE_N] = 1
    memory[LINE] = legal[best]
    return int(legal[best])


class GreedyAgent(NotingAgent):
    """Plays the action after which the score is best, one action ahead, as SabberStone's GreedyAgent of 2018."""

    @classmethod
    def compile_policy(cls, game: Game, parameters: GreedyParameters) -> CompiledPolicy:  # noqa: ARG003
        """Return the policy."""
        params = np.concatenate(([float(parameters.samples)], weights_of(parameters.score)))
        return CompiledPolicy(choose, params, WORDS)
