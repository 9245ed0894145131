"""The agent `beam_search`: from action to action, only the positions with the best scores are kept.

With its defaults it searches as BeamSearchAgent does, an example of the Hearthstone AI competition
(github.com/ADockhorn/HearthstoneAICompetition, ``AIAgents/Examples``); that one falls back to one action when its 30
seconds for a turn are over.
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
from palaestra_hearthstone.agents.parameters import BeamParameters
from palaestra_hearthstone.agents.routine import choose_at_once
from palaestra_hearthstone.agents.scores import COUNTS, score, weights_of
from palaestra_hearthstone.layout import STATE_SIZE
from palaestra_hearthstone.rules import MAX_LEGAL

# In ``params``.
DEPTH: Final = 0
WIDTH: Final = 1
OPPONENT_WIDTH: Final = 2
WEIGHTS: Final = 3

# A position of the beam: its score (float), the place of its first action among the legal ones, its line, the state.
FIRST: Final = 1
STEPS_N: Final = 2
STEPS: Final = 3
MOST_STEPS: Final = 50
POSITION: Final = STEPS + MOST_STEPS
ENTRY_WORDS: Final = POSITION + STATE_SIZE

# Candidates, best first: after their number, for each its score (float), the position that it comes from, its action.
PARENT: Final = 1
ACTION: Final = 2
CANDIDATE_WORDS: Final = 3
STAY: Final = -1
"""In place of an action: the game is over."""

# The memory: notes, scratch, candidates, then the beam and the next one.
LEGAL: Final = NOTE_WORDS
TRIED: Final = LEGAL + MAX_LEGAL
COUNTED: Final = TRIED + STATE_SIZE
REPLIES: Final = COUNTED + COUNTS
MOST_REPLIES: Final = 100
FOUND: Final = REPLIES + 1 + MOST_REPLIES * CANDIDATE_WORDS


def memory_words(width: int) -> int:
    """Return the memory that a beam of so many positions needs."""
    return FOUND + 1 + width * (CANDIDATE_WORDS + 2 * ENTRY_WORDS)


@jit
def offer(memory: IntArray, candidates: int, value: float, parent: int, action: int, most: int) -> None:
    """Put a candidate among the `most` best, behind those with the same score."""
    values = memory.view(np.float64)
    first = candidates + 1
    place = memory[candidates]
    while place > 0 and values[first + (place - 1) * CANDIDATE_WORDS] < value:
        place -= 1
    if place >= most:
        return
    n = min(memory[candidates] + 1, most)
    at = first + place * CANDIDATE_WORDS
    for word in range(first + n * CANDIDATE_WORDS - 1, at + CANDIDATE_WORDS - 1, -1):
        memory[word] = memory[word - CANDIDATE_WORDS]
    values[at] = value
    memory[at + PARENT] = parent
    memory[at + ACTION] = action
    memory[candidates] = n


@jit
def note(memory: IntArray, first: int, i: int, value: float) -> None:
    """Count a scored position for the first action that led to it; for first actions themselves, write the score."""
    memory[EVALUATIONS] += 1
    if first >= 0:
        memory[ACTIONS + ACTION_WORDS * first + EVALUATED] += 1
    else:
        memory[ACTIONS + ACTION_WORDS * i + EVALUATED] += 1
        memory.view(np.float64)[ACTIONS + ACTION_WORDS * i + VALUES] = value


@jit
def expand(kernel: Kernel, memory: IntArray, player: int, beam: int, parent: int, params: FloatArray) -> int:
    """Offer all that one action leads to from a position of the beam; return 0 if its game is over."""
    values = memory.view(np.float64)
    at = beam + parent * ENTRY_WORDS
    width = int(params[WIDTH])
    state = memory[at + POSITION : at + ENTRY_WORDS]
    mover = kernel.current_player(state)
    if mover < 0:
        offer(memory, FOUND, values[at], parent, STAY, width)
        return 0
    legal = memory[LEGAL:TRIED]
    tried = memory[TRIED:COUNTED]
    memory[REPLIES] = 0
    for i in range(kernel.legal_actions(state, legal)):
        copy(tried, state)
        kernel.step(tried, legal[i])
        value = score(tried, player, params[WEIGHTS : WEIGHTS + COUNTS], values[COUNTED:REPLIES])
        note(memory, memory[at + FIRST], i, value)
        if mover == player:
            offer(memory, FOUND, value, parent, legal[i], width)
        else:
            offer(memory, REPLIES, -value, parent, legal[i], int(params[OPPONENT_WIDTH]))
    for i in range(memory[REPLIES]):
        reply = REPLIES + 1 + i * CANDIDATE_WORDS
        offer(memory, FOUND, -values[reply], parent, memory[reply + ACTION], width)
    return 1


@jit
def place_among_legal(memory: IntArray, action: int) -> int:
    """Return the place of an action among the legal ones of the decision."""
    i = 0
    while memory[ACTIONS + ACTION_WORDS * i] != action:
        i += 1
    return i


@jit
def advance(kernel: Kernel, memory: IntArray, beam: int, following: int) -> None:
    """Play the candidates: they become the following beam; the best one of each first action gives its value."""
    values = memory.view(np.float64)
    for i in range(memory[FOUND] - 1, -1, -1):
        found = FOUND + 1 + i * CANDIDATE_WORDS
        parent = beam + memory[found + PARENT] * ENTRY_WORDS
        entry = following + i * ENTRY_WORDS
        copy(memory[entry : entry + ENTRY_WORDS], memory[parent : parent + ENTRY_WORDS])
        action = memory[found + ACTION]
        if action != STAY:
            kernel.step(memory[entry + POSITION : entry + ENTRY_WORDS], action)
            memory[entry + STEPS + memory[entry + STEPS_N]] = action
            memory[entry + STEPS_N] += 1
            if memory[entry + FIRST] < 0:
                memory[entry + FIRST] = place_among_legal(memory, action)
        values[entry] = values[found]
        values[ACTIONS + ACTION_WORDS * memory[entry + FIRST] + VALUES] = values[found]


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
    """Return the first action on the way to the best position of the last beam, in one sampled state."""
    at_once = choose_at_once(observation, player, legal, memory)
    if at_once >= 0:
        return at_once
    begin_notes(memory, legal, 1)
    width = int(params[WIDTH])
    beam = FOUND + 1 + width * CANDIDATE_WORDS
    following = beam + width * ENTRY_WORDS
    memory[beam + FIRST] = -1
    memory[beam + STEPS_N] = 0
    kernel.determinize(observation, player, rng, memory[beam + POSITION : beam + ENTRY_WORDS])
    n = 1
    for _ in range(int(params[DEPTH])):
        memory[FOUND] = 0
        going_on = 0
        for parent in range(n):
            going_on += expand(kernel, memory, player, beam, parent, params)
        if not going_on:
            break
        n = memory[FOUND]
        advance(kernel, memory, beam, following)
        beam, following = following, beam
    memory[LINE_N] = memory[beam + STEPS_N]
    copy(memory[LINE : LINE + MOST_STEPS], memory[beam + STEPS : beam + POSITION])
    return int(memory[LINE])


class BeamAgent(NotingAgent):
    """Searches a few lines many actions deep, through the opponent's turn as it imagines it."""

    @classmethod
    def compile_policy(cls, game: Game, parameters: BeamParameters) -> CompiledPolicy:  # noqa: ARG003
        """Return the policy."""
        numbers = [float(parameters.depth), float(parameters.width), float(parameters.opponent_width)]
        params = np.concatenate((numbers, weights_of(parameters.score)))
        return CompiledPolicy(choose, params, memory_words(parameters.width))
