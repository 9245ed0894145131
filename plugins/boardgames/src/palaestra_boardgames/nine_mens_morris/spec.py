"""The descriptor of nine men's morris and its knobs."""

from __future__ import annotations

from typing import Final

from palaestra import GameSpec, Knob

NINE_MENS_MORRIS: Final = GameSpec(
    id="nine_mens_morris",
    version="1",
    summary="Place nine men, close mills, remove the opponent's men.",
    factory="palaestra_boardgames.nine_mens_morris.game:GAME",
    knobs=(
        Knob(
            "rules",
            "gasser",
            "gasser: a blocked player loses and a mill closed by a flying man removes; "
            "ludii: a blocked player passes and a flying man's mill removes nothing",
            choices=("gasser", "ludii"),
        ),
        Knob(
            "max_turns",
            200,
            "turns, a removal included in its turn, after which the game is drawn",
            minimum=1,
            maximum=10_000,
        ),
    ),
)
