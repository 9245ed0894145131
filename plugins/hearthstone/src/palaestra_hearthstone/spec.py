"""The descriptor of Hearthstone and its knobs."""

from __future__ import annotations

from typing import Final

from palaestra import GameSpec, Knob

HEARTHSTONE: Final = GameSpec(
    id="hearthstone",
    version="2",
    summary="Bring the enemy hero from 30 health to none: cards, minions, hidden hands.",
    factory="palaestra_hearthstone.game:GAME",
    information="hidden",
    chance=True,
    decks=("midrange_jade_shaman", "aggro_pirate_warrior", "cube_warlock"),
    knobs=(
        Knob(
            "card_data",
            "sabberstone2020",
            "sabberstone2020: values of game build 37060, as SabberStone had them in 2020; 2017: before later changes",
            choices=("sabberstone2020", "2017"),
        ),
        Knob("mulligan", False, "whether the players may replace cards of their first hand"),
        Knob("open_lists", False, "whether both players know what both decks hold; if not, agents guess the other's"),
    ),
)
