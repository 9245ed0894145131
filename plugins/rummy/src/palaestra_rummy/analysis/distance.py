"""The fewest cards to replace until a hand is a declaration (MinDist of Saha et al., arXiv 2601.00024, 2025).

Choose disjoint groups of natural cards: runs of three to five places and sets of three or four, at most 13 places in
all, one of the runs pure, and three places for a second run even if no card is in it. Wild cards fill any place that is
missing its card, but for those in the pure run, its *holes*. So the distance is the least, over all choices, of
``max(holes, 13 - wild cards - natural cards covered)``, and which wild card goes where need not be searched. A wild
card that is itself in the pure run is a natural card there, and a wild card less; where it must not be, the pure run
has no place for its rank.

This asks for any cards, and not whether they can all be had from one deck. The test cases have distances that were
found by integer programming within one deck; they are the same.
"""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, jit
from palaestra_rummy.analysis.fields import larger_fields
from palaestra_rummy.analysis.hands import ONE_RANK, SUIT, paired_ranks, suit_of, wild_cards
from palaestra_rummy.analysis.suit_tables import COVER_BITS, MASKS, MAX_PLACES, PURE, RANKS, RUNS
from palaestra_rummy.analysis.tables import word
from palaestra_rummy.bits import lowest, population

MAX_DISTANCE: Final = 7
"""Of any 13 cards of one deck ("MinDist is less than 7", arXiv, 2026: at most 7, and that is reached)."""
_UNBOUNDED: Final = 13

# A field for each number of places: 0 to 2, 3, 4 .. 13.
NUM_FIELDS: Final = 12
FIELD_BITS: Final = COVER_BITS
_EACH: Final = sum(1 << FIELD_BITS * i for i in range(NUM_FIELDS))
_TOPS: Final = _EACH << (FIELD_BITS - 1)
FIELD: Final = (1 << COVER_BITS) - 1
_ALL: Final = (1 << FIELD_BITS * NUM_FIELDS) - 1
_WITH_PLACES: Final = _ALL - FIELD
_TWO_RUNS: Final = 6
"""Places that the two runs need at least."""
_MOST_SETS: Final = 2


@jit
def _joined(x: int, y: int) -> int:
    """Return the most cards covered by runs of `x`, of at least three places, together with runs of `y` or without."""
    best = x
    for i in range(1, 9):
        more = y >> FIELD_BITS * i & FIELD
        if more != 0:
            shift = FIELD_BITS * (i + 2)
            both = ((x + _EACH * more) & _WITH_PLACES & (_ALL >> shift)) << shift
            best = larger_fields(best, both, _TOPS, FIELD_BITS)
    return best


@jit
def _joined_runs(x: int, y: int) -> int:
    """Return the most cards covered by runs of two parts, for each number of places."""
    return larger_fields(_joined(x, y), y, _TOPS, FIELD_BITS)


@jit
def _joined_pure(pure: int, runs: int) -> int:
    """Return what runs with a pure one and others cover, or -1 without a pure run."""
    return -1 if pure < 0 else _joined(pure, runs)


@jit
def _better_pure(x: int, y: int) -> int:
    """Return the better of two covers with a pure run, for each number of places, or -1 if there is none."""
    if x < 0:
        return y
    if y < 0:
        return x
    return larger_fields(x, y, _TOPS, FIELD_BITS)


@jit
def _most(runs: int, places: int) -> int:
    """Return what a cover has for so many places."""
    return runs >> FIELD_BITS * (places - 2) & FIELD


@jit
def _covered(pure: int, runs: int, places: int) -> int:
    """Return the most cards that a part with a pure run and a part with any cover in so many places; -1 if none."""
    if pure < 0:
        return -1
    last = places - 2
    best = _most(pure, places)
    for i in range(1, last - 2):
        best = max(best, (pure >> FIELD_BITS * i & FIELD) + (runs >> FIELD_BITS * (last - 2 - i) & FIELD))
    return best


@jit
def _runs_of(natural: int, suit: int) -> int:
    return int(word(RUNS * MASKS + suit_of(natural, suit)))


@jit
def _pure_of(natural: int, suit: int, holes: int, barred: int) -> int:
    """Return what the table ``PURE`` has of a suit, or the same without `barred`, a rank of no pure run; -1 = none."""
    cards = suit_of(natural, suit)
    return int(word((PURE + holes) * MASKS + cards)) if barred < 0 else _pure_without(cards, holes, barred)


@jit
def _pure_without(cards: int, holes: int, barred: int) -> int:
    """Return, in fields, the most cards of a suit in a pure run that has no place for the rank `barred`, and others.

    The run takes all cards of its places: one that another run has is as well in this one, with a hole less. So every
    three to five places are tried; no table knows the rank.
    """
    best = _with_pure_run(cards, 0, 3) if holes >= 3 else -1
    line = cards | (cards & 1) << RANKS  # the ace once more, above the king
    for size in range(3, 6):
        for start in range(RANKS + 2 - size):
            places = ((1 << size) - 1) << start
            if places >> barred & 1 or (barred == 0 and places >> RANKS & 1):
                continue
            held = line & places
            if size - population(held) <= holes:
                best = _better_pure(best, _with_pure_run(cards, (held | held >> RANKS) & SUIT, size))
    return best


@jit
def _with_pure_run(cards: int, run: int, size: int) -> int:
    """Return, in fields, the cards of a pure run of `size` places and, from three places more on, of other runs too."""
    held = population(run)
    shift = FIELD_BITS * size
    others = ((word(RUNS * MASKS + (cards & ~run)) + _EACH * held) & _WITH_PLACES & (_ALL >> shift)) << shift
    alone = _EACH * held & ((1 << FIELD_BITS * 4) - 1) & ~((1 << FIELD_BITS * (size - 2)) - 1)
    return int(others | alone)


