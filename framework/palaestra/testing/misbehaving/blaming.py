"""Fakes that fail in the rules of the game on purpose, so that it looks broken: they must lose by ``crash``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from palaestra.errors import GameError
from palaestra.testing.misbehaving.base import Misbehaving

if TYPE_CHECKING:
    from palaestra.agent import View


class PassesIllegalAction(Misbehaving):
    """Plays an action that no game has, in a state of its own."""

    def misbehave(self, view: View) -> int:
        """Let the rules fail."""
        view.game.new_state().step(-5)
        return view.legal_actions[0]


class PassesNoState(Misbehaving):
    """Calls a method of a state with something that is none."""

    def misbehave(self, view: View) -> int:
        """Let the rules fail."""
        type(view.game.new_state()).legal_actions(None)  # type: ignore[arg-type]
        return view.legal_actions[0]


class BlamesGame(Misbehaving):
    """Raises what the referee raises when a game breaks its contract."""

    def misbehave(self, view: View) -> int:
        """Raise it."""
        raise GameError(f"{view.game.spec.id}: rule 'step' failed: IndexError: index is out of bounds")
