"""Tic-tac-toe once more, slow and plain: what tests hold the fast rules against."""

from __future__ import annotations

from collections.abc import Sequence

from palaestra import Knobs


class Reference:
    """The slow twin: nine squares in a list and the moves played."""

    def __init__(self, knobs: Knobs, decks: Sequence[str], seed: int) -> None:  # noqa: ARG002 - nothing varies
        self._squares: list[str] = [" "] * 9
        self._to_move = "X"

    @classmethod
    def from_position(cls, text: str, knobs: Knobs) -> Reference:
        """Return the twin of a position text."""
        twin = cls(knobs, ("standard", "standard"), 0)
        board, twin._to_move = text.split()
        twin._squares = [" " if symbol == "." else symbol for symbol in board]
        return twin

    @property
    def current_player(self) -> int:
        """The seat to move; -1 when the game is over."""
        if self._owner_of_a_row() or " " not in self._squares:
            return -1
        return 0 if self._to_move == "X" else 1

    def legal_actions(self) -> list[int]:
        """Return the empty squares."""
        if self.current_player < 0:
            return []
        return [square for square in range(9) if self._squares[square] == " "]

    def step(self, action: int) -> None:
        """Mark a square."""
        self._squares[action] = self._to_move
        self._to_move = "O" if self._to_move == "X" else "X"

    def returns(self) -> list[float]:
        """Return the result."""
        owner = self._owner_of_a_row()
        if not owner:
            return [0.0, 0.0]
        return [1.0, -1.0] if owner == "X" else [-1.0, 1.0]

    def _owner_of_a_row(self) -> str:
        """Return X or O, or nothing."""
        grid = [self._squares[i : i + 3] for i in (0, 3, 6)]
        columns = [list(column) for column in zip(*grid, strict=True)]
        diagonals = [[grid[i][i] for i in range(3)], [grid[i][2 - i] for i in range(3)]]
        lines: list[list[str]] = [*grid, *columns, *diagonals]
        for line in lines:
            if line[0] != " " and line.count(line[0]) == 3:
                return line[0]
        return ""
