"""Events, auras and deaths, until nothing happens any more: the only place where triggers run and minions die.

Effects never run other cards; they put events into a queue. :func:`drain` takes them out one by one, first in first
out; for each, the minions that listen act in order of play. :func:`settle` drains, computes auras, then removes all
dead minions together and queues their deathrattles in order of play, and again, until nobody has died; then it looks
whether a hero is dead. Source: the phases of hearthstone.gamepedia.com/Advanced_rulebook.
"""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, jit
from palaestra_hearthstone.cards.vocabulary import Keyword, Trigger
from palaestra_hearthstone.engine.auras import refresh
from palaestra_hearthstone.engine.interpret import run
from palaestra_hearthstone.engine.summon import summon
from palaestra_hearthstone.engine.tables import CARDS, END_ROW, FIRST_ROW, R_RACE, R_TRIGGER, RACE, ROWS, TRIGGERS
from palaestra_hearthstone.engine.zones import ON_BOARD, bury_card, lowest, mark_dirty, push, words_of
from palaestra_hearthstone.layout import (
    ALL_DIRTY,
    ALWAYS_DIRTY,
    BASE_FLAGS,
    BOARD,
    BOARD_N,
    CARD,
    CAUSE_PLACE,
    CAUSE_SIDE,
    DIRTY,
    DIRTY_LISTENERS,
    DOOMED,
    DRAWN,
    EVENT,
    EVENT_AMOUNT,
    EVENT_CARD,
    EVENT_PLACE,
    EVENT_SIDE,
    EVENT_SUBJECT,
    EVENT_WORDS,
    HEALTH,
    HURT,
    HURT_HEROES,
    M_DAMAGE,
    M_FLAGS,
    M_HEALTH,
    M_ORDER,
    MEMORY,
    MINION_WORDS,
    MOST_EVENTS,
    MOVER,
    NOTHING,
    ORDER,
    PENDING,
    PLAYER_WORDS,
    PLAYERS,
    QUEUE,
    QUEUE_HEAD,
    QUEUE_N,
    RESULT,
    SIDE_MASK,
    WON,
)

REBIRTH: Final = 13
"""An event beyond the triggers: a minion with Reborn died."""
_REBORN: Final = int(Keyword.REBORN)
_LONGEST: Final = 64
"""Rounds of deaths; no declared cards need more than about ten."""
_SUBJECT_ONLY: Final = 1 << Trigger.SELF_DAMAGED | 1 << Trigger.OVERKILL
_OWN_SIDE: Final = 1 << Trigger.FRIEND_SUMMONED | 1 << Trigger.OVERLOADED


@jit
def heard(event: int, subject: int) -> int:
    """Return the mask of triggers that an event sets off."""
    if event == Trigger.MINION_DAMAGED:
        return 1 << Trigger.MINION_DAMAGED | 1 << Trigger.SELF_DAMAGED
    if event == Trigger.CHARACTER_HEALED and subject > 0:
        return 1 << Trigger.CHARACTER_HEALED | 1 << Trigger.MINION_HEALED
    return 1 << event


@jit
def next_listener(state: IntArray, wanted: int, after: int) -> int:
    """Return the first word of the earliest played minion behind `after` that listens to a wanted trigger, or -1."""
    best, found = state[ORDER] + 1, -1
    for seat in range(2):
        player = PLAYERS + seat * PLAYER_WORDS
        for slot in range(state[player + BOARD_N]):
            words = player + BOARD + slot * MINION_WORDS
            if after < state[words + M_ORDER] < best and CARDS[state[words + CARD], TRIGGERS] & wanted:
                best, found = state[words + M_ORDER], words
    return found


@jit
def wants(card: int, trigger: int, race: int) -> int:
    """Return whether a card's effects on a trigger apply to a subject of this race."""
    for row in range(CARDS[card, FIRST_ROW], CARDS[card, END_ROW]):
        if ROWS[row, R_TRIGGER] == trigger:
            return int(ROWS[row, R_RACE] == 0 or ROWS[row, R_RACE] == race)
    return 0


@jit
def announce(state: IntArray, event: int, side: int, card: int, subject: int, amount: int) -> None:
    """Let the minions that listen to an event act, in order of play; those that come meanwhile do not."""
    wanted = heard(event, subject)
    last, latest = 0, state[ORDER]
    while True:
        words = next_listener(state, wanted, last)
        if words < 0 or state[words + M_ORDER] > latest:
            return
        last = state[words + M_ORDER]
        listener = state[words + CARD]
        seat = int(words >= PLAYERS + PLAYER_WORDS)
        for trigger in range(Trigger.MINION_DAMAGED, Trigger.OVERKILL + 1):
            bit = 1 << trigger & wanted
            if CARDS[listener, TRIGGERS] & bit == 0:
                continue
            if (bit & _SUBJECT_ONLY and last != subject) or (bit & _OWN_SIDE and seat != side):
                continue
            if trigger == Trigger.FRIEND_SUMMONED and last >= subject:  # itself, or it came later
                continue
            if trigger != Trigger.FRIEND_SUMMONED or wants(listener, trigger, CARDS[card, RACE]):
                run(state, trigger, seat, listener, last, 0, amount, -1)


@jit
def summon_reborn(state: IntArray, seat: int, card: int, place: int) -> None:
    """Bring a minion with Reborn back with one health, this time without."""
    state[CAUSE_SIDE] = seat
    state[CAUSE_PLACE] = place
    words = summon(state, seat, card)
    if words >= 0:
        state[words + BASE_FLAGS] &= ~_REBORN
        state[words + M_FLAGS] &= ~_REBORN
        state[words + M_DAMAGE] = state[words + M_HEALTH] - 1


