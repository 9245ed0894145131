"""From what a person calls cards, classes and keywords to what the engine calls them, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable

from palaestra import InvalidValueError, UnknownNameError
from palaestra_hearthstone.cards import CARDS, card, in_data, number_of
from palaestra_hearthstone.cards.vocabulary import Card, Class, Keyword, Kind
from palaestra_hearthstone.layout import HERO_SLOT
from palaestra_hearthstone.position import Side


def find_card(name: str, card_data: str, *kinds: Kind) -> int:
    """Return the number of the card of one of `kinds` that `name` means.

    That is its id, its name, whole words of its name, or the beginning of a word of it, if no other card of those kinds
    fits as well; "Jade Golem 7" is the golem of that size. Heroes to begin with are meant only where nothing but a hero
    can be.

    Raises:
        UnknownNameError: no card is called so.
        InvalidValueError: the card is of another kind, or several begin so.
    """
    wanted = looked_for(name_text("card", name))
    of_kind = [known for known in CARDS if known is not None and _fits(known, kinds)]
    found = (
        [known for known in of_kind if wanted in (known.id.casefold(), known.name.casefold())]
        or [known for known in of_kind if wanted and _has_words(known.name, wanted)]
        or [known for known in of_kind if wanted and f" {wanted}" in f" {known.name.casefold()}"]
    )
    names = sorted({known.name for known in found})
    if len(names) > 1:
        raise InvalidValueError("card", name, f"one of {', '.join(names)}")
    if found:
        return in_data(number_of(_best(found).id), card_data)
    number = number_of(name, card_data)  # of another kind, or unknown
    expected = " or ".join(kind.name.lower().replace("power", "hero power") for kind in kinds)
    raise InvalidValueError(f"card '{card(number).name}'", f"a {card(number).kind.name.lower()}", f"a {expected}")


def name_text(what: str, name: object) -> str:
    """Return `name`; raise InvalidValueError if it is no text."""
    if not isinstance(name, str):
        raise InvalidValueError(what, name, "a name")
    return name


def whole_number(what: str, value: object, least: int, most: int) -> int:
    """Return `value`; raise InvalidValueError if it is no whole number from `least` to `most`."""
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise InvalidValueError(what, value, f"a whole number from {least} to {most}")
    return value


def check_character(name: str) -> None:
    """Raise UnknownNameError for what cannot mean a character anywhere, such as a misspelt name.

    Raises:
        InvalidValueError: it is no text.
    """
    owner, _, rest = name_text("character", name).partition(" ")
    bare = (rest if owner.casefold() in ("own", "enemy") else name).partition("#")[0].strip()
    minions = [known for known in CARDS if known is not None and known.kind == Kind.MINION]
    if bare and bare.casefold() != "hero" and not any(means(looked_for(bare), known) for known in minions):
        raise UnknownNameError("character", bare, {"hero", *(known.name for known in minions)})


def looked_for(name: str) -> str:
    """Return a name as it is looked for: in small letters, a Jade Golem of a size by its id."""
    wanted = name.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    size = re.fullmatch(r"jade golem (\d+)", wanted)
    return f"cfm_712_t{int(size[1]):02d}" if size else wanted


def means(wanted: str, known: Card) -> bool:
    """Return whether a card has this id, or a word in its name that begins so."""
    return wanted == known.id.casefold() or f" {wanted}" in f" {known.name.casefold()}"


def _has_words(name: str, wanted: str) -> bool:
    """Return whether whole words of a name are `wanted`: "N'Zoth" is one of "N'Zoth, the Corruptor" alone."""
    return re.search(rf"(?<!\S){re.escape(wanted)}(?![\w'])", name.casefold()) is not None


def _fits(known: Card, kinds: tuple[Kind, ...]) -> bool:
    return known.kind in kinds and (known.kind != Kind.HERO or len(kinds) == 1 or known.cost > 0)


def _best(found: list[Card]) -> Card:
    return max(found, key=lambda known: (known.collectible, -found.index(known)))


def find_class(name: str) -> Class:
    """Return the class called `name`.

    Raises:
        UnknownNameError: no class is called so.
    """
    name_text("class", name)
    playable = [known for known in Class if known != Class.NEUTRAL]
    if name.upper() not in [known.name for known in playable]:
        raise UnknownNameError("class", name, [known.name.lower() for known in playable])
    return Class[name.upper()]


def keyword_mask(names: str | Iterable[str]) -> Keyword:
    """Return keywords such as "divine shield" as a mask.

    Raises:
        UnknownNameError: a text that is no keyword.
    """
    mask = Keyword.NONE
    for given in [names] if isinstance(names, str) else names:
        name = name_text("keyword", given).upper().replace(" ", "_").replace("'", "")
        if name not in Keyword.__members__:
            raise UnknownNameError("keyword", given, keyword_names(~0))
        mask |= Keyword[name]
    return mask


def keyword_names(mask: int) -> list[str]:
    """Return the names of the keywords of a mask, such as "divine shield"."""
    return [known.name.lower().replace("_", " ") for known in Keyword if known.name and mask & known]


def called(side: Side, slot: int, name: str) -> bool:
    """Return whether `name` means a character: "hero", a minion's id, name or the beginning of a word of it, with its
    place from the left or without ("Frog #2", "Frog"), or the place alone ("#2")."""
    wanted = name.casefold()
    if slot == HERO_SLOT or wanted == "hero":
        return slot == HERO_SLOT and wanted == "hero"
    bare, _, place = wanted.partition("#")
    if place and place.strip() != str(slot + 1):
        return False
    return means(looked_for(bare.strip()), card(side.board[slot].card))
