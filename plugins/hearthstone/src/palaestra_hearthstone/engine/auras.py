"""What minions have from auras and from their own "while" texts: computed anew whenever the board has changed."""

from __future__ import annotations

from numba import int64

from palaestra import IntArray, jit
from palaestra_hearthstone.cards.vocabulary import Selector, While
from palaestra_hearthstone.engine.tables import (
    AURA,
    AURA_ATTACK,
    AURA_HEALTH,
    AURA_RACE,
    BONUS_ATTACK,
    BONUS_FLAGS,
    CARDS,
    GIVES,
    RACE,
    SPELL_BONUS,
    TRAITS,
    TRIGGERS,
    WHILE,
)
from palaestra_hearthstone.engine.zones import ON_BOARD, lowest
from palaestra_hearthstone.layout import (
    BASE_ATTACK,
    BASE_FLAGS,
    BASE_HEALTH,
    BOARD,
    BOARD_N,
    CARD,
    DIRTY,
    DIRTY_LISTENERS,
    GIVERS,
    LISTENERS,
    LOCKED,
    M_ATTACK,
    M_DAMAGE,
    M_FLAGS,
    M_HEALTH,
    MINION_WORDS,
    OWED,
    PLAYER_WORDS,
    PLAYERS,
    SPELL_DAMAGE,
    WEAPON,
    WEAPON_BONUS,
)


@jit
def lasts(state: IntArray, player: int, condition: int, wounds: int) -> int:
    """Return whether the condition of a bonus holds for a card of `player` (first word) with so much damage."""
    if condition == While.HAS_WEAPON:
        return int(state[player + WEAPON] > 0)
    if condition == While.SPELL_DAMAGE:
        return int(state[player + SPELL_DAMAGE] > 0)
    if condition == While.DAMAGED:
        return int(wounds > 0)
    return int(state[player + LOCKED] + state[player + OWED] > 0)


@jit
def refresh_minion(state: IntArray, player: int, slot: int, sources: int) -> None:
    """Compute one minion's values; `sources` is the mask of the slots whose auras reach their own side."""
    words = player + BOARD + slot * MINION_WORDS
    card = state[words + CARD]
    attack, health, flags = state[words + BASE_ATTACK], state[words + BASE_HEALTH], state[words + BASE_FLAGS]
    sources &= ~(1 << slot)
    while sources != 0:
        other = lowest(sources)
        sources &= sources - 1
        giver = state[player + BOARD + other * MINION_WORDS + CARD]
        race = CARDS[giver, AURA_RACE]
        near = CARDS[giver, AURA] != Selector.ADJACENT or abs(other - slot) == 1
        if near and (race == 0 or race == CARDS[card, RACE]):
            attack += CARDS[giver, AURA_ATTACK]
            health += CARDS[giver, AURA_HEALTH]
    drop = state[words + M_HEALTH] - health
    if drop > 0:
        state[words + M_DAMAGE] = max(0, state[words + M_DAMAGE] - drop)
    condition = CARDS[card, WHILE]
    if condition != While.NEVER and lasts(state, player, condition, state[words + M_DAMAGE]):
        attack += CARDS[card, BONUS_ATTACK]
        flags |= CARDS[card, BONUS_FLAGS]
    state[words + M_ATTACK] = attack
    state[words + M_HEALTH] = health
    state[words + M_FLAGS] = flags


@jit
def refresh_side(state: IntArray, seat: int) -> None:
    """Compute all that depends on what one side has on the board."""
    player = PLAYERS + seat * PLAYER_WORDS
    n = state[player + BOARD_N]
    sources, spell_damage, bonus = 0, 0, 0
    for slot in range(n):
        card = state[player + BOARD + slot * MINION_WORDS + CARD]
        if CARDS[card, TRAITS] & GIVES:
            spell_damage += CARDS[card, SPELL_BONUS]
            if CARDS[card, AURA] != 0:
                sources |= 1 << slot
    state[player + SPELL_DAMAGE] = spell_damage
    weapon = state[player + WEAPON]
    if CARDS[weapon, WHILE] != While.NEVER and lasts(state, player, CARDS[weapon, WHILE], 0):
        bonus = CARDS[weapon, BONUS_ATTACK]
    state[player + WEAPON_BONUS] = bonus
    for slot in range(n):
        refresh_minion(state, player, slot, sources)


@jit
def listeners(state: IntArray) -> int:
    """Return what belongs into LISTENERS."""
    heard = 0
    for seat in range(2):
        player = PLAYERS + seat * PLAYER_WORDS
        traits = CARDS[state[player + WEAPON], TRAITS]
        for slot in range(state[player + BOARD_N]):
            card = state[player + BOARD + slot * MINION_WORDS + CARD]
            heard |= int64(CARDS[card, TRIGGERS]) & ON_BOARD
            traits |= CARDS[card, TRAITS]
        if traits & GIVES:
            heard |= 1 << GIVERS + seat
    return heard


@jit
def refresh(state: IntArray) -> None:
    """Compute what is dirty of all that depends on what is on the board."""
    dirty = state[DIRTY]
    state[DIRTY] = 0
    for seat in range(2):
        if dirty >> seat & 1:
            refresh_side(state, seat)
    if dirty & DIRTY_LISTENERS:
        state[LISTENERS] = listeners(state)
