"""Hashes of positions: for transpositions, and of what matters of an observation."""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import IntArray, jit, rule, wrapping
from palaestra_hearthstone.layout import (
    BASE_ATTACK,
    BASE_FLAGS,
    BASE_HEALTH,
    BOARD,
    BOARD_N,
    CARD,
    CARD_DATA,
    DECK,
    DECK_N,
    EXHAUSTED,
    GRAVE,
    GRAVE_N,
    HAND,
    HAND_N,
    HAND_WORDS,
    M_ATTACKS,
    M_DAMAGE,
    M_ORDER,
    MEMORY,
    MINION_WORDS,
    MOVER,
    OPTIONS,
    ORIGIN,
    PENDING,
    PLAYED,
    PLAYER_WORDS,
    PLAYERS,
    RESULT,
    REVEALED,
    REVEALED_N,
    SCALARS,
    SHOWN,
    SHOWN_N,
    SPELL_DAMAGE,
    TURN,
    WEAPON_BONUS,
    WEAPON_ORDER,
)

_OFFSET: Final = np.int64(-3750763034362895579)
_PRIME: Final = np.int64(1099511628211)
_SPREAD: Final = np.int64(-7046029254386353131)
_LOW: Final = 0x7FFFFFFF


@jit
@wrapping
def mixed(value: int, word: int) -> int:
    """Return a hash of what was hashed and one word more: FNV-1a with a shift that lets high bits reach low ones."""
    product = (np.int64(value) ^ np.int64(word)) * _PRIME
    return int(product ^ (product >> 32 & _LOW))


@jit
@wrapping
def scattered(card: int) -> int:
    """Return a word for a card such that different multisets have different sums."""
    value = (np.int64(card) + np.int64(1)) * _SPREAD
    value = (value ^ (value >> 29 & _LOW)) * _PRIME
    return int(value ^ (value >> 32 & _LOW))


@jit
@wrapping
def multiset(state: IntArray, start: int, n: int, step: int) -> int:
    """Return a hash of `n` words, `step` apart, that does not depend on their order."""
    total = np.int64(0)
    for i in range(n):
        total += np.int64(scattered(state[start + i * step]))
    return int(total)


@jit
def age(state: IntArray, order: int) -> int:
    """Return how many minions and weapons were played before: the order of play without its absolute numbers."""
    before = 0
    for seat in range(2):
        player = PLAYERS + seat * PLAYER_WORDS
        before += int(0 < state[player + WEAPON_ORDER] < order)
        for slot in range(state[player + BOARD_N]):
            before += int(state[player + BOARD + slot * MINION_WORDS + M_ORDER] < order)
    return before


@jit
def hash_board(state: IntArray, player: int, value: int, ages: int) -> int:
    """Hash the minions of a player (first word), with their order of play if `ages`."""
    for slot in range(state[player + BOARD_N]):
        words = player + BOARD + slot * MINION_WORDS
        value = mixed(value, state[words + CARD] << 32 | state[words + MEMORY] << 16 | state[words + BASE_FLAGS])
        value = mixed(
            value, state[words + BASE_ATTACK] << 24 | state[words + BASE_HEALTH] << 8 | state[words + M_DAMAGE]
        )
        value = mixed(value, state[words + M_ATTACKS] << 1 | state[words + EXHAUSTED])
        if ages:
            value = mixed(value, age(state, state[words + M_ORDER]))
    return value


@jit
def hash_all(state: IntArray, ages: int) -> int:
    """Hash all that decides how the game goes on; decks as multisets."""
    value = mixed(int(_OFFSET), state[MOVER] << 16 | state[RESULT] << 8 | state[PENDING])
    value = mixed(value, state[TURN] << 16 | state[PLAYED] << 1 | state[CARD_DATA])
    for option in range(3):
        value = mixed(value, state[OPTIONS + option])
    for seat in range(2):
        player = PLAYERS + seat * PLAYER_WORDS
        for word in range(SCALARS):
            if word not in (WEAPON_ORDER, WEAPON_BONUS, SPELL_DAMAGE):
                value = mixed(value, state[player + word])
        if ages:
            value = mixed(value, age(state, state[player + WEAPON_ORDER]))
        value = hash_board(state, player, value, ages)
        value = mixed(value, multiset(state, player + DECK, state[player + DECK_N], 1))
        value = mixed(value, multiset(state, player + REVEALED, state[player + REVEALED_N], 1))
        value = mixed(value, multiset(state, player + SHOWN, state[player + SHOWN_N], 1))
        grave = 0
        for i in range(state[player + GRAVE_N]):
            grave ^= scattered(state[player + GRAVE + 2 * i] << 16 | state[player + GRAVE + 2 * i + 1])
        value = mixed(value, grave)
        if ages:
            for place in range(state[player + HAND_N]):
                word = player + HAND + place * HAND_WORDS
                value = mixed(value, state[word] << 2 | state[word + ORIGIN])
        else:
            value = mixed(value, multiset(state, player + HAND, state[player + HAND_N], HAND_WORDS))
    return value


@rule
def key(state: IntArray) -> int:
    """Return a hash of the whole position, order of play and of the hand included, without counters."""
    return hash_all(state, 1)


@rule
def abstract(observation: IntArray) -> int:
    """Return a hash of an observation in which neither the order of play nor that of the hands counts."""
    return hash_all(observation, 0)
