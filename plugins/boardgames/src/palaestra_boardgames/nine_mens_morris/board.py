"""The board of nine men's morris: 24 points, 16 mills, 32 lines between neighbours, as bit sets and tables.

Points are numbered row by row from the top left, and named as in the literature by file ``a-g`` and rank ``1-7``
(Ralph Gasser, "Solving Nine Men's Morris", Games of No Chance, MSRI Publications 29, 1996). Point p is bit p of a set
of points. A slide along a line is a *lane*: 64 of them, ascending by (from, to), so that all slides of a position
fit one word and the k-th set bit is the k-th slide in the order of the action ids.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from palaestra import jit

IntTable = NDArray[np.int64]

NUM_POINTS: Final = 24
ALL_POINTS: Final = (1 << NUM_POINTS) - 1

POINT_NAMES: Final = (
    *("a7", "d7", "g7"),
    *("b6", "d6", "f6"),
    *("c5", "d5", "e5"),
    *("a4", "b4", "c4", "e4", "f4", "g4"),
    *("c3", "d3", "e3"),
    *("b2", "d2", "f2"),
    *("a1", "d1", "g1"),
)


def _threes(points: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(points[i : i + 3]) for i in range(0, len(points), 3))


def _mills() -> tuple[tuple[int, ...], ...]:
    """Return the mills: every row and every column, those through the middle of the board being two."""
    by_column = sorted(range(NUM_POINTS), key=lambda point: (POINT_NAMES[point][0], point))
    return _threes(range(NUM_POINTS)) + _threes(by_column)


MILLS: Final = _mills()
LOW_LANES: Final = (1 << 32) - 1
"""The first half of the lanes: sets are counted and listed by halves, so that bit 63 overflows nothing in Python."""
_NEIGHBOURS: Final = tuple(pair for mill in MILLS for pair in pairwise(mill))
LANES: Final = tuple(sorted(_NEIGHBOURS + tuple((b, a) for a, b in _NEIGHBOURS)))


def bits(points: Sequence[int]) -> int:
    """Return a set of points as a word."""
    return sum(1 << point for point in points)


def _mill_rests() -> IntTable:
    """Return, at ``2 * p`` and ``2 * p + 1``, the other two points of each of the two mills through p."""
    rests = [bits(mill) & ~(1 << p) for p in range(NUM_POINTS) for mill in MILLS if p in mill]
    return np.array(rests, dtype=np.int64)


def _by_bytes(words: Sequence[int]) -> IntTable:
    """Return 3 x 256 words: at ``256 * i + byte`` the union of ``words[p]`` over the points p in byte i of a set."""
    table = np.zeros(3 * 256, dtype=np.uint64)
    for index in range(3 * 256):
        byte, value = divmod(index, 256)
        for bit in range(8):
            if value >> bit & 1:
                table[index] |= np.uint64(words[8 * byte + bit])
    return table.view(np.int64)


def _lanes_at(end: int) -> IntTable:
    """Return the lanes that start (`end` 0) or stop (`end` 1) at points of a set, by bytes of the set."""
    at_point = [sum(1 << i for i, lane in enumerate(LANES) if lane[end] == p) for p in range(NUM_POINTS)]
    return _by_bytes(at_point)


def _nth_bits() -> IntTable:
    """Return, at ``8 * byte + k``, the place of the k-th set bit of a byte (0 where there is none)."""
    table = np.zeros(256 * 8, dtype=np.int64)
    for byte in range(256):
        places = [bit for bit in range(8) if byte >> bit & 1]
        table[8 * byte : 8 * byte + len(places)] = places
    return table


def _symmetries() -> tuple[tuple[int, ...], ...]:
    """Return the 16 symmetries as images of the points: the square's 8, with and without inner and outer swapped."""
    places = [("abcdefg".index(name[0]) - 3, int(name[1]) - 4) for name in POINT_NAMES]
    numbers = {place: point for point, place in enumerate(places)}
    found = []
    for swap in (False, True):
        for quarters in range(4):
            for mirror in (False, True):
                image = []
                for x, y in places:
                    u, v = (-x, y) if mirror else (x, y)
                    for _ in range(quarters):
                        u, v = -v, u
                    ring = max(abs(u), abs(v))
                    scale = 4 - ring if swap else ring
                    image.append(numbers[u // ring * scale, v // ring * scale])
                found.append(tuple(image))
    return tuple(found)


SYMMETRIES: Final = _symmetries()

_MILL_RESTS: Final = _mill_rests()
_MILL_SETS: Final = np.array([bits(mill) for mill in MILLS], dtype=np.int64)
_LANES_OUT: Final = _lanes_at(0)
_LANES_IN: Final = _lanes_at(1)
_NTH_BITS: Final = _nth_bits()
_IMAGES: Final = np.concatenate([_by_bytes([1 << image for image in images]) for images in SYMMETRIES])
LANE_FROM: Final = np.array([lane[0] for lane in LANES], dtype=np.int64)
LANE_TO: Final = np.array([lane[1] for lane in LANES], dtype=np.int64)


@jit
def count(points: int) -> int:
    """Return the number of points in a set."""
    # LLVM knows this loop and puts one instruction in its place.
    number = 0
    while points != 0:
        points &= points - 1
        number += 1
    return number


@jit
def count_lanes(lanes: int) -> int:
    """Return the number of lanes in a set."""
    return count(lanes & LOW_LANES) + count((lanes >> 32) & LOW_LANES)


@jit
def nth(points: int, k: int) -> int:
    """Return the k-th point (from 0, ascending) of a set that has it."""
    # Branches on random numbers would be mispredicted half of the time: arithmetic instead.
    below = count(points & 0xFFFF)
    upper = int(k >= below)
    k -= below * upper
    points >>= 16 * upper
    place = 16 * upper
    below = count(points & 0xFF)
    upper = int(k >= below)
    k -= below * upper
    points >>= 8 * upper
    return place + 8 * upper + int(_NTH_BITS[8 * (points & 0xFF) + k])


@jit
def nth_lane(lanes: int, k: int) -> int:
    """Return the k-th lane (from 0, ascending) of a set that has it."""
    below = count(lanes & LOW_LANES)
    upper = int(k >= below)
    half = (lanes >> 32 * upper) & LOW_LANES
    k -= below * upper
    place = 32 * upper
    below = count(half & 0xFFFF)
    upper = int(k >= below)
    k -= below * upper
    half >>= 16 * upper
    place += 16 * upper
    below = count(half & 0xFF)
    upper = int(k >= below)
    k -= below * upper
    half >>= 8 * upper
    return place + 8 * upper + int(_NTH_BITS[8 * (half & 0xFF) + k])


@jit
def slides(own: int, empty: int) -> int:
    """Return the lanes from a man of `own` to an `empty` point."""
    start = _LANES_OUT[own & 255] | _LANES_OUT[256 + (own >> 8 & 255)] | _LANES_OUT[512 + (own >> 16 & 255)]
    stop = _LANES_IN[empty & 255] | _LANES_IN[256 + (empty >> 8 & 255)] | _LANES_IN[512 + (empty >> 16 & 255)]
    return int(start & stop)


@jit
def in_mill(men: int, point: int) -> int:
    """Return 1 if the man at `point` is in a mill of `men`, else 0."""
    first = _MILL_RESTS[2 * point]
    second = _MILL_RESTS[2 * point + 1]
    return int((men & first) == first or (men & second) == second)


@jit
def removable(men: int) -> int:
    """Return the men of the opponent that may be removed: those in no mill, or all if all are in mills."""
    milled = 0
    for i in range(16):
        mill = _MILL_SETS[i]
        if men & mill == mill:
            milled |= mill
    free = men & ~milled
    return free if free != 0 else men


@jit
def count_mills(men: int) -> int:
    """Return the number of closed mills."""
    number = 0
    for i in range(16):
        mill = _MILL_SETS[i]
        if men & mill == mill:
            number += 1
    return number


@jit
def image(points: int, symmetry: int) -> int:
    """Return the image of a set of points under one of the 16 symmetries."""
    base = 768 * symmetry
    low = _IMAGES[base + (points & 255)] | _IMAGES[base + 256 + (points >> 8 & 255)]
    return int(low | _IMAGES[base + 512 + (points >> 16 & 255)])
