"""Pictures of tic-tac-toe."""

from __future__ import annotations

from typing import Final

from palaestra import IntArray
from palaestra_boardgames.tic_tac_toe.notation import SYMBOLS, cells
from palaestra_boardgames.tic_tac_toe.rules import HAS_LINE, MARKS, SEAT

CELL: Final = 60
MARGIN: Final = 30


def status(observation: IntArray) -> str:
    """Return who is to move, or the result."""
    if observation[SEAT] >= 0:
        return f"{SYMBOLS[observation[SEAT]]} to move"
    for seat in range(2):
        if HAS_LINE[observation[MARKS + seat]]:
            return f"{SYMBOLS[seat]} wins"
    return "draw"


class TicTacToeDrawing:
    """The board as text and as SVG."""

    def text(self, observation: IntArray) -> str:
        """Return the board with its column letters and row numbers, and the status below."""
        board = cells(observation)
        rows = [f"{row + 1} {' '.join(board[3 * row : 3 * row + 3])}" for row in range(3)]
        return "\n".join(["  a b c", *rows, status(observation)])

    def svg(self, observation: IntArray) -> str:
        """Return the board with its column letters and row numbers, and the status below."""
        size = MARGIN + 3 * CELL
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size + MARGIN} {size + MARGIN}" '
            'font-family="sans-serif" font-size="14" text-anchor="middle">',
            '<g stroke="#555" stroke-width="2">',
            *(_line(MARGIN + i * CELL, MARGIN, MARGIN + i * CELL, size) for i in (1, 2)),
            *(_line(MARGIN, MARGIN + i * CELL, size, MARGIN + i * CELL) for i in (1, 2)),
            "</g>",
            '<g fill="none" stroke-width="5" stroke-linecap="round">',
            *(_mark(symbol, *divmod(cell, 3)) for cell, symbol in enumerate(cells(observation)) if symbol != "."),
            "</g>",
            *(_words(MARGIN + (i + 0.5) * CELL, 20, "abc"[i]) for i in range(3)),
            *(_words(15, MARGIN + (i + 0.5) * CELL + 5, str(i + 1)) for i in range(3)),
            _words(MARGIN + 1.5 * CELL, size + 20, status(observation)),
            "</svg>",
        ]
        return "\n".join(parts)


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def _words(x: float, y: float, words: str) -> str:
    return f'<text x="{x:g}" y="{y:g}">{words}</text>'


def _mark(symbol: str, row: int, column: int) -> str:
    x, y = MARGIN + column * CELL + CELL // 2, MARGIN + row * CELL + CELL // 2
    if symbol == "O":
        return f'<circle cx="{x}" cy="{y}" r="18" stroke="#c0392b"/>'
    return f'<path d="M{x - 16} {y - 16}l32 32m0 -32l-32 32" stroke="#2c5aa0"/>'


DRAWING: Final = TicTacToeDrawing()