@jit
def all_runs(natural: int) -> int:
    """Return, in fields, the most cards that runs cover, whether one is pure or not."""
    low = _joined_runs(_runs_of(natural, 0), _runs_of(natural, 1))
    return _joined_runs(low, _joined_runs(_runs_of(natural, 2), _runs_of(natural, 3)))


@jit
def _with_runs(natural: int, itself: int, barred: int, needed: int, places: int, bound: int) -> int:
    """Return the least distance by runs of `natural` in so many places, or `bound` if that is smaller.

    They have to cover `needed` cards. Each card of `itself` is wild and may be itself in the pure run; the rank
    `barred`, if it is none below 0, has no place there.
    """
    best = bound
    first, second = _runs_of(natural, 0), _runs_of(natural, 1)
    third, fourth = _runs_of(natural, 2), _runs_of(natural, 3)
    low = _joined_runs(first, second)
    high = _joined_runs(third, fourth)
    most = max(_covered(low, high, places), _most(high, places))
    holes = min(3, best - 1)
    while holes >= 0 and needed - most < best:
        low_pure = _better_pure(
            _joined_pure(_pure_of(natural, 0, holes, barred), second),
            _joined_pure(_pure_of(natural, 1, holes, barred), first),
        )
        high_pure = _better_pure(
            _joined_pure(_pure_of(natural, 2, holes, barred), fourth),
            _joined_pure(_pure_of(natural, 3, holes, barred), third),
        )
        by_runs = max(_covered(low_pure, high, places), _covered(high_pure, low, places))
        if by_runs < 0:
            break
        lacking = needed - by_runs
        best = min(best, max(lacking, holes))
        # Fewer holes cover no more: it can only help where holes, and not the cards that are lacking, decide.
        if lacking >= holes:
            break
        holes = min(holes, best) - 1
    # A wild card less and a natural card more: that can only help in the pure run.
    while itself != 0 and needed - most < best:
        card = itself & -itself
        itself ^= card
        best = _with_itself(natural | card, lowest(card) // 13, needed + 1, places, best)
    return best


@jit
def _with_itself(natural: int, suit: int, needed: int, places: int, bound: int) -> int:
    """Return the least distance by runs in so many places, the pure one in `suit`, or `bound` if that is smaller."""
    best = bound
    second, third = _runs_of(natural, suit ^ 1), _runs_of(natural, suit ^ 2)
    others = _joined_runs(_joined_runs(second, third), _runs_of(natural, suit ^ 3))
    holes = min(3, best - 1)
    while holes >= 0:
        by_runs = _covered(_pure_of(natural, suit, holes, -1), others, places)
        if by_runs < 0:
            break
        lacking = needed - by_runs
        best = min(best, max(lacking, holes))
        if lacking >= holes:
            break
        holes = min(holes, best) - 1
    return best


@jit
def _with_sets(
    natural: int, itself: int, barred: int, needed: int, ranks: int, sets: int, places: int, runs: int, bound: int
) -> int:
    """Return the least distance with one to `sets` more sets of `ranks`, or `bound` if that is smaller.

    `runs` is what runs cover in the whole hand: with some of its cards in sets they cover no more.
    """
    best = bound
    while ranks != 0:
        rank = lowest(ranks)
        ranks &= ranks - 1
        held = natural >> rank & ONE_RANK
        chosen = held
        while chosen != 0:
            size = population(chosen)
            left = places - max(3, size)
            if size >= 2 and left >= _TWO_RUNS:
                rest = natural & ~(chosen << rank)
                lacking = needed - size
                if lacking - _most(runs, left) < best:
                    best = _with_runs(rest, itself, barred, lacking, left, best)
                # Another set covers four cards at most.
                if sets > 1 and left >= _TWO_RUNS + 3 and lacking - 4 - _most(runs, left - 3) < best:
                    best = _with_sets(rest, itself, barred, lacking, ranks, sets - 1, left, runs, best)
            chosen = (chosen - 1) & held
    return best


@jit
def distance_below(hand: int, wild: int, wild_in_pure: int, bound: int) -> int:
    """Return the distance of 13 cards, or of the best 13 of more; or `bound` if that is smaller."""
    wilds = hand & wild_cards(wild)
    natural = hand & ~wilds
    needed = 13 - population(wilds)
    itself = wilds if wild_in_pure == 1 else 0
    barred = wild if wild_in_pure == 0 else -1
    runs = all_runs(natural)
    best = bound
    if needed - _most(runs, MAX_PLACES) < best:
        best = _with_runs(natural, itself, barred, needed, MAX_PLACES, best)
    return _with_sets(natural, itself, barred, needed, paired_ranks(natural), _MOST_SETS, MAX_PLACES, runs, best)


@jit
def min_distance(hand: int, wild: int, wild_in_pure: int) -> int:
    """Return the distance of 13 cards, or of the best 13 of more."""
    return distance_below(hand, wild, wild_in_pure, _UNBOUNDED)


@jit
def discard_distances(hand: int, wild: int, wild_in_pure: int, out: IntArray) -> int:
    """Write the distance after each discard from 14 cards, by ascending card, and return the least.

    Distances above it are written as the least plus one.
    """
    least = min_distance(hand, wild, wild_in_pure)
    cards = hand
    i = 0
    while cards != 0:
        out[i] = distance_below(hand ^ (cards & -cards), wild, wild_in_pure, least + 1)
        cards &= cards - 1
        i += 1
    return least
