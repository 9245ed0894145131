"""Which characters an effect applies to: sets of them as masks of entities."""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, jit
from palaestra_hearthstone.cards.vocabulary import Condition, Keyword, Selector
from palaestra_hearthstone.engine.tables import CARDS, COST, RACE
from palaestra_hearthstone.engine.zones import find, random_member, words_of
from palaestra_hearthstone.layout import (
    BOARD,
    BOARD_N,
    CARD,
    CAUSE_SIDE,
    CAUSE_SOURCE,
    CAUSE_TARGET,
    DECK,
    DECK_N,
    DOOMED,
    HEALTH,
    HERO_SLOT,
    M_DAMAGE,
    M_HEALTH,
    M_ORDER,
    MINION_WORDS,
    PLAYER_WORDS,
    PLAYERS,
    WEAPON,
)

_STEALTH: Final = int(Keyword.STEALTH)


@jit
def minions_of(state: IntArray, seat: int) -> int:
    """Return the minions of a seat."""
    return int((1 << state[PLAYERS + seat * PLAYER_WORDS + BOARD_N]) - 1 << 8 * seat)


@jit
def select(state: IntArray, selector: int) -> int:  # noqa: PLR0911
    """Return the characters that a selector names for the card that acts."""
    seat = state[CAUSE_SIDE]
    heroes = 1 << HERO_SLOT | 1 << 8 + HERO_SLOT
    my_hero = 1 << 8 * seat + HERO_SLOT
    if selector == Selector.TARGET or selector == Selector.SELF:  # noqa: PLR1714 - numba knows no tuple of these
        entity = find(state, state[CAUSE_TARGET] if selector == Selector.TARGET else state[CAUSE_SOURCE])
        return 1 << entity if entity >= 0 else 0
    if selector == Selector.MY_HERO:
        return int(my_hero)
    if selector == Selector.ENEMY_HERO:
        return int(heroes ^ my_hero)
    if selector == Selector.BOTH_HEROES:
        return heroes
    mine, others = minions_of(state, seat), minions_of(state, 1 - seat)
    if selector == Selector.MY_MINIONS:
        return mine
    if selector == Selector.ENEMY_MINIONS:
        return others
    if selector == Selector.ALL_MINIONS:
        return mine | others
    if selector == Selector.ENEMIES:
        return int(others | heroes ^ my_hero)
    if selector == Selector.MY_CHARACTERS:
        return int(mine | my_hero)
    if selector == Selector.ALL:
        return mine | others | heroes
    itself = find(state, state[CAUSE_SOURCE])
    chosen = mine if selector == Selector.MY_OTHERS else mine | others
    return chosen & ~(1 << itself) if itself >= 0 else chosen


@jit
def living(state: IntArray, mask: int) -> int:
    """Return those of a set that are not mortally wounded or destroyed."""
    rest = mask
    entity = 0
    while rest >> entity != 0:
        if rest >> entity & 1:
            if entity & 7 == HERO_SLOT:
                dead = state[PLAYERS + (entity >> 3) * PLAYER_WORDS + HEALTH] <= 0
            else:
                words = words_of(entity)
                dead = state[words + M_DAMAGE] >= state[words + M_HEALTH] or state[words + DOOMED] != 0
            if dead:
                mask &= ~(1 << entity)
        entity += 1
    return mask


@jit
def pick(state: IntArray, mask: int, n: int) -> int:
    """Return `n` random living ones of a set, or all of them if they are fewer."""
    rest = living(state, mask)
    chosen = 0
    while n > 0 and rest != 0:
        member = 1 << random_member(state, rest)
        chosen |= member
        rest ^= member
        n -= 1
    return chosen


@jit
def holds(state: IntArray, seat: int, source: int, condition: int, argument: int) -> int:  # noqa: PLR0911
    """Return whether a condition holds for a card of `seat`; `source` is its handle, 0 off the board."""
    if condition == Condition.ALWAYS:
        return 1
    player = PLAYERS + seat * PLAYER_WORDS
    if condition == Condition.HAS_WEAPON:
        return int(state[player + WEAPON] > 0)
    if condition == Condition.NO_WEAPON:
        return int(state[player + WEAPON] == 0)
    if condition == Condition.OTHER_FRIEND:
        for slot in range(state[player + BOARD_N]):
            words = player + BOARD + slot * MINION_WORDS
            if CARDS[state[words + CARD], RACE] == argument and state[words + M_ORDER] != source:
                return 1
        return 0
    for i in range(state[player + DECK_N]):
        if CARDS[state[player + DECK + i], COST] == argument:
            return 0
    return 1
