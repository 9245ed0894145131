"""Which actions are legal."""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, jit, rule
from palaestra_hearthstone.actions import (
    ATTACK,
    CHOOSE,
    END_TURN,
    ENEMY,
    NO_TARGET,
    PLAY,
    POSITIONS,
    TARGETS,
    USE_POWER,
)
from palaestra_hearthstone.cards.vocabulary import Condition, Keyword, Kind, Requirement, Target
from palaestra_hearthstone.engine.play import cost_of, hero_attack
from palaestra_hearthstone.engine.select import holds
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
from palaestra_hearthstone.engine.zones import lowest
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
    MINION_MASK,
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
_BOTH_HEROES: Final = _HERO_BIT | _HERO_BIT << ENEMY
NOT_PLAYABLE: Final = 0
NO_CHOICE: Final = 1 << NO_TARGET


@jit
def visible(state: IntArray) -> int:
    """Return the slots of the enemy's minions without Stealth, and 256 times of those the ones with Taunt."""
    player = PLAYERS + (1 - state[MOVER]) * PLAYER_WORDS
    seen = 0
    for slot in range(state[player + BOARD_N]):
        flags = state[player + BOARD + slot * MINION_WORDS + M_FLAGS]
        if flags & _STEALTH == 0:
            seen |= (1 + 256 * (flags & _TAUNT)) << slot
    return seen


@jit
def choices(state: IntArray, card: int, seen: int) -> int:
    """Return the targets a card can be played at, as actions name them; NO_CHOICE, or NOT_PLAYABLE."""
    kind = CARDS[card, TARGET]
    if kind == Target.NONE:
        return NO_CHOICE
    condition = CARDS[card, TARGET_IF]
    seat = state[MOVER]
    if condition != Condition.ALWAYS and not holds(state, seat, 0, condition, CARDS[card, TARGET_ARGUMENT]):
        return NO_CHOICE
    mask = (1 << state[PLAYERS + seat * PLAYER_WORDS + BOARD_N]) - 1
    if kind != Target.MY_MINION:
        mask |= (seen & MINION_MASK) << ENEMY
    if kind == Target.ANY:
        mask |= _BOTH_HEROES
    if mask == 0:
        return NO_CHOICE if CARDS[card, OPTIONAL] else NOT_PLAYABLE
    return int(mask)


@jit
def allowed(state: IntArray, seat: int, card: int) -> int:
    """Return whether the board meets the requirement of a card."""
    requirement = CARDS[card, REQUIRES]
    if requirement == Requirement.NONE:
        return 1
    if state[PLAYERS + seat * PLAYER_WORDS + BOARD_N] >= MOST_MINIONS:
        return 0
    return int(requirement == Requirement.FREE_SLOT or missing_totems(state, seat) != 0)


@jit
def add_power(state: IntArray, out: IntArray, n: int, seen: int) -> int:
    """Write the uses of the hero power."""
    seat = state[MOVER]
    player = PLAYERS + seat * PLAYER_WORDS
    card = state[player + POWER]
    if state[player + POWER_USED] or CARDS[card, COST] > state[player + MANA] or not allowed(state, seat, card):
        return n
    mask = choices(state, card, seen)
    while mask != 0:
        out[n] = USE_POWER + lowest(mask)
        n += 1
        mask &= mask - 1
    return n


@jit
def add_attacks(out: IntArray, n: int, attacker: int, mask: int) -> int:
    """Write the attacks of one slot."""
    while mask != 0:
        out[n] = ATTACK + 8 * attacker + lowest(mask)
        n += 1
        mask &= mask - 1
    return n


@jit
def add_fights(state: IntArray, out: IntArray, n: int, seen: int) -> int:
    """Write all attacks: at minions with Taunt, if there are any, or at all that are visible and the hero."""
    seat = state[MOVER]
    player = PLAYERS + seat * PLAYER_WORDS
    mask = seen >> 8 if seen >> 8 else seen | _HERO_BIT
    for slot in range(state[player + BOARD_N]):
        words = player + BOARD + slot * MINION_WORDS
        flags, exhausted = state[words + M_FLAGS], state[words + EXHAUSTED]
        most = 2 if flags & _WINDFURY else 1
        able = (state[words + M_ATTACK] > 0) & (state[words + M_ATTACKS] < most) & (flags & _CANT_ATTACK == 0)
        if able & ((exhausted == 0) | (flags & (_CHARGE | _RUSH) != 0)):
            n = add_attacks(out, n, slot, mask if exhausted == 0 or flags & _CHARGE else mask & ~_HERO_BIT)
    if state[player + HERO_ATTACKS] == 0 and hero_attack(state, seat) > 0:
        n = add_attacks(out, n, HERO_SLOT, mask)
    return n


@jit
def traits_of_board(state: IntArray, seat: int) -> int:
    """Return the traits that minions of a side have."""
    player = PLAYERS + seat * PLAYER_WORDS
    traits = 0
    for slot in range(state[player + BOARD_N]):
        traits |= CARDS[state[player + BOARD + slot * MINION_WORDS + CARD], TRAITS]
    return traits


@jit
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


@jit
def first_of_its_kind(state: IntArray, word: int) -> int:
    """Return whether no card further left in the hand is the same as that at `word`."""
    player = PLAYERS + state[MOVER] * PLAYER_WORDS
    for other in range(player + HAND, word, HAND_WORDS):
        if state[other] == state[word]:
            return 0
    return 1


@jit
def add_ways(out: IntArray, n: int, start: int, mask: int, positions: int) -> int:
    """Write the plays of a card at the targets of a mask, in so many positions; `start` is the first at target 0."""
    while mask != 0:
        first = start + POSITIONS * lowest(mask)
        for action in range(first, first + positions):
            out[n] = action
            n += 1
        mask &= mask - 1
    return n


@jit
def add_plays(state: IntArray, out: IntArray, n: int, seen: int) -> int:
    """Write the ways to play the cards of the hand; of equal ones only the leftmost is offered."""
    seat = state[MOVER]
    player = PLAYERS + seat * PLAYER_WORDS
    mana, board = state[player + MANA], state[player + BOARD_N]
    offered, positions = 0, 1 if board == 0 else 0
    for place in range(state[player + HAND_N]):
        word = player + HAND + place * HAND_WORDS
        card = state[word]
        if cost_of(state, seat, card) > mana:
            continue
        kin = 1 << (card & 63)  # few cards share a bit: only then is looked closer
        if offered & kin and not first_of_its_kind(state, word):
            continue
        offered |= kin
        if CARDS[card, REQUIRES] != Requirement.NONE and not allowed(state, seat, card):
            continue
        start = PLAY + POSITIONS * TARGETS * place
        mask = NO_CHOICE if CARDS[card, TARGET] == Target.NONE else choices(state, card, seen)
        if CARDS[card, KIND] != Kind.MINION:
            n = add_ways(out, n, start, mask, 1)
        elif board < MOST_MINIONS:
            if positions == 0:
                positions = 1 + board if places_matter(state, seat) else 1
            n = add_ways(out, n, start + 1 + board - positions, mask, positions)
    return n


@rule
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
    seen = visible(state)
    n = add_fights(state, out, add_power(state, out, 1, seen), seen)
    return add_plays(state, out, n, seen)
