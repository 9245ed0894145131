"""Pictures of GOPS."""

from __future__ import annotations

from typing import Final

from gops.notation import text_of
from gops.rules import BID, HANDS, HIDDEN, PRIZE, PRIZES, SCORES
from palaestra import Drawing, IntArray


class GopsDrawing(Drawing):
    """Three lines; the input is an observation, so a hidden bid is there as ``HIDDEN``."""

    def text(self, observation: IntArray) -> str:
        """Return prizes, hands, scores and the bid."""
        bid = {0: "", HIDDEN: "  bid ?"}.get(int(observation[BID]), f"  bid {observation[BID]}")
        return (
            f"prize  {observation[PRIZE] or '-'}  then {text_of(observation[PRIZES])}\n"
            f"first  {text_of(observation[HANDS])}  points {observation[SCORES]}{bid}\n"
            f"second {text_of(observation[HANDS + 1])}  points {observation[SCORES + 1]}"
        )


DRAWING: Final = GopsDrawing()
