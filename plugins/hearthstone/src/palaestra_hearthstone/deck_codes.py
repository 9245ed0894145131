"""Decks of any declared cards, and their codes.

Such a deck is named by its code: what the game's own client copies and pastes
(https://hearthsim.info/docs/deckstrings/), with ``"deckstring:"`` before it or without. One list has one name, see
:func:`stored_name`: the portrait of the hero and the format are not part of a deck here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from hearthstone.deckstrings import parse_deckstring, write_deckstring
from hearthstone.enums import FormatType

from palaestra import InvalidValueError, UnknownNameError
from palaestra_hearthstone.cards import NUMBERS, card, hero_of, number_of
from palaestra_hearthstone.cards.dbf_ids import CARD_DBF_IDS, HERO_DBF_IDS, published_name
from palaestra_hearthstone.cards.vocabulary import Card, Class
from palaestra_hearthstone.decks import DECKS, Deck
from palaestra_hearthstone.layout import DECK_CARDS

CODE: Final = "deckstring:"
"""How the name of a deck begins that is named by its code."""

_FIRST_LETTERS: Final = "AAE"
"""Of every code: a byte 0 and the version 1, in base 64."""

_CARDS_OF: Final = {dbf_id: NUMBERS[id_] for id_, dbf_id in CARD_DBF_IDS.items()}
_CLASSES_OF: Final = {dbf_id: card(NUMBERS[id_]).card_class for id_, dbf_id in HERO_DBF_IDS.items()}


def deck_code(cards: Mapping[str, int], card_class: Class | None = None) -> str:
    """Return the name of a deck of any declared cards, its code.

    Args:
        cards: how many of each card, by its name or Blizzard's id.
        card_class: whose deck it is; needed only where all cards are neutral.

    Raises:
        UnknownNameError: a card that is not declared.
        InvalidValueError: the cards are no deck.
    """
    if not isinstance(cards, Mapping):
        raise InvalidValueError("deck", cards, "names of cards with how many of each")
    numbers: Counter[int] = Counter()
    for name, copies in cards.items():
        if isinstance(copies, bool) or not isinstance(copies, int):
            raise InvalidValueError(f"copies of {name}", copies, "a whole number")
        numbers[number_of(name)] += copies
    return _name_of(_checked(numbers, card_class, dict(cards)))


def find_deck(name: str) -> Deck:
    """Return the deck that a name or a code means.

    Args:
        name: of a declared deck, or a code, with :data:`CODE` before it or without, alone or among the lines of comment
            that the client copies with it.

    Raises:
        UnknownNameError: neither a declared deck nor a code.
        InvalidValueError: a code that cannot be read, or whose cards are no deck: all that is wrong with it.
    """
    if name in DECKS:
        return Deck.of_names(DECKS[name])
    code = _without_comments(name.removeprefix(CODE))
    if not (name.startswith(CODE) or code.startswith(_FIRST_LETTERS)):
        raise UnknownNameError("deck of hearthstone", name, DECKS, " (or a deck code)")
    return _read(code)


def stored_name(name: str) -> str:
    """Return the one name of a deck, however its code was written: that of a declared deck, or else the code.

    Raises what :func:`find_deck` raises.
    """
    deck = find_deck(name)
    same = (declared for declared, cards in DECKS.items() if Deck.of_names(cards) == deck)
    return next(same, None) or _name_of(deck)


def _without_comments(text: str) -> str:
    lines = (line.strip() for line in text.splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")


def _read(code: str) -> Deck:
    """Return the deck of a code without comments."""
    try:
        cards, heroes, _, sideboard = parse_deckstring(code)
    except (ValueError, TypeError, EOFError) as error:  # TypeError: it ends too early
        raise InvalidValueError("deck code", code, "a code as the game's client copies it") from error
    numbers: Counter[int] = Counter()
    undeclared: Counter[int] = Counter()
    for dbf_id, copies in cards:
        if dbf_id in _CARDS_OF:
            numbers[_CARDS_OF[dbf_id]] += copies
        else:
            undeclared[dbf_id] += copies
    problems = [*(["one hero"] if len(heroes) != 1 else []), *(["no sideboard"] if sideboard else [])]
    if undeclared:
        problems.append("cards of this game, not " + ", ".join(map(published_name, undeclared)))
    hero_class = _CLASSES_OF.get(heroes[0]) if heroes else None
    return _checked(numbers, hero_class, code, problems, undeclared.total())


def _checked(
    numbers: Mapping[int, int],
    hero_class: Class | None,
    given: object,
    problems: Sequence[str] = (),
    undeclared: int = 0,
) -> Deck:
    """Return the deck.

    Args:
        numbers: how many of each card, by its number.
        hero_class: of the hero that was given with them; None = of none that is known.
        given: what the user wrote.
        problems: what is known to be wrong with it: the parts of "expected ...".
        undeclared: cards of the deck besides.

    Raises:
        InvalidValueError: it is no deck; with all its problems.
    """
    cards = {number: card(number) for number in numbers}
    classes = sorted({one.card_class for one in cards.values()} - {Class.NEUTRAL})
    problems = [
        *problems,
        *_copies_wrong({one: numbers[number] for number, one in cards.items()}, undeclared),
        *_class_wrong(list(cards.values()), classes, hero_class),
    ]
    card_class = classes[0] if classes else hero_class
    if card_class is None and not undeclared:
        problems.append("a class: all its cards are neutral, and its hero is not a basic one")
    if problems or card_class is None:
        raise InvalidValueError("deck", given, "; ".join(problems))
    by_id = sorted(numbers, key=lambda number: cards[number].id)
    return Deck(card_class, {number: numbers[number] for number in by_id})


def _copies_wrong(cards: Mapping[Card, int], undeclared: int) -> Iterator[str]:
    for one, copies in cards.items():
        if not one.deckable:
            why = "is no card for decks" if not one.collectible else "is only ever summoned"
            yield f"cards for decks, not {one.name}, which {why}"
        elif not 1 <= copies <= one.most_copies:
            yield (
                f"1 to {one.most_copies} of {one.name}, not {copies}"
                if one.most_copies > 1
                else (f"only 1 of {one.name}, which is legendary, not {copies}")
            )
    if (held := sum(cards.values()) + undeclared) != DECK_CARDS:
        yield f"{DECK_CARDS} cards, not {held}"


def _class_wrong(cards: list[Card], classes: list[Class], hero_class: Class | None) -> Iterator[str]:
    """Yield why cards of these classes are no deck of a hero; heroes with other portraits are not known."""
    if len(classes) > 1:
        firsts = [next(one for one in cards if one.card_class == found) for found in classes]
        yield "cards of one class, not " + " and ".join(
            f"{one.name} ({found.name.lower()})" for one, found in zip(firsts, classes, strict=True)
        )
    elif classes and hero_class not in (None, classes[0]):
        strange = next(one for one in cards if one.card_class == classes[0])
        mine, other = Class(hero_class).name.lower(), classes[0].name.lower()
        yield f"cards that a {mine} may hold, not {strange.name}, a {other}'s"


def _name_of(deck: Deck) -> str:
    ids = [(CARD_DBF_IDS[card(number).id], copies) for number, copies in deck.cards.items()]
    hero = HERO_DBF_IDS[card(hero_of(deck.card_class)).id]
    return f"{CODE}{write_deckstring(ids, [hero], FormatType.FT_WILD)}"
