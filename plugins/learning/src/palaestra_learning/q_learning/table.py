"""The table of Q values: a hash map in compiled code, from the key of a position to the values of its legal actions.

The *index* has two words for each slot: the key, and where the position's values begin in the pool together with
their number (0 = the slot is free). Slots are probed one after the other (open addressing, linear probing). The pool
of values only grows at its end: the positions in the order of their values are those in the order of insertion, so
that the table as it was earlier is a beginning of the table as it is now.

A key that meets another number of legal actions than it was stored with belongs to two positions. That is an error:
the keys of tic-tac-toe and nine men's morris cannot collide, 64-bit hashes as in Kalah do so once in some 10**6 tables
of five million positions.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import int64, void

from palaestra.errors import UserError
from palaestra.jit import jit
from palaestra.kernel import RETURNS, STATE, FloatArray, IntArray
from palaestra_learning.q_learning.rule import initial_value, mixed

POSITIONS: Final = 0
"""In the head: positions in the table."""
VALUES: Final = 1
"""In the head: values in the pool."""

_WIDTH_BITS: Final = 16
_WIDTH_MASK: Final = (1 << _WIDTH_BITS) - 1
MISSING: Final = -1
SLOT_BYTES: Final = 16
VALUE_BYTES: Final = 8
_LEAST_SLOTS: Final = 1 << 10


@jit(int64(STATE, int64, int64))
def find(index: IntArray, key: int, width: int) -> int:
    """Return where the values of a position begin, or MISSING; `width` is the number of its legal actions.

    Raises:
        ValueError: two positions with one key.
    """
    mask = index.shape[0] // 2 - 1
    slot = mixed(key) & mask
    while True:
        entry = index[2 * slot + 1]
        if entry == 0:
            return MISSING
        if index[2 * slot] == key:
            if entry & _WIDTH_MASK != width:
                raise ValueError("two positions with different numbers of legal actions have one key")
            return int(entry >> _WIDTH_BITS)
        slot = (slot + 1) & mask


@jit(void(STATE, int64, int64, int64))
def put(index: IntArray, key: int, offset: int, width: int) -> None:
    """Enter a position that is missing; the index must have a free slot."""
    mask = index.shape[0] // 2 - 1
    slot = mixed(key) & mask
    while index[2 * slot + 1] != 0:
        slot = (slot + 1) & mask
    index[2 * slot] = key
    index[2 * slot + 1] = offset << _WIDTH_BITS | width


@jit(int64(STATE, RETURNS, STATE, RETURNS, int64, int64))
def insert(index: IntArray, values: FloatArray, head: IntArray, rule: FloatArray, key: int, width: int) -> int:
    """Insert a position that is missing, with initial values, and return where they begin."""
    offset = head[VALUES]
    put(index, key, offset, width)
    head[POSITIONS] += 1
    head[VALUES] += width
    for place in range(width):
        values[offset + place] = initial_value(rule, key, place)
    return int(offset)


@jit(int64(STATE, RETURNS, STATE, int64, int64))
def has_room(index: IntArray, values: FloatArray, head: IntArray, positions: int, more: int) -> int:
    """Return 1 if so many more positions and values fit, with a third of all slots left free."""
    return int(3 * (head[POSITIONS] + positions) <= index.shape[0] and head[VALUES] + more <= values.shape[0])


@jit(void(STATE, STATE))
def _rehash(old: IntArray, new: IntArray) -> None:
    for slot in range(old.shape[0] // 2):
        entry = old[2 * slot + 1]
        if entry != 0:
            put(new, old[2 * slot], entry >> _WIDTH_BITS, entry & _WIDTH_MASK)


@jit(void(STATE, STATE, STATE))
def _fill(index: IntArray, keys: IntArray, widths: IntArray) -> None:
    offset = 0
    for i in range(keys.shape[0]):
        put(index, keys[i], offset, widths[i])
        offset += widths[i]


class TableFullError(UserError):
    """A table that would need more memory than it may have."""


class QTable:
    """The table as Python holds it.

    Attributes:
        index: int64, two words for each slot.
        values: float64, the pool.
        head: int64[2]: positions and values in use.
    """

    def __init__(self, index: IntArray, values: FloatArray, head: IntArray) -> None:
        self.index = index
        self.values = values
        self.head = head

    @classmethod
    def empty(cls) -> QTable:
        """Return a table without positions."""
        return cls(np.zeros(2 * _LEAST_SLOTS, dtype=np.int64), np.zeros(_LEAST_SLOTS), np.zeros(2, dtype=np.int64))

    @classmethod
    def from_entries(cls, keys: IntArray, widths: IntArray, values: FloatArray) -> QTable:
        """Return a table of positions in the order of their values.

        Raises:
            ValueError: arrays that do not fit together.
        """
        check_entries(keys, widths, values)
        head = np.array([len(keys), len(values)], dtype=np.int64)
        table = cls(np.zeros(2 * _slots_for(len(keys)), dtype=np.int64), np.array(values, dtype=np.float64), head)
        _fill(table.index, keys, widths)
        return table

    @property
    def positions(self) -> int:
        """Positions in the table."""
        return int(self.head[POSITIONS])

    @property
    def used_values(self) -> FloatArray:
        """The values in use, in the order of insertion."""
        return self.values[: self.head[VALUES]]

    @property
    def nbytes(self) -> int:
        """Bytes that the table takes."""
        return self.index.nbytes + self.values.nbytes

    def entries(self) -> tuple[IntArray, IntArray]:
        """Return the keys and the numbers of legal actions, in the order of insertion."""
        pairs = self.index.reshape(-1, 2)
        pairs = pairs[pairs[:, 1] != 0]
        pairs = pairs[np.argsort(pairs[:, 1])]
        return pairs[:, 0].copy(), pairs[:, 1] & _WIDTH_MASK

    def make_room(self, positions: int, values: int, limit_bytes: int) -> None:
        """Let so many more positions and values fit.

        Raises:
            TableFullError: that takes more than `limit_bytes`.
        """
        slots = max(len(self.index) // 2, _slots_for(self.positions + positions))
        least = int(self.head[VALUES]) + values
        pool = len(self.values) if least <= len(self.values) else max(least, 2 * len(self.values))
        if slots * SLOT_BYTES + pool * VALUE_BYTES > limit_bytes:
            pool = max(least, (limit_bytes - slots * SLOT_BYTES) // VALUE_BYTES)
            if slots * SLOT_BYTES + pool * VALUE_BYTES > limit_bytes:
                raise TableFullError(
                    f"the table of {self.positions:,} positions is full; expected to fit into {limit_bytes:,} bytes: "
                    "allow more memory, or train for fewer games"
                )
        if slots > len(self.index) // 2:
            index = np.zeros(2 * slots, dtype=np.int64)
            _rehash(self.index, index)
            self.index = index
        if pool > len(self.values):
            grown = np.zeros(pool)
            grown[: len(self.values)] = self.values
            self.values = grown


def check_entries(keys: IntArray, widths: IntArray, values: FloatArray) -> None:
    """Raise ValueError for what is no table: compiled code trusts these arrays."""
    flat = keys.dtype == np.int64 and keys.ndim == widths.ndim == values.ndim == 1 and len(keys) == len(widths)
    if not flat or widths.dtype.kind not in "iu" or values.dtype != np.float64:
        raise ValueError("keys, widths and values are not of the kinds and shapes of a table")
    if (len(widths) and not 1 <= int(widths.min()) <= int(widths.max()) <= _WIDTH_MASK) or widths.sum() != len(values):
        raise ValueError("widths are not those of the values of a table")
    if not np.isfinite(values).all():
        raise ValueError("values of a table are numbers")


def _slots_for(positions: int) -> int:
    """Return the slots, a power of two, of which so many positions leave a third free."""
    return max(_LEAST_SLOTS, 1 << (3 * positions // 2).bit_length())
