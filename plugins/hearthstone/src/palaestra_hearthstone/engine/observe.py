"""What a player may know, and how the rest may be."""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import IntArray, copy, jit, random_below, reseed, rule
from palaestra_hearthstone.cards import CARD_DATA as DATA_NAMES
from palaestra_hearthstone.cards import CARDS as DECLARED
from palaestra_hearthstone.cards import class_of_deck, in_data
from palaestra_hearthstone.cards.vocabulary import Class, Rarity
from palaestra_hearthstone.decks import DECKS, deck_numbers
from palaestra_hearthstone.engine.tables import BASIC_POWERS, CARDS, CLASS, IN_DECK, RARITY
from palaestra_hearthstone.engine.zones import random_member
from palaestra_hearthstone.layout import (
    CARD_DATA,
    CAUSE_PLACE,
    CAUSE_SIDE,
    DECK,
    DECK_CARDS,
    DECK_N,
    DISCOVER,
    HAND,
    HAND_N,
    HAND_WORDS,
    HERO_CLASS,
    HIDDEN,
    KNOWN,
    MOST_HAND,
    MOVER,
    OPEN_LISTS,
    OPTIONS,
    ORIGIN,
    PENDING,
    PLAYER_WORDS,
    PLAYERS,
    POWER,
    QUEUE,
    REVEALED,
    REVEALED_N,
    SHOWN,
    SHOWN_N,
)

KNOWN_DECKS: Final = np.array([[deck_numbers(name, data) for name in DECKS] for data in DATA_NAMES], dtype=np.int16)
"""The declared decks: ``[card data, deck, card]``."""
MAY_BE_IN_DECK: Final = np.array(
    [
        [one is not None and one.deckable and in_data(n, data) == n for n, one in enumerate(DECLARED)]
        for data in DATA_NAMES
    ]
)
"""Whether a deck may hold a card: ``[card data, card]``."""
DECK_CLASSES: Final = np.array([class_of_deck(deck.tolist()) for deck in KNOWN_DECKS[0]], dtype=np.int16)


@jit
def sort_cards(out: IntArray, start: int, n: int) -> None:
    """Sort `n` words, so that their order gives nothing away."""
    for i in range(start + 1, start + n):
        card = out[i]
        k = i
        while k > start and out[k - 1] > card:
            out[k] = out[k - 1]
            k -= 1
        out[k] = card


@jit
def blank_cards(out: IntArray, player: int) -> None:
    """Hide the deck and the unknown hand cards of a player (first word); where lists are open, list both, sorted."""
    n = out[player + DECK_N]
    for word in range(player + HAND, player + HAND + out[player + HAND_N] * HAND_WORDS, HAND_WORDS):
        if out[word + ORIGIN] & KNOWN == 0:
            if out[OPEN_LISTS] and n < DECK_CARDS:
                out[player + DECK + n] = CARDS[out[word], IN_DECK]
                n += 1
            out[word] = HIDDEN
    if out[OPEN_LISTS]:
        sort_cards(out, player + DECK, n)
    else:
        out[player + DECK : player + DECK + n] = HIDDEN


@rule
def observe(state: IntArray, player: int, out: IntArray) -> None:
    """Write what `player` may know: no random numbers, not the other's hand but for known cards, nor its deck."""
    copy(out, state)
    out[0] = 0
    out[1] = 0
    for word in range(CAUSE_SIDE, CAUSE_PLACE + 1):
        out[word] = 0
    if state[PENDING] == DISCOVER and state[MOVER] != player:
        for option in range(3):
            out[OPTIONS + option] = HIDDEN
    for seat in range(2):
        if seat != player:
            blank_cards(out, PLAYERS + seat * PLAYER_WORDS)


@jit
def strike_out(cards: IntArray, n: int, card: int) -> int:
    """Remove one card from the first `n` after ``QUEUE``, and return how many are left; -1 if it is not there."""
    for i in range(n):
        if cards[QUEUE + i] == card:
            cards[QUEUE + i] = cards[QUEUE + n - 1]
            return n - 1
    return -1


@jit
def rest_of_deck(out: IntArray, player: int, deck: int) -> int:
    """Write what is left of a declared deck after what was revealed; return how many, -1 if it does not fit.

    The words of the queue, empty between actions, are the scratch.
    """
    n = DECK_CARDS
    for i in range(n):
        out[QUEUE + i] = KNOWN_DECKS[out[CARD_DATA], deck, i]
    for i in range(out[player + REVEALED_N]):
        n = strike_out(out, n, out[player + REVEALED + i])
        if n < 0:
            return n
    for word in range(player + HAND, player + HAND + out[player + HAND_N] * HAND_WORDS, HAND_WORDS):
        if out[word + ORIGIN] == KNOWN:
            n = strike_out(out, n, CARDS[out[word], IN_DECK])
            if n < 0:
                return n
    for i in range(out[player + SHOWN_N]):
        found = 0
        for k in range(n):
            found |= int(out[QUEUE + k] == out[player + SHOWN + i])
        if not found:
            return -1
    return n


