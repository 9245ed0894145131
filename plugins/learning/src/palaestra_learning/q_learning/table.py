"""The table of Q values: a hash map in compiled code, from the key of a position to the values of its legal actions.

The *index* has slots in groups of eight. A slot is two words: the key, and where the position's values begin in the
pool together with their number (0 = the slot is free). Before all slots come their tags, a word for each group: a byte
of the key's hash for each used slot, 0 for the others. One look at a tag word tells in which slots of a group a
position can be, so that most positions that are missing are found to be without reading a slot, and the tags of a
million positions fit into a processor's cache. A full group goes on in the next one. The tags are an idea of Abseil's
"Swiss tables" (https://abseil.io/about/design/swisstables).

The pool of values only grows at its end: the positions in the order of their values are those in the order of
insertion, so that the table as it was earlier is a beginning of the table as it is now.

A position costs 23 to 34 bytes of the index and 8 to 12 for each of its legal actions: both arrays grow by a half.

A key that meets another number of legal actions than it was stored with belongs to two positions. That is an error:
the keys of tic-tac-toe and nine men's morris cannot collide, 64-bit hashes as in Kalah do so once in some 10**6 tables
of five million positions.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import FloatArray, IntArray, UserError, jit, wrapping
from palaestra_learning.q_learning.rule import initial_value

POSITIONS: Final = 0
"""In the head: positions in the table."""
VALUES: Final = 1
"""In the head: values in the pool."""

_WIDTH_BITS: Final = 16
_WIDTH_MASK: Final = (1 << _WIDTH_BITS) - 1
MISSING: Final = -1

_GROUP: Final = 8
"""Slots whose tags share a word."""
_GROUP_WORDS: Final = 1 + 2 * _GROUP
GROUP_BYTES: Final = 8 * _GROUP_WORDS
VALUE_BYTES: Final = 8
_LEAST_GROUPS: Final = 1 << 7
_LEAST_VALUES: Final = 1 << 10
_GROWTH: Final = 1.5
"""Arrays grow by a half: doubling would need less copying, and at its end twice the memory that is in use."""

# Eight bytes in a word: typed constants, since all 64 bits are used.
_ONES: Final = np.int64(0x0101010101010101)
_USED: Final = np.int64(-0x7F7F7F7F7F7F7F80)
_LANES: Final = np.int64(0x0001020304050607)
_PRIME: Final = np.int64(-7046029254386353131)
_LOW_32: Final = np.int64(0xFFFFFFFF)


@jit(inline=True)
@wrapping
def _hashed(key: int) -> int:
    """Return 32 bits that depend on all bits of a key."""
    # A product carries low bits upwards only: the upper half is folded into the lower one first, then the upper half
    # of the product is taken, to which all bits have come.
    value = np.int64(key)
    return int((value ^ (value >> 32 & _LOW_32)) * _PRIME >> 32 & _LOW_32)


@jit(inline=True)
def _tag(code: int) -> int:
    """Return a byte of a hash with its highest bit set."""
    # The set bit tells a used slot from a free one, whose tag is 0. The group comes from the upper bits of the hash,
    # the tag from the lower ones, which differ within a group.
    return code & 127 | 128


@jit(inline=True)
@wrapping
def _first_lane(flags: int) -> int:
    """Return the number, from 0, of the lowest byte that is flagged by its highest bit; no other bits are set."""
    # The lowest flag alone, shifted down to bit 0 of its byte, is 256**lane. Times a word of the bytes 0 to 7, from the
    # highest down, it moves the byte `lane` to the top: a multiplication in place of a loop.
    word = np.int64(flags)
    return int(((word & -word) >> 7 & _ONES) * _LANES >> 56 & 7)


@jit(inline=True)
@wrapping
def find(index: IntArray, key: int, width: int) -> int:
    """Return where the values of a position begin, or MISSING; `width` is the number of its legal actions.

    Raises:
        ValueError: two positions with one key.
    """
    groups = index.shape[0] // _GROUP_WORDS
    code = _hashed(key)
    # A 32-bit hash times the number of groups, over 2**32, is a group (Lemire, "Fast Random Integer Generation in an
    # Interval", arXiv:1805.10941): no division, and any number of groups, so that the table may grow by a half.
    group = code * groups >> 32
    wanted = _tag(code) * _ONES
    # It ends: `has_room` leaves a quarter of all slots free, and nothing is ever removed, so that a group with a free
    # slot is the last one in which the position can be.
    while True:
        tags = index[group]
        unlike = tags ^ wanted
        # Finds zero bytes in a word (Warren, Hacker's Delight, 6-1). A borrow may flag a byte above a true one as well:
        # harmless, as the key decides.
        same = (unlike - _ONES) & ~unlike & _USED
        while same != 0:
            slot = groups + 2 * (_GROUP * group + _first_lane(same))
            if index[slot] == key:
                entry = index[slot + 1]
                if entry & _WIDTH_MASK != width:
                    raise ValueError("two positions with different numbers of legal actions have one key")
                return int(entry >> _WIDTH_BITS)
            same &= same - 1
        if ~tags & _USED != 0:
            return MISSING
        group = group + 1 if group + 1 < groups else 0


@jit
@wrapping
def put(index: IntArray, key: int, offset: int, width: int) -> None:
    """Enter a position that is missing; the index must have a free slot."""
    groups = index.shape[0] // _GROUP_WORDS
    code = _hashed(key)
    group = code * groups >> 32
    while ~index[group] & _USED == 0:
        group = group + 1 if group + 1 < groups else 0
    lane = _first_lane(~index[group] & _USED)
    index[group] |= np.int64(_tag(code)) << 8 * lane
    slot = groups + 2 * (_GROUP * group + lane)
    index[slot] = key
    index[slot + 1] = offset << _WIDTH_BITS | width


@jit
def insert(index: IntArray, values: FloatArray, head: IntArray, rule: FloatArray, key: int, width: int) -> int:
    """Insert a position that is missing, with initial values, and return where they begin."""
    # Values are appended and never moved: a snapshot is a beginning of the pool, and needs no copy of the index.
    offset = head[VALUES]
    put(index, key, offset, width)
    head[POSITIONS] += 1
    head[VALUES] += width
    for place in range(width):
        values[offset + place] = initial_value(rule, key, place)
    return int(offset)


@jit
def has_room(index: IntArray, values: FloatArray, head: IntArray, positions: int, more: int) -> int:
    """Return 1 if so many more positions and values fit, with a quarter of all slots left free."""
    slots = index.shape[0] // _GROUP_WORDS * _GROUP
    return int(4 * (head[POSITIONS] + positions) <= 3 * slots and head[VALUES] + more <= values.shape[0])


@jit
def _rehash(old: IntArray, new: IntArray) -> None:
    groups = old.shape[0] // _GROUP_WORDS
    for slot in range(groups, old.shape[0], 2):
        entry = old[slot + 1]
        if entry != 0:
            put(new, old[slot], entry >> _WIDTH_BITS, entry & _WIDTH_MASK)


@jit
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
        return cls(_index(_LEAST_GROUPS), np.zeros(_LEAST_VALUES), np.zeros(2, dtype=np.int64))

    @classmethod
    def from_entries(cls, keys: IntArray, widths: IntArray, values: FloatArray) -> QTable:
        """Return a table of positions in the order of their values.

        Raises:
            ValueError: arrays that do not fit together.
        """
        check_entries(keys, widths, values)
        head = np.array([len(keys), len(values)], dtype=np.int64)
        table = cls(_index(_groups_for(len(keys))), np.array(values, dtype=np.float64), head)
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
        pairs = self.index[len(self.index) // _GROUP_WORDS :].reshape(-1, 2)
        pairs = pairs[pairs[:, 1] != 0]
        pairs = pairs[np.argsort(pairs[:, 1])]
        return pairs[:, 0].copy(), pairs[:, 1] & _WIDTH_MASK

    def make_room(self, positions: int, values: int, limit_bytes: int) -> None:
        """Let so many more positions and values fit.

        Raises:
            TableFullError: that takes more than `limit_bytes`.
        """
        groups, pool = len(self.index) // _GROUP_WORDS, len(self.values)
        least_groups, least_pool = _groups_for(self.positions + positions), int(self.head[VALUES]) + values
        if groups < least_groups:
            groups = int(_GROWTH * least_groups)
        if pool < least_pool:
            pool = int(_GROWTH * least_pool)
        if groups * GROUP_BYTES + pool * VALUE_BYTES > limit_bytes:  # all there is, shared as it is used
            share = limit_bytes / (least_groups * GROUP_BYTES + least_pool * VALUE_BYTES)
            if share < 1.0:
                raise TableFullError(
                    f"the table of {self.positions:,} positions is full; expected to fit into {limit_bytes:,} bytes: "
                    "allow more memory, or train for fewer games"
                )
            groups, pool = int(share * least_groups), int(share * least_pool)
        if groups != len(self.index) // _GROUP_WORDS:
            index = _index(groups)
            _rehash(self.index, index)
            self.index = index
        if pool != len(self.values):
            grown = np.zeros(pool)
            grown[: self.head[VALUES]] = self.used_values
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


def _groups_for(positions: int) -> int:
    """Return the groups of slots of which so many positions leave a quarter free."""
    return max(_LEAST_GROUPS, -(-4 * positions // (3 * _GROUP)))


def _index(groups: int) -> IntArray:
    """Return an index without positions."""
    return np.zeros(groups * _GROUP_WORDS, dtype=np.int64)
