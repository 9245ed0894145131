"""What compiled code reads of a learner: one ``float64`` array, the *rule*, with these indexes."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from palaestra import FloatArray, jit, wrapping

ALPHA: Final = 0
"""Share of a new target in an update."""
GAMMA: Final = 1
"""Discount from one own decision to the next."""
Q0: Final = 2
"""Value of an action that has never been updated: a constant ..."""
Q0_WIDTH: Final = 3
"""... plus a number drawn uniformly below this, the same whenever it is asked for."""
SALT: Final = 4
"""Seed of those numbers, a whole number below 2**53: larger ones are not exact in a ``float64``."""
DRAW_REWARD: Final = 5
SCHEDULE: Final = 6
"""CONSTANT, LINEAR or HARMONIC."""
EPSILON: Final = 7
EPSILON_END: Final = 8
EPSILON_GAMES: Final = 9
"""LINEAR: games until the end value is reached; HARMONIC: games until epsilon is halved."""
SEATS: Final = 10
"""The learner's seat: FIRST, SECOND or ALTERNATING."""
TWIN: Final = 11
"""1 when the other seat plays by the same table, 0 when it plays by a policy."""
TWIN_EXPLORES: Final = 12
LEARNS: Final = 13
"""0 = games are played greedily and leave the table as it is."""
SYMMETRY: Final = 14
"""1 = positions are replaced by their representatives under the symmetries of the game."""
FIRST_OF_TIES: Final = 15
"""1 = the first of equally good actions is played, 0 = any of them."""
RANDOMNESS: Final = 16
"""Probability with which a policy plays any legal action in place of the best one."""
INDEX_WORDS: Final = 17
"""In a policy's params: words of the table's index, which follows the rule."""
NUM_RULE: Final = 18

CONSTANT: Final = 0
LINEAR: Final = 1
HARMONIC: Final = 2

FIRST: Final = 0
SECOND: Final = 1
ALTERNATING: Final = 2

# Odd multipliers with well spread bits: 2**64 over the golden ratio, as Fibonacci hashing takes it (Knuth, The Art of
# Computer Programming 3, 6.4), and the second prime of xxHash64. Any odd one keeps different keys different.
_PRIME: Final = np.int64(-7046029254386353131)
_PRIME_2: Final = np.int64(-4417276706812531889)
_LOW_31: Final = np.int64((1 << 31) - 1)
_LOW_53: Final = np.int64((1 << 53) - 1)
_UNIT: Final = 2.0**-53


@jit
@wrapping
def mixed(key: int) -> int:
    """Return a number whose low bits depend on all bits of a key; different keys give different numbers."""
    # A product carries low bits upwards only, so the upper half is folded down after each. int64 shifts keep the sign,
    # which the mask takes off again.
    value = np.int64(key) * _PRIME
    value = (value ^ (value >> 32 & _LOW_31)) * _PRIME_2
    return int(value ^ (value >> 32 & _LOW_31))


@jit
def initial_value(rule: FloatArray, key: int, place: int) -> float:
    """Return the value of a position's legal action, by its place among them, before its first update."""
    # Random first values are a function of the position, not drawn when it is first met: what is not in the table yet
    # has its values all the same, and a training interrupted anywhere goes on with the same ones.
    if rule[Q0_WIDTH] == 0.0:
        return float(rule[Q0])
    word = mixed(mixed(key ^ int(rule[SALT])) ^ place)
    return float(rule[Q0] + rule[Q0_WIDTH] * (word & _LOW_53) * _UNIT)


@jit
def epsilon_at(rule: FloatArray, game: int) -> float:
    """Return the probability of a random action in a game of training, counted from 0."""
    # A function of the number of the game alone: a training in slices is the same as one in a single call.
    if rule[SCHEDULE] == LINEAR:
        share = min(1.0, game / rule[EPSILON_GAMES])
        return float(rule[EPSILON] + (rule[EPSILON_END] - rule[EPSILON]) * share)
    if rule[SCHEDULE] == HARMONIC:
        return float(rule[EPSILON] / (1.0 + game / rule[EPSILON_GAMES]))
    return float(rule[EPSILON])


def changed(rule: FloatArray, **values: Any) -> FloatArray:
    """Return a copy of a rule with other values: ``changed(rule, LEARNS=0)``."""
    copy = rule.copy()
    for name, value in values.items():
        copy[globals()[name]] = value
    return copy
