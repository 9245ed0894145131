"""The rules of Kalah as compiled functions.

Seeds are sown counter-clockwise, one into each cell, over the sower's own pits, its store and the opponent's pits; the
opponent's store is skipped. A last seed in the own store earns another sowing. A last seed in an own pit that was empty
goes to the own store together with the seeds of the opposite pit. When the game is over the seeds that remain belong to
the side they lie on, and the fuller store wins. Knobs: how empty captures and the end are ruled, and whether the
returns tell who won or by how much.

Source: G. Irving, J. Donkers and J. Uiterwijk, "Solving Kalah", ICGA Journal 23 (2000), which has empty captures as a
variant.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import int64, types

from palaestra import (
    FeatureArray,
    FloatArray,
    IntArray,
    Rules,
    jit,
    random_below,
    rule,
    seed_rng,
    wrapping,
)
from palaestra_boardgames.kalah.layout import (
    BOARD,
    EITHER_ENDS,
    EMPTY_CAPTURES,
    HIGH,
    LOW,
    MARGINS,
    MASK,
    MOVER,
    PITS,
    PLIES_LEFT,
    SIDE_WORDS,
    STORE,
    TOTAL,
)
from palaestra_boardgames.kalah.tables import (
    CHOICES,
    COUNT_SHIFT,
    FIELD_BITS,
    FIELD_MASK,
    FIELDS,
    LANDING,
    LAPS,
    OTHER_HIGH,
    OTHER_LOW,
    OTHER_MASK,
    OWN_HIGH,
    OWN_LOW,
    OWN_MASK,
    SOWING,
    SOWING_START,
)

# Mixing in the manner of FNV-1a; the shift lets high bits reach low ones.
_OFFSET: Final = np.int64(-3750763034362895579)
_PRIME: Final = np.int64(1099511628211)

Sown = tuple[int, int, int, int, int, int, int, int]

_UniTuple: Any = types.UniTuple  # numba does not annotate it
SOW: Final[object] = _UniTuple(int64, 8)(*[int64] * 10)


@jit(SOW)
def sow(
    low: int,
    high: int,
    store: int,
    mask: int,
    other_low: int,
    other_high: int,
    other_mask: int,
    pit: int,
    pits: int,
    empty_captures: int,
) -> Sown:
    """Sow one pit of a side against the other and capture what there is to capture.

    All in numbers, no array, so that a playout keeps the board in registers.

    Returns:
        The first seven arguments after the sowing, and 1 if the last seed fell into the own store, else 0.
    """
    cells = 2 * pits + 1
    if pit < FIELDS:
        seeds = low >> FIELD_BITS * pit & FIELD_MASK
        low ^= seeds << FIELD_BITS * pit
    else:
        seeds = high >> FIELD_BITS * (pit - FIELDS) & FIELD_MASK
        high ^= seeds << FIELD_BITS * (pit - FIELDS)
    mask &= ~(1 << pit)
    if seeds >= cells:
        laps = seeds // cells
        seeds -= laps * cells
        low += laps * LAPS[pits, 0]
        high += laps * LAPS[pits, 1]
        other_low += laps * LAPS[pits, 0]
        other_high += laps * LAPS[pits, 1]
        store += laps
        other_mask = (1 << pits) - 1
        # One lap to the seed ends in the pit it came from, which was empty.
        mask = other_mask & ~(1 << pit) if laps == 1 and seeds == 0 else other_mask
    row = SOWING_START[pits] + pit * cells + seeds
    low += SOWING[row, OWN_LOW]
    high += SOWING[row, OWN_HIGH]
    other_low += SOWING[row, OTHER_LOW]
    other_high += SOWING[row, OTHER_HIGH]
    other_mask |= SOWING[row, OTHER_MASK]
    landing = SOWING[row, LANDING] & ~mask
    mask |= SOWING[row, OWN_MASK]
    reach = pit + seeds
    store += int(reach >= pits)
    if landing != 0:
        last = reach - cells if reach >= cells else reach
        opposite = pits - 1 - last
        if empty_captures or other_mask >> opposite & 1:
            if opposite < FIELDS:
                captured = other_low >> FIELD_BITS * opposite & FIELD_MASK
                other_low ^= captured << FIELD_BITS * opposite
            else:
                captured = other_high >> FIELD_BITS * (opposite - FIELDS) & FIELD_MASK
                other_high ^= captured << FIELD_BITS * (opposite - FIELDS)
            other_mask &= ~(1 << opposite)
            if last < FIELDS:
                low -= 1 << FIELD_BITS * last
            else:
                high -= 1 << FIELD_BITS * (last - FIELDS)
            mask ^= landing
            store += captured + 1
    return low, high, store, mask, other_low, other_high, other_mask, int(reach == pits)


@jit
def settle(state: IntArray) -> None:
    """End the game if a row that must hold seeds is empty, or if it has grown too long."""
    mover = state[MOVER]
    mask = state[BOARD + SIDE_WORDS * mover + MASK]
    other_mask = state[BOARD + SIDE_WORDS * (1 - mover) + MASK]
    if mask == 0 or (other_mask == 0 and state[EITHER_ENDS]):
        # One row is empty under either rule, so all the seeds in pits lie on the other side.
        first, second = BOARD, BOARD + SIDE_WORDS
        rest = state[TOTAL] - state[first + STORE] - state[second + STORE]
        owner = first if state[first + MASK] else second
        state[owner + STORE] += rest
        for side in (first, second):
            state[side + LOW] = 0
            state[side + HIGH] = 0
            state[side + MASK] = 0
        state[MOVER] = -1
    elif state[PLIES_LEFT] <= 0:
        state[MOVER] = -1


@rule
def init(state: IntArray, config: IntArray, seed: int) -> None:
    """Lay out the board; `config` is (pits, seeds, empty captures, either row ends, sowings at most, margins)."""
    seed_rng(state, seed)
    pits, seeds = config[0], config[1]
    state[MOVER] = 0
    state[PLIES_LEFT] = config[4]
    state[PITS] = pits
    state[EMPTY_CAPTURES] = config[2]
    state[EITHER_ENDS] = config[3]
    state[TOTAL] = 2 * pits * seeds
    state[MARGINS] = config[5]
    for side in (BOARD, BOARD + SIDE_WORDS):
        state[side + LOW] = seeds * LAPS[pits, 0]
        state[side + HIGH] = seeds * LAPS[pits, 1]
        state[side + STORE] = 0
        state[side + MASK] = (1 << pits) - 1


@rule
def current_player(state: IntArray) -> int:
    """Return the seat to move, -1 when the game is over."""
    return int(state[MOVER])


@rule
def legal_actions(state: IntArray, out: IntArray) -> int:
    """List the mover's pits that hold seeds; 0 is its leftmost in sowing order."""
    choices = CHOICES[state[BOARD + SIDE_WORDS * state[MOVER] + MASK]]
    n = int(choices >> COUNT_SHIFT)
    for i in range(n):
        out[i] = choices >> 4 * i & 15
    return n


