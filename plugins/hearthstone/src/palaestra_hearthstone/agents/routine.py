"""Decisions that need no search: which cards of the first hand are kept, and the only legal action."""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, jit
from palaestra_hearthstone.actions import CHOOSE
from palaestra_hearthstone.agents.notes import COUNT
from palaestra_hearthstone.engine.tables import CARDS, COST
from palaestra_hearthstone.layout import HAND, HAND_WORDS, MULLIGAN, OPTIONS, PENDING, PLAYER_WORDS, PLAYERS

MOST_KEPT: Final = 3
"""Cards that cost more are replaced, as DynamicLookaheadAgent does."""


@jit
def answer_mulligan(observation: IntArray, player: int) -> int:
    """Return the action that keeps or replaces the card asked about; -1 where none is."""
    if observation[PENDING] != MULLIGAN:
        return -1
    card = observation[PLAYERS + player * PLAYER_WORDS + HAND + observation[OPTIONS] * HAND_WORDS]
    return int(CHOOSE + int(CARDS[card, COST] > MOST_KEPT))


@jit
def choose_at_once(observation: IntArray, player: int, legal: IntArray, memory: IntArray) -> int:
    """Forget what was noted of the last decision; return the action if this one needs no search, else -1."""
    memory[COUNT] = 0
    return int(legal[0]) if legal.shape[0] == 1 else answer_mulligan(observation, player)
