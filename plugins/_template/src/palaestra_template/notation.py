"""Strings of last_stone: the action ``take 2``; the position ``"12 1"`` = 12 stones, the first seat moves."""

from __future__ import annotations

import re
from typing import Final

from palaestra import IntArray, PositionError
from palaestra_template.rules import SEAT, STONES


class LastStoneNotation:
    """Strings both ways; Palaestra finds the action of a text by trying the legal ones."""

    def action_to_string(self, state: IntArray, action: int) -> str:  # noqa: ARG002 - the same everywhere
        """Return the action in words."""
        return f"take {action + 1}"

    def position_to_string(self, state: IntArray) -> str:
        """Return the stones left, then the seat to move; at the end, the seat that took the last one."""
        return f"{state[STONES]} {state[SEAT] + 1}"

    def position(self, text: str, state: IntArray) -> None:
        """Write the position into a fresh deal.

        Raises:
            PositionError: the text cannot be read, or there are more stones than at the start.
        """
        match = re.fullmatch(r"(\d+) ([12])", text.strip())
        if match is None or int(match[1]) > state[STONES]:
            raise PositionError(
                f"last_stone position '{text}': expected at most {state[STONES]} stones and the seat to move, as '12 1'"
            )
        state[STONES] = int(match[1])
        state[SEAT] = int(match[2]) - 1


NOTATION: Final = LastStoneNotation()
