"""Features for learners.

For the observing player and then for the other: :data:`SIDE_FEATURES` numbers of hero and counts, seven minions of
:data:`MINION_FEATURES` numbers each (zeros where there is none), from the left; then of the own hand, the own deck and
what the opponent has revealed, how many of each card there are, halved; then :data:`COMMON_FEATURES` numbers: whether
the player is to act, the turn, what is pending, and the options of a discover by card.
"""

from __future__ import annotations

from typing import Final

from numba import float32

from palaestra import FeatureArray, IntArray, jit, rule
from palaestra_hearthstone.cards.vocabulary import Trigger
from palaestra_hearthstone.engine.tables import BASIC_POWERS, CARDS, COST, TRIGGERS
from palaestra_hearthstone.layout import (
    ARMOR,
    BOARD,
    BOARD_N,
    CARD,
    CRYSTALS,
    DECK,
    DECK_N,
    DISCOVER,
    EXHAUSTED,
    FATIGUE,
    HAND,
    HAND_N,
    HAND_WORDS,
    HEALTH,
    HERO_ATTACK,
    HERO_ATTACKS,
    HERO_CLASS,
    JADE,
    LAST_TURN,
    LOCKED,
    M_ATTACK,
    M_ATTACKS,
    M_DAMAGE,
    M_FLAGS,
    M_HEALTH,
    MANA,
    MINION_WORDS,
    MOST_MINIONS,
    MOVER,
    MULLIGAN,
    OPTIONS,
    OWED,
    PENDING,
    PLAYER_WORDS,
    PLAYERS,
    POWER,
    POWER_USED,
    REVEALED,
    REVEALED_N,
    SPELL_DAMAGE,
    TOTEMS,
    TURN,
    WEAPON_ATTACK,
    WEAPON_BONUS,
    WEAPON_DURABILITY,
)

FLAGS_SHOWN: Final = 9
"""The keywords, one number each."""
MINION_FEATURES: Final = 9 + FLAGS_SHOWN
CLASSES: Final = 13
NUM_CARDS: Final = CARDS.shape[0]
POWERS: Final = BASIC_POWERS.shape[0]
SIDE_FEATURES: Final = 20 + CLASSES + POWERS
COMMON_FEATURES: Final = 5 + POWERS
NUM_FEATURES: Final = 2 * (SIDE_FEATURES + MOST_MINIONS * MINION_FEATURES) + 3 * NUM_CARDS + COMMON_FEATURES


@jit
def encode_side(state: IntArray, player: int, out: FeatureArray, at: int) -> None:
    """Write the hero and the counts of a player (first word)."""
    out[at] = state[player + HEALTH] / 30
    out[at + 1] = state[player + ARMOR] / 10
    out[at + 2] = state[player + CRYSTALS] / 10
    out[at + 3] = state[player + MANA] / 10
    out[at + 4] = state[player + LOCKED] / 5
    out[at + 5] = state[player + OWED] / 5
    out[at + 6] = state[player + FATIGUE] / 5
    out[at + 7] = state[player + HERO_ATTACK] / 5
    out[at + 8] = state[player + HERO_ATTACKS]
    out[at + 9] = state[player + POWER_USED]
    out[at + 10] = (state[player + WEAPON_ATTACK] + state[player + WEAPON_BONUS]) / 5
    out[at + 11] = state[player + WEAPON_DURABILITY] / 5
    out[at + 12] = state[player + SPELL_DAMAGE] / 2
    out[at + 13] = state[player + TOTEMS] / 5
    out[at + 14] = state[player + JADE] / 5
    out[at + 15] = state[player + BOARD_N] / 7
    out[at + 16] = state[player + HAND_N] / 10
    out[at + 17] = state[player + DECK_N] / 30
    out[at + 18] = int(state[player + DECK_N] == 0)
    out[at + 19] = CARDS[state[player + POWER], COST] / 2
    out[at + 20 + state[player + HERO_CLASS]] = 1
    for i in range(POWERS):
        if state[player + POWER] == BASIC_POWERS[i]:
            out[at + 20 + CLASSES + i] = 1


@jit
def encode_minion(state: IntArray, words: int, out: FeatureArray, at: int) -> None:
    """Write a minion."""
    card = state[words + CARD]
    out[at] = 1
    out[at + 1] = state[words + M_ATTACK] / 5
    out[at + 2] = (state[words + M_HEALTH] - state[words + M_DAMAGE]) / 5
    out[at + 3] = state[words + M_HEALTH] / 5
    out[at + 4] = state[words + EXHAUSTED]
    out[at + 5] = state[words + M_ATTACKS] / 2
    out[at + 6] = CARDS[card, COST] / 10
    out[at + 7] = CARDS[card, TRIGGERS] >> Trigger.DEATH & 1
    out[at + 8] = int(CARDS[card, TRIGGERS] & ~(1 << Trigger.DEATH | 1 << Trigger.PLAY) != 0)
    for flag in range(FLAGS_SHOWN):
        out[at + 9 + flag] = state[words + M_FLAGS] >> flag & 1


@jit
def count_cards(state: IntArray, start: int, n: int, step: int, out: FeatureArray, at: int) -> None:
    """Add a half for each of `n` known cards that are `step` words apart."""
    for i in range(n):
        if state[start + i * step] > 0:
            out[at + state[start + i * step]] += float32(0.5)


@rule
def encode(state: IntArray, player: int, out: FeatureArray) -> None:
    """Write the features of what `player` knows, as described above."""
    for i in range(NUM_FEATURES):
        out[i] = 0
    at = 0
    for seat in (player, 1 - player):
        side = PLAYERS + seat * PLAYER_WORDS
        encode_side(state, side, out, at)
        at += SIDE_FEATURES
        for slot in range(state[side + BOARD_N]):
            encode_minion(state, side + BOARD + slot * MINION_WORDS, out, at + slot * MINION_FEATURES)
        at += MOST_MINIONS * MINION_FEATURES
    mine, other = PLAYERS + player * PLAYER_WORDS, PLAYERS + (1 - player) * PLAYER_WORDS
    count_cards(state, mine + HAND, state[mine + HAND_N], HAND_WORDS, out, at)
    count_cards(state, mine + DECK, state[mine + DECK_N], 1, out, at + NUM_CARDS)
    count_cards(state, other + REVEALED, state[other + REVEALED_N], 1, out, at + 2 * NUM_CARDS)
    at += 3 * NUM_CARDS
    out[at] = int(state[MOVER] == player)
    out[at + 1] = state[TURN] / LAST_TURN
    out[at + 2] = int(state[PENDING] == DISCOVER)
    out[at + 3] = int(state[PENDING] == MULLIGAN)
    if state[PENDING] == MULLIGAN:
        out[at + 4] = state[OPTIONS] / 5
    elif state[PENDING] == DISCOVER and state[MOVER] == player:
        for option in range(3):
            for i in range(POWERS):
                if state[OPTIONS + option] == BASIC_POWERS[i]:
                    out[at + 5 + i] = 1
