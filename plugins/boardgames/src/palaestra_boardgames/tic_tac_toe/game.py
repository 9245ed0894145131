"""Tic-tac-toe as Palaestra plays it."""

from __future__ import annotations

from typing import Final

from palaestra import GameDefinition
from palaestra_boardgames.tic_tac_toe.rules import RULES, SIZES

GAME: Final = GameDefinition(
    rules=RULES,
    sizes=SIZES,
    notation="palaestra_boardgames.tic_tac_toe.notation:NOTATION",
    drawing="palaestra_boardgames.tic_tac_toe.render:DRAWING",
    reference="palaestra_boardgames.tic_tac_toe.reference:Reference",
)
