"""The table of Indian Rummy as a person sits at it: four colours, the own hand sorted, its melds and what was drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from palaestra import IntArray
from palaestra_rummy.analysis.cover import meld_cover
from palaestra_rummy.analysis.score import deadwood
from palaestra_rummy.cards import CARD_NAMES, cards_in
from palaestra_rummy.indian_rummy.captions import status, unknown, wild_line
from palaestra_rummy.indian_rummy.layout import DISCARDS, HANDS, OPEN, RANKS, TAKEN, WILD

_COLOURS: Final = ("red", "blue", "green", "default")
"""Of hearts, diamonds, clubs and spades: a deck in four colours."""

_MELDED: Final = "underline "
_DRAWN: Final = "reverse "
_LABEL: Final = 10


def table_lines(observation: IntArray, player: int, order: str, before: IntArray | None) -> Iterator[str]:
    """Yield lines with the markup of rich.

    Args:
        observation: what the player in the seat `player` knows.
        player: the seat.
        order: how the hand is sorted, one of ``ORDERS``.
        before: what the player knew before their last action; a card that has come since is marked as drawn.
    """
    hand, other = int(observation[HANDS + player]), int(observation[HANDS + 1 - player])
    wild = int(observation[WILD])
    melded = meld_cover(hand, wild)
    drawn = hand & ~int(before[HANDS + player]) if before is not None else 0
    yield wild_line(observation)
    hidden = unknown(observation, 1 - player)
    parts = [_cards(cards_in(other))] * bool(other) + [f"{hidden} unseen"] * bool(hidden)
    yield _line("opponent", " and ".join(parts))
    yield _line("", f"discarded {_cards(cards_in(int(observation[DISCARDS + 1 - player])))}")
    yield _line("open", _cards([int(observation[OPEN])] if observation[OPEN] >= 0 else []))
    yield _line("you", _hand(hand, order, wild, melded, drawn))
    if drawn:
        yield _line("drew", _cards(cards_in(drawn)))
    elif observation[TAKEN] >= 0 and hand >> int(observation[TAKEN]) & 1:
        yield _line("took", _cards([int(observation[TAKEN])]))
    outside = _cards(cards_in(hand & ~melded))
    yield _line("in melds", f"{_cards(cards_in(melded))}   outside {outside}, {deadwood(hand, wild)} points")
    yield _line("", f"discarded {_cards(cards_in(int(observation[DISCARDS + player])))}")
    yield status(observation)


def _line(label: str, content: str) -> str:
    return f"{label:<{_LABEL}}{content}"


def _hand(hand: int, order: str, wild: int, melded: int, drawn: int) -> str:
    """Return the hand in an order, three spaces between its groups."""
    groups: dict[tuple[int, ...], list[int]] = {}
    for card in cards_in(hand):
        suit, rank = divmod(card, RANKS)
        key = {"suit": (suit,), "rank": (rank,), "melds": (1 - (melded >> card & 1), suit)}[order]
        groups.setdefault(key, []).append(card)
    return "   ".join(
        " ".join(
            _card(
                card, _MELDED * (melded >> card & 1) + _DRAWN * (drawn >> card & 1) + "bold " * (card % RANKS == wild)
            )
            for card in group
        )
        for _, group in sorted(groups.items())
    )


def _cards(cards: Iterable[int]) -> str:
    return " ".join(_card(card) for card in cards) or "-"


def _card(card: int, style: str = "") -> str:
    return f"[{style}{_COLOURS[card // RANKS]}]{CARD_NAMES[card]}[/]"
