"""Which actions are legal."""

from __future__ import annotations

from typing import Final

from numba import int64

from palaestra.jit import jit
from palaestra.kernel import LEGAL_ACTIONS, STATE, IntArray
from palaestra_hearthstone.actions import ATTACK, CHOOSE, END_TURN, NO_TARGET, PLAY, POSITIONS, TARGETS, USE_POWER
from palaestra_hearthstone.cards.vocabulary import Condition, Keyword, Kind, Requirement, Target
from palaestra_hearthstone.engine.play import cost_of, hero_attack
from palaestra_hearthstone.engine.select import holds, targets
from palaestra_hearthstone.engine.summon import missing_totems
from palaestra_hearthstone.engine.tables import (
    BY_PLACE,
    CARDS,
    COPIES,
    COST,
    KIND,
    OPTIONAL,
    REQUIRES,
    TARGET,
    TARGET_ARGUMENT,
    TARGET_IF,
    TRAITS,
)
from palaestra_hearthstone.layout import (
    BOARD,
    BOARD_N,
    CARD,
    DECK,
    DECK_N,
    DISCOVER,
    EXHAUSTED,
    HAND,
    HAND_N,
    HAND_WORDS,
    HERO_ATTACKS,
    HERO_SLOT,
    M_ATTACK,
    M_ATTACKS,
    M_FLAGS,
    MANA,
    MINION_WORDS,
    MOST_MINIONS,
    MOVER,
    NOTHING,
    PENDING,
    PLAYER_WORDS,
    PLAYERS,
    POWER,
    POWER_USED,
)

_TAUNT: Final = int(Keyword.TAUNT)
_STEALTH: Final = int(Keyword.STEALTH)
_WINDFURY: Final = int(Keyword.WINDFURY)
_CANT_ATTACK: Final = int(Keyword.CANT_ATTACK)
_CHARGE: Final = int(Keyword.CHARGE)
_RUSH: Final = int(Keyword.RUSH)
_HERO_BIT: Final = 1 << HERO_SLOT
NOT_PLAYABLE: Final = 0
NO_CHOICE: Final = 1 << NO_TARGET


@jit(int64(STATE, int64, int64))
def choices(state: IntArray, seat: int, card: int) -> int:
    """Return the targets a card can be played at, as the mover sees them; NO_CHOICE, or NOT_PLAYABLE."""
    kind = CARDS[card, TARGET]
    if kind == Target.NONE:
        return NO_CHOICE
    condition = CARDS[card, TARGET_IF]
    if condition != Condition.ALWAYS and not holds(state, seat, 0, condition, CARDS[card, TARGET_ARGUMENT]):
        return NO_CHOICE
    mask = targets(state, seat, kind)
    if mask == 0:
        return NO_CHOICE if CARDS[card, OPTIONAL] else NOT_PLAYABLE
    return (mask >> 8 | mask << 8) & 0xFFFF if seat == 1 else mask


@jit(int64(STATE, int64, int64))
def allowed(state: IntArray, seat: int, card: int) -> int:
    """Return whether what a card requires of the board is there."""
    requirement = CARDS[card, REQUIRES]
    if requirement == Requirement.NONE:
        return 1
    if state[PLAYERS + seat * PLAYER_WORDS + BOARD_N] >= MOST_MINIONS:
        return 0
    return int(requirement == Requirement.FREE_SLOT or missing_totems(state, seat) != 0)


@jit(int64(STATE, STATE, int64))
def add_power(state: IntArray, out: IntArray, n: int) -> int:
    """Write the uses of the hero power."""
    seat = state[MOVER]
    player = PLAYERS + seat * PLAYER_WORDS
    card = state[player + POWER]
    if state[player + POWER_USED] or CARDS[card, COST] > state[player + MANA] or not allowed(state, seat, card):
        return n
    mask = choices(state, seat, card)
    target = 0
    while mask >> target != 0:
        if mask >> target & 1:
            out[n] = USE_POWER + target
            n += 1
        target += 1
    return n


@jit(int64(STATE, int64))
def defenders(state: IntArray, seat: int) -> int:
    """Return the slots of `seat` that may be attacked: those with Taunt, if there are any."""
    player = PLAYERS + seat * PLAYER_WORDS
    taunts, others = 0, _HERO_BIT
    for slot in range(state[player + BOARD_N]):
        flags = state[player + BOARD + slot * MINION_WORDS + M_FLAGS]
        if flags & _STEALTH == 0:
            others |= 1 << slot
            if flags & _TAUNT:
                taunts |= 1 << slot
    return taunts if taunts else others


@jit(int64(STATE, int64, int64, int64))
def add_attacks(out: IntArray, n: int, attacker: int, mask: int) -> int:
    """Write the attacks of one slot."""
    for defender in range(HERO_SLOT + 1):
        if mask >> defender & 1:
            out[n] = ATTACK + 8 * attacker + defender
            n += 1
    return n


