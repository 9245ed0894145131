"""Indian Rummy, put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palaestra import GameDefinition, Knobs, Sizes
from palaestra_rummy.indian_rummy.layout import MAX_LEGAL, NUM_ACTIONS, STATE_SIZE
from palaestra_rummy.indian_rummy.planes import NUM_FEATURES
from palaestra_rummy.indian_rummy.rules import RULES


def sizes(knobs: Knobs) -> Sizes:
    """Return the constants under these knobs."""
    return Sizes(
        state_size=STATE_SIZE,
        num_actions=NUM_ACTIONS,
        max_legal=MAX_LEGAL,
        max_plies=2 * int(knobs["turn_cap"]),
        num_features=NUM_FEATURES,
    )


def config(knobs: Knobs, decks: Sequence[str]) -> list[int]:  # noqa: ARG001 - there is one deck
    """Return the numbers that ``init`` reads."""
    return [
        int(knobs["cut_card"] == "removed"),
        int(knobs["wild_in_pure"]),
        int(knobs["return_taken"]),
        int(knobs["empty_deck"] == "reshuffle"),
        int(knobs["turn_cap"]),
        int(knobs["declaration"] == "open"),
        int(knobs["analysis"] == "greedy"),
    ]


GAME: Final = GameDefinition(
    rules=RULES,
    sizes=sizes,
    config=config,
    notation="palaestra_rummy.indian_rummy.notation:NOTATION",
    drawing="palaestra_rummy.indian_rummy.render:DRAWING",
    reference="palaestra_rummy.indian_rummy.reference:Reference",
    potential="palaestra_rummy.indian_rummy.evaluate:potential",
)
