"""Cards as text: the rank ``A23456789TJQK``, then the suit ``HDCS``; their ids are ``suit * 13 + rank``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from palaestra import InvalidValueError

RANK_NAMES: Final = "A23456789TJQK"
SUIT_NAMES: Final = "HDCS"
CARD_NAMES: Final = tuple(rank + suit for suit in SUIT_NAMES for rank in RANK_NAMES)
"""Names by id."""

_IDS: Final = {name: card for card, name in enumerate(CARD_NAMES)}


def card_id(name: str) -> int:
    """Return the id of a card such as ``"AH"``; raise InvalidValueError for anything else."""
    card = _IDS.get(name) if isinstance(name, str) else None
    if card is None:
        raise InvalidValueError("card", name, f"a rank of {RANK_NAMES} and a suit of {SUIT_NAMES}, such as 'TH'")
    return card


def cards_in(cards: int) -> Iterator[int]:
    """Yield the ids of a set of cards, ascending; bit `c` of the set is card `c`."""
    while cards:
        lowest = cards & -cards
        yield lowest.bit_length() - 1
        cards ^= lowest


def card_set(ids: Iterable[int]) -> int:
    """Return cards as a set: a whole number whose bit `c` is card `c`."""
    return sum(1 << card for card in set(ids))
