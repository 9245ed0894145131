"""Pictures of Kalah, seen from the first seat: its row below, the second seat's above, sown counter-clockwise."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from palaestra import IntArray
from palaestra_boardgames.kalah.layout import Board, read_board

_PIT: Final = 80
"""Width of a pit with its margin, in SVG units."""
_HEIGHT: Final = 300
_BOARD_TOP: Final = 40
_BOARD_HEIGHT: Final = 210
_RADIUS: Final = 33
_DOTS: Final = 40
"""Seeds drawn in one pit at most; the number beside it is that of all."""
_SEED_RADIUS: Final = 4.2
_SPREAD: Final = 4.6
_GOLDEN_ANGLE: Final = math.pi * (3 - math.sqrt(5))

_STYLE: Final = (
    "text{font-family:sans-serif;text-anchor:middle;dominant-baseline:central}"
    ".board{fill:#c58b4e;stroke:#7a4d22;stroke-width:3}.hollow{fill:#8f5b2b;stroke:#7a4d22}"
    ".seed{fill:#e9e2cf;stroke:#6f6650;stroke-width:.6}.count{fill:#fff8e7;font-size:15px;font-weight:bold}"
    ".number{fill:#777;font-size:13px}.line{fill:#333;font-size:15px}"
)


def _status(board: Board) -> str:
    if board.mover >= 0:
        return f"{('first', 'second')[board.mover]} to move"
    if any(map(any, board.pits)):
        return "stopped as a draw"
    first, second = board.stores
    if first == second:
        return f"draw, {first} each"
    return f"{'first' if first > second else 'second'} wins {max(first, second)} to {min(first, second)}"


class KalahDrawing:
    """Draws any board."""

    def text(self, observation: IntArray) -> str:
        """Return four rows (pit numbers outside, seeds inside) with the stores between them, and who is to move."""
        board = read_board(observation)
        width = max(3, *(len(str(count)) + 1 for count in (*board.pits[0], *board.pits[1], *board.stores)))
        numbers = range(1, len(board.pits[0]) + 1)

        def row(title: str, values: Iterator[int]) -> str:
            return f"{title:<6}{' ' * width}" + "".join(f"{value:>{width}}" for value in values)

        gap = " " * (width * len(numbers))
        lines = [
            row("", reversed(numbers)),
            row("second", reversed(board.pits[1])),
            f"{'':6}{board.stores[1]:>{width}}{gap}{board.stores[0]:>{width}}",
            row("first", iter(board.pits[0])),
            row("", iter(numbers)),
            _status(board),
        ]
        return "\n".join(lines)

    def svg(self, observation: IntArray) -> str:
        """Return the board with every seed drawn, the numbers of the pits, and who is to move."""
        board = read_board(observation)
        pits = len(board.pits[0])
        width = (pits + 2) * _PIT + 20
        status = _status(board)
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}" width="{width}" '
            f'height="{_HEIGHT}" role="img" aria-label="Kalah: {status}">',
            f"<style>{_STYLE}</style>",
            f'<rect class="board" x="4" y="{_BOARD_TOP}" width="{width - 8}" height="{_BOARD_HEIGHT}" rx="60"/>',
        ]
        for pit in range(pits):
            left, right = 10 + _PIT * (pit + 1.5), 10 + _PIT * (pits - pit + 0.5)
            parts += _pit(left, 192, board.pits[0][pit], pit + 1, 262)
            parts += _pit(right, 98, board.pits[1][pit], pit + 1, 28)
        parts += _store(10 + _PIT / 2, board.stores[1])
        parts += _store(width - 10 - _PIT / 2, board.stores[0])
        parts += [f'<text class="line" x="{width / 2:g}" y="287">{status}</text>', "</svg>"]
        return "\n".join(parts)


def _pit(x: float, y: float, seeds: int, number: int, number_y: int) -> Iterator[str]:
    yield f'<circle class="hollow" cx="{x:g}" cy="{y}" r="{_RADIUS}"/>'
    yield from _seeds(x, y, seeds)
    yield f'<text class="count" x="{x + 29:g}" y="{y + 31}">{seeds}</text>'
    yield f'<text class="number" x="{x:g}" y="{number_y}">{number}</text>'


def _store(x: float, seeds: int) -> Iterator[str]:
    yield f'<rect class="hollow" x="{x - 30:g}" y="67" width="60" height="136" rx="30"/>'
    yield from _seeds(x, 135, seeds)
    yield f'<text class="count" x="{x:g}" y="222">{seeds}</text>'


def _seeds(x: float, y: float, count: int) -> Iterator[str]:
    """Yield dots in the spiral of a sunflower: evenly spread, the same for the same number."""
    for index in range(min(count, _DOTS)):
        distance, angle = _SPREAD * math.sqrt(index + 0.3), _GOLDEN_ANGLE * index
        dot_x, dot_y = x + distance * math.cos(angle), y + distance * math.sin(angle)
        yield f'<circle class="seed" cx="{dot_x:.1f}" cy="{dot_y:.1f}" r="{_SEED_RADIUS}"/>'


DRAWING: Final = KalahDrawing()
