"""Random numbers in kernels: xoroshiro128++ on the first two numbers of a state.

The generator and its seeding are those of David Blackman and Sebastiano Vigna, "Scrambled linear pseudorandom
number generators", ACM Transactions on Mathematical Software 47 (2021), with SplitMix64 (Steele, Lea and Flood,
OOPSLA 2014) to fill the words from one seed; reference sources at https://prng.di.unimi.it/.

A generator is an ``int64`` array whose first two words are its state; further words belong to the caller. All
functions give the same numbers compiled and as plain Python (``NUMBA_DISABLE_JIT=1``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

import numpy as np
from numba import int64, uint64

from palaestra.compiler import JIT_ENABLED, jit
from palaestra.kernel.arrays import IntArray

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")

# Typed constants: numba computes uint64 with int64 as float64.
_GAMMA: Final = np.uint64(0x9E3779B97F4A7C15)
_MIX_1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2: Final = np.uint64(0x94D049BB133111EB)
_LOW_32: Final = np.uint64(0xFFFFFFFF)
_WIDTH: Final = np.uint64(64)
_11: Final = np.uint64(11)
_17: Final = np.uint64(17)
_21: Final = np.uint64(21)
_27: Final = np.uint64(27)
_28: Final = np.uint64(28)
_30: Final = np.uint64(30)
_31: Final = np.uint64(31)
_32: Final = np.uint64(32)
_49: Final = np.uint64(49)
_UNIT: Final = 2.0**-53
_LARGEST_RANGE: Final = 2**31


def wrapping(function: Callable[_Parameters, _Result]) -> Callable[_Parameters, _Result]:
    """Let unsigned overflow wrap without a warning in plain Python, as it does in compiled code."""
    return function if JIT_ENABLED else np.errstate(over="ignore")(function)


@jit(uint64(uint64, uint64))
def _rotate_left(word: np.uint64, bits: np.uint64) -> np.uint64:
    return (word << bits) | (word >> (_WIDTH - bits))


@jit(uint64(uint64))
@wrapping
def _mix(counter: np.uint64) -> np.uint64:
    """Return the output of SplitMix64 for a counter."""
    word = (counter ^ (counter >> _30)) * _MIX_1
    word = (word ^ (word >> _27)) * _MIX_2
    return word ^ (word >> _31)


@jit
@wrapping
def seed_rng(words: IntArray, seed: int) -> None:
    """Fill ``words[0:2]`` with the first two outputs of SplitMix64 for `seed`, any 64-bit integer.

    Successive outputs of SplitMix64 differ, so the words are never both zero (the one state xoroshiro cannot leave).
    """
    counter = np.uint64(np.int64(seed)) + _GAMMA
    words[0] = np.int64(_mix(counter))
    words[1] = np.int64(_mix(counter + _GAMMA))


@jit(uint64(int64[::1]))
@wrapping
def _next(words: IntArray) -> np.uint64:
    first = np.uint64(words[0])
    second = np.uint64(words[1])
    result = _rotate_left(first + second, _17) + first
    second ^= first
    words[0] = np.int64(_rotate_left(first, _49) ^ second ^ (second << _21))
    words[1] = np.int64(_rotate_left(second, _28))
    return result


@jit
def random_int64(words: IntArray) -> int:
    """Advance the generator and return its next 64 bits as a signed integer."""
    return int(np.int64(_next(words)))


@jit
@wrapping
def random_below(words: IntArray, n: int) -> int:
    """Return a uniform integer in ``0 .. n - 1``, without bias, for n in ``1 .. 2**31``.

    Multiplication with rejection: Daniel Lemire, "Fast random integer generation in an interval", ACM Transactions
    on Modeling and Computer Simulation 29 (2019).

    Raises:
        ValueError: n outside ``1 .. 2**31``.
    """
    if n < 1 or n > _LARGEST_RANGE:
        raise ValueError("random_below takes n in 1 .. 2**31")
    size = np.uint64(n)
    product = (_next(words) >> _32) * size
    if (product & _LOW_32) < size:
        threshold = (_LOW_32 + np.uint64(1) - size) % size
        while (product & _LOW_32) < threshold:
            product = (_next(words) >> _32) * size
    return int(np.int64(product >> _32))


@jit
def random_unit(words: IntArray) -> float:
    """Return a uniform float in [0, 1), a multiple of 2**-53."""
    return np.float64(_next(words) >> _11) * _UNIT


@jit
def shuffle(words: IntArray, array: IntArray, n: int) -> None:
    """Bring ``array[:n]`` into uniformly random order (Fisher-Yates)."""
    for last in range(n - 1, 0, -1):
        other = random_below(words, last + 1)
        array[last], array[other] = array[other], array[last]


@jit
def reseed(state: IntArray, rng: IntArray) -> None:
    """Give a state new random numbers, drawn from `rng`, and so a future of its own."""
    state[0] = random_int64(rng)
    state[1] = random_int64(rng) | 1  # never both zero
