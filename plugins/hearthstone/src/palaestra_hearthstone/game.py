"""The game of Hearthstone, put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palaestra import GameDefinition, Knobs, Sizes
from palaestra_hearthstone.actions import NUM_ACTIONS
from palaestra_hearthstone.cards import CARD_DATA, hero_of
from palaestra_hearthstone.deck_codes import find_deck, stored_name
from palaestra_hearthstone.engine.encode import NUM_FEATURES
from palaestra_hearthstone.layout import MAX_PLIES, STATE_SIZE
from palaestra_hearthstone.rules import RULES


def config(knobs: Knobs, decks: Sequence[str]) -> list[int]:
    """Return the numbers that ``init`` reads: the knobs, both heroes, both decks."""
    card_data = str(knobs["card_data"])
    found = [find_deck(name) for name in decks]
    heroes = [hero_of(deck.card_class) for deck in found]
    numbers = [number for deck in found for number in deck.numbers(card_data)]
    return [CARD_DATA.index(card_data), int(knobs["mulligan"]), int(knobs["open_lists"]), *heroes, *numbers]


GAME: Final = GameDefinition(
    rules=RULES,
    sizes=Sizes(state_size=STATE_SIZE, num_actions=NUM_ACTIONS, max_plies=MAX_PLIES, num_features=NUM_FEATURES),
    config=config,
    notation="palaestra_hearthstone.notation:NOTATION",
    drawing="palaestra_hearthstone.render:DRAWING",
    other_decks=stored_name,
)
