"""Two-card partial melds: two cards of one rank, or of one suit with at most one rank between them.

`loose` is a set of natural cards, such as the cards of a hand outside its melds that are not wild.
"""

from __future__ import annotations

from typing import Final

from palaestra import jit
from palaestra_rummy.analysis.hands import ONE_RANK, paired_ranks, wild_cards
from palaestra_rummy.bits import population

_ACES: Final = ONE_RANK
_ACES_TWOS: Final = ONE_RANK * 3
_QUEENS: Final = ONE_RANK << 11
_KINGS: Final = ONE_RANK << 12
_QUEENS_KINGS: Final = _QUEENS | _KINGS
_ALL: Final = (1 << 52) - 1


@jit
def _followed(cards: int) -> int:
    """Return the places whose next one is among `cards`; an ace comes after the king too."""
    return (cards & ~_ACES) >> 1 | (cards & _ACES) << 12


@jit
def _followed_but_one(cards: int) -> int:
    """Return the places whose next but one is among `cards`; an ace comes after the king too."""
    return (cards & ~_ACES_TWOS) >> 2 | (cards & _ACES) << 11


@jit
def _after(cards: int) -> int:
    """Return the places after `cards`."""
    return (cards & ~_KINGS) << 1 | (cards & _KINGS) >> 12


@jit
def _after_next(cards: int) -> int:
    """Return the places two after `cards`; there is none after the ace above the king."""
    return (cards & ~_QUEENS_KINGS) << 2 | (cards & _QUEENS) >> 11


@jit
def partial_cards(loose: int) -> int:
    """Return the cards that are in a partial meld with another of them."""
    mates = loose >> 13 | loose >> 26 | loose >> 39 | loose << 13 | loose << 26 | loose << 39
    beside = _followed(loose) | _after(loose) | _followed_but_one(loose) | _after_next(loose)
    return loose & (mates & _ALL | beside)


@jit
def count_partials(loose: int) -> int:
    """Return the number of partial melds, pairs of cards."""
    runs = population(loose & _followed(loose)) + population(loose & _followed_but_one(loose))
    pairs = population(loose & loose >> 13) + population(loose & loose >> 26) + population(loose & loose >> 39)
    return runs + pairs


@jit
def completing_cards(loose: int, wild: int) -> int:
    """Return the cards that make a meld of a partial meld, seen or not; wild cards do, if there is one at all."""
    low = loose & _followed(loose)
    gap = loose & _followed_but_one(loose)
    ranks = paired_ranks(loose)
    sets = ranks | ranks << 13 | ranks << 26 | ranks << 39
    found = (low & ~_ACES) >> 1 | _after_next(low) | _after(gap) | sets
    if low | gap | ranks != 0:
        found |= wild_cards(wild)
    return found & ~loose
