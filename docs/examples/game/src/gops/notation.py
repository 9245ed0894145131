"""Texts of GOPS: the action ``lay 3``; positions such as ``"2 134 1234 1234 0 0 -"``.

A position lists the prize, the prizes to come, the first seat's hand, the second's, their scores and the bid.
"""

from __future__ import annotations

import re
from typing import Final

from gops.game import bits
from gops.rules import BID, CARDS, HANDS, PRIZE, PRIZES, SCORES
from palaestra import IntArray, Notation, PositionError

_POSITION: Final = re.compile(r"([1-9]|-) ([1-9]+|-) ([1-9]+|-) ([1-9]+|-) (\d+) (\d+) ([1-9]|-)")


def cards_of(cards: int) -> list[int]:
    """Return the cards of a set in ascending order."""
    return [card for card in range(CARDS) if (int(cards) >> card) & 1]


def text_of(cards: int) -> str:
    """Return a set of cards as digits; a dash if it is empty."""
    return "".join(map(str, cards_of(cards))) or "-"


class GopsNotation(Notation):
    """Actions and positions as text; an action's text is found among those of the legal actions."""

    def action_to_string(self, state: IntArray, action: int) -> str:  # noqa: ARG002 - the same everywhere
        """Return the action as text."""
        return f"lay {action}"

    def position_to_string(self, state: IntArray) -> str:
        """Return a text that :meth:`position` reads back."""
        prizes, *hands = (text_of(state[index]) for index in (PRIZES, HANDS, HANDS + 1))
        prize, bid = (state[index] or "-" for index in (PRIZE, BID))
        return f"{prize} {prizes} {' '.join(hands)} {state[SCORES]} {state[SCORES + 1]} {bid}"

    def position(self, text: str, state: IntArray) -> None:
        """Write the position into the start of a game.

        Raises:
            PositionError: the text cannot be read, or it is no position of this game.
        """
        match = _POSITION.fullmatch(text.strip())
        if match is None:
            raise PositionError(f"gops position '{text}': expected seven parts, such as '2 134 1234 1234 0 0 -'")
        prize, prizes, first, second, bid = (set(map(int, match[part].replace("-", ""))) for part in (1, 2, 3, 4, 7))
        rounds, most = len(prize | prizes), 1 + len(cards_of(state[PRIZES]))
        if not len(first) == len(second) == rounds <= most or len(prize) < bool(prizes) or not bid <= first:
            raise PositionError(
                f"gops position '{text}': expected at most {most} prizes, as many cards in each hand, and a bid of them"
            )
        state[PRIZE], state[BID] = sum(prize), sum(bid)
        state[PRIZES], state[HANDS], state[HANDS + 1] = bits(prizes - prize), bits(first), bits(second)
        state[SCORES], state[SCORES + 1] = int(match[5]), int(match[6])


NOTATION: Final = GopsNotation()
