"""Hands as compiled functions see them: the cards of a suit, the natural cards, the ranks that can be sets."""

from __future__ import annotations

from typing import Final

from palaestra import jit
from palaestra_rummy.analysis.suit_tables import MASKS, RANK_POINTS, RANKS
from palaestra_rummy.bits import population

SUIT: Final = MASKS - 1
"""The cards of the first suit, and a mask for those of any once they are shifted there."""
ONE_RANK: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces."""
_TENS: Final = sum(ONE_RANK << rank for rank in range(RANKS) if RANK_POINTS[rank] == 10)
_POINTS_BIT: Final = tuple(
    sum(ONE_RANK << rank for rank in range(RANKS) if RANK_POINTS[rank] != 10 and RANK_POINTS[rank] >> bit & 1)
    for bit in range(4)
)
_ONES, _TWOS, _FOURS, _EIGHTS = _POINTS_BIT
_LOW_STARTS: Final = ONE_RANK * ((1 << 11) - 1)
"""Ranks on which a run of three may start, up to the jack."""


@jit
def suit_of(hand: int, suit: int) -> int:
    """Return the ranks held in a suit."""
    return (hand >> 13 * suit) & SUIT


@jit
def wild_cards(wild: int) -> int:
    """Return the four cards of the wild rank, or no card for -1."""
    return ONE_RANK << wild if wild >= 0 else 0


@jit
def points_of(natural: int) -> int:
    """Return the points of cards none of which is wild."""
    tens = 10 * population(natural & _TENS)
    ones = population(natural & _ONES) + 2 * population(natural & _TWOS)
    return tens + ones + 4 * population(natural & _FOURS) + 8 * population(natural & _EIGHTS)


@jit
def paired_ranks(cards: int) -> int:
    """Return the ranks of which at least two cards are there."""
    first = (cards & SUIT) | (cards >> 13 & SUIT)
    second = (cards >> 26 & SUIT) | (cards >> 39)
    within = (cards & cards >> 13 & SUIT) | (cards >> 26 & cards >> 39)
    return within | (first & second)


@jit
def tripled_ranks(cards: int) -> int:
    """Return the ranks of which at least three cards are there."""
    first = cards & SUIT
    second = cards >> 13 & SUIT
    third = cards >> 26 & SUIT
    fourth = cards >> 39
    return (first & second & (third | fourth)) | (third & fourth & (first | second))


@jit
def run_cards(cards: int) -> int:
    """Return the cards that are in pure runs of three or more."""
    starts = cards & cards >> 1 & cards >> 2 & _LOW_STARTS
    high = cards >> 11 & cards >> 12 & cards & ONE_RANK
    return starts | starts << 1 | starts << 2 | high | high << 11 | high << 12
