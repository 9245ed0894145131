"""The definition of GOPS: constants, and the numbers that knobs and decks become."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from gops.rules import CARDS, RULES, STATE_SIZE
from palaestra import GameDefinition, Knobs, Sizes


def sizes(knobs: Knobs) -> Sizes:
    """Return the constants under these knobs."""
    cards = int(knobs["cards"])
    return Sizes(
        state_size=STATE_SIZE, num_actions=CARDS, max_legal=cards, max_plies=2 * cards, num_features=2 + 3 * CARDS
    )


def hand(deck: str, cards: int) -> list[int]:
    """Return the cards of a deck: 1, 2, 3 ..., or the same without 2 and with one more at the end."""
    return list(range(1, cards + 1)) if deck == "standard" else [1, *range(3, cards + 2)]


def bits(cards: Iterable[int]) -> int:
    """Return a set of cards as ``rules`` has it."""
    return sum(1 << card for card in cards)


def config(knobs: Knobs, decks: Sequence[str]) -> tuple[int, ...]:
    """Return the numbers that ``rules.init`` reads."""
    cards = int(knobs["cards"])
    return bits(range(1, cards + 1)), *(bits(hand(deck, cards)) for deck in decks)


GAME: Final = GameDefinition(
    rules=RULES,
    sizes=sizes,
    config=config,
    notation="gops.notation:NOTATION",
    drawing="gops.drawing:DRAWING",
    reference="gops.reference:Reference",
)
