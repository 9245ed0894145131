"""Tic-tac-toe as Palaestra plays it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palaestra import GameDefinition, Knobs, Sizes
from palaestra_boardgames.tic_tac_toe.rules import RULES, SIZES


def sizes(knobs: Knobs) -> Sizes:  # noqa: ARG001 - no knobs
    """Return the constants."""
    return SIZES


def config(knobs: Knobs, decks: Sequence[str]) -> tuple[int, ...]:  # noqa: ARG001 - no knobs, one deck
    """Return no numbers: every game starts from the same empty board."""
    return ()


GAME: Final = GameDefinition(
    rules=RULES,
    sizes=sizes,
    config=config,
    notation="palaestra_boardgames.tic_tac_toe.notation:NOTATION",
    drawing="palaestra_boardgames.tic_tac_toe.render:DRAWING",
    reference="palaestra_boardgames.tic_tac_toe.reference:Reference",
)