@rule
def step(state: IntArray, action: int) -> None:
    """Sow the mover's pit `action`."""
    mover = state[MOVER]
    own = BOARD + SIDE_WORDS * mover
    other = BOARD + SIDE_WORDS * (1 - mover)
    low, high, store, mask, other_low, other_high, other_mask, again = sow(
        state[own + LOW],
        state[own + HIGH],
        state[own + STORE],
        state[own + MASK],
        state[other + LOW],
        state[other + HIGH],
        state[other + MASK],
        action,
        state[PITS],
        state[EMPTY_CAPTURES],
    )
    state[own + LOW] = low
    state[own + HIGH] = high
    state[own + STORE] = store
    state[own + MASK] = mask
    state[other + LOW] = other_low
    state[other + HIGH] = other_high
    state[other + MASK] = other_mask
    if not again:
        state[MOVER] = 1 - mover
    state[PLIES_LEFT] -= 1
    settle(state)


@rule
def playout(state: IntArray) -> None:
    """Play uniformly at random to the end, drawing as the generic loop does; the board stays in registers."""
    mover = state[MOVER]
    if mover < 0:
        return
    own, other = BOARD + SIDE_WORDS * mover, BOARD + SIDE_WORDS * (1 - mover)
    low, high, store, mask = state[own + LOW], state[own + HIGH], state[own + STORE], state[own + MASK]
    other_low, other_high = state[other + LOW], state[other + HIGH]
    other_store, other_mask = state[other + STORE], state[other + MASK]
    pits, empty_captures, either_ends = state[PITS], state[EMPTY_CAPTURES], state[EITHER_ENDS]
    plies_left = state[PLIES_LEFT]
    while mask and (other_mask or not either_ends) and plies_left > 0:
        choices = CHOICES[mask]
        pit = choices >> 4 * random_below(state, choices >> COUNT_SHIFT) & 15
        low, high, store, mask, other_low, other_high, other_mask, again = sow(
            low, high, store, mask, other_low, other_high, other_mask, pit, pits, empty_captures
        )
        plies_left -= 1
        if not again:
            mover = 1 - mover
            low, high, other_low, other_high = other_low, other_high, low, high
            store, mask, other_store, other_mask = other_store, other_mask, store, mask
    own, other = BOARD + SIDE_WORDS * mover, BOARD + SIDE_WORDS * (1 - mover)
    state[own + LOW], state[own + HIGH], state[own + STORE], state[own + MASK] = low, high, store, mask
    state[other + LOW], state[other + HIGH] = other_low, other_high
    state[other + STORE], state[other + MASK] = other_store, other_mask
    state[MOVER] = mover
    state[PLIES_LEFT] = plies_left
    settle(state)


