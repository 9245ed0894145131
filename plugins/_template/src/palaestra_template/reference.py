"""The slow twin of the rules: plain Python, written without looking at them, and used only by tests."""

from __future__ import annotations

from collections.abc import Sequence

from palaestra.spec import Knobs


class Reference:
    """The game as the list of what was taken."""

    def __init__(self, knobs: Knobs, decks: Sequence[str], seed: int) -> None:  # noqa: ARG002 - nothing random
        self._stones, self._most = int(knobs["stones"]), int(knobs["most"])
        self._taken: list[int] = []

    @property
    def current_player(self) -> int:
        """The seat to move; -1 when the game is over."""
        return len(self._taken) % 2 if sum(self._taken) < self._stones else -1

    def legal_actions(self) -> list[int]:
        """Return the legal actions in ascending order."""
        left = self._stones - sum(self._taken)
        return [count - 1 for count in range(1, self._most + 1) if count <= left]

    def step(self, action: int) -> None:
        """Take stones."""
        self._taken.append(action + 1)

    def returns(self) -> list[float]:
        """Return 1 for who moved last and -1 for the other."""
        return [1.0, -1.0] if len(self._taken) % 2 == 1 else [-1.0, 1.0]
