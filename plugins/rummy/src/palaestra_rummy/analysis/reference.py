"""A slow twin of the analyser in plain Python, by another method: every meld is listed, every partition tried.

It follows the rules as they are printed and knows nothing of suit tables, dominated melds or closed forms. Wild cards
are cards like any other here, and each place of a meld is filled by a card of the hand or is a gap, for a card that has
yet to come. A distance takes a tenth of a second.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Final, NamedTuple

PURE: Final = "pure sequence"
SEQUENCE: Final = "sequence"
SET: Final = "set"
_POINTS: Final = (10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
_HAND_SIZE: Final = 13


class Meld(NamedTuple):
    """Cards of a hand that are a meld, or become one.

    Attributes:
        cards: set of places in the hand, as bits.
        kind: PURE, SEQUENCE or SET.
        size: cards of the meld when it is complete.
    """

    cards: int
    kind: str
    size: int

    @property
    def is_complete(self) -> bool:
        """Whether no card is missing."""
        return self.cards.bit_count() == self.size


class ReferenceAnalysis:
    """Everything about one hand.

    Args:
        cards: ids of 13 cards, or for the distance more.
        wild: the wild rank; -1 for none.
        wild_in_pure: whether a wild card may be itself in a pure sequence.
        wild_run: whether it may also be the only card that is itself in another sequence.
    """

    def __init__(self, cards: list[int], wild: int, wild_in_pure: bool = True, wild_run: bool = False) -> None:
        self.cards = sorted(cards)
        self.wild = wild
        self.wild_in_pure = wild_in_pure
        self.wild_run = wild_run
        self.points = [0 if card % 13 == wild else _POINTS[card % 13] for card in self.cards]
        self.all = (1 << len(self.cards)) - 1
        self.incomplete = sorted(set(self._sequences()) | set(self._sets()))
        self.melds = [meld for meld in self.incomplete if meld.is_complete]

    def _sequences(self) -> Iterator[Meld]:
        """Yield the sequences of three to five cards, with gaps or not."""
        for suit in range(4):
            for size in range(3, 6):
                for start in range(15 - size):
                    window = [suit * 13 + place % 13 for place in range(start, start + size)]
                    yield from self._fill(window, size)

    def _fill(self, window: list[int], size: int) -> Iterator[Meld]:
        """Yield the ways to fill a window of a suit with cards of the hand."""
        held = [i for i, card in enumerate(self.cards) if card in window]
        wilds = [i for i, card in enumerate(self.cards) if card % 13 == self.wild]
        for own in _subsets(held, size):
            is_wild = [i for i in own if i in wilds]
            if self.wild_in_pure or all(card % 13 != self.wild for card in window):
                yield Meld(_bits(own), PURE, size)
            if is_wild and not self.wild_run:
                continue
            # Somewhere there must be a card that is itself: one of the hand, or one that comes.
            most = size - max(1, len(own))
            for fillers in _subsets([i for i in wilds if i not in own], most):
                yield Meld(_bits(own + fillers), SEQUENCE, size)

    def _sets(self) -> Iterator[Meld]:
        """Yield the sets of three or four cards, with gaps or not."""
        wilds = [i for i, card in enumerate(self.cards) if card % 13 == self.wild]
        for rank in range(13):
            held = [i for i, card in enumerate(self.cards) if card % 13 == rank and rank != self.wild]
            for own in _subsets(held, 4):
                for fillers in _subsets(wilds, 4 - len(own)):
                    for size in (3, 4):
                        if size >= len(own) + len(fillers):
                            yield Meld(_bits(own + fillers), SET, size)

    def points_of(self, cards: int) -> int:
        """Return the points of some cards of the hand."""
        return sum(points for i, points in enumerate(self.points) if cards >> i & 1)

    def deadwood(self) -> int:
        """Return the least points outside disjoint melds."""
        melds = [meld.cards for meld in self.melds]

        @cache
        def least(left: int) -> int:
            if left == 0:
                return 0
            lowest = left & -left
            best = least(left ^ lowest) + self.points_of(lowest)
            fitting = (meld for meld in melds if meld & lowest and meld & left == meld)
            return min([best, *(least(left ^ meld) for meld in fitting)])

        return least(self.all)

    def coverage(self) -> int:
        """Return the most cards in disjoint melds."""
        melds = [meld.cards for meld in self.melds]

        @cache
        def most(left: int) -> int:
            if left == 0:
                return 0
            lowest = left & -left
            fitting = (meld for meld in melds if meld & lowest and meld & left == meld)
            return max([most(left ^ lowest), *(most(left ^ meld) + meld.bit_count() for meld in fitting)])

        return most(self.all)

    def declarable(self) -> bool:
        """Return whether all cards are in melds, two sequences among them, one of these pure."""

        @cache
        def possible(left: int, sequences: int, pure: bool) -> bool:
            if left == 0:
                return sequences >= 2 and pure
            lowest = left & -left
            return any(
                possible(left ^ meld.cards, min(2, sequences + (meld.kind != SET)), pure or meld.kind == PURE)
                for meld in self.melds
                if meld.cards & lowest and meld.cards & left == meld.cards
            )

        return possible(self.all, 0, False)

    def lives_score(self) -> int:
        """Return the points that the holder loses: first a pure sequence, then a sequence, then any melds count."""

        @cache
        def least(left: int, laid: int) -> int:
            best = self.points_of(left)
            for meld in self.melds:
                allowed = meld.kind == PURE or (laid >= 1 and meld.kind == SEQUENCE) or laid >= 2
                if allowed and meld.cards & left == meld.cards:
                    best = min(best, least(left ^ meld.cards, min(2, laid + 1)))
                    if best == 0:
                        break
            return best

        return least(self.all, 0)

    def distance(self) -> int:
        """Return the fewest cards that must come for 13 cards, of these and the new ones, to be a declaration."""
        groups = [meld for meld in self._smallest() if meld.cards]

        @cache
        def most(left: int, room: int, sequences: int, pure: bool) -> int:
            """Return the most cards of `left` in groups of at most `room` cards, or less than 0 if it is too little."""
            owed = 3 * max(2 - sequences, int(not pure))
            if room < owed:
                return -99
            if left == 0:
                return 0
            lowest = left & -left
            best = most(left ^ lowest, room, sequences, pure)
            for group in groups:
                if group.cards & lowest and group.cards & left == group.cards and group.size <= room:
                    now = min(2, sequences + (group.kind != SET))
                    after = most(left ^ group.cards, room - group.size, now, pure or group.kind == PURE)
                    best = max(best, after + group.cards.bit_count())
            return best

        return _HAND_SIZE - most(self.all, _HAND_SIZE, 0, False)

    def _smallest(self) -> list[Meld]:
        """Return, of melds with the same cards and kind, the one that needs fewest cards."""
        smallest: dict[tuple[int, str], int] = {}
        for cards, kind, size in self.incomplete:
            smallest[cards, kind] = min(size, smallest.get((cards, kind), size))
        return [Meld(cards, kind, size) for (cards, kind), size in smallest.items()]


def _subsets(items: list[int], most: int) -> Iterator[list[int]]:
    """Yield all subsets of at most so many items, the empty one included."""
    for size in range(min(most, len(items)) + 1):
        yield from map(list, combinations(items, size))


def _bits(places: list[int]) -> int:
    return sum(1 << place for place in places)
