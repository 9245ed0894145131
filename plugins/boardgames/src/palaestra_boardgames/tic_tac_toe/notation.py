"""Strings of tic-tac-toe.

A position is its nine cells row by row from the top left, ``X``, ``O`` or ``.``, then a space and the side to move:
``"X.O...... X"``. Over or not, it names the side whose turn it is by the number of marks. An action is a column letter
(a to c from the left) and a row number (1 to 3 from the top): cell 0 is ``a1``, cell 8 is ``c3``.
"""

from __future__ import annotations

import re
from typing import Final

from palaestra import IntArray, PositionError
from palaestra_boardgames.tic_tac_toe.rules import FULL, HAS_LINE, MARKS, SEAT

SYMBOLS: Final = "XO"


def cells(state: IntArray) -> str:
    """Return the nine cells as text."""
    crosses, noughts = int(state[MARKS]), int(state[MARKS + 1])
    return "".join("X" if crosses >> cell & 1 else "O" if noughts >> cell & 1 else "." for cell in range(9))


class TicTacToeNotation:
    """Strings both ways."""

    def action_to_string(self, state: IntArray, action: int) -> str:  # noqa: ARG002 - the same everywhere
        """Return column letter and row number."""
        return f"{'abc'[action % 3]}{action // 3 + 1}"

    def position_to_string(self, state: IntArray) -> str:
        """Return the cells and the side whose turn it is."""
        board = cells(state)
        return f"{board} {SYMBOLS[board.count('X') - board.count('O')]}"

    def position(self, text: str, state: IntArray) -> None:
        """Write the position.

        Raises:
            PositionError: the text cannot be read, the side to move does not fit the marks, or the game would have
                gone on after it was over.
        """
        match = re.fullmatch(r"([XO.]{9}) ([XO])", text.strip())
        if match is None:
            raise PositionError(
                f"tic_tac_toe position '{text}': expected nine of X, O, . and the side to move: 'X.O...... X'"
            )
        board, side = match.groups()
        seat = board.count("X") - board.count("O")
        if seat not in (0, 1) or side != SYMBOLS[seat]:
            raise PositionError(f"tic_tac_toe position '{text}': it cannot be the turn of {side} after as many marks")
        crosses, noughts = (sum(1 << cell for cell in range(9) if board[cell] == symbol) for symbol in SYMBOLS)
        if HAS_LINE[noughts if side == "O" else crosses]:
            raise PositionError(
                f"tic_tac_toe position '{text}': {side} has a line already, so the other cannot have moved last"
            )
        over = HAS_LINE[crosses] or HAS_LINE[noughts] or crosses | noughts == FULL
        state[MARKS] = crosses
        state[MARKS + 1] = noughts
        state[SEAT] = -1 if over else seat


NOTATION: Final = TicTacToeNotation()
