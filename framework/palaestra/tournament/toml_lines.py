"""Where in a TOML file a key stands, so that a message can name its line."""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

KeyPath = tuple[str | int, ...]

_TABLE: Final = re.compile(r"^\s*\[\s*([^\[\]]+?)\s*\]\s*(#.*)?$")
_ARRAY_TABLE: Final = re.compile(r"^\s*\[\[\s*([^\[\]]+?)\s*\]\]\s*(#.*)?$")
_KEY: Final = re.compile(r"^\s*([A-Za-z0-9_\-\.\"']+)\s*=")


def key_lines(text: str) -> dict[KeyPath, int]:
    """Return the line, from 1, of every table header and plain key; array tables are numbered from 1."""
    lines: dict[KeyPath, int] = {}
    counts: Counter[str] = Counter()
    table: KeyPath = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if match := _ARRAY_TABLE.match(line):
            name = match[1]
            counts[name] += 1
            table = (*_split(name), counts[name])
            lines.setdefault(table, number)
        elif match := _TABLE.match(line):
            table = _below_arrays(_split(match[1]), counts)
            lines.setdefault(table, number)
        elif match := _KEY.match(line):
            key = _split(match[1])
            for end in range(1, len(key) + 1):  # a dotted key also makes the tables it passes through
                lines.setdefault((*table, *key[:end]), number)
    return lines


def line_of(lines: dict[KeyPath, int], path: KeyPath) -> int | None:
    """Return the line of `path`, or of the nearest table around it."""
    while path:
        if path in lines:
            return lines[path]
        path = path[:-1]
    return None


def key_name(path: KeyPath) -> str:
    """Return a path as text: ``entrant[2].parameters.iterations``."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f"{'.' if text else ''}{part}"
    return text


def _split(name: str) -> KeyPath:
    return tuple(part.strip().strip("\"'") for part in name.split("."))


def _below_arrays(path: KeyPath, counts: Counter[str]) -> KeyPath:
    """Put the number of the current element into a table that belongs to an array: ``[entrant.parameters]``."""
    if path and str(path[0]) in counts:
        return (path[0], counts[str(path[0])], *path[1:])
    return path
