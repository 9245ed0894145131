"""The least points outside melds, over all choices of sets and all ways to share the wild cards.

Only sets of two natural cards with a wild one, and of three and four natural cards, are tried: one natural card with
two wild ones is a run as well, and further wild cards need no meld, having no points.
"""

from __future__ import annotations

from typing import Final

from palaestra import jit
from palaestra_rummy.analysis.fields import smaller_fields
from palaestra_rummy.analysis.hands import ONE_RANK, SUIT, paired_ranks, suit_of, tripled_ranks
from palaestra_rummy.analysis.suit_tables import LIVES, LIVES_BITS, LOOSE, LOOSE_BITS, MASKS, NEVER, RANK_POINTS
from palaestra_rummy.analysis.tables import word
from palaestra_rummy.bits import lowest, population

MELDS: Final = 0
"""Kind of search: any melds."""
SEQUENCES: Final = 1
"""Kind of search: melds with a pure sequence and another sequence among them."""
MOST_SETS: Final = (4, 2)
"""Sets in a hand of 13 or 14 cards, by kind of search."""

_LOOSE_EACH: Final = sum(1 << LOOSE_BITS * i for i in range(5))
_LOOSE_TOPS: Final = _LOOSE_EACH << (LOOSE_BITS - 1)
_LOOSE_FIELD: Final = (1 << LOOSE_BITS) - 1
_LOOSE_ALL: Final = (1 << 5 * LOOSE_BITS) - 1
_LOOSE_NEVER: Final = _LOOSE_EACH * NEVER

_LIVES_EACH: Final = sum(1 << LIVES_BITS * i for i in range(4))
_LIVES_TOPS: Final = _LIVES_EACH << (LIVES_BITS - 1)
_LIVES_FIELD: Final = (1 << LIVES_BITS) - 1
_RUN, _PURE, _BOTH = (LIVES_BITS * i for i in (1, 2, 3))


@jit
def _join_loose(x: int, y: int, wilds: int) -> int:
    """Return the least points of two parts together, for each number of wild cards up to `wilds`."""
    best = x + _LOOSE_EACH * (y & _LOOSE_FIELD)
    for i in range(1, wilds + 1):
        shift = LOOSE_BITS * i
        both = ((x + _LOOSE_EACH * (y >> shift & _LOOSE_FIELD)) & (_LOOSE_ALL >> shift)) << shift
        both |= _LOOSE_NEVER & ((1 << shift) - 1)
        best = smaller_fields(best, both, _LOOSE_TOPS, LOOSE_BITS)
    return best


@jit
def loose_points(natural: int, wilds: int) -> int:
    """Return, in fields for 0 to `wilds` wild cards, the least points outside runs; no sets are tried."""
    first = word(LOOSE * MASKS + suit_of(natural, 0))
    second = word(LOOSE * MASKS + suit_of(natural, 1))
    third = word(LOOSE * MASKS + suit_of(natural, 2))
    fourth = word(LOOSE * MASKS + suit_of(natural, 3))
    if wilds == 0:
        return int((first + second + third + fourth) & _LOOSE_FIELD)
    return _join_loose(_join_loose(first, second, wilds), _join_loose(third, fourth, wilds), wilds)


@jit
def loose_points_with(loose: int, wilds: int) -> int:
    """Return what :func:`loose_points` has for so many wild cards."""
    return loose >> LOOSE_BITS * wilds & _LOOSE_FIELD


@jit
def _join_kinds(x: int, y: int) -> int:
    """Return the least points of two parts together: any runs, at least one, a pure one, a pure one and another."""
    best = smaller_fields(
        x + _LIVES_EACH * (y & _LIVES_FIELD), y + _LIVES_EACH * (x & _LIVES_FIELD), _LIVES_TOPS, LIVES_BITS
    )
    both = min(
        (x >> _PURE & _LIVES_FIELD) + (y >> _RUN & _LIVES_FIELD),
        (x >> _RUN & _LIVES_FIELD) + (y >> _PURE & _LIVES_FIELD),
        best >> _BOTH,
    )
    return best & ((1 << _BOTH) - 1) | both << _BOTH


@jit
def _two_suits(suits: int, wilds: int) -> int:
    """Return the least points of each kind in the first two suits with `wilds` wild cards."""
    first = LIVES * MASKS + (suits & SUIT)
    second = LIVES * MASKS + (suits >> 13 & SUIT)
    best = _join_kinds(word(first), word(second + wilds * MASKS))
    for i in range(1, wilds + 1):
        joined = _join_kinds(word(first + i * MASKS), word(second + (wilds - i) * MASKS))
        best = smaller_fields(best, joined, _LIVES_TOPS, LIVES_BITS)
    return best


@jit
def points_after_sequences(natural: int, wilds: int) -> int:
    """Return the least points outside runs, a pure one and another being among them; no sets are tried."""
    best = 4 * NEVER
    for i in range(wilds + 1):
        joined = _join_kinds(_two_suits(natural, i), _two_suits(natural >> 26, wilds - i))
        best = min(best, joined >> _BOTH)
    return best


@jit
def least_points(kind: int, natural: int, wilds: int, limit: int) -> int:
    """Return the least points outside melds, or `limit` if that is smaller.

    Args:
        kind: MELDS or SEQUENCES.
        natural: the cards that are not wild.
        wilds: how many wild cards there are, 0 to 4.
        limit: what is good enough, or known already.
    """
    loose = loose_points(natural, wilds)
    best = limit
    if loose_points_with(loose, wilds) < best:
        best = loose_points_with(loose, wilds) if kind == MELDS else min(best, points_after_sequences(natural, wilds))
    if best == 0:
        return 0
    ranks = paired_ranks(natural) if wilds > 0 else tripled_ranks(natural)
    return _with_sets(kind, natural, wilds, ranks, MOST_SETS[kind], 0, loose, best)


@jit
def _with_sets(kind: int, natural: int, wilds: int, ranks: int, sets: int, covered: int, loose: int, limit: int) -> int:
    """Return the least points with one to `sets` more sets of `ranks`, or `limit` if that is smaller.

    `loose` is of the whole hand. What it loses by the cards of a set is at most their points, `covered` together.
    """
    best = limit
    while ranks != 0 and best > 0:
        rank = lowest(ranks)
        ranks &= ranks - 1
        held = natural >> rank & ONE_RANK
        chosen = held
        while chosen != 0:
            size = population(chosen)
            left = wilds - int(size == 2)
            if size >= 2 and left >= 0:
                rest = natural & ~(chosen << rank)
                gained = covered + size * RANK_POINTS[rank]
                if loose_points_with(loose, left) - gained < best:
                    if kind == MELDS:
                        best = min(best, loose_points_with(loose_points(rest, left), left))
                    else:
                        best = min(best, points_after_sequences(rest, left))
                if sets > 1 and ranks != 0:
                    best = _with_sets(kind, rest, left, ranks, sets - 1, gained, loose, best)
            chosen = (chosen - 1) & held
    return best
