"""Pictures of Indian Rummy: both hands by suit, the open card, what was discarded, and whose turn it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palaestra import IntArray
from palaestra_rummy.cards import CARD_NAMES, RANK_NAMES, cards_in
from palaestra_rummy.indian_rummy.captions import SEATS, status, unknown, wild_line
from palaestra_rummy.indian_rummy.layout import (
    CLOSED_COUNT,
    DISCARDS,
    HAND_SIZE,
    HANDS,
    OPEN,
    RANKS,
    TAKEN,
    WILD,
)

ORDERS: Final = ("suit", "rank", "melds")
"""How a hand can be sorted; of melds: first the cards that are in some, then the others."""
_SUIT_SIGNS: Final = "♥♦♣♠"
_SUIT_COLOURS: Final = ("#c62828", "#c62828", "#1b1b1b", "#1b1b1b")

_CARD_WIDTH: Final = 46
_CARD_HEIGHT: Final = 64
_MARGIN: Final = 16
_WIDTH: Final = 2 * _MARGIN + (HAND_SIZE + 1) * (_CARD_WIDTH + 4)
_ROWS: Final = (30, 140, 250)
"""Tops of the second hand, the table and the first hand, in SVG units."""
_HEIGHT: Final = 370
_STYLE: Final = (
    ".table{fill:#2e6b4f}.card{fill:#fffdf5;stroke:#333}.wild{stroke:#d4a017;stroke-width:3}"
    ".back{fill:#3f5f9f;stroke:#1d2f55}text{font-family:sans-serif}.name{font-size:17px;text-anchor:middle}"
    ".line{fill:#eef5ee;font-size:14px}"
)


def _names(cards: int) -> str:
    """Return a set of cards by suit, three spaces between suits."""
    suits = [(cards >> (RANKS * suit)) & ((1 << RANKS) - 1) for suit in range(4)]
    return "   ".join(
        " ".join(CARD_NAMES[RANKS * suit + rank] for rank in cards_in(ranks))
        for suit, ranks in enumerate(suits)
        if ranks
    )


class IndianRummyDrawing:
    """Draws what somebody may see: unknown cards are backs, or counted."""

    orders = ORDERS

    def text(self, observation: IntArray) -> str:
        """Return the wild rank, a line for each hand, what was discarded, the open card, and who is to move."""
        lines = [wild_line(observation)]
        for seat in (0, 1):
            hidden = unknown(observation, seat)
            names = _names(int(observation[HANDS + seat]))
            rest = f"{'   and ' if names else ''}{hidden} unseen" if hidden else ""
            lines.append(f"{SEATS[seat]:<7}{names}{rest}")
            lines.append(f"{'':7}discarded {_names(int(observation[DISCARDS + seat])) or '-'}")
        card = CARD_NAMES[observation[OPEN]] if observation[OPEN] >= 0 else "-"
        taken = f"   taken {CARD_NAMES[observation[TAKEN]]}" if observation[TAKEN] >= 0 else ""
        return "\n".join([*lines, f"{'open':<7}{card}{taken}", status(observation)])

    def table(self, observation: IntArray, player: int, order: str, before: IntArray | None) -> str:
        """Return the table as a person in a seat sees it; see :class:`palaestra.game.TableDrawing`."""
        from palaestra_rummy.indian_rummy.table import table_lines

        return "\n".join(table_lines(observation, player, order, before))

    def svg(self, observation: IntArray) -> str:
        """Return the table seen from the first seat: the second hand above, the open card between."""
        line = f"{wild_line(observation)}: {status(observation)}"
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
            f'height="{_HEIGHT}" role="img" aria-label="Indian Rummy: {line}">',
            f"<style>{_STYLE}</style>",
            f'<rect class="table" width="{_WIDTH}" height="{_HEIGHT}" rx="14"/>',
        ]
        wild = int(observation[WILD])
        for seat, top in ((1, _ROWS[0]), (0, _ROWS[2])):
            cards = list(cards_in(int(observation[HANDS + seat])))
            cards += [-1] * unknown(observation, seat)
            parts += [_card(card, place, top, wild) for place, card in enumerate(cards)]
        table = [-1] if observation[CLOSED_COUNT] > 0 else []
        table += [int(observation[OPEN])] if observation[OPEN] >= 0 else []
        parts += [_card(card, 5 + 2 * place, _ROWS[1], wild) for place, card in enumerate(table)]
        return "\n".join([*parts, f'<text class="line" x="{_MARGIN}" y="{_HEIGHT - 18}">{line}</text>', "</svg>"])


def _card(card: int, place: int, top: int, wild: int) -> str:
    """Return one card at a place of a row; -1 is a back."""
    return "".join(_card_parts(card, _MARGIN + place * (_CARD_WIDTH + 4), top, wild))


def _card_parts(card: int, left: int, top: int, wild: int) -> Iterator[str]:
    kind = "back" if card < 0 else "card wild" if card % RANKS == wild else "card"
    yield f'<rect class="{kind}" x="{left}" y="{top}" width="{_CARD_WIDTH}" height="{_CARD_HEIGHT}" rx="5"/>'
    if card >= 0:
        suit, rank = divmod(card, RANKS)
        name = "10" if RANK_NAMES[rank] == "T" else RANK_NAMES[rank]
        x, y = left + _CARD_WIDTH // 2, top + _CARD_HEIGHT // 2 + 6
        yield f'<text class="name" fill="{_SUIT_COLOURS[suit]}" x="{x}" y="{y}">{name}{_SUIT_SIGNS[suit]}</text>'


DRAWING: Final = IndianRummyDrawing()
