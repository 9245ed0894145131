"""Kalah once more, slowly and plainly, for tests: the cells in a ring, every seed sown by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self


class Reference:
    """A game of Kalah.

    The ring is the first seat's pits, its store, the second seat's pits and its store, in the order of sowing.
    """

    def __init__(self, knobs: Mapping[str, object], decks: Sequence[str] = (), seed: int = 0) -> None:  # noqa: ARG002
        """Lay out the board; there is one deck and no chance."""
        self.pits = int(str(knobs["pits"]))
        seeds = int(str(knobs["seeds"]))
        self.captures_when_opposite_empty = knobs["capture"] == "empty"
        self.any_empty_row_ends = knobs["end"] == "either"
        self.margins = knobs["scoring"] == "margin"
        self.sowings_left = 4 * seeds * self.pits**2
        self.ring = ([seeds] * self.pits + [0]) * 2
        self.current_player = 0

    @classmethod
    def from_position(cls, text: str, knobs: Mapping[str, object]) -> Self:
        """Return the game at a position."""
        game = cls(knobs)
        first, second, side = text.split()
        game.ring = [int(cell) for half in (first, second) for cell in half.replace("/", ",").split(",")]
        game.current_player = int(side) - 1
        game._finish_if_over()
        return game

    def _row(self, player: int) -> list[int]:
        """Return the cells of a player's pits."""
        start = player * (self.pits + 1)
        return list(range(start, start + self.pits))

    def _store(self, player: int) -> int:
        return player * (self.pits + 1) + self.pits

    def legal_actions(self) -> list[int]:
        """Return the mover's pits that hold seeds."""
        if self.current_player < 0:
            return []
        return [pit for pit, cell in enumerate(self._row(self.current_player)) if self.ring[cell] > 0]

    def step(self, action: int) -> None:
        """Sow a pit."""
        player, opponent = self.current_player, 1 - self.current_player
        cell = self._row(player)[action]
        hand, self.ring[cell] = self.ring[cell], 0
        while hand > 0:
            cell = (cell + 1) % len(self.ring)
            if cell != self._store(opponent):
                self.ring[cell] += 1
                hand -= 1
        if cell in self._row(player) and self.ring[cell] == 1:
            facing = 2 * self.pits - cell
            if self.ring[facing] > 0 or self.captures_when_opposite_empty:
                self.ring[self._store(player)] += self.ring[cell] + self.ring[facing]
                self.ring[cell] = self.ring[facing] = 0
        if cell != self._store(player):
            self.current_player = opponent
        self.sowings_left -= 1
        self._finish_if_over()

    def _finish_if_over(self) -> None:
        empty = [not any(self.ring[cell] for cell in self._row(player)) for player in (0, 1)]
        if any(empty) if self.any_empty_row_ends else empty[self.current_player]:
            for player in (0, 1):
                for cell in self._row(player):
                    self.ring[self._store(player)] += self.ring[cell]
                    self.ring[cell] = 0
            self.current_player = -1
        elif self.sowings_left == 0:
            self.current_player = -1

    def returns(self) -> list[float]:
        """Return 1 for the fuller store and -1 for the other, or the leads; zeros for a draw and before the end."""
        if self.current_player >= 0 or any(self.ring[cell] for player in (0, 1) for cell in self._row(player)):
            return [0.0, 0.0]
        first, second = self.ring[self._store(0)], self.ring[self._store(1)]
        if self.margins and first != second:
            return [(first - second) / sum(self.ring), (second - first) / sum(self.ring)]
        return [float((first > second) - (first < second)), float((second > first) - (second < first))]
