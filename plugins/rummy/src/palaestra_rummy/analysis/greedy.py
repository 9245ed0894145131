"""The greedy partition that V. Mohan's "IRumAI" (arXiv 2606.21975, 2026) speaks of, for comparison with the exact one.

The paper says "greedy maximum-coverage" and no more. Here: again and again the meld with the most natural cards is
taken, of several the one with the fewest wild cards, then that with most points, then a set before a sequence, then the
first by suit and place. Wild cards that are left over join any meld. A wild card is never taken for itself.
"""

from __future__ import annotations

from typing import Final

from palaestra import jit
from palaestra_rummy.analysis.hands import ONE_RANK, SUIT, points_of, suit_of, wild_cards
from palaestra_rummy.bits import population

_RUN_PLACES: Final = 14
"""Ace, 2 .. king, and the ace again."""
_CARDS: Final = (1 << 52) - 1
_SEQUENCES: Final = 52
"""Where a partition has the number of its sequences, above its cards; a sequence of six cards counts as two."""
_PURE: Final = 56
"""Where it has the number of its pure sequences."""
_FEW: Final = 15


@jit
def greedy_cover(hand: int, wild: int) -> int:
    """Return the cards in melds, as a set, in the greedy partition."""
    return _partition(hand, wild) & _CARDS


@jit
def greedy_deadwood(hand: int, wild: int) -> int:
    """Return the points outside the melds of the greedy partition, of all cards of the hand."""
    return points_of(hand & ~wild_cards(wild) & ~greedy_cover(hand, wild))


@jit
def greedy_declarable(hand: int, wild: int) -> int:
    """Return whether the greedy partition of 13 cards is a declaration, or that of some 13 of 14."""
    if population(hand) <= 13:
        return _declares(hand, wild)
    cards = hand
    while cards != 0:
        if _declares(hand ^ (cards & -cards), wild) == 1:
            return 1
        cards &= cards - 1
    return 0


@jit
def _declares(hand: int, wild: int) -> int:
    found = _partition(hand, wild)
    return int(found & _CARDS == hand and found >> _SEQUENCES & _FEW >= 2 and found >> _PURE >= 1)


@jit
def _partition(hand: int, wild: int) -> int:
    """Return the cards in melds, the number of sequences among these, and of pure ones."""
    wilds = hand & wild_cards(wild)
    loose = hand & ~wilds
    left = population(wilds)
    found = 0
    while True:
        meld = max(_largest_run(loose, left), _largest_set(loose, left))
        if meld == 0:
            break
        found += _counted(meld)
        taken = _natural_cards(loose, meld)
        found |= taken
        loose &= ~taken
        left -= _FEW - (meld >> 24 & _FEW)
    if found & _CARDS != 0 or left >= 3:
        found |= wilds
    return found


# A meld is one word, so that the larger word is the better meld: natural cards (from bit 28 on), 15 less the wild cards
# (24), points (12), then set (11) or not, then, from the first to the last, 3 less the suit (9) and 15 less the first
# place (4), or the rank in its stead, and at the end the number of places.


@jit
def _meld(cards: int, wilds: int, place: int, places: int) -> int:
    return population(cards) << 28 | (_FEW - wilds) << 24 | points_of(cards) << 12 | (_FEW - place) << 4 | places


@jit
def _largest_run(loose: int, wilds: int) -> int:
    """Return the best sequence of the cards with at most so many wild ones, or 0."""
    best = 0
    for suit in range(4):
        ranks = suit_of(loose, suit)
        line = ranks | (ranks & 1) << 13
        for start in range(_RUN_PLACES - 2):
            for places in range(3, min(13, _RUN_PLACES - start) + 1):
                cards = line >> start & ((1 << places) - 1)
                needed = places - population(cards)
                if cards != 0 and needed <= wilds:
                    held = _in_suit(line & (((1 << places) - 1) << start), suit)
                    best = max(best, _meld(held, needed, start, places) | (3 - suit) << 9)
    return best


@jit
def _in_suit(line: int, suit: int) -> int:
    """Return the cards of a line of 14 places in a suit."""
    return (line & SUIT | line >> 13) << 13 * suit


@jit
def _largest_set(loose: int, wilds: int) -> int:
    """Return the best set of the cards with at most so many wild ones, or 0."""
    best = 0
    for rank in range(13):
        cards = loose & ONE_RANK << rank
        needed = max(0, 3 - population(cards))
        if cards != 0 and needed <= wilds:
            best = max(best, _meld(cards, needed, rank, population(cards) + needed) | 1 << 11)
    return best


@jit
def _natural_cards(loose: int, meld: int) -> int:
    """Return the natural cards of a meld."""
    place = _FEW - (meld >> 4 & _FEW)
    if meld >> 11 & 1:
        return loose & ONE_RANK << place
    suit = 3 - (meld >> 9 & 3)
    ranks = suit_of(loose, suit)
    line = ranks | (ranks & 1) << 13
    return _in_suit(line & ((1 << (meld & _FEW)) - 1) << place, suit)


@jit
def _counted(meld: int) -> int:
    """Return what a meld adds to the numbers of sequences and of pure sequences."""
    if meld >> 11 & 1:
        return 0
    sequences = 2 if meld & _FEW >= 6 else 1
    pure = int(meld >> 24 & _FEW == _FEW)
    return sequences << _SEQUENCES | pure << _PURE