@rule
def capped(state: IntArray) -> int:
    """Return 1 if the game was stopped with seeds still in pits."""
    return int(state[MOVER] < 0 and (state[BOARD + MASK] | state[BOARD + SIDE_WORDS + MASK]) != 0)


@rule
def evaluate(state: IntArray, player: int) -> float:
    """Return the lead in stores as a share of all seeds; after the end the return."""
    side, opponent = (BOARD + SIDE_WORDS, BOARD) if player == 1 else (BOARD, BOARD + SIDE_WORDS)
    lead = state[side + STORE] - state[opponent + STORE]
    if lead == 0 or (state[MOVER] < 0 and capped(state)):
        return 0.0
    if state[MOVER] >= 0 or state[MARGINS]:
        return float(lead / state[TOTAL])
    return 1.0 if lead > 0 else -1.0


@rule
def returns(state: IntArray, out: FloatArray) -> None:
    """Give the fuller store 1 and the other -1, or each its lead; equal stores and a stopped game are a draw."""
    out[0] = evaluate(state, 0)
    out[1] = -out[0]


@rule
def encode(state: IntArray, player: int, out: FeatureArray) -> None:
    """Write the features as `player` sees the board.

    Own pits in sowing order, own store, the opponent's pits in its sowing order, the opponent's store, all as shares
    of all seeds; then 1 if `player` is to move, else 0: ``2 * pits + 3`` numbers.
    """
    seat = int(player == 1)
    pits = state[PITS]
    scale = 1.0 / max(state[TOTAL], 1)
    index = 0
    for side in (BOARD + SIDE_WORDS * seat, BOARD + SIDE_WORDS * (1 - seat)):
        for pit in range(pits):
            word = state[side + LOW] if pit < FIELDS else state[side + HIGH]
            out[index] = (word >> FIELD_BITS * (pit % FIELDS) & FIELD_MASK) * scale
            index += 1
        out[index] = state[side + STORE] * scale
        index += 1
    out[index] = 1.0 if state[MOVER] == seat else 0.0


@jit(int64(int64, int64))
@wrapping
def _mixed(value: np.int64, word: int) -> np.int64:
    value = (value ^ word) * _PRIME
    return value ^ (value >> 32 & 0xFFFFFFFF)


@rule
def key(state: IntArray) -> int:
    """Return a hash of the board and the mover."""
    first, second = BOARD, BOARD + SIDE_WORDS
    value = _mixed(_OFFSET, state[MOVER] + 1 | state[first + STORE] << 2 | state[second + STORE] << 2 + FIELD_BITS)
    for side in (first, second):
        value = _mixed(value, state[side + LOW])
        value = _mixed(value, state[side + HIGH])
    return int(value)


RULES: Final = Rules(
    init=init,
    current_player=current_player,
    legal_actions=legal_actions,
    step=step,
    returns=returns,
    encode=encode,
    evaluate=evaluate,
    key=key,
    abstract=key,
    playout=playout,
    capped=capped,
)
