"""The rules that stand in where a game has none of its own."""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra.compiler import copy, jit
from palaestra.kernel.arrays import FeatureArray, IntArray
from palaestra.kernel.rng import random_int64, wrapping
from palaestra.kernel.rule import rule

_FNV_OFFSET: Final = np.uint64(0xCBF29CE484222325)
_FNV_PRIME: Final = np.uint64(0x100000001B3)
_MIX_1: Final = np.uint64(0xFF51AFD7ED558CCD)
_MIX_2: Final = np.uint64(0xC4CEB9FE1A85EC53)
_HALF: Final = np.uint64(33)


@rule("encode")
def no_features(state: IntArray, player: int, out: FeatureArray) -> None:
    """Write nothing: the game has no features."""


@rule("evaluate")
def no_evaluation(state: IntArray, player: int) -> float:  # noqa: ARG001 - the slot's signature
    """Return 0 for every position."""
    return 0.0


@rule("key")
@wrapping
def hash_state(state: IntArray) -> int:
    """Return a hash of every number but the two random ones: FNV-1a by 64 bits, mixed at the end.

    The low bits of a product know nothing of the high bits of its factors, hence the mixing (the finalizer of
    MurmurHash3): tables take their slots from the low bits.
    """
    value = _FNV_OFFSET
    for i in range(2, state.shape[0]):
        value = (value ^ np.uint64(state[i])) * _FNV_PRIME
    value = (value ^ (value >> _HALF)) * _MIX_1
    value = (value ^ (value >> _HALF)) * _MIX_2
    return int(np.int64(value ^ (value >> _HALF)))


@rule("playout")
def no_playout(state: IntArray) -> None:
    """Do nothing: :func:`play_out` then runs its generic loop."""


@rule("filter")
def keep_all(state: IntArray, index: int, actions: IntArray, n: int, out: IntArray) -> int:  # noqa: ARG001
    """Keep every action."""
    for i in range(n):
        out[i] = actions[i]
    return n


@rule("canonical")
def keep_position(state: IntArray, out: IntArray) -> None:
    """Copy the position: no symmetry is known."""
    copy(out, state)


@rule("timeout_action")
def no_timeout_action(state: IntArray) -> int:  # noqa: ARG001 - the slot's signature
    """Return -1: who runs out of time loses."""
    return -1


@rule("capped")
def never_capped(state: IntArray) -> int:  # noqa: ARG001 - the slot's signature
    """Return 0: the game ends by its rules alone."""
    return 0


@jit
def reseed(state: IntArray, rng: IntArray) -> None:
    """Give a state a fresh future: two random numbers drawn from `rng`."""
    state[0] = random_int64(rng)
    state[1] = random_int64(rng) | 1  # never both zero


@rule("observe")
def observe_open(state: IntArray, player: int, out: IntArray) -> None:  # noqa: ARG001
    """Show all but the random numbers: the `observe` of games with perfect information."""
    copy(out, state)
    out[0] = 0
    out[1] = 0


@rule("determinize")
def determinize_open(observation: IntArray, player: int, rng: IntArray, out: IntArray) -> None:  # noqa: ARG001
    """Copy the observation and give it a fresh future: the `determinize` of games with perfect information."""
    copy(out, observation)
    reseed(out, rng)
