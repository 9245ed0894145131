"""The deal and the mulligan."""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, jit, random_below, rule, seed_rng
from palaestra_hearthstone.cards import COIN
from palaestra_hearthstone.engine.characters import draw
from palaestra_hearthstone.engine.tables import CARDS, CLASS, POWER
from palaestra_hearthstone.engine.turn import begin_turn
from palaestra_hearthstone.engine.zones import add_to_hand, take_from_deck
from palaestra_hearthstone.layout import (
    CARD_DATA,
    CAUSE_PLACE,
    DECK,
    DECK_CARDS,
    DECK_N,
    HAND,
    HAND_N,
    HAND_WORDS,
    HEALTH,
    HERO,
    HERO_CLASS,
    HERO_HEALTH,
    KNOWN,
    MADE,
    MOVER,
    MULLIGAN,
    NOTHING,
    OPEN_LISTS,
    OPTIONS,
    PENDING,
    PLAYER_WORDS,
    PLAYERS,
)
from palaestra_hearthstone.layout import POWER as HERO_POWER

# What init is given: places in its config.
CONFIG_CARD_DATA: Final = 0
CONFIG_MULLIGAN: Final = 1
CONFIG_OPEN_LISTS: Final = 2
CONFIG_HEROES: Final = 3
CONFIG_DECKS: Final = 5
CONFIG_WORDS: Final = CONFIG_DECKS + 2 * DECK_CARDS


@jit
def begin(state: IntArray) -> None:
    """Give the second player The Coin and begin the first turn, in which nothing listens yet."""
    add_to_hand(state, 1, COIN, KNOWN | MADE)
    begin_turn(state, 0)
    draw(state, 0)


@rule
def init(state: IntArray, config: IntArray, seed: int) -> None:
    """Deal: three cards for seat 0, which begins, four and The Coin for seat 1; `config` as named above."""
    for word in range(state.shape[0]):
        state[word] = 0
    seed_rng(state, seed)
    state[CARD_DATA] = config[CONFIG_CARD_DATA]
    state[OPEN_LISTS] = config[CONFIG_OPEN_LISTS]
    state[CAUSE_PLACE] = -1
    for seat in range(2):
        player = PLAYERS + seat * PLAYER_WORDS
        hero = config[CONFIG_HEROES + seat]
        state[player + HEALTH] = HERO_HEALTH
        state[player + HERO] = hero
        state[player + HERO_CLASS] = CARDS[hero, CLASS]
        state[player + HERO_POWER] = CARDS[hero, POWER]
        state[player + DECK_N] = DECK_CARDS
        for i in range(DECK_CARDS):
            state[player + DECK + i] = config[CONFIG_DECKS + seat * DECK_CARDS + i]
        for _ in range(3 + seat):
            draw(state, seat)
    if config[CONFIG_MULLIGAN]:
        state[PENDING] = MULLIGAN
    else:
        begin(state)


@jit
def replace_cards(state: IntArray, seat: int, mask: int) -> None:
    """Draw other cards for those of a mask of places, then put those back into the deck."""
    player = PLAYERS + seat * PLAYER_WORDS
    n = state[player + DECK_N]
    for place in range(state[player + HAND_N]):
        if mask >> place & 1:
            word = player + HAND + place * HAND_WORDS
            left = state[player + DECK_N]
            drawn = take_from_deck(state, seat, random_below(state, left))
            state[player + DECK + left - 1] = state[word]  # behind the cards that can still be drawn
            state[word] = drawn
    state[player + DECK_N] = n


@jit
def answer_mulligan(state: IntArray, replace: int) -> None:
    """Keep or replace the card asked about; after the last card of both players the first turn begins."""
    seat = state[MOVER]
    state[OPTIONS + 1] |= replace << state[OPTIONS]
    state[OPTIONS] += 1
    if state[OPTIONS] < state[PLAYERS + seat * PLAYER_WORDS + HAND_N]:
        return
    replace_cards(state, seat, state[OPTIONS + 1])
    state[OPTIONS] = 0
    state[OPTIONS + 1] = 0
    if seat == 0:
        state[MOVER] = 1
    else:
        state[PENDING] = NOTHING
        begin(state)
