"""What this distribution gives to Palaestra; imports descriptors only."""

from __future__ import annotations

from collections.abc import Callable

from palaestra import GameSpec, hookimpl
from palaestra_boardgames.kalah.spec import KALAH
from palaestra_boardgames.nine_mens_morris.spec import NINE_MENS_MORRIS
from palaestra_boardgames.tic_tac_toe.spec import TIC_TAC_TOE


@hookimpl
def register_games(register: Callable[[GameSpec], None]) -> None:
    """Register the three games."""
    for spec in (TIC_TAC_TOE, NINE_MENS_MORRIS, KALAH):
        register(spec)
