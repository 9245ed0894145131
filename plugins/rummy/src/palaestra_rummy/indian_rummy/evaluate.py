"""How promising a hand is: the static value for searches, and the potential for learners' rewards."""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, jit, rule
from palaestra_rummy.analysis.distance import min_distance
from palaestra_rummy.analysis.greedy import greedy_deadwood
from palaestra_rummy.analysis.score import best_deadwood, deadwood
from palaestra_rummy.bits import population
from palaestra_rummy.indian_rummy.layout import GREEDY, HAND_SIZE, HANDS, MOVER, WILD, WILD_IN_PURE, WINNER

MOST_POINTS: Final = 134.0
"""The largest deadwood of fourteen cards; of thirteen it is 126."""
FARTHEST: Final = 8.0
"""The largest distance, 7, and 1 for the points: the distance decides, then the points."""
SCALE: Final = 130.0
"""What the IRumAI paper divides deadwood by."""


@jit
def points_outside(state: IntArray, player: int) -> int:
    """Return the deadwood of a hand by the analysis of the game: of the best thirteen cards, or greedily of all."""
    hand = state[HANDS + player]
    if state[GREEDY] == 1:
        return greedy_deadwood(hand, state[WILD])
    if population(hand) > HAND_SIZE:
        return best_deadwood(hand, state[WILD])
    return deadwood(hand, state[WILD])


@rule("evaluate")
def potential(state: IntArray, player: int) -> float:
    """Return -deadwood / 130: the potential of the IRumAI paper, section IV, equation 2."""
    return -points_outside(state, player) / SCALE


@rule
def evaluate(state: IntArray, player: int) -> float:
    """Return 1 - (MinDist + deadwood / 134) / 4 of `player`'s hand, the best thirteen of fourteen; then the result.

    So a finished hand is worth 1 and a hand as dealt about 0. The knob ``analysis = "greedy"`` leaves the distance out
    and makes it 1 - 2 deadwood / 134, as in the literature. The opponent's hand does not enter.
    """
    if state[MOVER] < 0:
        if state[WINNER] < 0:
            return 0.0
        return 1.0 if state[WINNER] == player else -1.0
    points = points_outside(state, player) / MOST_POINTS
    if state[GREEDY] == 1:
        return 1.0 - 2.0 * points
    return 1.0 - 2.0 * (min_distance(state[HANDS + player], state[WILD], state[WILD_IN_PURE]) + points) / FARTHEST
