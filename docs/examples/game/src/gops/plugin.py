"""What this distribution gives to Palaestra: descriptors only, the code is named by strings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from palaestra import GameSpec, Knob, hookimpl

GOPS: Final = GameSpec(
    id="gops",
    version="1",
    summary="Bid a card for each prize, face down; most points win.",
    factory="gops.game:GAME",
    information="hidden",
    chance=True,
    decks=("standard", "gapped"),
    knobs=(Knob("cards", 4, "prizes, and cards in each hand", minimum=1, maximum=8),),
)


@hookimpl
def register_games(register: Callable[[GameSpec], None]) -> None:
    """Register the game."""
    register(GOPS)
