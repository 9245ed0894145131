"""The descriptor of Kalah and its knobs."""

from __future__ import annotations

from typing import Final

from palaestra import GameSpec, Knob

KALAH: Final = GameSpec(
    id="kalah",
    version="1",
    summary="Sow seeds around the board; the fuller store wins.",
    factory="palaestra_boardgames.kalah.game:GAME",
    knobs=(
        Knob("pits", 6, "pits in each row", minimum=1, maximum=12),
        Knob("seeds", 4, "seeds in each pit at the start", minimum=1, maximum=24),
        Knob(
            "capture",
            "standard",
            "standard: a last seed in an own empty pit captures only if the opposite pit has seeds; "
            "empty: it captures itself even then",
            choices=("standard", "empty"),
        ),
        Knob(
            "end",
            "either",
            "either: over when any row is empty; mover: over when the player to move has no seeds",
            choices=("either", "mover"),
        ),
        Knob(
            "scoring",
            "win",
            "win: the fuller store gets 1, the other -1; margin: each gets its lead in seeds as a share of all seeds",
            choices=("win", "margin"),
        ),
    ),
)
