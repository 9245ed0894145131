"""The static value of a hand."""

from __future__ import annotations

from typing import Final

from palaestra.jit import jit
from palaestra.kernel import EVALUATE, IntArray
from palaestra_rummy.analysis.distance import min_distance
from palaestra_rummy.analysis.greedy import greedy_deadwood
from palaestra_rummy.analysis.score import best_deadwood, deadwood
from palaestra_rummy.indian_rummy.layout import (
    DISCARD,
    GREEDY,
    HANDS,
    MOVER,
    PHASE,
    TURN,
    WILD,
    WILD_IN_PURE,
    WINNER,
)

FARTHEST: Final = 8.0
"""Above the largest distance, 7, with any deadwood as a fraction: the distance decides, then the points."""
MOST_POINTS: Final = 134.0
"""The largest deadwood of fourteen cards; of thirteen it is 126."""


@jit(EVALUATE)
def evaluate(state: IntArray, player: int) -> float:
    """Return 1 - (MinDist + deadwood / 134) / 4 of `player`'s hand, the best thirteen of fourteen; then the result.

    So a finished hand is worth 1 and a hand as dealt about 0. The knob ``analysis = "greedy"`` makes it the potential
    of the IRumAI paper, brought to the same range: 1 - 2 (greedy deadwood) / 134. The opponent's hand does not enter.
    """
    if state[MOVER] < 0:
        if state[WINNER] < 0:
            return 0.0
        return 1.0 if state[WINNER] == player else -1.0
    hand = state[HANDS + player]
    wild = state[WILD]
    if state[GREEDY] == 1:
        return 1.0 - 2.0 * greedy_deadwood(hand, wild) / MOST_POINTS
    fourteen = state[PHASE] == DISCARD and state[TURN] % 2 == player
    points = best_deadwood(hand, wild) if fourteen else deadwood(hand, wild)
    return 1.0 - 2.0 * (min_distance(hand, wild, state[WILD_IN_PURE]) + points / MOST_POINTS) / FARTHEST
