"""Machine output: tables and records, to stdout.

On a terminal a table is drawn by rich; when piped it is plain aligned text. JSON and CSV hold raw values, nothing
rounded; an absent value is ``null`` in JSON and empty elsewhere.
"""

from __future__ import annotations

import csv
import json
import math
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, Literal

from palaestra.cli.options import TableFormat
from palaestra.cli.streams import printable

_BETWEEN: Final = 3
"""Characters that rich puts between two columns, at most."""

_LEAST_BLOCK: Final = 20
"""Characters of a line of prose, at least, however narrow the terminal is."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        name: header, and key of the JSON objects.
        digits: decimals of its numbers in tables for people; None = as they are.
        prose: whether its texts may be broken into lines where a terminal is too narrow; those of names and ids must
            not be.
    """

    name: str
    digits: int | None = None
    prose: bool = False


def print_table(
    columns: Sequence[str | Column], rows: Iterable[Sequence[object]], format: TableFormat = "table"
) -> None:
    """Print rows of values, one value for each column, in one of the formats."""
    heads = [column if isinstance(column, Column) else Column(column) for column in columns]
    names = [head.name for head in heads]
    if format == "json":
        print_json([dict(zip(names, row, strict=True)) for row in rows])
        return
    if format == "csv":
        writer = csv.writer(_Lines(), lineterminator="\r\n")
        writer.writerow(names)
        writer.writerows([_plain(value) for value in row] for row in rows)
        return
    values = [list(row) for row in rows]
    cells = [[_shown(value, head.digits) for value, head in zip(row, heads, strict=True)] for row in values]
    right = [_all_numbers(row[i] for row in values) for i in range(len(heads))]
    if format == "md":
        _print_markdown(names, cells, right)
    elif sys.stdout.isatty() and _fits(heads, cells):
        _print_rich(heads, cells, right)
    elif sys.stdout.isatty() and any(head.prose for head in heads):
        _print_blocks(names, cells)
    else:
        _print_plain(names, cells, right)


class _Lines:
    """Writes the lines of :mod:`csv` to stdout, with a line feed at their ends.

    Before Python 3.13 the module quotes only the characters of its own line end: with a line feed alone, a cell with a
    carriage return would be read as two.
    """

    def write(self, line: str) -> None:
        """Write one line."""
        sys.stdout.write(line.removesuffix("\r\n") + "\n")


def print_json(value: object) -> None:
    """Print any value as JSON; numbers that JSON does not have become null."""
    plain = "utf" not in (sys.stdout.encoding or "utf-8").lower()
    print(json.dumps(_jsonable(value), indent=2, ensure_ascii=plain))


def print_fields(fields: Mapping[str, object]) -> None:
    """Print names and values of one thing, for people, without those that have no value.

    A text of several lines goes on below itself, to the right of the names, so that no line of it looks like a field.
    """
    shown = {name: value for name, value in fields.items() if value is not None and value != {}}
    width = max(map(text_width, shown), default=0)
    for name, value in shown.items():
        lines = value.splitlines() if isinstance(value, str) else [value]
        for head, line in zip_longest([name], lines or [""], fillvalue=""):
            print(f"{padded(head, width)}  {_shown(line, None)}".rstrip())


def text_width(text: str) -> int:
    """Return how many columns of a terminal a text takes: Chinese characters and emoji take two."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def padded(text: str, width: int, right: bool = False) -> str:
    """Return a text with spaces behind it, or before it, so that it takes `width` columns of a terminal."""
    spaces = " " * (width - text_width(text))
    return spaces + text if right else text + spaces


def _widths(names: Sequence[str], cells: list[list[str]]) -> list[int]:
    return [max(text_width(row[i]) for row in [names, *cells]) for i in range(len(names))]


def _print_plain(names: list[str], cells: list[list[str]], right: list[bool]) -> None:
    widths = _widths(names, cells)
    for row in [names, *cells]:
        print("  ".join(map(padded, row, widths, right)).rstrip())


def _print_markdown(names: list[str], cells: list[list[str]], right: list[bool]) -> None:
    def line(row: Iterable[str]) -> str:
        return "| " + " | ".join(cell.replace("\\", r"\\").replace("|", r"\|") for cell in row) + " |"

    print(line(names))
    print(line("---:" if number else "---" for number in right))
    for row in cells:
        print(line(row))


def _fits(heads: list[Column], cells: list[list[str]]) -> bool:
    """Return whether the terminal is wide enough, once prose is broken into lines.

    Where it is not, rich would cut ids and names, which cannot be guessed.
    """
    from rich.console import Console

    widths = _widths([head.name for head in heads], cells)
    needed = [
        min(width, _longest_word([head.name, *(row[i] for row in cells)])) if head.prose else width
        for i, (head, width) in enumerate(zip(heads, widths, strict=True))
    ]
    return sum(needed) + _BETWEEN * len(heads) <= Console().width


def _longest_word(texts: list[str]) -> int:
    return max((text_width(word) for text in texts for word in text.split()), default=0)


def _print_blocks(names: list[str], cells: list[list[str]]) -> None:
    """Print each row by itself, a line for each cell with something in it, broken where the terminal ends."""
    from rich.console import Console

    width = max(map(text_width, names))
    for number, row in enumerate(cells):
        if number:
            print()
        for name, cell in zip(names, row, strict=True):
            lines = textwrap.wrap(cell, max(_LEAST_BLOCK, Console().width - width - 2))
            for head, line in zip_longest([name] if lines else [], lines, fillvalue=""):
                print(f"{padded(head, width)}  {line}")


def _print_rich(heads: list[Column], cells: list[list[str]], right: list[bool]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for i, (head, number) in enumerate(zip(heads, right, strict=True)):
        least = _longest_word([head.name, *(row[i] for row in cells)]) if head.prose else None
        justify: Literal["left", "right"] = "right" if number else "left"
        table.add_column(Text(head.name), justify=justify, no_wrap=not head.prose, min_width=least)
    for row in cells:
        table.add_row(*map(Text, row))
    Console().print(table)


def _shown(value: object, digits: int | None) -> str:
    """Return a value for people, on one line."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:z.{digits}f}" if digits is not None else f"{value:.10g}"
    if isinstance(value, Mapping):
        return ", ".join(f"{key}={_shown(item, digits)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(_shown(item, digits) for item in value)
    return printable(" ".join(str(value).splitlines()))


def _plain(value: object) -> object:
    return json.dumps(_jsonable(value)) if isinstance(value, Mapping | list | tuple) else value


def _jsonable(value: object) -> object:
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, Mapping):
        return {str(key): _jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_jsonable(item) for item in value]
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)


def _all_numbers(values: Iterable[object]) -> bool:
    present = [value for value in values if value is not None]
    return bool(present) and all(isinstance(value, int | float) and not isinstance(value, bool) for value in present)
