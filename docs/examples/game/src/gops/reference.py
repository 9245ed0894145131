"""The slow twin: the rules once more in plain Python, with lists instead of bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np

from palaestra import Knobs, random_below, seed_rng


class Reference:
    """A table with prizes, two hands and what has been won."""

    def __init__(self, knobs: Knobs, decks: Sequence[str], seed: int) -> None:
        cards = int(knobs["cards"])
        hands = {"standard": list(range(1, cards + 1)), "gapped": [1, *range(3, cards + 2)]}
        self._rng = np.zeros(2, dtype=np.int64)  # the generator of the rules, so that both deal the same
        seed_rng(self._rng, seed)
        self._prizes = list(range(1, cards + 1))
        self._hands = [list(hands[deck]) for deck in decks]
        self._won = [0, 0]
        self._laid: list[int] = []
        self._prize = self._draw()

    @classmethod
    def from_position(cls, text: str, knobs: Knobs) -> Self:
        """Return the twin of a position text; games with chance are not compared from positions."""
        raise NotImplementedError(text)

    def _draw(self) -> int:
        return self._prizes.pop(random_below(self._rng, len(self._prizes))) if self._prizes else 0

    @property
    def current_player(self) -> int:
        """The seat to move; -1 when the game is over."""
        return len(self._laid) if self._prize else -1

    def legal_actions(self) -> list[int]:
        """Return the cards of the mover's hand; empty when the game is over."""
        return sorted(self._hands[self.current_player]) if self._prize else []

    def step(self, action: int) -> None:
        """Lay a card; after the second one, settle the round."""
        self._laid.append(action)
        if len(self._laid) < 2:
            return
        for hand, card in zip(self._hands, self._laid, strict=True):
            hand.remove(card)
        if self._laid[0] != self._laid[1]:
            self._won[self._laid.index(max(self._laid))] += self._prize
        self._laid = []
        self._prize = self._draw()

    def returns(self) -> list[float]:
        """Return 1 for the seat with more points and -1 for the other, or 0 for both."""
        first, second = self._won
        return [0.0, 0.0] if first == second else [1.0, -1.0] if first > second else [-1.0, 1.0]
