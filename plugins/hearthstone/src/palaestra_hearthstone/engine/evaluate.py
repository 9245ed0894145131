"""A static value of positions."""

from __future__ import annotations

import math
from typing import Final

from palaestra import IntArray, jit, rule
from palaestra_hearthstone.layout import (
    ARMOR,
    BOARD,
    BOARD_N,
    DECK_N,
    FATIGUE,
    HAND_N,
    HEALTH,
    M_ATTACK,
    M_DAMAGE,
    M_HEALTH,
    MINION_WORDS,
    PLAYER_WORDS,
    PLAYERS,
    RESULT,
    RUNNING,
    WEAPON_ATTACK,
    WEAPON_DURABILITY,
    WON,
)

_SCALE: Final = 12.0
"""A lead of so many points is worth about three quarters of a won game."""


@jit
def points(state: IntArray, seat: int) -> float:
    """Return what a side has: health counts by its square root, a minion as its attack and health and one more."""
    player = PLAYERS + seat * PLAYER_WORDS
    total = 5.0 * math.sqrt(max(0, state[player + HEALTH] + state[player + ARMOR]))
    total += 1.5 * state[player + HAND_N] + state[player + WEAPON_ATTACK] * min(2, state[player + WEAPON_DURABILITY])
    if state[player + DECK_N] == 0:
        total -= 2.0 + state[player + FATIGUE]
    for slot in range(state[player + BOARD_N]):
        words = player + BOARD + slot * MINION_WORDS
        total += 1 + state[words + M_ATTACK] + state[words + M_HEALTH] - state[words + M_DAMAGE]
    return float(total)


@rule
def evaluate(state: IntArray, player: int) -> float:
    """Return the lead of `player` in points, squeezed into (-1, 1); after the end the return."""
    if state[RESULT] != RUNNING:
        winner = state[RESULT] - WON
        return 1.0 if winner == player else (-1.0 if winner == 1 - player else 0.0)
    return math.tanh((points(state, player) - points(state, 1 - player)) / _SCALE)
