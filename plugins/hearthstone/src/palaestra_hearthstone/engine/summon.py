"""Minions that effects bring to the board."""

from __future__ import annotations

from palaestra import IntArray, jit, random_below
from palaestra_hearthstone.cards import FIRST_JADE
from palaestra_hearthstone.cards.tokens import MOST_JADE
from palaestra_hearthstone.cards.vocabulary import Kind, Pool, Trigger
from palaestra_hearthstone.engine.characters import wear_weapon
from palaestra_hearthstone.engine.tables import (
    BASIC_TOTEMS,
    CARDS,
    KIND,
    ONE_COST,
    R_COPY,
    R_N,
    R_POOL,
    R_RACE,
    R_STATS,
    R_STATS_ATTACK,
    R_STATS_HEALTH,
    RACE,
    ROWS,
    TRIGGERS,
)
from palaestra_hearthstone.engine.zones import (
    find,
    insert_minion,
    random_member,
    reveal,
    show,
    take_from_deck,
    take_from_hand,
)
from palaestra_hearthstone.layout import (
    BASE_ATTACK,
    BASE_HEALTH,
    BOARD,
    BOARD_N,
    CARD,
    CAUSE_CARD,
    CAUSE_PLACE,
    CAUSE_SIDE,
    CAUSE_SOURCE,
    DECK,
    DECK_N,
    GRAVE,
    GRAVE_N,
    HAND,
    HAND_N,
    HAND_WORDS,
    HERO_SLOT,
    JADE,
    M_ATTACK,
    M_HEALTH,
    MINION_WORDS,
    MOST_MINIONS,
    PLAYER_WORDS,
    PLAYERS,
)


@jit
def summon(state: IntArray, seat: int, card: int) -> int:
    """Summon a minion and return its first word; -1 where the board is full.

    It comes to the place of the dead minion whose deathrattle this is, to the right of the minion whose effect it is,
    or else to the right end.
    """
    n = state[PLAYERS + seat * PLAYER_WORDS + BOARD_N]
    if n >= MOST_MINIONS:
        return -1
    slot, place = n, 8 * n + HERO_SLOT
    if seat == state[CAUSE_SIDE]:
        if state[CAUSE_PLACE] >= 0:
            place = state[CAUSE_PLACE]
            slot = min(place >> 3, n)
            state[CAUSE_PLACE] += 8
        elif state[CAUSE_SOURCE] > 0:
            source = find(state, state[CAUSE_SOURCE])
            if source >> 3 == seat:
                slot = (source & 7) + 1
    return insert_minion(state, seat, slot, card, place)


@jit
def set_stats(state: IntArray, words: int, attack: int, health: int) -> None:
    """Set a minion's attack and health."""
    state[words + BASE_ATTACK] = attack
    state[words + BASE_HEALTH] = health
    state[words + M_ATTACK] = attack
    state[words + M_HEALTH] = health


@jit
def summon_jade(state: IntArray) -> None:
    """Summon the next Jade Golem; the size grows even if there is no room."""
    seat = state[CAUSE_SIDE]
    player = PLAYERS + seat * PLAYER_WORDS
    state[player + JADE] = min(state[player + JADE] + 1, MOST_JADE)
    summon(state, seat, FIRST_JADE + state[player + JADE] - 1)


@jit
def random_minion_in(state: IntArray, start: int, n: int, step: int, race: int) -> int:
    """Return the place of a random minion (of `race`, if not 0) among `n` cards that are `step` words apart, or -1."""
    count = 0
    for i in range(n):
        card = state[start + i * step]
        if CARDS[card, KIND] == Kind.MINION and (race == 0 or CARDS[card, RACE] == race):
            count += 1
    if count == 0:
        return -1
    left = random_below(state, count)
    for i in range(n):
        card = state[start + i * step]
        if CARDS[card, KIND] == Kind.MINION and (race == 0 or CARDS[card, RACE] == race):
            if left == 0:
                return i
            left -= 1
    return -1


@jit
def summon_from_deck(state: IntArray, row: int) -> None:
    """Summon a random minion of the own deck, or a copy of it."""
    seat = state[CAUSE_SIDE]
    player = PLAYERS + seat * PLAYER_WORDS
    if state[player + BOARD_N] >= MOST_MINIONS:
        return
    place = random_minion_in(state, player + DECK, state[player + DECK_N], 1, ROWS[row, R_RACE])
    if place < 0:
        return
    if ROWS[row, R_COPY]:
        card = state[player + DECK + place]
        show(state, seat, card)
    else:
        card = take_from_deck(state, seat, place)
        reveal(state, seat, card)
    words = summon(state, seat, card)
    if ROWS[row, R_STATS]:
        set_stats(state, words, ROWS[row, R_STATS_ATTACK], ROWS[row, R_STATS_HEALTH])


