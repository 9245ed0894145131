"""Whether a hand is a declaration: all 13 cards in melds, two sequences among them, one of these pure.

That is the same as a lives score of zero: a wild card left over can always join the second sequence, and 13 cards are
more than one sequence and four wild cards.
"""

from __future__ import annotations

from typing import Final

from palaestra import jit
from palaestra_rummy.analysis.hands import points_of, run_cards, tripled_ranks, wild_cards
from palaestra_rummy.analysis.score import lives_score_below
from palaestra_rummy.bits import lowest, population

_MOST_POINTS: Final = 10
"""Of a single card."""


@jit
def _hopeless(hand: int, wild: int) -> int:
    """Tell, at little cost, of most hands of 13 or 14 cards that are no declaration."""
    pure = run_cards(hand)
    if pure == 0:
        return 1
    wilds = hand & wild_cards(wild)
    natural = hand & ~wilds
    ranks = tripled_ranks(natural)
    sets = ranks | ranks << 13 | ranks << 26 | ranks << 39
    outside = natural & ~(run_cards(natural) | sets | pure)
    # Each of the others is in a meld with a wild card, which has room for four of them; one may be thrown.
    return int(population(outside) > 4 * population(wilds) + 1)


@jit
def finishing_cards(hand: int, wild: int, wild_in_pure: int) -> int:
    """Return the cards of 14 without which the others are a declaration, as a set."""
    if _hopeless(hand, wild) == 1:
        return 0
    left = lives_score_below(hand, wild, wild_in_pure, _MOST_POINTS + 1)
    if left > _MOST_POINTS:
        return 0
    found = 0
    cards = hand
    while cards != 0:
        card = cards & -cards
        cards ^= card
        # All 14 cards lose no more than the points of the one that is thrown.
        points = points_of(card & ~wild_cards(wild))
        if points >= left and lives_score_below(hand ^ card, wild, wild_in_pure, 1) == 0:
            found |= card
    return found


@jit
def finishing_card(hand: int, wild: int, wild_in_pure: int) -> int:
    """Return the finishing card of 14 that has most points, of several the one with the lowest id; -1 if none."""
    cards = finishing_cards(hand, wild, wild_in_pure)
    best = -1
    most = -1
    while cards != 0:
        card = cards & -cards
        cards ^= card
        points = points_of(card & ~wild_cards(wild))
        if points > most:
            most = points
            best = lowest(card)
    return best


@jit
def is_declarable(hand: int, wild: int, wild_in_pure: int) -> int:
    """Return whether 13 cards are a declaration, or some 13 of 14 are."""
    if _hopeless(hand, wild) == 1:
        return 0
    if population(hand) <= 13:
        return int(lives_score_below(hand, wild, wild_in_pure, 1) == 0)
    return int(finishing_cards(hand, wild, wild_in_pure) != 0)
