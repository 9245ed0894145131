"""Pictures of nine men's morris."""

from __future__ import annotations

from typing import Final

from palaestra import IntArray
from palaestra_boardgames.nine_mens_morris.board import MILLS, NUM_POINTS, POINT_NAMES
from palaestra_boardgames.nine_mens_morris.rules import (
    DRAWN,
    HAND,
    MAX_TURNS,
    MEN,
    PLAYING,
    REMOVAL,
    RESULT,
    SIDE,
    TURNS,
    WHITE_WON,
)

_COLOURS: Final = ("White", "Black")
_LETTERS: Final = "WB"
_FILES: Final = "abcdefg"

_LINES: Final = (
    "7  .-----------.-----------.",
    "   |           |           |",
    "6  |   .-------.-------.   |",
    "   |   |       |       |   |",
    "5  |   |   .---.---.   |   |",
    "   |   |   |       |   |   |",
    "4  .---.---.       .---.---.",
    "   |   |   |       |   |   |",
    "3  |   |   .---.---.   |   |",
    "   |   |       |       |   |",
    "2  |   .-------.-------.   |",
    "   |           |           |",
    "1  .-----------.-----------.",
    "   a   b   c   d   e   f   g",
)

_STEP: Final = 60
_MARGIN: Final = 50
_SIZE: Final = 2 * _MARGIN + 6 * _STEP


class MorrisDrawing:
    """The board in ASCII and in SVG, points named by file and rank as the actions name them."""

    def text(self, observation: IntArray) -> str:
        """Return the board as plain text."""
        lines = [list(line) for line in _LINES]
        for point, name in enumerate(POINT_NAMES):
            lines[2 * (7 - int(name[1]))][3 + 4 * _FILES.index(name[0])] = _man(observation, point)
        men = [
            f"{_COLOURS[i]} ({_LETTERS[i]}): {int(observation[MEN + i]).bit_count()} on the board, "
            f"{observation[HAND + i]} in hand"
            for i in range(2)
        ]
        return "\n".join(["".join(line) for line in lines] + ["", *men, _status(observation)])

    def svg(self, observation: IntArray) -> str:
        """Return the board as an SVG document."""
        height = _SIZE + 30
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE} {height}" width="{_SIZE}" height="{height}" '
            'font-family="sans-serif" font-size="14" text-anchor="middle">',
            f'<rect width="{_SIZE}" height="{height}" fill="#f3e3c3"/>',
        ]
        parts += [_svg_line(POINT_NAMES[mill[0]], POINT_NAMES[mill[2]]) for mill in MILLS]
        for i in range(7):
            place = _MARGIN + i * _STEP
            parts.append(f'<text x="{place}" y="{_SIZE - 12}">{_FILES[i]}</text>')
            parts.append(f'<text x="16" y="{place + 5}">{7 - i}</text>')
        parts += [_svg_point(observation, point) for point in range(NUM_POINTS)]
        hands = " · ".join(f"{_COLOURS[i]} {observation[HAND + i]} in hand" for i in range(2))
        parts.append(f'<text x="{_SIZE // 2}" y="{height - 14}">{_status(observation)} · {hands}</text>')
        return "\n".join([*parts, "</svg>"])


def _man(observation: IntArray, point: int) -> str:
    return next((letter for i, letter in enumerate(_LETTERS) if observation[MEN + i] >> point & 1), ".")


def _status(observation: IntArray) -> str:
    result = observation[RESULT]
    turn = f"turn {observation[TURNS] + 1} of {observation[MAX_TURNS]}"
    if result == PLAYING:
        return f"{_COLOURS[observation[SIDE]]} {'removes a man' if observation[REMOVAL] else 'to move'}, {turn}"
    if result == DRAWN:
        return f"Drawn after {observation[TURNS]} turns"
    winner = 0 if result == WHITE_WON else 1
    return f"{_COLOURS[winner]} wins after {observation[TURNS]} turns"


def _place(name: str) -> tuple[int, int]:
    return _MARGIN + _STEP * _FILES.index(name[0]), _MARGIN + _STEP * (7 - int(name[1]))


def _svg_line(start: str, end: str) -> str:
    (x1, y1), (x2, y2) = _place(start), _place(end)
    return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="#5b4636" stroke-width="3"/>'


def _svg_point(observation: IntArray, point: int) -> str:
    x, y = _place(POINT_NAMES[point])
    man = _man(observation, point)
    if man == ".":
        return f'<circle cx="{x}" cy="{y}" r="5" fill="#5b4636"/>'
    fill = "#fdfdfd" if man == "W" else "#222222"
    return f'<circle cx="{x}" cy="{y}" r="17" fill="{fill}" stroke="#5b4636" stroke-width="2"/>'


DRAWING: Final = MorrisDrawing()
