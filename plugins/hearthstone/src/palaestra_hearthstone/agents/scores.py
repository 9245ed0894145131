"""Published scores of positions: weighted sums of a few counts.

:data:`SCORES` has the scores of SabberStone (``src/Score``) and that of Tom Heimbrodt's DynamicLookaheadAgent, the
winner of the premade deck track of the Hearthstone AI competition of 2019. The health of heroes is without armor.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np

from palaestra import FloatArray, IntArray, jit
from palaestra_hearthstone.cards.vocabulary import Keyword
from palaestra_hearthstone.layout import (
    BOARD,
    BOARD_N,
    DECK_N,
    HAND_N,
    HEALTH,
    M_ATTACK,
    M_DAMAGE,
    M_FLAGS,
    M_HEALTH,
    MINION_WORDS,
    MOST_HAND,
    PLAYER_WORDS,
    PLAYERS,
    RESULT,
    WON,
)

_TAUNT: Final = int(Keyword.TAUNT)

# What is counted, first for the own side, then (+ SIDE) for the enemy's.
HERO_HEALTH: Final = 0
MINIONS: Final = 1
MINION_HEALTH: Final = 2
MINION_ATTACK: Final = 3
TAUNT_HEALTH: Final = 4
CARDS_IN_DECK: Final = 5
SIDE: Final = 6
# What is counted once.
CLEARED: Final = 12
"""1 if there are own minions and no enemy minions."""
TAUNT_HEALTH_AGAINST_TAUNTS: Final = 13
"""The health of the own minions with taunt, if the enemy has one too."""
ENEMY_HAND_FULL: Final = 14
ENEMY_DECK_EMPTY: Final = 15
COUNTS: Final = 16

WIN: Final = 1e9
"""The score of a won game; of a lost one it is ``-WIN``."""


def _lead(count: int, weight: float) -> dict[int, float]:
    """Return the weights of the difference between both sides."""
    return {count: weight, SIDE + count: -weight}


SCORES: Final[Mapping[str, Mapping[int, float]]] = {
    "aggro": {CLEARED: 1000, SIDE + TAUNT_HEALTH: -1000, MINION_ATTACK: 1, **_lead(HERO_HEALTH, 1000)},
    "control": {
        CLEARED: 1000,
        **_lead(MINIONS, 50),
        **_lead(TAUNT_HEALTH, 25),
        MINION_ATTACK: 1,
        **_lead(HERO_HEALTH, 10),
    },
    "midrange": {
        CLEARED: 5000,
        **_lead(MINIONS, 5),
        SIDE + TAUNT_HEALTH: -1000,
        **_lead(HERO_HEALTH, 10),
        **_lead(MINION_HEALTH, 10),
        MINION_ATTACK: 11,  # 1, and 10 for the difference
        SIDE + MINION_ATTACK: -10,
    },
    "ramp": {
        CLEARED: 5000,
        **_lead(MINIONS, 50),
        TAUNT_HEALTH_AGAINST_TAUNTS: -500,  # the own one: so it is published
        **_lead(HERO_HEALTH, 10),
        **_lead(MINION_HEALTH, 10),
        MINION_ATTACK: 21,  # 1, and 20 for the difference
        SIDE + MINION_ATTACK: -20,
    },
    "fatigue": {
        CLEARED: 1000,
        ENEMY_HAND_FULL: 1000,
        ENEMY_DECK_EMPTY: 10_000,
        **_lead(CARDS_IN_DECK, 50),
        **_lead(MINIONS, 10),
        **_lead(TAUNT_HEALTH, 10),
        MINION_ATTACK: 1,
        **_lead(HERO_HEALTH, 5),
    },
    "dynamic_lookahead": {
        HERO_HEALTH: 21.5,
        SIDE + HERO_HEALTH: -33.6,
        MINIONS: 41.1,
        SIDE + MINIONS: -19.4,
        MINION_HEALTH: 54,
        MINION_ATTACK: 60.5,
        SIDE + MINION_HEALTH: -88.5,
        SIDE + MINION_ATTACK: -84.7,
    },
}
"""Name of the score -> weight of each count that it reads."""


def weights_of(name: str) -> FloatArray:
    """Return the weights of a score: float64 of ``COUNTS``."""
    weights = np.zeros(COUNTS)
    for count, weight in SCORES[name].items():
        weights[count] = weight
    return weights


@jit
def count_side(state: IntArray, seat: int, first: int, out: FloatArray) -> None:
    """Write the counts of a side, beginning at `first`."""
    player = PLAYERS + seat * PLAYER_WORDS
    out[first + HERO_HEALTH] = state[player + HEALTH]
    out[first + MINIONS] = state[player + BOARD_N]
    out[first + CARDS_IN_DECK] = state[player + DECK_N]
    for count in (MINION_HEALTH, MINION_ATTACK, TAUNT_HEALTH):
        out[first + count] = 0.0
    for slot in range(state[player + BOARD_N]):
        words = player + BOARD + slot * MINION_WORDS
        health = state[words + M_HEALTH] - state[words + M_DAMAGE]
        out[first + MINION_HEALTH] += health
        out[first + MINION_ATTACK] += state[words + M_ATTACK]
        if state[words + M_FLAGS] & _TAUNT:
            out[first + TAUNT_HEALTH] += health


@jit
def score(state: IntArray, player: int, weights: FloatArray, counts: FloatArray) -> float:
    """Return the score of a position for `player`, rounded to a whole number; `counts` is scratch of ``COUNTS``."""
    if state[RESULT] == WON + player:
        return WIN
    if state[RESULT] == WON + 1 - player:
        return -WIN
    enemy = PLAYERS + (1 - player) * PLAYER_WORDS
    count_side(state, player, 0, counts)
    count_side(state, 1 - player, SIDE, counts)
    counts[CLEARED] = int(counts[MINIONS] > 0 and counts[SIDE + MINIONS] == 0)
    counts[TAUNT_HEALTH_AGAINST_TAUNTS] = counts[TAUNT_HEALTH] if counts[SIDE + TAUNT_HEALTH] > 0 else 0.0
    counts[ENEMY_HAND_FULL] = int(state[enemy + HAND_N] >= MOST_HAND)
    counts[ENEMY_DECK_EMPTY] = int(state[enemy + DECK_N] == 0)
    total = 0.0
    for count in range(COUNTS):
        total += weights[count] * counts[count]
    return float(np.rint(total))
