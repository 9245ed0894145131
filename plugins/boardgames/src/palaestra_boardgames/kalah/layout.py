"""How a Kalah state is laid out, and the board that people read out of it and write into it.

Each side has four words: its pits in two words of six 10-bit fields (pit 0, the leftmost in sowing order, in the
lowest bits of the low word), its store, and the mask of its pits that hold seeds. The words of all boards are the
same; smaller ones leave the upper fields empty. A field holds 1023 seeds, more than the largest board has.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from palaestra import IntArray
from palaestra_boardgames.kalah.tables import FIELD_BITS, FIELD_MASK, FIELDS

MOVER: Final = 2
"""The seat to move, -1 when the game is over."""
PLIES_LEFT: Final = 3
"""Sowings before the game is stopped as a draw."""
PITS: Final = 4
EMPTY_CAPTURES: Final = 5
"""1 when a last seed in an own empty pit is captured even if the opposite pit is empty."""
EITHER_ENDS: Final = 6
"""1 when any empty row ends the game, 0 when only the mover's does."""
TOTAL: Final = 7
"""All seeds; no rule changes it."""
MARGINS: Final = 8
"""1 when the returns are the lead in seeds as a share of all, 0 when they are 1, 0 or -1."""
BOARD: Final = 9
"""The first word of seat 0's side; seat 1's follows."""

# Words of a side.
LOW: Final = 0
HIGH: Final = 1
STORE: Final = 2
MASK: Final = 3
SIDE_WORDS: Final = 4

STATE_SIZE: Final = BOARD + 2 * SIDE_WORDS
MAX_TOTAL: Final = FIELD_MASK


@dataclass(frozen=True, slots=True)
class Board:
    """A Kalah board.

    Attributes:
        pits: the seeds in each pit of seat 0 and of seat 1, each in its owner's sowing order.
        stores: the seeds in each seat's store.
        mover: the seat to move, -1 when the game is over.
    """

    pits: tuple[tuple[int, ...], tuple[int, ...]]
    stores: tuple[int, int]
    mover: int

    @property
    def total(self) -> int:
        """All seeds on the board and in the stores."""
        return sum(self.stores) + sum(map(sum, self.pits))


def read_board(state: IntArray) -> Board:
    """Return the board of a state or observation."""
    sides = [[int(word) for word in state[start : start + SIDE_WORDS]] for start in (BOARD, BOARD + SIDE_WORDS)]
    first, second = (
        tuple(side[pit // FIELDS] >> FIELD_BITS * (pit % FIELDS) & FIELD_MASK for pit in range(int(state[PITS])))
        for side in sides
    )
    return Board((first, second), (sides[0][STORE], sides[1][STORE]), int(state[MOVER]))


def write_board(board: Board, state: IntArray) -> None:
    """Write `board`, of at most MAX_TOTAL seeds, into a state with the same number of pits."""
    for seat in (0, 1):
        words = [0] * SIDE_WORDS
        for pit, seeds in enumerate(board.pits[seat]):
            words[pit // FIELDS] |= seeds << FIELD_BITS * (pit % FIELDS)
            words[MASK] |= int(seeds > 0) << pit
        words[STORE] = board.stores[seat]
        state[BOARD + seat * SIDE_WORDS : BOARD + (seat + 1) * SIDE_WORDS] = words
    state[MOVER] = board.mover
    state[TOTAL] = board.total
