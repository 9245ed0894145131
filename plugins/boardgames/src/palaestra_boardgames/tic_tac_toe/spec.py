"""The descriptor of tic-tac-toe."""

from __future__ import annotations

from typing import Final

from palaestra import GameSpec

TIC_TAC_TOE: Final = GameSpec(
    id="tic_tac_toe",
    version="1",
    summary="Three in a row on a 3x3 board.",
    factory="palaestra_boardgames.tic_tac_toe.game:GAME",
)
