"""The captions of every picture of Indian Rummy: the wild rank, whose turn it is, how much is not shown."""

from __future__ import annotations

from typing import Final

from palaestra import IntArray
from palaestra_rummy.cards import CARD_NAMES, RANK_NAMES
from palaestra_rummy.indian_rummy.layout import (
    CLOSED_COUNT,
    CUT,
    DISCARD,
    HAND_SIZE,
    HANDS,
    MOVER,
    PHASE,
    TURN,
    WILD,
    WINNER,
)

SEATS: Final = ("first", "second")


def unknown(observation: IntArray, seat: int) -> int:
    """Return how many cards of a hand the observation does not show."""
    fourteenth = int(observation[PHASE] == DISCARD and observation[TURN] % 2 == seat)
    return HAND_SIZE + fourteenth - int(observation[HANDS + seat]).bit_count()


def status(observation: IntArray) -> str:
    """Return whose turn it is, or how the game ended."""
    if observation[MOVER] >= 0:
        doing = "discard or declare" if observation[PHASE] == DISCARD else "draw"
        return f"{SEATS[observation[MOVER]]} to {doing}"
    return f"{SEATS[observation[WINNER]]} wins" if observation[WINNER] >= 0 else "draw"


def wild_line(observation: IntArray) -> str:
    """Return the wild rank, how many cards are closed, and the turn."""
    cut = f" ({CARD_NAMES[observation[CUT]]} is out of play)" if observation[CUT] >= 0 else ""
    wild = RANK_NAMES[observation[WILD]]
    return f"wild {wild}{cut}, {observation[CLOSED_COUNT]} closed, turn {observation[TURN] + 1}"
