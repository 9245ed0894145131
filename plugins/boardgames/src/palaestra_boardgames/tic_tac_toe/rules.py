"""The rules of tic-tac-toe.

State: ``[random, random, marks of X, marks of O, seat to move]``. Marks are bit masks: bit c is cell c, counted row
by row from the top left. Seat 0 plays X and begins; the seat is -1 when the game is over. Action c marks cell c.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np

from palaestra import (
    FeatureArray,
    FloatArray,
    IntArray,
    Rules,
    Sizes,
    copy,
    random_below,
    rule,
    seed_rng,
)

MARKS: Final = 2
SEAT: Final = 4
SIZES: Final = Sizes(state_size=5, num_actions=9, max_plies=9, num_features=19)

FULL: Final = 0b111_111_111
LINES: Final = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o124, 0o421)


def _nth_cells() -> IntArray:
    """Return ``[mask * 9 + n]`` -> the n-th lowest cell in a mask; int64[512 * 9]."""
    table = np.zeros((512, 9), dtype=np.int64)
    for mask in range(512):
        cells = [cell for cell in range(9) if mask >> cell & 1]
        table[mask, : len(cells)] = cells
    return table.ravel()


def _symmetries() -> IntArray:
    """Return ``[symmetry * 512 + mask]`` -> the mask after one of the 8 symmetries of the square; int64[8 * 512]."""
    table = np.zeros((8, 512), dtype=np.int64)
    for symmetry, (transposed, flip_row, flip_column) in enumerate(product((0, 1), repeat=3)):
        for cell in range(9):
            row, column = divmod(cell, 3)
            row, column = (column, row) if transposed else (row, column)
            target = (2 - row if flip_row else row) * 3 + (2 - column if flip_column else column)
            for mask in range(512):
                table[symmetry, mask] |= (mask >> cell & 1) << target
    return table.ravel()


HAS_LINE: Final = np.array([int(any(mask & line == line for line in LINES)) for mask in range(512)], dtype=np.int64)
COUNT: Final = np.array([mask.bit_count() for mask in range(512)], dtype=np.int64)
LINE_MASKS: Final = np.array(LINES, dtype=np.int64)
NTH_CELL: Final = _nth_cells()
SYMMETRIES: Final = _symmetries()


@rule
def init(state: IntArray, config: IntArray, seed: int) -> None:  # noqa: ARG001 - no knobs
    """Clear the board; X moves first."""
    seed_rng(state, seed)
    state[MARKS] = 0
    state[MARKS + 1] = 0
    state[SEAT] = 0


@rule
def current_player(state: IntArray) -> int:
    """Return the seat to move; -1 when the game is over."""
    return int(state[SEAT])


@rule
def legal_actions(state: IntArray, out: IntArray) -> int:
    """List the empty cells."""
    empty = FULL & ~(state[MARKS] | state[MARKS + 1])
    n = COUNT[empty]
    for i in range(n):
        out[i] = NTH_CELL[empty * 9 + i]
    return int(n)


@rule
def step(state: IntArray, action: int) -> None:
    """Mark a cell for the seat to move."""
    seat = state[SEAT]
    own = state[MARKS + seat] | (1 << action)
    state[MARKS + seat] = own
    over = HAS_LINE[own] == 1 or (own | state[MARKS + 1 - seat]) == FULL
    state[SEAT] = -1 if over else 1 - seat


@rule
def returns(state: IntArray, out: FloatArray) -> None:
    """Give 1 to the owner of a line and -1 to the other; 0 to both of a full board without one."""
    value = float(HAS_LINE[state[MARKS]] - HAS_LINE[state[MARKS + 1]])
    out[0] = value
    out[1] = -value


@rule
def encode(state: IntArray, player: int, out: FeatureArray) -> None:
    """Write 9 flags of the player's marks, 9 of the other's, and whether the player is to move."""
    first = 1 if player == 1 else 0
    for cell in range(9):
        out[cell] = state[MARKS + first] >> cell & 1
        out[9 + cell] = state[MARKS + 1 - first] >> cell & 1
    out[18] = 1.0 if state[SEAT] == player else 0.0


@rule
def evaluate(state: IntArray, player: int) -> float:
    """Return the result at the end; before, the squared marks on lines still open to one side, as a share."""
    if state[SEAT] < 0:
        value = float(HAS_LINE[state[MARKS]] - HAS_LINE[state[MARKS + 1]])
    else:
        total = 0
        for i in range(LINE_MASKS.shape[0]):
            crosses = COUNT[state[MARKS] & LINE_MASKS[i]]
            noughts = COUNT[state[MARKS + 1] & LINE_MASKS[i]]
            if noughts == 0:
                total += crosses * crosses
            elif crosses == 0:
                total -= noughts * noughts
        value = total / 33.0  # eight lines of two marks make 32
    return value if player == 0 else -value


@rule
def key(state: IntArray) -> int:
    """Pack both masks: the seat to move follows from them."""
    return int(state[MARKS] | (state[MARKS + 1] << 9))


@rule
def canonical(state: IntArray, out: IntArray) -> None:
    """Choose, of the eight symmetric positions, the one with the smallest key."""
    copy(out, state)
    best = key(state)
    for symmetry in range(1, 8):
        crosses = SYMMETRIES[symmetry * 512 + state[MARKS]]
        noughts = SYMMETRIES[symmetry * 512 + state[MARKS + 1]]
        value = crosses | (noughts << 9)
        if value < best:
            best = value
            out[MARKS] = crosses
            out[MARKS + 1] = noughts


@rule
def playout(state: IntArray) -> None:
    """Play uniformly at random to the end, with the same random draws as the generic loop."""
    seat = state[SEAT]
    if seat < 0:
        return
    own = state[MARKS + seat]
    other = state[MARKS + 1 - seat]
    empty = FULL & ~(own | other)
    left = COUNT[empty]
    while left > 0:
        mark = 1 << NTH_CELL[empty * 9 + random_below(state, left)]
        own, other = other, own | mark
        empty ^= mark
        left -= 1
        seat = 1 - seat
        if HAS_LINE[other] == 1:
            break
    state[MARKS + seat] = own
    state[MARKS + 1 - seat] = other
    state[SEAT] = -1


RULES: Final = Rules(
    init=init,
    current_player=current_player,
    legal_actions=legal_actions,
    step=step,
    returns=returns,
    encode=encode,
    evaluate=evaluate,
    key=key,
    playout=playout,
    canonical=canonical,
)
