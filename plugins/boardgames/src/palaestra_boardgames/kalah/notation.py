"""Strings of Kalah.

An action is the number of the mover's pit, 1 for its leftmost in sowing order: action 0 is ``"1"``. A position is
``"4,4,4,4,4,4/0 4,4,4,4,4,4/0 1"``: the first seat's pits in its sowing order and its store, the second seat's
likewise, and the seat to move, 1 or 2. A position in which the game is over has its remaining seeds in the stores and
is written with seat 1 to move.
"""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, PositionError
from palaestra_boardgames.kalah.layout import MAX_TOTAL, PITS, Board, read_board, write_board
from palaestra_boardgames.kalah.rules import settle

_SHAPE: Final = "expected '<pits>/<store> <pits>/<store> <side>' such as '4,4,4,4,4,4/0 4,4,4,4,4,4/0 1'"


class KalahNotation:
    """Strings of Kalah, for any board."""

    def action_to_string(self, state: IntArray, action: int) -> str:  # noqa: ARG002 - the same in every position
        """Return the number of the pit, counted from 1."""
        return str(action + 1)

    def position_to_string(self, state: IntArray) -> str:
        """Return the position as text."""
        board = read_board(state)
        sides = [",".join(map(str, board.pits[seat])) + f"/{board.stores[seat]}" for seat in (0, 1)]
        return f"{sides[0]} {sides[1]} {max(board.mover, 0) + 1}"

    def position(self, text: str, state: IntArray) -> None:
        """Write the position into `state`, a fresh deal; the number of seeds may differ from the deal's.

        Raises:
            PositionError: another shape, another number of pits than the game's, something else than a number of
                seeds, more than 1023 seeds in all, or a seat to move other than 1 or 2.
        """
        parts = text.split()
        if len(parts) != 3:
            raise PositionError(f"position '{text}' has {len(parts)} parts; {_SHAPE}")
        if parts[2] not in ("1", "2"):
            raise PositionError(f"seat to move is '{parts[2]}'; expected 1 or 2")
        (first, first_store), (second, second_store) = (_side(part, int(state[PITS])) for part in parts[:2])
        board = Board((first, second), (first_store, second_store), int(parts[2]) - 1)
        if board.total > MAX_TOTAL:
            raise PositionError(f"position '{text}' has {board.total} seeds; expected at most {MAX_TOTAL}")
        write_board(board, state)
        settle(state)


def _side(text: str, pits: int) -> tuple[tuple[int, ...], int]:
    """Return the pits and the store that one side's text describes."""
    row, slash, store = text.partition("/")
    if not slash:
        raise PositionError(f"side '{text}' has no store; {_SHAPE}")
    counts = tuple(_seeds(count, text) for count in row.split(","))
    if len(counts) != pits:
        raise PositionError(f"side '{text}' has {len(counts)} pits; expected {pits}")
    return counts, _seeds(store, text)


def _seeds(text: str, side: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(MAX_TOTAL))):
        raise PositionError(f"seeds '{text}' in '{side}'; expected a whole number from 0 to {MAX_TOTAL}")
    return int(text)


NOTATION: Final = KalahNotation()
