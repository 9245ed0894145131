"""Scores: values of positions as whole numbers, so that equal ones are equal.

A score is a value in [-1, 1] times :data:`WIN`, rounded, from the view of the seat to move. Where quick wins are
preferred a return of 1 or -1 counts one less for each ply of the search until it. A static value is kept below every
such win and above every such loss, so that a proven end outweighs any opinion.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import FloatArray, IntArray, Kernel, jit

WIN: Final = 1 << 40
MOST_PLIES: Final = (1 << 16) - 1
"""The deepest search."""
SURE: Final = WIN - MOST_PLIES
"""The least score of a proven win."""
INFINITE: Final = 1 << 41


@jit
def end_score(kernel: Kernel, state: IntArray, seat: int, ply: int, quick: bool, outcome: FloatArray) -> int:
    """Return the score of a finished game for `seat`, `ply` plies below the root."""
    kernel.returns(state, outcome)
    score = int(np.rint(outcome[seat] * WIN))
    if quick and score >= WIN:
        return score - ply
    return score + ply if quick and score <= -WIN else score


@jit
def static_score(kernel: Kernel, state: IntArray, seat: int) -> int:
    """Return the score of the game's own evaluation for `seat`."""
    score = int(np.rint(kernel.evaluate(state, seat) * WIN))
    return min(max(score, 1 - SURE), SURE - 1)


def value_of(score: int) -> float:
    """Return the value in [-1, 1] of a score, without the plies until it."""
    return float(np.sign(score)) if abs(score) >= SURE else score / WIN
