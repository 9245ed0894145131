"""Texts and pictures of a game for people, and their defaults."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable
from xml.sax.saxutils import escape

import numpy as np

from palaestra.errors import PositionError, shown
from palaestra.kernel import IntArray


class Notation(Protocol):
    """Actions and positions as text, and back; one object for all knobs.

    A class that derives from this one overrides what it wants to change: by default actions are their numbers, and a
    position is the numbers of the state after the two random ones.
    """

    def action_to_string(self, state: IntArray, action: int) -> str:  # noqa: ARG002 - the same everywhere
        """Return a legal action as text, different for different legal actions.

        `state` may be the observation of the player to move: external agents get these texts.
        """
        return str(action)

    def position_to_string(self, state: IntArray) -> str:
        """Return a text that :meth:`position` reads back."""
        return " ".join(map(str, state[2:].tolist()))

    def position(self, text: str, state: IntArray) -> None:
        """Write the position into `state`, which holds the start of a game under the same knobs.

        Raises:
            PositionError: the text cannot be read or describes an impossible position.
        """
        try:
            numbers = np.array([int(number) for number in text.split()], dtype=np.int64)
        except (ValueError, OverflowError):
            numbers = np.zeros(0, dtype=np.int64)
        if len(numbers) != len(state) - 2:
            raise PositionError(f"position {shown(text)}: expected {len(state) - 2} whole numbers, with spaces between")
        state[2:] = numbers


class Drawing(Protocol):
    """Pictures of a game; one object for all knobs. A class that derives from this one may leave out :meth:`svg`."""

    def text(self, observation: IntArray) -> str:
        """Return the board as plain text."""
        ...

    def svg(self, observation: IntArray) -> str:
        """Return the board as an SVG document; by default the text as a picture."""
        return text_as_svg(self.text(observation))


class NumberNotation(Notation):
    """The notation of a game without one of its own."""


class PositionDrawing(Drawing):
    """The pictures of a game without a drawing of its own: the position as text."""

    def __init__(self, notation: Notation) -> None:
        self._notation = notation

    def text(self, observation: IntArray) -> str:
        """Return the position."""
        return self._notation.position_to_string(observation)


def text_as_svg(text: str) -> str:
    """Return an SVG document that shows a text in a monospaced font."""
    lines: Sequence[str] = text.splitlines() or [""]
    width, height = max(map(len, lines)) * 9 + 20, len(lines) * 20 + 20
    rows = (f'<text x="10" y="{20 * row + 25}">{escape(line)}</text>' for row, line in enumerate(lines))
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            'font-family="monospace" font-size="14" xml:space="preserve">',
            *rows,
            "</svg>",
        ]
    )


@runtime_checkable
class TableDrawing(Protocol):
    """An optional part of a :class:`Drawing`: the table as a person sees it, for ``palaestra play``.

    Attributes:
        orders: names of the orders in which a hand can be sorted, the first is the default; may be empty.
    """

    orders: tuple[str, ...]

    def table(self, observation: IntArray, player: int, order: str, before: IntArray | None) -> str:
        """Return the table as text with the markup of rich, such as ``"[red]7H[/red]"``.

        It must be readable without colours as well. `before` is the player's observation before their last action, None
        before the first: it allows to mark what has changed, such as a drawn card.
        """
        ...
