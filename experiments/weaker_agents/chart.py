"""Line charts as SVG, with nothing but text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 60, 150, 40, 45


@dataclass(frozen=True)
class Line:
    """A curve: its name, colour, points, and half widths of intervals where there are any."""

    name: str
    colour: str
    x: Sequence[float]
    y: Sequence[float]
    half: Sequence[float] = ()


def line_chart(
    path: Path, title: str, x_name: str, y_name: str, lines: Sequence[Line], marks: Sequence[float] = ()
) -> None:
    """Write a chart; `marks` are vertical lines."""
    xs = [x for line in lines for x in line.x]
    low_x, high_x = min(xs), max(xs)
    reach = [line.half[i] if line.half else 0.0 for line in lines for i in range(len(line.y))]
    ys = [y for line in lines for y in line.y]
    low_y = min(0.0, *(y - h for y, h in zip(ys, reach, strict=True)))
    high_y = max(y + h for y, h in zip(ys, reach, strict=True))

    def at(x: float, y: float) -> tuple[float, float]:
        return (
            LEFT + (x - low_x) / ((high_x - low_x) or 1) * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - (y - low_y) / ((high_y - low_y) or 1) * (HEIGHT - TOP - BOTTOM),
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif"'
        ' font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="14">{title}</text>',
        f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.0f}" y="{HEIGHT - 8}" text-anchor="middle">{x_name}</text>',
        f'<text transform="translate(14 {HEIGHT / 2:.0f}) rotate(-90)" text-anchor="middle">{y_name}</text>',
    ]
    for i in range(6):
        x, y = at(low_x + i * (high_x - low_x) / 5, low_y + i * (high_y - low_y) / 5)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
        parts.append(
            f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{low_y + i * (high_y - low_y) / 5:g}</text>'
        )
        parts.append(
            f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">'
            f"{low_x + i * (high_x - low_x) / 5:,.0f}</text>"
        )
    for mark in marks:
        x, _ = at(mark, low_y)
        parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}" stroke="#888" stroke-dasharray="4 3"/>'
        )
    for number, line in enumerate(lines):
        points = [at(x, y) for x, y in zip(line.x, line.y, strict=True)]
        path_text = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{path_text}" fill="none" stroke="{line.colour}" stroke-width="1.4"/>')
        for i, half in enumerate(line.half):
            (x, top), (_, bottom) = at(line.x[i], line.y[i] + half), at(line.x[i], line.y[i] - half)
            parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{top:.1f}" y2="{bottom:.1f}" stroke="{line.colour}"/>')
        y = TOP + 16 * number
        parts.append(
            f'<line x1="{WIDTH - RIGHT + 10}" x2="{WIDTH - RIGHT + 30}" y1="{y}" y2="{y}" stroke="{line.colour}" '
            f'stroke-width="2"/><text x="{WIDTH - RIGHT + 36}" y="{y + 4}">{line.name}</text>'
        )
    parts.append("</svg>")
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(parts) + "\n", encoding="utf-8")
