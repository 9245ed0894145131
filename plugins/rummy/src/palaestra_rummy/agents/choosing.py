"""What the policies share: the worth of cards, which ones are safe to discard, and how ties are broken."""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, jit
from palaestra_rummy.agents.memory import (
    ACTIONS,
    BY_CARD,
    COST_BEFORE,
    COSTS,
    COUNT,
    HAND_BEFORE,
    HUNDREDTHS,
)
from palaestra_rummy.analysis.declaration import is_declarable
from palaestra_rummy.analysis.hands import points_of, wild_cards
from palaestra_rummy.bits import lowest, population
from palaestra_rummy.indian_rummy.layout import (
    DECLARE,
    DISCARDS,
    DRAW_CLOSED,
    DRAW_OPEN,
    FIRST_DISCARD,
    HANDS,
    NONE,
    PICKS,
    RANKS,
    SUITS,
    TAKEN,
    WILD,
    WILD_IN_PURE,
)

LAST_RANK: Final = RANKS - 1
SAFE: Final = 1000
"""Above the points of any card."""


@jit
def card_points(card: int, wild: int) -> int:
    """Return what a card costs who is left with it: aces, tens and court cards 10, cards of the wild rank 0."""
    return points_of((1 << card) & ~wild_cards(wild))


@jit
def related(card: int) -> int:
    """Return the cards of the same rank and the neighbours in the suit; the ace is next to the 2 and to the king."""
    rank = card % RANKS
    first = card - rank
    cards = 0
    for suit in range(SUITS):
        cards |= 1 << (suit * RANKS + rank)
    cards |= 1 << (first + (rank - 1 if rank > 0 else LAST_RANK))
    cards |= 1 << (first + (rank + 1 if rank < LAST_RANK else 0))
    return cards


@jit
def is_safe(card: int, discards: int, picks: int) -> int:
    """Return whether a card is related to an opponent's discard, or to none of its picks from the open pile."""
    near = related(card)
    return 1 if near & discards != 0 or near & picks == 0 else 0


@jit
def wins_now(observation: IntArray, player: int, legal: IntArray) -> int:
    """Return whether declaring is legal and wins."""
    if legal[legal.shape[0] - 1] != DECLARE:
        return 0
    return is_declarable(observation[HANDS + player], observation[WILD], observation[WILD_IN_PURE])


@jit
def note(memory: IntArray, action: int, cost: int) -> None:
    """Remember the cost, in hundredths, of the hand after an action, for explanations."""
    memory[ACTIONS + memory[COUNT]] = action
    memory[COSTS + memory[COUNT]] = cost
    memory[COUNT] += 1


@jit
def choose_draw(observation: IntArray, player: int, memory: IntArray, now: int, with_open: int) -> int:
    """Return the draw: the open card where it lowers the cost, else the closed deck; remember the hand and its cost."""
    memory[HAND_BEFORE] = observation[HANDS + player]
    memory[COST_BEFORE] = now
    memory[COUNT] = 0
    note(memory, DRAW_OPEN, with_open * HUNDREDTHS)
    note(memory, DRAW_CLOSED, now * HUNDREDTHS)
    return DRAW_OPEN if with_open < now else DRAW_CLOSED


@jit
def least_cost(observation: IntArray, player: int, legal: IntArray, memory: IntArray) -> int:
    """Note the cost of every legal discard and return the least; costs by card are in the memory."""
    hand = observation[HANDS + player]
    memory[COUNT] = 0
    least = 1 << 40
    for i in range(legal.shape[0]):
        if legal[i] == DECLARE:
            continue
        cost = memory[BY_CARD + place(hand, legal[i] - FIRST_DISCARD)]
        note(memory, legal[i], cost * HUNDREDTHS)
        least = min(least, cost)
    return least


@jit
def place(hand: int, card: int) -> int:
    """Return how many cards of the hand have smaller ids."""
    return population(hand & ((1 << card) - 1))


@jit
def choose_discard(observation: IntArray, player: int, legal: IntArray, memory: IntArray, keep: int, watch: int) -> int:
    """Return the discard with the least cost.

    Ties: safe cards first if the agent watches the opponent, then the most points, then the smallest id. With `keep`
    the reference's own: where the draw improved nothing, the card just drawn, or the safe one if the agent watches;
    where it did, the most points alone.
    """
    hand = observation[HANDS + player]
    least = least_cost(observation, player, legal, memory)
    drawn = hand & ~memory[HAND_BEFORE]
    known = memory[HAND_BEFORE] != 0 and population(drawn) == 1
    improved = known and least < memory[COST_BEFORE]
    if keep == 1 and watch == 0 and known and not improved and observation[TAKEN] == NONE:
        return FIRST_DISCARD + lowest(drawn)
    watching = watch == 1 and not (keep == 1 and improved)
    best = NONE
    most = -1
    for i in range(memory[COUNT]):
        if memory[COSTS + i] > least * HUNDREDTHS:
            continue
        card = memory[ACTIONS + i] - FIRST_DISCARD
        worth = card_points(card, observation[WILD])
        if watching and is_safe(card, observation[DISCARDS + 1 - player], observation[PICKS + 1 - player]) == 1:
            worth += SAFE
        if worth > most:
            most = worth
            best = card
    return FIRST_DISCARD + best