@jit(int64(STATE, STATE, int64))
def add_fights(state: IntArray, out: IntArray, n: int) -> int:
    """Write all attacks."""
    seat = state[MOVER]
    player = PLAYERS + seat * PLAYER_WORDS
    mask = 0
    for slot in range(state[player + BOARD_N]):
        words = player + BOARD + slot * MINION_WORDS
        flags = state[words + M_FLAGS]
        most = 2 if flags & _WINDFURY else 1
        if state[words + M_ATTACK] <= 0 or state[words + M_ATTACKS] >= most or flags & _CANT_ATTACK:
            continue
        if mask == 0:
            mask = defenders(state, 1 - seat)
        if state[words + EXHAUSTED] == 0 or flags & _CHARGE:
            n = add_attacks(out, n, slot, mask)
        elif flags & _RUSH:
            n = add_attacks(out, n, slot, mask & ~_HERO_BIT)
    if state[player + HERO_ATTACKS] == 0 and hero_attack(state, seat) > 0:
        n = add_attacks(out, n, HERO_SLOT, defenders(state, 1 - seat))
    return n


@jit(int64(STATE, int64))
def traits_of_board(state: IntArray, seat: int) -> int:
    """Return the traits that minions of a side have."""
    player = PLAYERS + seat * PLAYER_WORDS
    traits = 0
    for slot in range(state[player + BOARD_N]):
        traits |= CARDS[state[player + BOARD + slot * MINION_WORDS + CARD], TRAITS]
    return traits


@jit(int64(STATE, int64))
def places_matter(state: IntArray, seat: int) -> int:
    """Return whether it can ever matter where a minion is put.

    So it is if a card that minds its neighbours is on the own board, in the own hand or in the own deck, or if the
    hand holds a card that can become a copy of one on either board.
    """
    player = PLAYERS + seat * PLAYER_WORDS
    mine = traits_of_board(state, seat)
    held = 0
    for place in range(state[player + HAND_N]):
        held |= CARDS[state[player + HAND + place * HAND_WORDS], TRAITS]
    if (mine | held) & BY_PLACE:
        return 1
    if held & COPIES and traits_of_board(state, 1 - seat) & BY_PLACE:
        return 1
    for i in range(state[player + DECK_N]):
        if CARDS[state[player + DECK + i], TRAITS] & BY_PLACE:
            return 1
    return 0


@jit(int64(STATE, int64))
def first_of_its_kind(state: IntArray, word: int) -> int:
    """Return whether no card further left in the hand is the same as that at `word`."""
    player = PLAYERS + state[MOVER] * PLAYER_WORDS
    for other in range(player + HAND, word, HAND_WORDS):
        if state[other] == state[word]:
            return 0
    return 1


@jit(int64(STATE, STATE, int64, int64, int64))
def add_card(state: IntArray, out: IntArray, n: int, place: int, by_place: int) -> int:
    """Write the ways to play one card of the hand that can be paid for."""
    seat = state[MOVER]
    player = PLAYERS + seat * PLAYER_WORDS
    card = state[player + HAND + place * HAND_WORDS]
    board = state[player + BOARD_N]
    first, last = 0, 0
    if CARDS[card, KIND] == Kind.MINION:
        if board >= MOST_MINIONS:
            return n
        first, last = 0 if by_place else board, board
    mask = choices(state, seat, card)
    target = 0
    while mask >> target != 0:
        if mask >> target & 1:
            for position in range(first, last + 1):
                out[n] = PLAY + POSITIONS * (TARGETS * place + target) + position
                n += 1
        target += 1
    return n


@jit(LEGAL_ACTIONS)
def legal_actions(state: IntArray, out: IntArray) -> int:
    """Write the legal actions in ascending order and return how many.

    Of equal cards in the hand only the leftmost is offered.
    """
    if state[PENDING] != NOTHING:
        n = 3 if state[PENDING] == DISCOVER else 2
        for option in range(n):
            out[option] = CHOOSE + option
        return n
    out[0] = END_TURN
    n = add_fights(state, out, add_power(state, out, 1))
    seat = state[MOVER]
    player = PLAYERS + seat * PLAYER_WORDS
    by_place = -1
    for place in range(state[player + HAND_N]):
        word = player + HAND + place * HAND_WORDS
        if cost_of(state, seat, state[word]) > state[player + MANA] or not first_of_its_kind(state, word):
            continue
        if by_place < 0:
            by_place = places_matter(state, seat) if state[player + BOARD_N] > 0 else 0
        if allowed(state, seat, state[word]):
            n = add_card(state, out, n, place, by_place)
    return n
