"""Cards come and go: the board, the hand, the deck, the graveyard, and the queue of events."""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import IntArray, jit, random_below
from palaestra_hearthstone.cards.vocabulary import Race, Trigger
from palaestra_hearthstone.engine.tables import (
    ATTACK,
    CARDS,
    COMES_BACK,
    FLAGS,
    GIVES,
    HEALTH,
    IN_DECK,
    RACE,
    TRAITS,
    TRIGGERS,
)
from palaestra_hearthstone.layout import (
    BASE_ATTACK,
    BASE_FLAGS,
    BASE_HEALTH,
    BOARD,
    BOARD_N,
    CARD,
    DECK,
    DECK_CARDS,
    DECK_N,
    DIRTY,
    DIRTY_LISTENERS,
    DOOMED,
    EVENT,
    EVENT_AMOUNT,
    EVENT_CARD,
    EVENT_PLACE,
    EVENT_SIDE,
    EVENT_SUBJECT,
    EVENT_WORDS,
    EXHAUSTED,
    GIVERS,
    GRAVE,
    GRAVE_N,
    HAND,
    HAND_N,
    HAND_WORDS,
    HERO_SLOT,
    LISTENERS,
    M_ATTACK,
    M_ATTACKS,
    M_DAMAGE,
    M_FLAGS,
    M_HEALTH,
    M_ORDER,
    MADE,
    MEMORY,
    MINION_WORDS,
    MOST_EVENTS,
    MOST_HAND,
    MOST_SHOWN,
    ORDER,
    ORIGIN,
    PLAYER_WORDS,
    PLAYERS,
    QUEUE,
    QUEUE_HEAD,
    QUEUE_N,
    REVEALED,
    REVEALED_N,
    SHOWN,
    SHOWN_N,
    TOTEMS,
)

ON_BOARD: Final = sum(1 << _trigger for _trigger in range(Trigger.START_OF_MY_TURN, Trigger.AFTER_I_PLAY))
"""The triggers that minions on the board listen to."""
_DE_BRUIJN: Final = 0x077CB531
"""Times a power of two below 2**32, its bits 27 to 31 differ for each; a de Bruijn sequence."""
_BIT_OF: Final = np.zeros(32, dtype=np.int64)
for _bit in range(32):
    _BIT_OF[(_DE_BRUIJN << _bit) >> 27 & 31] = _bit


@jit
def words_of(entity: int) -> int:
    """Return the first word of a minion, named by its entity."""
    return PLAYERS + (entity >> 3) * PLAYER_WORDS + BOARD + (entity & 7) * MINION_WORDS


@jit
def lowest(mask: int) -> int:
    """Return the smallest member of a set that is not empty; members are below 32."""
    return int(_BIT_OF[(mask & -mask) * _DE_BRUIJN >> 27 & 31])


@jit
def find(state: IntArray, handle: int) -> int:
    """Return the entity of a handle; -1 if it is nobody's any more."""
    if handle < 0:
        return 8 * (-1 - handle) + HERO_SLOT
    if handle > 0:
        for seat in range(2):
            player = PLAYERS + seat * PLAYER_WORDS
            words = player + BOARD + M_ORDER
            for slot in range(state[player + BOARD_N]):
                if state[words + slot * MINION_WORDS] == handle:
                    return 8 * seat + slot
    return -1


@jit
def handle_of(state: IntArray, entity: int) -> int:
    """Return the handle of an entity."""
    if entity & 7 == HERO_SLOT:
        return -1 - (entity >> 3)
    return int(state[words_of(entity) + M_ORDER])


@jit
def push(state: IntArray, event: int, side: int, card: int, subject: int, amount: int, place: int) -> None:
    """Put an event at the end of the queue.

    Raises:
        ValueError: the queue is full; no declared cards can do that.
    """
    if state[QUEUE_N] >= MOST_EVENTS:
        raise ValueError("too many events at once")
    words = QUEUE + (state[QUEUE_HEAD] + state[QUEUE_N]) % MOST_EVENTS * EVENT_WORDS
    state[QUEUE_N] += 1
    state[words + EVENT] = event
    state[words + EVENT_SIDE] = side
    state[words + EVENT_CARD] = card
    state[words + EVENT_SUBJECT] = subject
    state[words + EVENT_AMOUNT] = amount
    state[words + EVENT_PLACE] = place


@jit
def make_room(state: IntArray, seat: int, place: int) -> None:
    """Shift the places of queued deathrattles that are to the right of a new minion; see ``EVENT_PLACE``."""
    for i in range(state[QUEUE_N]):
        words = QUEUE + (state[QUEUE_HEAD] + i) % MOST_EVENTS * EVENT_WORDS
        if state[words + EVENT_SIDE] == seat and state[words + EVENT_PLACE] > place:
            state[words + EVENT_PLACE] += 8


@jit
def mark_dirty(state: IntArray, seat: int, card: int) -> None:
    """Have auras computed anew if a card that comes or goes has to do with them, or anything else on its side."""
    if CARDS[card, TRAITS] & GIVES or state[LISTENERS] >> GIVERS + seat & 1:
        state[DIRTY] |= DIRTY_LISTENERS | 1 << seat


