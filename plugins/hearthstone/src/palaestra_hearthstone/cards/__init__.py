"""All declared cards, with a number for each: the catalogue.

Number 0 is no card. Numbers are places in :data:`CARDS`; they are not stable from one version to the next, ids are.
A card whose values were changed after 2017 stands there twice, see :meth:`Card.as_in_2017`; which of both a name
means is decided by the knob ``card_data``.
"""

from __future__ import annotations

from typing import Final

from palaestra import InvalidValueError, UnknownNameError
from palaestra_hearthstone.cards.competition import COMPETITION
from palaestra_hearthstone.cards.neutral import NEUTRAL
from palaestra_hearthstone.cards.one_cost import ONE_COST_MINIONS, ONE_COST_POOL
from palaestra_hearthstone.cards.powers import BASIC_POWERS, HEROES, OTHER_POWERS
from palaestra_hearthstone.cards.shaman import SHAMAN
from palaestra_hearthstone.cards.tokens import BASIC_TOTEMS, JADE_GOLEMS, TOKENS
from palaestra_hearthstone.cards.vocabulary import Card, Class, Kind, Pool
from palaestra_hearthstone.cards.warlock import WARLOCK
from palaestra_hearthstone.cards.warrior import WARRIOR

CARD_DATA: Final = ("sabberstone2020", "2017")
"""The values of the knob ``card_data``: as SabberStone had them in 2020 (game build 37060), or before the changes."""

_DECLARED: Final[tuple[Card, ...]] = (
    *SHAMAN, *WARRIOR, *WARLOCK, *NEUTRAL, *ONE_COST_MINIONS, *TOKENS, *BASIC_POWERS, *OTHER_POWERS, *HEROES,
    *COMPETITION,
)  # fmt: skip

CARDS: Final[tuple[Card | None, ...]] = (
    None,
    *_DECLARED,
    *(earlier for card in _DECLARED if (earlier := card.as_in_2017()) is not None),
)
"""Every card at its number."""

NUMBERS: Final[dict[str, int]] = {card.id: number for number, card in enumerate(CARDS) if card is not None}
"""The number of every id."""

POOLS: Final[dict[Pool, tuple[int, ...]]] = {
    Pool.ONE_COST: tuple(NUMBERS[id_] for id_ in ONE_COST_POOL),
    Pool.BASIC_TOTEMS: tuple(NUMBERS[card.id] for card in BASIC_TOTEMS),
    Pool.BASIC_POWERS: tuple(NUMBERS[card.id] for card in BASIC_POWERS),
}
"""The numbers from which is picked at random."""

FIRST_JADE: Final = NUMBERS[JADE_GOLEMS[0].id]
"""The number of the smallest Jade Golem; the others follow."""

COIN: Final = NUMBERS["GAME_005"]


def card(number: int) -> Card:
    """Return the card of a number above 0."""
    found = CARDS[number]
    if found is None or number < 0:
        raise IndexError(f"card number {number}; expected 1 to {len(CARDS) - 1}")
    return found


def in_data(number: int, card_data: str) -> int:
    """Return the number of the same card under a value of ``card_data``."""
    plain = card(number).id.removesuffix("@2017")
    return NUMBERS.get(f"{plain}@2017", NUMBERS[plain]) if card_data == "2017" else NUMBERS[plain]


def number_of(name: str, card_data: str = CARD_DATA[0]) -> int:
    """Return the number of a card by its id or its name, in any case.

    A name that several cards have means the collectible one, then the one declared first (the smallest Jade Golem).

    Raises:
        UnknownNameError: no declared card has this id or name.
        InvalidValueError: it is no text.
    """
    if not isinstance(name, str):
        raise InvalidValueError("card", name, "a name or an id")
    wanted = name.casefold()
    found = [
        NUMBERS[known.id]
        for known in _DECLARED
        if wanted in (known.id.casefold(), known.name.casefold()) and known.kind != Kind.HERO
    ] or [NUMBERS[known.id] for known in _DECLARED if wanted in (known.id.casefold(), known.name.casefold())]
    if not found:
        raise UnknownNameError("card", name, sorted({known.name for known in _DECLARED}))
    best = max(found, key=lambda number: (card(number).collectible, -number))
    return in_data(best, card_data)


def hero_of(card_class: Class) -> int:
    """Return the number of the hero with whom a class begins."""
    return NUMBERS[next(known.id for known in HEROES if known.card_class == card_class)]


def class_of_deck(numbers: tuple[int, ...] | list[int]) -> Class:
    """Return the class of a deck: that of its first card that is not neutral; all-neutral decks play as warriors."""
    classes = [card(number).card_class for number in numbers]
    return next((found for found in classes if found != Class.NEUTRAL), Class.WARRIOR)
