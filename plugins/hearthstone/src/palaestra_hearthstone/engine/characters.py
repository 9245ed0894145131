"""Damage, healing, armor, weapons: what happens to one character."""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, jit, random_below
from palaestra_hearthstone.cards.vocabulary import Keyword, Trigger
from palaestra_hearthstone.engine.tables import (
    ATTACK,
    CARDS,
    MINDS_WOUNDS,
    TRAITS,
)
from palaestra_hearthstone.engine.tables import (
    HEALTH as PRINTED_HEALTH,
)
from palaestra_hearthstone.engine.zones import add_to_hand, mark_dirty, push, take_from_deck, words_of
from palaestra_hearthstone.layout import (
    ARMOR,
    BASE_FLAGS,
    CARD,
    DECK_N,
    DIRTY,
    FATIGUE,
    HEALTH,
    HERO_HEALTH,
    HERO_SLOT,
    HURT,
    HURT_HEROES,
    LISTENERS,
    M_DAMAGE,
    M_FLAGS,
    M_ORDER,
    ORDER,
    PLAYER_WORDS,
    PLAYERS,
    WEAPON,
    WEAPON_ATTACK,
    WEAPON_BONUS,
    WEAPON_DURABILITY,
    WEAPON_ORDER,
)

_SHIELD: Final = int(Keyword.DIVINE_SHIELD)
_DAMAGE_HEARD: Final = 1 << Trigger.MINION_DAMAGED | 1 << Trigger.SELF_DAMAGED
_HEALING_HEARD: Final = 1 << Trigger.MINION_HEALED | 1 << Trigger.CHARACTER_HEALED
NOBODY: Final = -1
"""The source of damage that comes from no card: fatigue."""


@jit
def heal(state: IntArray, entity: int, amount: int) -> int:
    """Restore health and return how much was really restored."""
    if entity & 7 == HERO_SLOT:
        player = PLAYERS + (entity >> 3) * PLAYER_WORDS
        restored = min(amount, HERO_HEALTH - state[player + HEALTH])
        state[player + HEALTH] += restored
        handle = -1 - (entity >> 3)
    else:
        words = words_of(entity)
        restored = min(amount, state[words + M_DAMAGE])
        state[words + M_DAMAGE] -= restored
        handle = state[words + M_ORDER]
        if CARDS[state[words + CARD], TRAITS] & MINDS_WOUNDS:
            state[DIRTY] |= 1 << (entity >> 3)
    if restored > 0 and state[LISTENERS] & _HEALING_HEARD:
        push(state, Trigger.CHARACTER_HEALED, entity >> 3, 0, handle, restored, -1)
    return int(restored)


@jit
def wound_minion(state: IntArray, entity: int, amount: int) -> int:
    """Damage a minion and return how much it took; a divine shield takes it all instead."""
    words = words_of(entity)
    if state[words + M_FLAGS] & _SHIELD:
        state[words + M_FLAGS] &= ~_SHIELD
        state[words + BASE_FLAGS] &= ~_SHIELD
        return 0
    state[words + M_DAMAGE] += amount
    if state[LISTENERS] & _DAMAGE_HEARD:
        push(state, Trigger.MINION_DAMAGED, entity >> 3, state[words + CARD], state[words + M_ORDER], amount, -1)
    state[HURT] |= 1 << (entity >> 3)
    if CARDS[state[words + CARD], TRAITS] & MINDS_WOUNDS:
        state[DIRTY] |= 1 << (entity >> 3)
    return amount


@jit
def damage(state: IntArray, entity: int, amount: int, side: int, lifesteal: int) -> int:
    """Deal damage and return how much was taken, armor included.

    Args:
        state: the game.
        entity: who is hit.
        amount: how hard.
        side: whose it is; NOBODY's for fatigue.
        lifesteal: not 0 if it heals the hero of `side`.
    """
    if amount <= 0:
        return 0
    if entity & 7 == HERO_SLOT:
        state[HURT] |= HURT_HEROES
        seat = entity >> 3
        player = PLAYERS + seat * PLAYER_WORDS
        absorbed = min(amount, state[player + ARMOR])
        state[player + ARMOR] -= absorbed
        state[player + HEALTH] -= amount - absorbed
        taken = amount
    else:
        taken = wound_minion(state, entity, amount)
    if lifesteal and taken > 0:
        heal(state, 8 * side + HERO_SLOT, taken)
    return taken


@jit
def draw(state: IntArray, seat: int) -> None:
    """Draw a card, or suffer fatigue."""
    player = PLAYERS + seat * PLAYER_WORDS
    n = state[player + DECK_N]
    if n == 0:
        state[player + FATIGUE] += 1
        damage(state, 8 * seat + HERO_SLOT, state[player + FATIGUE], NOBODY, 0)
    else:
        add_to_hand(state, seat, take_from_deck(state, seat, random_below(state, n)), 0)


@jit
def drop_weapon(state: IntArray, seat: int) -> None:
    """Destroy a hero's weapon."""
    player = PLAYERS + seat * PLAYER_WORDS
    mark_dirty(state, seat, state[player + WEAPON])
    for word in range(player + WEAPON, player + WEAPON_ORDER + 1):
        state[word] = 0


@jit
def wear_weapon(state: IntArray, seat: int) -> None:
    """Take one durability from a hero's weapon, if there is one."""
    player = PLAYERS + seat * PLAYER_WORDS
    if state[player + WEAPON] > 0:
        state[player + WEAPON_DURABILITY] -= 1
        if state[player + WEAPON_DURABILITY] <= 0:
            drop_weapon(state, seat)


@jit
def equip(state: IntArray, seat: int, card: int) -> None:
    """Give a hero a weapon; the old one is destroyed."""
    player = PLAYERS + seat * PLAYER_WORDS
    state[ORDER] += 1
    state[player + WEAPON] = card
    state[player + WEAPON_ATTACK] = CARDS[card, ATTACK]
    state[player + WEAPON_DURABILITY] = CARDS[card, PRINTED_HEALTH]
    state[player + WEAPON_BONUS] = 0
    state[player + WEAPON_ORDER] = state[ORDER]
    mark_dirty(state, seat, card)