@jit
def insert_minion(state: IntArray, seat: int, slot: int, card: int, place: int) -> int:
    """Put a fresh minion on a board that has room, before what was in `slot`; return its first word.

    `place` is its place among the minions whose deathrattles are queued, see ``EVENT_PLACE``.
    """
    player = PLAYERS + seat * PLAYER_WORDS
    start = player + BOARD + slot * MINION_WORDS
    for word in range(player + BOARD + state[player + BOARD_N] * MINION_WORDS - 1, start - 1, -1):
        state[word + MINION_WORDS] = state[word]
    print_minion(state, start, card)
    order = state[ORDER] + 1
    state[ORDER] = order
    state[player + BOARD_N] += 1
    state[start + M_DAMAGE] = 0
    state[start + M_ORDER] = order
    state[start + M_ATTACKS] = 0
    state[start + EXHAUSTED] = 1
    state[start + MEMORY] = 0
    state[start + DOOMED] = 0
    mark_dirty(state, seat, card)
    if CARDS[card, RACE] == Race.TOTEM:
        state[player + TOTEMS] += 1
    if state[QUEUE_N] > 0:
        make_room(state, seat, place)
    if state[LISTENERS] >> Trigger.FRIEND_SUMMONED & 1:
        push(state, Trigger.FRIEND_SUMMONED, seat, card, order, 0, -1)
    state[LISTENERS] |= CARDS[card, TRIGGERS] & ON_BOARD
    return start


@jit
def print_minion(state: IntArray, words: int, card: int) -> None:
    """Give a minion the values of a card as printed."""
    state[words + CARD] = card
    state[words + M_ATTACK] = CARDS[card, ATTACK]
    state[words + M_HEALTH] = CARDS[card, HEALTH]
    state[words + M_FLAGS] = CARDS[card, FLAGS]
    state[words + BASE_ATTACK] = CARDS[card, ATTACK]
    state[words + BASE_HEALTH] = CARDS[card, HEALTH]
    state[words + BASE_FLAGS] = CARDS[card, FLAGS]


@jit
def reveal(state: IntArray, seat: int, card: int) -> None:
    """Write down that everybody saw a card of the deck."""
    player = PLAYERS + seat * PLAYER_WORDS
    original = CARDS[card, IN_DECK]
    n = state[player + REVEALED_N]
    if n < DECK_CARDS:
        state[player + REVEALED + n] = original
        state[player + REVEALED_N] = n + 1
    last = state[player + SHOWN_N] - 1
    for i in range(last + 1):
        if state[player + SHOWN + i] == original:
            state[player + SHOWN + i] = state[player + SHOWN + last]
            state[player + SHOWN + last] = 0
            state[player + SHOWN_N] = last
            break


@jit
def show(state: IntArray, seat: int, card: int) -> None:
    """Write down that everybody saw a card that stays in the deck, if that is not known already."""
    player = PLAYERS + seat * PLAYER_WORDS
    n = state[player + SHOWN_N]
    for i in range(n):
        if state[player + SHOWN + i] == card:
            return
    if n < MOST_SHOWN:
        state[player + SHOWN + n] = card
        state[player + SHOWN_N] = n + 1


@jit
def take_from_deck(state: IntArray, seat: int, index: int) -> int:
    """Remove and return a card of the deck; the last one takes its place."""
    player = PLAYERS + seat * PLAYER_WORDS
    last = state[player + DECK_N] - 1
    card = state[player + DECK + index]
    state[player + DECK + index] = state[player + DECK + last]
    state[player + DECK + last] = 0
    state[player + DECK_N] = last
    return int(card)


@jit
def add_to_hand(state: IntArray, seat: int, card: int, origin: int) -> None:
    """Put a card into the hand; if that is full, everybody sees it and it is gone."""
    player = PLAYERS + seat * PLAYER_WORDS
    n = state[player + HAND_N]
    if n < MOST_HAND:
        state[player + HAND + n * HAND_WORDS] = card
        state[player + HAND + n * HAND_WORDS + ORIGIN] = origin
        state[player + HAND_N] = n + 1
    elif not origin & MADE:
        reveal(state, seat, card)


@jit
def take_from_hand(state: IntArray, seat: int, place: int) -> int:
    """Remove and return a card of the hand, which everybody sees; those to its right move up."""
    player = PLAYERS + seat * PLAYER_WORDS
    start = player + HAND + place * HAND_WORDS
    card, origin = state[start], state[start + ORIGIN]
    end = player + HAND + state[player + HAND_N] * HAND_WORDS
    for word in range(start, end - HAND_WORDS):
        state[word] = state[word + HAND_WORDS]
    state[end - 2] = 0
    state[end - 1] = 0
    state[player + HAND_N] -= 1
    if not origin & MADE:
        reveal(state, seat, card)
    return int(card)


@jit
def bury_card(state: IntArray, seat: int, card: int) -> None:
    """Write a dead minion down if it can come back."""
    if CARDS[card, TRAITS] & COMES_BACK == 0:
        return
    player = PLAYERS + seat * PLAYER_WORDS
    n = state[player + GRAVE_N]
    for i in range(n):
        if state[player + GRAVE + 2 * i] == card:
            state[player + GRAVE + 2 * i + 1] += 1
            return
    state[player + GRAVE + 2 * n] = card
    state[player + GRAVE + 2 * n + 1] = 1
    state[player + GRAVE_N] = n + 1


@jit
def random_member(words: IntArray, mask: int) -> int:
    """Return a uniformly random member of a set that is not empty, drawn from the array's random numbers."""
    n = 0
    rest = mask
    while rest != 0:
        rest &= rest - 1
        n += 1
    skip = random_below(words, n)
    for _ in range(skip):
        mask &= mask - 1
    return lowest(mask)
