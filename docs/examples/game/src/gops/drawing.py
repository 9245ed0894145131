"""Pictures of GOPS."""

from __future__ import annotations

from typing import Final

from gops.notation import text_of
from gops.rules import BID, HANDS, HIDDEN, PRIZE, PRIZES, SCORES
from palaestra import IntArray


class GopsDrawing:
    """Three lines; the input is an observation, so a hidden bid is there as ``HIDDEN``."""

    def text(self, observation: IntArray) -> str:
        """Return prizes, hands, scores and the bid."""
        bid = {0: "", HIDDEN: "  bid ?"}.get(int(observation[BID]), f"  bid {observation[BID]}")
        return (
            f"prize  {observation[PRIZE] or '-'}  then {text_of(observation[PRIZES])}\n"
            f"first  {text_of(observation[HANDS])}  points {observation[SCORES]}{bid}\n"
            f"second {text_of(observation[HANDS + 1])}  points {observation[SCORES + 1]}"
        )

    def svg(self, observation: IntArray) -> str:
        """Return the same as an SVG document."""
        lines = "".join(
            f'<text x="10" y="{25 * (row + 1)}" font-family="monospace" font-size="16">{line}</text>'
            for row, line in enumerate(self.text(observation).splitlines())
        )
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 90">{lines}</svg>'


DRAWING: Final = GopsDrawing()
