"""Deadwood, and the lives score of Saha et al., "Quantitative Rule-Based Strategy modeling in Classic Indian Rummy".

The lives score (arXiv 2601.00024, 2025; there "MinScore") is what the holder of a hand loses when the other one
declares: all its points without a pure sequence; those outside the pure sequence without a second sequence; else those
outside melds. A holder arranges the hand so as to lose least. Wild cards have no points.
"""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, jit
from palaestra_rummy.analysis.hands import points_of, run_cards, suit_of, wild_cards
from palaestra_rummy.analysis.points import MELDS, SEQUENCES, least_points
from palaestra_rummy.analysis.suit_tables import MASKS, PURE_POINTS
from palaestra_rummy.analysis.tables import word
from palaestra_rummy.bits import population

SCORE_CAP: Final = 80
"""What a player can lose at most, by the published rules; no function here applies it."""
_MORE_THAN_ANY: Final = 1000


@jit
def deadwood(hand: int, wild: int) -> int:
    """Return the least points outside disjoint melds, of all cards of the hand; no sequence is required."""
    wilds = hand & wild_cards(wild)
    return least_points(MELDS, hand & ~wilds, population(wilds), _MORE_THAN_ANY)


@jit
def lives_score(hand: int, wild: int, wild_in_pure: int) -> int:
    """Return what the holder of 13 cards loses, not capped."""
    return lives_score_below(hand, wild, wild_in_pure, _MORE_THAN_ANY)


@jit
def lives_score_below(hand: int, wild: int, wild_in_pure: int, limit: int) -> int:
    """Return the lives score, or `limit` if that is smaller."""
    wilds = hand & wild_cards(wild)
    natural = hand & ~wilds
    count = population(wilds)
    best = _arranged(natural, count, min(limit, points_of(natural)))
    # A wild card may be itself in a pure sequence. Counted as a natural card elsewhere, it only makes a score larger.
    while wild_in_pure == 1 and wilds != 0:
        itself = wilds & -wilds
        wilds ^= itself
        if run_cards(natural | itself) & itself != 0:
            best = _arranged(natural | itself, count - 1, best)
    return best


@jit
def _arranged(natural: int, wilds: int, limit: int) -> int:
    """Return the points outside the best arrangement with a pure sequence, or `limit` if that is smaller."""
    if run_cards(natural) == 0:
        return limit
    in_one_run = 0
    for suit in range(4):
        in_one_run = max(in_one_run, word(PURE_POINTS * MASKS + suit_of(natural, suit)))
    best = min(limit, points_of(natural) - in_one_run)
    return least_points(SEQUENCES, natural, wilds, best)


@jit
def best_deadwood(hand: int, wild: int) -> int:
    """Return the least deadwood that a discard from 14 cards leaves."""
    best = _MORE_THAN_ANY
    cards = hand
    while cards != 0:
        best = min(best, deadwood(hand ^ (cards & -cards), wild))
        cards &= cards - 1
    return best


@jit
def discard_deadwoods(hand: int, wild: int, out: IntArray) -> int:
    """Write the deadwood after each discard from 14 cards, by ascending card; return the least."""
    least = _MORE_THAN_ANY
    cards = hand
    i = 0
    while cards != 0:
        out[i] = deadwood(hand ^ (cards & -cards), wild)
        least = min(least, out[i])
        cards &= cards - 1
        i += 1
    return least


@jit
def discard_scores(hand: int, wild: int, wild_in_pure: int, out: IntArray) -> int:
    """Write the lives score after each discard from 14 cards, by ascending card, not capped; return the least."""
    least = _MORE_THAN_ANY
    cards = hand
    i = 0
    while cards != 0:
        out[i] = lives_score(hand ^ (cards & -cards), wild, wild_in_pure)
        least = min(least, out[i])
        cards &= cards - 1
        i += 1
    return least
