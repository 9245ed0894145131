"""Strings of Indian Rummy.

Actions are ``draw open``, ``draw closed``, ``discard 7H`` and ``declare``. A position is a line of ``name=value`` parts
in a fixed order; sets of cards are written one after the other, ``-`` is nothing, and parts for both seats are parted
by a slash::

    to=first phase=draw turn=0 winner=- wild=7 cut=7H open=KS pile=- taken=- closed=AD2D... hands=.../...
    discards=-/- picks=-/- held=-/- deduced=-/-

``held`` are the cards that everyone knows to be in a hand, ``deduced`` those that only the opponent can infer there.
"""

from __future__ import annotations

import re
from typing import Final

from palaestra import IntArray, PositionError
from palaestra_rummy.cards import CARD_NAMES, RANK_NAMES, card_id, card_set, cards_in
from palaestra_rummy.indian_rummy.layout import (
    ALL_CARDS,
    CLOSED,
    CLOSED_COUNT,
    CUT,
    DECLARE,
    DEDUCED,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAW_CLOSED,
    DRAW_OPEN,
    FIRST_DISCARD,
    HAND_SIZE,
    HANDS,
    HELD,
    MOVER,
    NONE,
    OPEN,
    PHASE,
    PICKS,
    PILE,
    TAKEN,
    TURN,
    TURN_CAP,
    WILD,
    WINNER,
)

_SEATS: Final = ("first", "second")
_PHASES: Final = ("draw", "discard")
_SINGLE: Final = (("cut", CUT), ("open", OPEN), ("taken", TAKEN))
_SETS: Final = (("pile", PILE), ("closed", CLOSED))
_PAIRS: Final = (
    ("hands", HANDS),
    ("discards", DISCARDS),
    ("picks", PICKS),
    ("held", HELD),
    ("deduced", DEDUCED),
)
_NAMES: Final = (
    *("to", "phase", "turn", "winner", "wild", "cut", "open", "pile", "taken", "closed"),
    *("hands", "discards", "picks", "held", "deduced"),
)
_CARDS: Final = re.compile("(?:[A2-9TJQK][HDCS])+")


def set_text(cards: int) -> str:
    """Return a set of cards as text; ``-`` if it is empty."""
    return "".join(CARD_NAMES[card] for card in cards_in(cards)) or "-"


class IndianRummyNotation:
    """Strings both ways."""

    def action_to_string(self, state: IntArray, action: int) -> str:  # noqa: ARG002 - the same everywhere
        """Return the action as text."""
        names = {DRAW_OPEN: "draw open", DRAW_CLOSED: "draw closed", DECLARE: "declare"}
        return names.get(action) or f"discard {CARD_NAMES[action - FIRST_DISCARD]}"

    def position_to_string(self, state: IntArray) -> str:
        """Return a text that :meth:`position` reads back."""
        parts = {
            "to": _SEATS[state[MOVER]] if state[MOVER] >= 0 else "-",
            "phase": _PHASES[state[PHASE]],
            "turn": str(state[TURN]),
            "winner": _SEATS[state[WINNER]] if state[WINNER] >= 0 else "-",
            "wild": RANK_NAMES[state[WILD]],
        }
        parts |= {name: CARD_NAMES[state[word]] if state[word] >= 0 else "-" for name, word in _SINGLE}
        parts |= {name: set_text(int(state[word])) for name, word in _SETS}
        parts |= {name: "/".join(set_text(int(state[word + seat])) for seat in (0, 1)) for name, word in _PAIRS}
        return " ".join(f"{name}={parts[name]}" for name in _NAMES)

    def position(self, text: str, state: IntArray) -> None:
        """Write the position into a fresh deal.

        Raises:
            PositionError: the text cannot be read, or it is no position of this game.
        """
        parts = dict(part.partition("=")[::2] for part in text.split())
        if tuple(parts) != _NAMES:
            raise PositionError(f"indian_rummy position '{text}': expected the parts {'=, '.join(_NAMES)}=")
        state[MOVER] = _choice("to", parts["to"], _SEATS, optional=True)
        state[PHASE] = _choice("phase", parts["phase"], _PHASES)
        state[WINNER] = _choice("winner", parts["winner"], _SEATS, optional=True)
        state[WILD] = _choice("wild", parts["wild"], tuple(RANK_NAMES))
        if not (parts["turn"].isascii() and parts["turn"].isdigit() and int(parts["turn"]) <= state[TURN_CAP]):
            raise PositionError(f"turn is '{parts['turn']}'; expected a whole number up to {state[TURN_CAP]}")
        state[TURN] = int(parts["turn"])
        for name, word in _SINGLE:
            cards = _set(name, parts[name])
            if cards.bit_count() > 1:
                raise PositionError(f"{name} is '{parts[name]}'; expected one card or -")
            state[word] = cards.bit_length() - 1 if cards else NONE
        for name, word in _SETS:
            state[word] = _set(name, parts[name])
        for name, word in _PAIRS:
            first, slash, second = parts[name].partition("/")
            if not slash:
                raise PositionError(f"{name} is '{parts[name]}'; expected both seats' cards, parted by a slash")
            state[word], state[word + 1] = _set(name, first), _set(name, second)
        state[CLOSED_COUNT] = int(state[CLOSED]).bit_count()
        _check(state, text)


