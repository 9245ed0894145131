"""What the cards of one suit are worth on their own, for each of the 8192 sets of ranks.

Only sets couple the suits of a hand. Once the sets are chosen, what is left of each suit is a row of these tables and a
few additions put the four suits together. A row answers for *natural* cards: those that are not of the wild rank.

A *run* is a sequence of three to five places, some of them filled by natural cards (at least one), the others by wild
cards or not yet; longer sequences are several runs, or one with wild cards left over. Ranks are 0 (ace) to 12 (king),
and an ace also stands above the king. A run is *pure* if natural cards fill it.

Each table is one row of 8192 words in :data:`NUM_ROWS` rows, by the constants below; the tables with points hold, in
fields of one word,

==================== ======== ==== =====================================================================================
row                  fields   bits what
==================== ======== ==== =====================================================================================
``RUNS``             12       5    most cards covered by runs of at most 0, 3, 4 .. 13 places together
``PURE + holes``     12       5    the same with one run of which at most `holes` (0 to 3) places lack their own card,
                                   and, from 6 places on, with three places for another run; -1 if there is no such run
``LOOSE``            5        12   least points outside runs with 0 .. 4 wild cards
``LIVES + wilds``    4        15   least points outside runs with 0 .. 4 wild cards, for any runs, at least one, a pure
                                   one, a pure one and another; ``NEVER`` if there are none such
``PURE_POINTS``      1        64   most points in one pure run, 0 if there is none
``REST``, + 1        4, 1     16   the ranks outside runs that ``LOOSE`` counts, and from bit 13 on the number of runs,
                                   with 0 .. 3 wild cards and, in the second row, with 4
==================== ======== ==== =====================================================================================
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Table = NDArray[np.int64]

RANKS: Final = 13
MASKS: Final = 1 << RANKS
MAX_WILDS: Final = 4
MAX_PLACES: Final = 13
MAX_HOLES: Final = 3
RANK_POINTS: Final = (10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)

RUNS: Final = 0
PURE: Final = 1
LOOSE: Final = 5
LIVES: Final = 6
PURE_POINTS: Final = 11
REST: Final = 12
NUM_ROWS: Final = 14

COVER_BITS: Final = 5
LOOSE_BITS: Final = 12
LIVES_BITS: Final = 15
REST_BITS: Final = 16
NEVER: Final = 2047
"""Points where there is no such choice of runs; more than any hand has, and the sum of four fits the field."""

_ANY, _RUN, _PURE, _BOTH = range(4)


class Run(NamedTuple):
    """The natural cards of a run, and the fewest places it needs.

    Attributes:
        cards: set of ranks.
        places: 3 to 5.
    """

    cards: int
    places: int

    @property
    def size(self) -> int:
        """The number of natural cards."""
        return self.cards.bit_count()

    @property
    def holes(self) -> int:
        """The number of places without a natural card."""
        return self.places - self.size


def runs_by_top() -> list[list[Run]]:
    """Return all runs, by the highest rank among their natural cards."""
    places: dict[int, int] = {}
    for start in range(RANKS + 1):
        for shape in range(1, 32, 2):
            positions = [start + i for i in range(5) if shape >> i & 1]
            if positions[-1] <= RANKS:
                cards = sum(1 << position % RANKS for position in positions)
                needed = max(3, shape.bit_length())
                places[cards] = min(needed, places.get(cards, needed))
    by_top: list[list[Run]] = [[] for _ in range(RANKS)]
    for cards, needed in sorted(places.items()):
        by_top[cards.bit_length() - 1].append(Run(cards, needed))
    return by_top


def build() -> Table:
    """Return all tables as one array of ``NUM_ROWS * MASKS`` words."""
    rows = np.zeros((NUM_ROWS, MASKS), dtype=np.int64)
    covers = _covers()
    rows[RUNS] = _packed(covers, COVER_BITS)
    rows[PURE:LOOSE] = _pure_covers(covers)
    points, rest = _points()
    rows[LOOSE] = _packed(points[:, _ANY], LOOSE_BITS)
    for wilds in range(MAX_WILDS + 1):
        rows[LIVES + wilds] = _packed(np.minimum(points[wilds], NEVER), LIVES_BITS)
    rows[PURE_POINTS] = _pure_points()
    rows[REST] = _packed(rest[:MAX_WILDS], REST_BITS)
    rows[REST + 1] = rest[MAX_WILDS]
    return rows.ravel()


def _packed(fields: NDArray[Any], bits: int) -> Table:
    """Return words whose field i, from the lowest, is ``fields[i]``."""
    words = np.zeros(MASKS, dtype=np.int64)
    for i in range(len(fields)):
        words |= fields[i].astype(np.int64) << (bits * i)
    return words


def _with_top(top: int, cards: int) -> Table:
    """Return the sets of ranks whose highest is `top` and which contain `cards`."""
    masks: Table = np.arange(1 << top, 2 << top, dtype=np.int64)
    with_cards: Table = masks[masks & cards == cards]
    return with_cards


def _covers() -> Table:
    """Return, at ``[field, mask]``, the most cards in runs of so many places: 0, 3, 4 .. 13."""
    best = np.zeros((MAX_PLACES + 1, MASKS), dtype=np.int64)
    for top, runs in enumerate(runs_by_top()):
        block = slice(1 << top, 2 << top)
        best[:, block] = best[:, : 1 << top]
        for run in runs:
            masks = _with_top(top, run.cards)
            shorter = best[: MAX_PLACES + 1 - run.places, masks ^ run.cards]
            best[run.places :, masks] = np.maximum(best[run.places :, masks], shorter + run.size)
    return np.concatenate([best[:1], best[3:]])


def _pure_covers(covers: Table) -> Table:
    """Return the rows ``PURE + holes``."""
    rows = np.zeros((MAX_HOLES + 1, MASKS), dtype=np.int64)
    for holes in range(MAX_HOLES + 1):
        alone, joined = _with_pure(covers, holes)
        fields = np.where(np.arange(MAX_PLACES + 1)[:, None] < 6, alone, joined)
        rows[holes] = np.where(alone[3] < 0, -1, _packed(np.maximum(np.delete(fields, (1, 2), 0), 0), COVER_BITS))
    return rows


def _with_pure(covers: Table, holes: int) -> tuple[Table, Table]:
    """Return, at ``[places, mask]``, the most cards in a pure run alone, and in one and others.

    The others are at least a run without cards, of three places. Negative where there is no pure run.
    """
    never = -99
    others = np.concatenate([covers[:1], np.full((2, MASKS), never), covers[1:]])
    others[0] = never
    alone = np.full((MAX_PLACES + 1, MASKS), never, dtype=np.int64)
    joined = alone.copy()
    if holes >= 3:
        alone[3:] = 0
        joined[6:] = others[3:-3]
    for top, runs in enumerate(runs_by_top()):
        block = slice(1 << top, 2 << top)
        alone[:, block] = np.maximum(alone[:, block], alone[:, : 1 << top])
        joined[:, block] = np.maximum(joined[:, block], joined[:, : 1 << top])
        for run in runs:
            masks = _with_top(top, run.cards)
            rest = masks ^ run.cards
            here, before = slice(run.places, None), slice(MAX_PLACES + 1 - run.places)
            found = np.maximum(joined[before, rest], alone[before, rest])
            if run.holes <= holes:
                alone[here, masks] = np.maximum(alone[here, masks], run.size)
                found = np.maximum(found, others[before, rest])
            joined[here, masks] = np.maximum(joined[here, masks], found + run.size)
    return alone, joined


def _points() -> tuple[Table, Table]:
    """Return the least points at ``[wilds, kind, mask]``, and what ``REST`` holds at ``[wilds, mask]``."""
    points = np.full((MAX_WILDS + 1, 4, MASKS), NEVER, dtype=np.int64)
    points[:, _ANY, 0] = 0
    rest = np.zeros((MAX_WILDS + 1, MASKS), dtype=np.int64)
    for top, runs in enumerate(runs_by_top()):
        block = slice(1 << top, 2 << top)
        points[:, :, block] = points[:, :, : 1 << top] + RANK_POINTS[top]
        rest[:, block] = rest[:, : 1 << top] | 1 << top
        for run in runs:
            if run.holes > MAX_WILDS:
                continue
            masks = _with_top(top, run.cards)
            before = points[: MAX_WILDS + 1 - run.holes][:, :, masks ^ run.cards]
            rest_before = rest[: MAX_WILDS + 1 - run.holes, masks ^ run.cards]
            now = points[run.holes :][:, :, masks]
            better = before[:, _ANY] < now[:, _ANY]
            rest[run.holes :, masks] = np.where(better, rest_before + MASKS, rest[run.holes :, masks])
            found = before[:, (_ANY, _ANY, _PURE, _PURE)]
            if run.holes == 0:
                found[:, _PURE] = np.minimum(found[:, _PURE], before[:, _ANY])
                found[:, _BOTH] = np.minimum(found[:, _BOTH], before[:, _RUN])
            points[run.holes :, :, masks] = np.minimum(now, found)
    return points, rest


def _pure_points() -> Table:
    """Return the row ``PURE_POINTS``."""
    masks = np.arange(MASKS)
    most = np.zeros(MASKS, dtype=np.int64)
    for runs in runs_by_top():
        for run in runs:
            if run.holes == 0:
                points = sum(RANK_POINTS[rank] for rank in range(RANKS) if run.cards >> rank & 1)
                most = np.where(masks & run.cards == run.cards, np.maximum(most, points), most)
    return most
