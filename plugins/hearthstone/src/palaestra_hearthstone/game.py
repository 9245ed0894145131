"""The game of Hearthstone, put together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palaestra.game import GameDefinition
from palaestra.kernel import Sizes
from palaestra.spec import Knobs
from palaestra_hearthstone.actions import NUM_ACTIONS
from palaestra_hearthstone.cards import CARD_DATA, class_of_deck, hero_of
from palaestra_hearthstone.decks import deck_numbers
from palaestra_hearthstone.engine.encode import NUM_FEATURES
from palaestra_hearthstone.layout import MAX_PLIES, STATE_SIZE
from palaestra_hearthstone.rules import MAX_LEGAL, RULES


def sizes(knobs: Knobs) -> Sizes:  # noqa: ARG001 - the same under all knobs
    """Return the constants of the game."""
    return Sizes(
        state_size=STATE_SIZE,
        num_actions=NUM_ACTIONS,
        max_legal=MAX_LEGAL,
        max_plies=MAX_PLIES,
        num_features=NUM_FEATURES,
    )


def config(knobs: Knobs, decks: Sequence[str]) -> list[int]:
    """Return the numbers that ``init`` reads: card data, mulligan, both heroes, both decks."""
    card_data = str(knobs["card_data"])
    lists = [deck_numbers(name, card_data) for name in decks]
    heroes = [hero_of(class_of_deck(deck)) for deck in lists]
    return [CARD_DATA.index(card_data), int(bool(knobs["mulligan"])), *heroes, *lists[0], *lists[1]]


GAME: Final = GameDefinition(
    rules=RULES,
    sizes=sizes,
    config=config,
    notation="palaestra_hearthstone.notation:NOTATION",
    drawing="palaestra_hearthstone.render:DRAWING",
)
