"""An agent for last_stone."""

from __future__ import annotations

import numpy as np

from palaestra import Game, View
from palaestra_template.game import MOST, STONES
from palaestra_template.plugin import CounterParameters


class StoneCounter:
    """Leaves a multiple of ``most + 1`` stones, from which every answer can be answered.

    One agent is built for every game. `rng` is its only source of randomness, so that a game can be played again.
    Two more methods are called where they exist: ``start(player)`` and ``end(returns)``.
    """

    def __init__(self, game: Game, parameters: CounterParameters, rng: np.random.Generator) -> None:  # noqa: ARG002
        self._mistakes = parameters.mistakes
        self._rng = rng

    def act(self, view: View) -> int:
        """Return one of ``view.legal_actions``. The view shows what this player may know, never the true state."""
        surplus = int(view.observation[STONES] % (view.observation[MOST] + 1))
        if surplus == 0 or self._rng.random() < self._mistakes:
            return int(self._rng.choice(view.legal_actions))
        return surplus - 1
