"""What learners and searchers see of a position of nine men's morris."""

from __future__ import annotations

from typing import Final

from palaestra import FeatureArray, IntArray, rule
from palaestra_boardgames.nine_mens_morris.board import ALL_POINTS, NUM_POINTS, count, count_lanes, count_mills, slides
from palaestra_boardgames.nine_mens_morris.rules import (
    DRAWN,
    FEWEST,
    HAND,
    MAX_TURNS,
    MEN,
    MEN_EACH,
    PLAYING,
    REMOVAL,
    RESULT,
    SIDE,
    TURNS,
    WHITE_WON,
)

NUM_FEATURES: Final = 2 * NUM_POINTS + 8

MAN: Final = 1.0
MILL: Final = 0.2
LANE: Final = 0.04
PENDING_REMOVAL: Final = 0.9
SCALE: Final = 3.0
"""An advantage of this many men is worth half a win."""


@rule
def encode(state: IntArray, player: int, out: FeatureArray) -> None:
    """Write 56 features from the player's side, all in [0, 1].

    0-23 own men by point; 24-47 the opponent's; 48-49 own and the opponent's men in hand, of nine; 50-51 whether
    they fly; 52-53 whether the player, the opponent, is to move; 54 whether a man is to be removed; 55 turns played,
    of `max_turns`.
    """
    seats = (player, 1 - player)
    for i in range(2):
        men = state[MEN + seats[i]]
        hand = state[HAND + seats[i]]
        for point in range(NUM_POINTS):
            out[NUM_POINTS * i + point] = men >> point & 1
        out[48 + i] = hand / MEN_EACH
        out[50 + i] = 1.0 if hand == 0 and count(men) == FEWEST else 0.0
        out[52 + i] = 1.0 if state[RESULT] == PLAYING and state[SIDE] == seats[i] else 0.0
    out[54] = state[REMOVAL]
    out[55] = state[TURNS] / state[MAX_TURNS]


@rule
def evaluate(state: IntArray, player: int) -> float:
    """Return men, closed mills and freedom of the player against the opponent's, squashed; exact at the end.

    A man (in hand or on the board) counts 1, a closed mill 0.2, a slide along a line 0.04, a removal that is due 0.9;
    an advantage of x gives ``x / (3 + |x|)``.
    """
    result = state[RESULT]
    if result != PLAYING:
        if result == DRAWN:
            return 0.0
        return 1.0 if (result == WHITE_WON) == (player == 0) else -1.0
    own = state[MEN + player]
    opponent = state[MEN + 1 - player]
    empty = ALL_POINTS & ~(own | opponent)
    men = count(own) + state[HAND + player] - count(opponent) - state[HAND + 1 - player]
    mills = count_mills(own) - count_mills(opponent)
    lanes = count_lanes(slides(own, empty)) - count_lanes(slides(opponent, empty))
    advantage = MAN * men + MILL * mills + LANE * lanes
    if state[REMOVAL] != 0:
        advantage += PENDING_REMOVAL if state[SIDE] == player else -PENDING_REMOVAL
    return float(advantage / (SCALE + abs(advantage)))
