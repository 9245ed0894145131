"""The game of Kalah, put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palaestra import GameDefinition, Knobs, Sizes
from palaestra_boardgames.kalah.layout import STATE_SIZE
from palaestra_boardgames.kalah.rules import RULES


def sizes(knobs: Knobs) -> Sizes:
    """Return the constants of a board."""
    pits = int(knobs["pits"])
    return Sizes(
        state_size=STATE_SIZE,
        num_actions=pits,
        max_plies=max_plies(knobs),
        num_features=2 * pits + 3,
    )


def max_plies(knobs: Knobs) -> int:
    """Return the number of sowings after which a game is stopped: twice as many as seeds times pits in a row.

    Random games take a sixth of that on the usual board; two sides that do nothing but keep seeds out of the stores
    take a third.
    """
    pits, seeds = int(knobs["pits"]), int(knobs["seeds"])
    return 4 * pits * pits * seeds


def config(knobs: Knobs, decks: Sequence[str]) -> list[int]:  # noqa: ARG001 - there is one deck
    """Return the numbers that ``init`` reads."""
    return [
        int(knobs["pits"]),
        int(knobs["seeds"]),
        int(knobs["capture"] == "empty"),
        int(knobs["end"] == "either"),
        max_plies(knobs),
        int(knobs["scoring"] == "margin"),
    ]


GAME: Final = GameDefinition(
    rules=RULES,
    sizes=sizes,
    config=config,
    notation="palaestra_boardgames.kalah.notation:NOTATION",
    drawing="palaestra_boardgames.kalah.render:DRAWING",
    reference="palaestra_boardgames.kalah.reference:Reference",
)
