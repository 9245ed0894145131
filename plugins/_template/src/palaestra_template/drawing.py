"""Pictures of last_stone."""

from __future__ import annotations

from typing import Final

from palaestra import IntArray
from palaestra_template.rules import SEAT, STONES


def status(observation: IntArray) -> str:
    """Return who is to move, or who has won."""
    player = "first" if observation[SEAT] == 0 else "second"
    return f"{player} to move" if observation[STONES] > 0 else f"{player} wins"


class LastStoneDrawing:
    """The heap in one row."""

    def text(self, observation: IntArray) -> str:
        """Return the heap and the state of the game."""
        return f"{'o' * int(observation[STONES])}\n{status(observation)}".strip()

    def svg(self, observation: IntArray) -> str:
        """Return the same as an SVG document."""
        count = int(observation[STONES])
        stones = "".join(f'<circle cx="{20 * i + 15}" cy="15" r="8"/>' for i in range(count))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {max(20 * count, 140) + 10} 55">{stones}'
            f'<text x="7" y="45" font-size="14">{status(observation)}</text></svg>'
        )


DRAWING: Final = LastStoneDrawing()
