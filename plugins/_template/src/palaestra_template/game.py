"""The definition of last_stone: constants, and the numbers that knobs and decks become."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palaestra import GameDefinition, Knobs, Sizes
from palaestra_template.rules import RULES, STATE_SIZE


def sizes(knobs: Knobs) -> Sizes:
    """Return the constants under these knobs."""
    stones, most = int(knobs["stones"]), int(knobs["most"])
    return Sizes(state_size=STATE_SIZE, num_actions=most, max_legal=most, max_plies=stones, num_features=2)


def config(knobs: Knobs, decks: Sequence[str]) -> tuple[int, ...]:  # noqa: ARG001 - there is one deck only
    """Return the numbers that ``rules.init`` reads; a game with decks raises InvalidValueError for a bad one."""
    return int(knobs["stones"]), int(knobs["most"])


GAME: Final = GameDefinition(
    rules=RULES,
    sizes=sizes,
    config=config,
    notation="palaestra_template.notation:NOTATION",
    drawing="palaestra_template.drawing:DRAWING",
    reference="palaestra_template.reference:Reference",
)