@jit
def guess_deck(out: IntArray, rng: IntArray, player: int, wanted: int) -> int:
    """Return a random declared deck of the player's class of which `wanted` cards can be left, or -1."""
    chosen, fitting = -1, 0
    for deck in range(KNOWN_DECKS.shape[1]):
        if DECK_CLASSES[deck] == out[player + HERO_CLASS] and rest_of_deck(out, player, deck) == wanted:
            fitting += 1
            if random_below(rng, fitting) == 0:
                chosen = deck
    return chosen


@jit
def copies_seen(out: IntArray, player: int, n: int, card: int) -> int:
    """Return how many of a card are revealed or among the first `n` after ``QUEUE``."""
    count = 0
    for i in range(out[player + REVEALED_N]):
        count += int(out[player + REVEALED + i] == card)
    for i in range(n):
        count += int(out[QUEUE + i] == card)
    return count


@jit
def invent_cards(out: IntArray, rng: IntArray, player: int, wanted: int) -> None:
    """Write so many cards that a deck of the player's class may hold: those shown, and random ones."""
    n = min(out[player + SHOWN_N], wanted)
    for i in range(n):
        out[QUEUE + i] = out[player + SHOWN + i]
    while n < wanted:
        card = 1 + random_below(rng, CARDS.shape[0] - 1)
        own = CARDS[card, CLASS] == out[player + HERO_CLASS] or CARDS[card, CLASS] == Class.NEUTRAL
        most = 1 if CARDS[card, RARITY] == Rarity.LEGENDARY else 2
        if own and MAY_BE_IN_DECK[out[CARD_DATA], card] and copies_seen(out, player, n, card) < most:
            out[QUEUE + n] = card
            n += 1


@jit
def find_cards(out: IntArray, rng: IntArray, player: int, wanted: int) -> None:
    """Write so many cards after ``QUEUE``: those listed, or the rest of a guessed deck, or any that may be there."""
    if out[OPEN_LISTS] and wanted <= DECK_CARDS:
        for i in range(wanted):
            out[QUEUE + i] = out[player + DECK + i]
        return
    deck = guess_deck(out, rng, player, wanted)
    if deck >= 0:
        rest_of_deck(out, player, deck)
    else:
        invent_cards(out, rng, player, wanted)


@jit
def fill_in(out: IntArray, rng: IntArray, player: int) -> None:
    """Give a player (first word) hidden cards that it may have."""
    wanted = out[player + DECK_N]
    for word in range(player + HAND, player + HAND + out[player + HAND_N] * HAND_WORDS, HAND_WORDS):
        wanted += int(out[word] == HIDDEN)
    find_cards(out, rng, player, wanted)
    n = wanted
    for word in range(player + HAND, player + HAND + out[player + HAND_N] * HAND_WORDS, HAND_WORDS):
        if out[word] == HIDDEN:
            i = random_below(rng, n)
            n -= 1
            out[word] = out[QUEUE + i]
            out[QUEUE + i] = out[QUEUE + n]
    for i in range(DECK_CARDS):
        out[player + DECK + i] = out[QUEUE + i] if i < n else 0
    for i in range(DECK_CARDS + MOST_HAND):
        out[QUEUE + i] = 0


@rule
def determinize(observation: IntArray, player: int, rng: IntArray, out: IntArray) -> None:
    """Write a full state that fits: the other's cards are the rest of a declared deck of its class, if one fits.

    Otherwise they are random cards that its class may have in a deck.
    """
    copy(out, observation)
    out[CAUSE_PLACE] = -1
    for seat in range(2):
        if seat != player:
            fill_in(out, rng, PLAYERS + seat * PLAYER_WORDS)
    if out[PENDING] == DISCOVER and out[OPTIONS] == HIDDEN:
        own = out[PLAYERS + out[MOVER] * PLAYER_WORDS + POWER]
        rest = 0
        for i in range(BASIC_POWERS.shape[0]):
            rest |= int(BASIC_POWERS[i] != own) << i
        for option in range(3):
            i = random_member(rng, rest)
            rest &= ~(1 << i)
            out[OPTIONS + option] = BASIC_POWERS[i]
    reseed(out, rng)
