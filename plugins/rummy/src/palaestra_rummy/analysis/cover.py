"""Which cards of a hand are in melds, and which are two thirds of one: what players and learners look at."""

from __future__ import annotations

from typing import Final

from palaestra import jit
from palaestra_rummy.analysis.distance import FIELD, FIELD_BITS, NUM_FIELDS, all_runs
from palaestra_rummy.analysis.hands import ONE_RANK, paired_ranks, run_cards, suit_of, tripled_ranks, wild_cards
from palaestra_rummy.analysis.points import loose_points, loose_points_with
from palaestra_rummy.analysis.suit_tables import (
    LOOSE,
    LOOSE_BITS,
    MASKS,
    MAX_PLACES,
    RANK_POINTS,
    RANKS,
    REST,
    REST_BITS,
)
from palaestra_rummy.analysis.tables import word
from palaestra_rummy.bits import lowest, population

COUNT_SHIFT: Final = 52
"""Where :func:`best_partition` has the number of melds, above the cards."""
_CARDS: Final = (1 << COUNT_SHIFT) - 1
_LOOSE_FIELD: Final = (1 << LOOSE_BITS) - 1
_REST_FIELD: Final = (1 << REST_BITS) - 1


@jit
def meld_cover(hand: int, wild: int) -> int:
    """Return the cards in melds, as a set, in one partition with the least deadwood of all cards of the hand.

    Wild cards that no meld needs are in one all the same, if there is a meld for them to join.
    """
    return best_partition(hand, wild) & _CARDS


@jit
def count_melds(hand: int, wild: int) -> int:
    """Return the number of melds in the partition of :func:`meld_cover`."""
    return best_partition(hand, wild) >> COUNT_SHIFT


@jit
def best_partition(hand: int, wild: int) -> int:
    """Return the cards in melds of a partition with the least deadwood, and from ``COUNT_SHIFT`` on how many melds."""
    wilds = hand & wild_cards(wild)
    natural = hand & ~wilds
    count = population(wilds)
    loose = loose_points(natural, count)
    none = loose_points_with(loose, count) << COUNT_SHIFT
    ranks = paired_ranks(natural) if count > 0 else tripled_ranks(natural)
    sets = _best_sets(natural, count, ranks, 0, 0, loose, none) & _CARDS
    melds = 0
    left = count
    ranks = paired_ranks(sets)
    while ranks != 0:
        melds += 1
        left -= int(population(sets >> lowest(ranks) & ONE_RANK) == 2)
        ranks &= ranks - 1
    rest = _rest(natural & ~sets, left)
    melds += rest >> COUNT_SHIFT
    if melds == 0 and count >= 3:
        return wilds | 1 << COUNT_SHIFT
    if melds == 0:
        return 0
    return hand & ~(rest & _CARDS) | melds << COUNT_SHIFT


@jit
def _best_sets(natural: int, wilds: int, ranks: int, sets: int, covered: int, loose: int, bound: int) -> int:
    """Return the cards in sets of the best choice of sets, and from ``COUNT_SHIFT`` on the points that it leaves.

    `sets` are chosen already, of the points `covered`; `loose` is of the whole hand; `bound` is such a word too.
    """
    best = bound
    while ranks != 0:
        rank = lowest(ranks)
        ranks &= ranks - 1
        held = natural >> rank & ONE_RANK
        chosen = held
        while chosen != 0:
            size = population(chosen)
            left = wilds - int(size == 2)
            if size >= 2 and left >= 0:
                rest = natural & ~(chosen << rank)
                more = sets | chosen << rank
                gained = covered + size * RANK_POINTS[rank]
                if loose_points_with(loose, left) - gained < best >> COUNT_SHIFT:
                    points = loose_points_with(loose_points(rest, left), left)
                    if points < best >> COUNT_SHIFT:
                        best = points << COUNT_SHIFT | more
                if ranks != 0:
                    best = _best_sets(rest, left, ranks, more, gained, loose, best)
            chosen = (chosen - 1) & held
    return best


@jit
def _rest(natural: int, wilds: int) -> int:
    """Return the cards outside runs that leave the least points, and from ``COUNT_SHIFT`` on the number of runs."""
    best = 1 << COUNT_SHIFT
    found = 0
    for i in range(wilds + 1):
        for j in range(wilds + 1 - i):
            for k in range(wilds + 1 - i - j):
                shares = i | j << 4 | k << 8 | (wilds - i - j - k) << 12
                points = 0
                for suit in range(4):
                    share = shares >> 4 * suit & 15
                    points += word(LOOSE * MASKS + suit_of(natural, suit)) >> LOOSE_BITS * share & _LOOSE_FIELD
                if points < best:
                    best = points
                    found = shares
    rest = 0
    for suit in range(4):
        share = found >> 4 * suit & 15
        fields = word((REST + share // 4) * MASKS + suit_of(natural, suit)) >> REST_BITS * (share % 4) & _REST_FIELD
        rest += (fields >> RANKS) << COUNT_SHIFT
        rest |= (fields & (MASKS - 1)) << 13 * suit
    return rest


@jit
def coverage(hand: int, wild: int) -> int:
    """Return the most cards that are in melds in any partition; of 14 cards, in the best 13."""
    wilds = hand & wild_cards(wild)
    natural = hand & ~wilds
    count = population(wilds)
    covered = _most_covered(natural, count, paired_ranks(natural), 0, 0)
    if covered == 0 and count < 3:
        return 0
    return min(13, covered + count)


@jit
def _most_covered(natural: int, wilds: int, ranks: int, places: int, covered: int) -> int:
    """Return the most natural cards in melds, when sets have `covered` some of them and `places` all in all."""
    runs = all_runs(natural)
    best = 0
    for i in range(NUM_FIELDS):
        more = runs >> FIELD_BITS * i & FIELD
        filled = places + (i + 2 if i > 0 else 0)
        if filled <= MAX_PLACES and filled - covered - more <= wilds:
            best = max(best, covered + more)
    while ranks != 0:
        rank = lowest(ranks)
        ranks &= ranks - 1
        held = natural >> rank & ONE_RANK
        chosen = held
        while chosen != 0:
            size = population(chosen)
            filled = places + max(3, size)
            if size >= 2 and filled <= MAX_PLACES:
                rest = natural & ~(chosen << rank)
                best = max(best, _most_covered(rest, wilds, ranks, filled, covered + size))
            chosen = (chosen - 1) & held
    return best


@jit
def has_pure_run(hand: int, wild: int, wild_in_pure: int) -> int:
    """Return whether a pure sequence is held; cards of the wild rank may be in it if `wild_in_pure`."""
    if wild_in_pure == 0:
        hand &= ~wild_cards(wild)
    return int(run_cards(hand) != 0)
