"""What a player knows of a game of Indian Rummy: observing, and dealing what it does not know."""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import IntArray, copy, jit, random_below, reseed, rule, wrapping
from palaestra_rummy.bits import nth, population
from palaestra_rummy.indian_rummy.layout import (
    CLOSED,
    CLOSED_COUNT,
    CUT,
    DEDUCED,
    DISCARDS,
    HANDS,
    HELD,
    NONE,
    OPEN,
    PICKS,
    PILE,
    TURN,
)

_FNV_OFFSET: Final = np.uint64(0xCBF29CE484222325)
_FNV_PRIME: Final = np.uint64(0x100000001B3)
_MIX: Final = np.uint64(0xFF51AFD7ED558CCD)
_HALF: Final = np.uint64(33)


@rule
def observe(state: IntArray, player: int, out: IntArray) -> None:
    """Write what `player` knows: unknown cards of the other hand are among the unseen ones, with the closed deck."""
    copy(out, state)
    out[0] = 0
    out[1] = 0
    for seat in range(2):
        if seat == player:
            continue
        known = state[HELD + seat]
        if player >= 0:
            known |= state[DEDUCED + seat]
        out[HANDS + seat] = state[HANDS + seat] & known
        out[CLOSED] |= state[HANDS + seat] & ~known
    if player < 0:
        out[DEDUCED] = 0
        out[DEDUCED + 1] = 0


@rule
def determinize(observation: IntArray, player: int, rng: IntArray, out: IntArray) -> None:
    """Deal the unseen cards to the opponent's hand and the closed deck, each way equally likely."""
    copy(out, observation)
    unseen = population(out[CLOSED])
    hidden = unseen - out[CLOSED_COUNT]
    for taken in range(hidden):
        card = nth(out[CLOSED], random_below(rng, unseen - taken))
        out[CLOSED] &= ~(1 << card)
        out[HANDS + 1 - player] |= 1 << card
    reseed(out, rng)


@jit
def one(card: int) -> int:
    """Return the set of one card, or of none for -1."""
    return 0 if card == NONE else 1 << card


@jit
def seen_cards(state: IntArray, player: int) -> int:
    """Return the cards whose place `player` knows: its hand, the open pile, the cut card, some of the opponent's."""
    other = 1 - player
    known = state[HELD + other] | state[DEDUCED + other]
    return int(state[HANDS + player] | known | state[PILE] | one(state[OPEN]) | one(state[CUT]))


@rule("key")
@wrapping
def hash_position(state: IntArray) -> int:
    """Return a hash of a state or observation without the random numbers, the number of turns and the past.

    Two positions with the same cards in the same places are one, whichever discards and picks led there. FNV-1a by
    words, mixed at the end.
    """
    value = _FNV_OFFSET
    for i in range(2, state.shape[0]):
        if i != TURN and not DISCARDS <= i < PICKS + 2:
            value = (value ^ np.uint64(state[i])) * _FNV_PRIME
            value ^= value >> _HALF
    value *= _MIX
    return int(np.int64(value ^ (value >> _HALF)))
