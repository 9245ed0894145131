"""Flat Monte Carlo in plain Python."""

from __future__ import annotations

import numpy as np

from flat_monte_carlo.plugin import FlatParameters
from palaestra import Game, State, View


class FlatMonteCarlo:
    """Tries every legal action in as many random games, and plays the one that did best."""

    def __init__(self, game: Game, parameters: FlatParameters, rng: np.random.Generator) -> None:  # noqa: ARG002
        self._playouts = parameters.playouts
        self._rng = rng

    def act(self, view: View) -> int:
        """Return one of ``view.legal_actions``."""
        totals = [0.0] * len(view.legal_actions)
        for _ in range(self._playouts):
            for index, action in enumerate(view.legal_actions):
                state = view.determinize(self._rng)
                state.step(action)
                totals[index] += self._play_out(state)[view.player]
        return view.legal_actions[totals.index(max(totals))]

    def _play_out(self, state: State) -> list[float]:
        while not state.is_terminal:
            state.step(int(self._rng.choice(state.legal_actions())))
        return state.returns()