@jit
def summon_from_hand(state: IntArray, row: int) -> None:
    """Summon a random minion of the own hand; the weapon that does it wears off."""
    seat = state[CAUSE_SIDE]
    player = PLAYERS + seat * PLAYER_WORDS
    if state[player + BOARD_N] >= MOST_MINIONS:
        return
    place = random_minion_in(state, player + HAND, state[player + HAND_N], HAND_WORDS, ROWS[row, R_RACE])
    if place >= 0:
        summon(state, seat, take_from_hand(state, seat, place))
        wear_weapon(state, seat)


@jit
def comes_back(card: int, race: int) -> int:
    """Return whether a minion in the graveyard is wanted: of a race, or with a deathrattle if that is 0."""
    if race != 0:
        return int(CARDS[card, RACE] == race)
    return int(CARDS[card, TRIGGERS] >> Trigger.DEATH & 1)


@jit
def summon_from_grave(state: IntArray, row: int) -> None:
    """Summon own minions that died, each death once, in random order, as long as there is room."""
    seat = state[CAUSE_SIDE]
    player = PLAYERS + seat * PLAYER_WORDS
    race = ROWS[row, R_RACE]
    total = 0
    for i in range(state[player + GRAVE_N]):
        if comes_back(state[player + GRAVE + 2 * i], race):
            total += state[player + GRAVE + 2 * i + 1]
    taken, packed = 0, 0
    while total > 0 and state[player + BOARD_N] < MOST_MINIONS:
        left = random_below(state, total)
        i = 0
        while True:
            if comes_back(state[player + GRAVE + 2 * i], race):
                left -= state[player + GRAVE + 2 * i + 1]
                if left < 0:
                    break
            i += 1
        summon(state, seat, state[player + GRAVE + 2 * i])
        state[player + GRAVE + 2 * i + 1] -= 1
        total -= 1
        packed |= i << 5 * taken
        taken += 1
    for k in range(taken):
        state[player + GRAVE + 2 * (packed >> 5 * k & 31) + 1] += 1


@jit
def missing_totems(state: IntArray, seat: int) -> int:
    """Return which of the basic totems a player does not control, as a mask of their places in the pool."""
    player = PLAYERS + seat * PLAYER_WORDS
    missing = (1 << BASIC_TOTEMS.shape[0]) - 1
    for slot in range(state[player + BOARD_N]):
        for i in range(BASIC_TOTEMS.shape[0]):
            if state[player + BOARD + slot * MINION_WORDS + CARD] == BASIC_TOTEMS[i]:
                missing &= ~(1 << i)
    return int(missing)


@jit
def summon_from_pool(state: IntArray, row: int) -> None:
    """Summon a random minion of a list."""
    seat = state[CAUSE_SIDE]
    if state[PLAYERS + seat * PLAYER_WORDS + BOARD_N] >= MOST_MINIONS:
        return
    if ROWS[row, R_POOL] == Pool.BASIC_TOTEMS:
        missing = missing_totems(state, seat)
        if missing != 0:
            summon(state, seat, BASIC_TOTEMS[random_member(state, missing)])
    else:
        summon(state, seat, ONE_COST[random_below(state, ONE_COST.shape[0])])


@jit
def come_from_deck(state: IntArray) -> None:
    """Bring the card that acts from the deck to the board, if there is room."""
    seat = state[CAUSE_SIDE]
    player = PLAYERS + seat * PLAYER_WORDS
    if state[player + BOARD_N] >= MOST_MINIONS:
        return
    for i in range(state[player + DECK_N]):
        if state[player + DECK + i] == state[CAUSE_CARD]:
            reveal(state, seat, take_from_deck(state, seat, i))
            summon(state, seat, state[CAUSE_CARD])
            return


@jit
def summon_several(state: IntArray, row: int, seat: int, card: int) -> None:
    """Summon as many as a row says of one card; 0 is no card."""
    if card > 0:
        for _ in range(ROWS[row, R_N]):
            summon(state, seat, card)