@jit
def drain(state: IntArray) -> None:
    """Handle all queued events, and those that they lead to."""
    while state[QUEUE_N] > 0:
        words = QUEUE + state[QUEUE_HEAD] * EVENT_WORDS
        event, side, card = state[words + EVENT], state[words + EVENT_SIDE], state[words + EVENT_CARD]
        subject, amount, place = (
            state[words + EVENT_SUBJECT],
            state[words + EVENT_AMOUNT],
            state[words + EVENT_PLACE],
        )
        for word in range(words, words + EVENT_WORDS):
            state[word] = 0
        state[QUEUE_N] -= 1
        state[QUEUE_HEAD] = (state[QUEUE_HEAD] + 1) % MOST_EVENTS if state[QUEUE_N] > 0 else 0
        if event == REBIRTH:
            summon_reborn(state, side, card, place)
        elif event == Trigger.DEATH or event == Trigger.AFTER_I_PLAY:  # noqa: PLR1714 - see select
            run(state, event, side, card, 0, 0, amount, place)
        else:
            announce(state, event, side, card, subject, amount)


@jit
def record_death(state: IntArray, seat: int, words: int, place: int) -> None:
    """Write a dead minion down and queue what its death does."""
    card = state[words + CARD]
    mark_dirty(state, seat, card)
    if CARDS[card, TRIGGERS] & ON_BOARD:
        state[DIRTY] |= DIRTY_LISTENERS
    bury_card(state, seat, card)
    if CARDS[card, TRIGGERS] >> Trigger.DEATH & 1:
        push(state, Trigger.DEATH, seat, card, 0, state[words + MEMORY], place)
    if state[words + M_FLAGS] & _REBORN:
        push(state, REBIRTH, seat, card, 0, 0, place)


@jit
def dead_of(state: IntArray, seat: int) -> int:
    """Return the dead minions of a side that have to be removed, as a mask of entities."""
    player = PLAYERS + seat * PLAYER_WORDS
    dead = 0
    for slot in range(state[player + BOARD_N]):
        words = player + BOARD + slot * MINION_WORDS
        gone = (state[words + DOOMED] != 0) | (state[words + M_DAMAGE] >= state[words + M_HEALTH])
        dead |= int(gone) << slot
    return dead << 8 * seat


@jit
def remove_minions(state: IntArray, seat: int, dead: int) -> None:
    """Remove the minions of a mask of slots of a side."""
    player = PLAYERS + seat * PLAYER_WORDS
    n, kept = state[player + BOARD_N], lowest(dead)
    for slot in range(kept + 1, n):
        if dead >> slot & 1 == 0:
            words, left = player + BOARD + slot * MINION_WORDS, player + BOARD + kept * MINION_WORDS
            for word in range(MINION_WORDS):
                state[left + word] = state[words + word]
            kept += 1
    for word in range(player + BOARD + kept * MINION_WORDS, player + BOARD + n * MINION_WORDS):
        state[word] = 0
    state[player + BOARD_N] = kept


@jit
def earliest(state: IntArray, mask: int) -> int:
    """Return the minion of a set, as an entity, that was played first."""
    found = lowest(mask)
    mask &= mask - 1
    while mask != 0:
        entity = lowest(mask)
        if state[words_of(entity) + M_ORDER] < state[words_of(found) + M_ORDER]:
            found = entity
        mask &= mask - 1
    return found


@jit
def bury(state: IntArray, sides: int) -> int:
    """Remove all dead minions together, queue their deathrattles in order of play, and return how many they were.

    Only sides whose bit is in `sides` can have any.
    """
    dead = 0
    for seat in range(2):
        if sides >> seat & 1:
            dead |= dead_of(state, seat)
    count, rest = 0, dead
    while rest != 0:
        entity = earliest(state, rest)
        rest &= ~(1 << entity)
        seat, slot = entity >> 3, entity & 7
        survivors = slot
        for left in range(8 * seat, entity):
            survivors -= dead >> left & 1
        record_death(state, seat, words_of(entity), 8 * survivors + slot)
        count += 1
    if dead & SIDE_MASK:
        remove_minions(state, 0, dead & SIDE_MASK)
    if dead >> 8:
        remove_minions(state, 1, dead >> 8)
    return count


@jit
def fallen(state: IntArray) -> int:
    """Return the seats of the heroes without health, as a mask."""
    return int(state[PLAYERS + HEALTH] <= 0) + 2 * int(state[PLAYERS + PLAYER_WORDS + HEALTH] <= 0)


@jit
def judge(state: IntArray, dead: int) -> None:
    """End the game if a hero is dead; if both are, it is a draw."""
    if dead:
        state[RESULT] = DRAWN if dead == 3 else WON + (dead & 1)
        state[MOVER] = -1
        state[PENDING] = NOTHING


@jit
def settle_all(state: IntArray) -> int:
    """Do what :func:`settle` says where there is something to do."""
    deaths, dead_heroes = 0, 0
    for _ in range(_LONGEST):
        if state[QUEUE_N] > 0:
            drain(state)
        if state[DIRTY]:
            refresh(state)
        if state[HURT] == 0:
            break
        hurt = state[HURT]
        state[HURT] = 0
        dead_heroes |= fallen(state)
        if hurt & ~HURT_HEROES:
            deaths += bury(state, hurt)
    judge(state, dead_heroes)
    return deaths


@jit
def settle(state: IntArray) -> int:
    """Let everything happen that follows from what was done, and return how many minions died.

    A hero dies with the minions that die at the same time: their deathrattles happen, but do not save it.
    """
    state[DIRTY] |= state[ALWAYS_DIRTY] * ALL_DIRTY
    return settle_all(state) if state[QUEUE_N] | state[DIRTY] | state[HURT] else 0
