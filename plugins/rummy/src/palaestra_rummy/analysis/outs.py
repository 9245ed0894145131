"""Live outs: unseen cards that would bring a hand nearer to a declaration."""

from __future__ import annotations

from palaestra import IntArray, jit
from palaestra_rummy.analysis.distance import distance_below, min_distance


@jit
def live_outs(hand: int, wild: int, wild_in_pure: int, unseen: int) -> int:
    """Return how many cards of `unseen` lower the distance of 13 cards, one of the 14 being discarded after."""
    distance = min_distance(hand, wild, wild_in_pure)
    count = 0
    while unseen != 0:
        card = unseen & -unseen
        unseen ^= card
        if distance_below(hand | card, wild, wild_in_pure, distance) < distance:
            count += 1
    return count


@jit
def discard_outs(
    hand: int, wild: int, wild_in_pure: int, unseen: int, distances: IntArray, least: int, out: IntArray
) -> int:
    """Write the live outs after each discard from 14 cards that keeps the least distance, and -1 for the others.

    Args:
        hand: 14 cards.
        wild: the wild rank, or -1.
        wild_in_pure: 1 if a wild card may be itself in a pure sequence.
        unseen: the cards that may still come.
        distances: after each discard, by ascending card, as from ``distance.discard_distances``.
        least: the least of them.
        out: 14 numbers, by ascending card.

    Returns:
        The most outs of any of these discards.
    """
    i = 0
    cards = hand
    while cards != 0:
        out[i] = 0 if distances[i] == least else -1
        cards &= cards - 1
        i += 1
    while unseen != 0:
        new = unseen & -unseen
        unseen ^= new
        # What does not help with all 15 cards does not help with one less.
        if distance_below(hand | new, wild, wild_in_pure, least) < least:
            _count_out(hand, wild, wild_in_pure, new, least, out)
    most = 0
    for j in range(i):
        most = max(most, out[j])
    return most


@jit
def _count_out(hand: int, wild: int, wild_in_pure: int, new: int, least: int, out: IntArray) -> int:
    """Add one to each discard in question after which the card `new` lowers the distance; return for how many."""
    found = 0
    i = 0
    cards = hand
    while cards != 0:
        card = cards & -cards
        cards ^= card
        if out[i] >= 0 and distance_below((hand ^ card) | new, wild, wild_in_pure, least) < least:
            out[i] += 1
            found += 1
        i += 1
    return found
