"""What this distribution gives to Palaestra; imports descriptors only."""

from __future__ import annotations

from collections.abc import Callable

from palaestra.hookspecs import hookimpl
from palaestra.spec import GameSpec
from palaestra_hearthstone.spec import HEARTHSTONE


@hookimpl
def register_games(register: Callable[[GameSpec], None]) -> None:
    """Register the game."""
    register(HEARTHSTONE)
