"""The slow twin of the rules: plain Python, written without looking at them, and used only by tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from palaestra import Knobs


class Reference:
    """The game as the heap and the list of who took from it."""

    def __init__(self, knobs: Knobs, decks: Sequence[str], seed: int) -> None:  # noqa: ARG002 - nothing random
        self._heap, self._most = int(knobs["stones"]), int(knobs["most"])
        self._takers: list[int] = []
        self._first = 0

    @classmethod
    def from_position(cls, text: str, knobs: Knobs) -> Self:
        """Return the twin of a position text."""
        twin = cls(knobs, (), 0)
        heap, seat = text.split()
        twin._heap, twin._first = int(heap), int(seat) - 1
        return twin

    @property
    def current_player(self) -> int:
        """The seat to move; -1 when the game is over."""
        return (self._first + len(self._takers)) % 2 if self._heap else -1

    def legal_actions(self) -> list[int]:
        """Return the legal actions in ascending order; empty when the game is over."""
        return [count - 1 for count in range(1, self._most + 1) if count <= self._heap]

    def step(self, action: int) -> None:
        """Take stones."""
        self._takers.append(self.current_player)
        self._heap -= action + 1

    def returns(self) -> list[float]:
        """Return 1 for who took the last stone and -1 for the other."""
        return [1.0, -1.0] if self._takers[-1] == 0 else [-1.0, 1.0]
