"""The agent `dynamic_lookahead`: all lines of its own actions, a few deep.

After Tom Heimbrodt's DynamicLookaheadAgent, winner of the premade deck track of the Hearthstone AI competition of 2019
(github.com/ADockhorn/HearthstoneAICompetition, ``AIAgents/Examples``).
"""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import POLICY, CompiledPolicy, FloatArray, Game, IntArray, Kernel, copy, jit
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
from palaestra_hearthstone.agents.parameters import LookaheadParameters
from palaestra_hearthstone.agents.routine import choose_at_once
from palaestra_hearthstone.agents.scores import COUNTS, score, weights_of
from palaestra_hearthstone.layout import STATE_SIZE
from palaestra_hearthstone.rules import MAX_LEGAL

WEIGHTS: Final = 1
"""In ``params``, after the number of samples."""

# A level of the search: how many actions there are, which is next, the actions, the state.
LEVEL_N: Final = 0
LEVEL_NEXT: Final = 1
LEVEL_LEGAL: Final = 2
LEVEL_STATE: Final = LEVEL_LEGAL + MAX_LEGAL
LEVEL_WORDS: Final = LEVEL_STATE + STATE_SIZE
DEEPEST: Final = 3

BEST_N: Final = NOTE_WORDS
"""How many actions of the best line follow the first one; then those actions."""
SAMPLE: Final = BEST_N + 1 + DEEPEST
SCORING: Final = SAMPLE + STATE_SIZE
LEVELS: Final = SCORING + COUNTS
WORDS: Final = LEVELS + (DEEPEST + 1) * LEVEL_WORDS


@jit
def further_actions(n: int) -> int:
    """Return how many more actions are looked at where `n` are legal."""
    if n >= 25:
        return 1
    return 2 if n >= 5 else 3


@jit
def open_level(kernel: Kernel, memory: IntArray, player: int, level: int, depth: int) -> None:
    """List the actions of the position on a level, none if it is too deep or not the player's turn."""
    at = LEVELS + level * LEVEL_WORDS
    state = memory[at + LEVEL_STATE : at + LEVEL_WORDS]
    memory[at + LEVEL_NEXT] = 0
    memory[at + LEVEL_N] = 0
    if level < depth and kernel.current_player(state) == player:
        memory[at + LEVEL_N] = kernel.legal_actions(state, memory[at + LEVEL_LEGAL : at + LEVEL_STATE])


@jit
def best_score(kernel: Kernel, memory: IntArray, player: int, depth: int, weights: FloatArray) -> float:
    """Return the best score of the position on level 0 and all that up to `depth` actions of the player lead to."""
    counts = memory.view(np.float64)[SCORING : SCORING + COUNTS]
    best = score(memory[LEVELS + LEVEL_STATE : LEVELS + LEVEL_WORDS], player, weights, counts)
    memory[EVALUATIONS] += 1
    memory[BEST_N] = 0
    level = 0
    open_level(kernel, memory, player, 0, depth)
    while level >= 0:
        at = LEVELS + level * LEVEL_WORDS
        if memory[at + LEVEL_NEXT] == memory[at + LEVEL_N]:
            level -= 1
            continue
        below = at + LEVEL_WORDS
        state = memory[below + LEVEL_STATE : below + LEVEL_WORDS]
        copy(state, memory[at + LEVEL_STATE : at + LEVEL_WORDS])
        kernel.step(state, memory[at + LEVEL_LEGAL + memory[at + LEVEL_NEXT]])
        memory[at + LEVEL_NEXT] += 1
        memory[EVALUATIONS] += 1
        value = score(state, player, weights, counts)
        level += 1
        if value > best:
            best = value
            memory[BEST_N] = level
            for i in range(level):
                taken = LEVELS + i * LEVEL_WORDS
                memory[BEST_N + 1 + i] = memory[taken + LEVEL_LEGAL + memory[taken + LEVEL_NEXT] - 1]
        open_level(kernel, memory, player, level, depth)
    return best


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
    """Return the action that can lead to the best score within the turn; the last one of equal ones."""
    at_once = choose_at_once(observation, player, legal, memory)
    if at_once >= 0:
        return at_once
    samples = int(params[0])
    weights = params[WEIGHTS : WEIGHTS + COUNTS]
    values = memory.view(np.float64)
    depth = further_actions(legal.shape[0])
    begin_notes(memory, legal, samples)
    best = -1
    for number in range(samples):
        kernel.determinize(observation, player, rng, memory[SAMPLE:SCORING])
        for i in range(legal.shape[0]):
            state = memory[LEVELS + LEVEL_STATE : LEVELS + LEVEL_WORDS]
            copy(state, memory[SAMPLE:SCORING])
            kernel.step(state, legal[i])
            at = ACTIONS + ACTION_WORDS * i
            before = memory[EVALUATIONS]
            values[at + VALUES] += best_score(kernel, memory, player, depth, weights)
            memory[at + EVALUATED] += memory[EVALUATIONS] - before
            if number == samples - 1 and (
                best < 0 or values[at + VALUES] >= values[ACTIONS + ACTION_WORDS * best + VALUES]
            ):
                best = i
                memory[LINE] = legal[i]
                memory[LINE_N] = 1 + memory[BEST_N]
                copy(memory[LINE + 1 : LINE + 1 + DEEPEST], memory[BEST_N + 1 : BEST_N + 1 + DEEPEST])
    return int(legal[best])


class LookaheadAgent(NotingAgent):
    """Searches its own actions two to four deep, the fewer there are the deeper; the opponent never acts."""

    @classmethod
    def compile_policy(cls, game: Game, parameters: LookaheadParameters) -> CompiledPolicy:  # noqa: ARG003
        """Return the policy."""
        params = np.concatenate(([float(parameters.samples)], weights_of("dynamic_lookahead")))
        return CompiledPolicy(choose, params, WORDS)