def _choice(name: str, value: str, known: tuple[str, ...], *, optional: bool = False) -> int:
    if optional and value == "-":
        return NONE
    if value not in known:
        raise PositionError(f"{name} is '{value}'; expected one of {', '.join(known)}")
    return known.index(value)


def _set(name: str, text: str) -> int:
    if text == "-":
        return 0
    if not _CARDS.fullmatch(text):
        raise PositionError(f"{name} is '{text}'; expected cards such as AH2HTS, or -")
    names = [text[i : i + 2] for i in range(0, len(text), 2)]
    if len(set(names)) < len(names):
        raise PositionError(f"{name} is '{text}'; expected every card once")
    return card_set(map(card_id, names))


def _check(state: IntArray, text: str) -> None:
    """Raise PositionError unless every card is in one place and the rest fits."""
    places = [int(state[word]) for word in (PILE, CLOSED, HANDS, HANDS + 1)]
    places += [1 << int(state[word]) for word in (CUT, OPEN) if state[word] >= 0]
    if sum(map(int.bit_count, places)) != ALL_CARDS.bit_count() or sum(places) != ALL_CARDS:
        raise PositionError(f"indian_rummy position '{text}': expected every card in exactly one place")
    turning = state[TURN] % 2
    for seat in (0, 1):
        size = HAND_SIZE + int(state[PHASE] == DISCARD and turning == seat)
        if int(state[HANDS + seat]).bit_count() != size:
            raise PositionError(f"the {_SEATS[seat]} hand of '{text}': expected {size} cards")
        if (int(state[HELD + seat]) | int(state[DEDUCED + seat])) & ~int(state[HANDS + seat]):
            raise PositionError(f"known cards of the {_SEATS[seat]} hand of '{text}': expected cards of that hand")
    if state[MOVER] >= 0 and (state[MOVER] != turning or state[WINNER] >= 0):
        raise PositionError(f"to is '{_SEATS[state[MOVER]]}' in '{text}'; expected {_SEATS[turning]}, and no winner")
    if (state[OPEN] >= 0) == (state[PHASE] == DISCARD and state[TAKEN] >= 0):
        raise PositionError(f"indian_rummy position '{text}': expected either an open card or a card just taken")
    if state[TAKEN] >= 0 and not (int(state[HANDS + turning]) >> int(state[TAKEN])) & 1:
        raise PositionError(f"taken is '{CARD_NAMES[state[TAKEN]]}' in '{text}'; expected a card of the mover's hand")
    if state[MOVER] >= 0 and state[PHASE] == DRAW and state[CLOSED_COUNT] == 0:
        raise PositionError(f"indian_rummy position '{text}': expected a closed card to draw, or to=-")


NOTATION: Final = IndianRummyNotation()
