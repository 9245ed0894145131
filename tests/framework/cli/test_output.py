from __future__ import annotations

import csv
import io
import json
import math
import re
import sys

import pytest
from markdown_it import MarkdownIt

from palaestra.cli.output import Column, print_fields, print_table

COLUMNS = ("name", Column("rating", digits=1), "low", "tags", "new")
ROWS = [("ann", 12.345, None, ["a", "b"], True), ("b|b", -3.0, math.inf, [], False)]


def test_json_holds_raw_values_and_null_for_what_is_absent(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(COLUMNS, ROWS, "json")
    assert json.loads(capsys.readouterr().out) == [
        {"name": "ann", "rating": 12.345, "low": None, "tags": ["a", "b"], "new": True},
        {"name": "b|b", "rating": -3.0, "low": None, "tags": [], "new": False},
    ]


def test_csv_holds_raw_values(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(COLUMNS, ROWS[:1], "csv")
    rows = list(csv.reader(io.StringIO(capsys.readouterr().out)))
    assert rows == [["name", "rating", "low", "tags", "new"], ["ann", "12.345", "", '["a", "b"]', "True"]]


def test_piped_tables_are_plain_text_with_numbers_to_the_right(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(COLUMNS, ROWS)
    assert capsys.readouterr().out.splitlines() == [
        "name  rating  low  tags  new",
        "ann     12.3       a, b  yes",
        "b|b     -3.0  inf        no",
    ]


def test_what_rounds_to_nothing_has_no_sign(capsys: pytest.CaptureFixture[str]) -> None:
    print_table((Column("rating", digits=0),), [(-0.4,)], "md")
    assert capsys.readouterr().out.splitlines()[-1] == "| 0 |"


def test_markdown_escapes_its_own_mark(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("name", "n"), [("b|b", 1)], "md")
    assert capsys.readouterr().out == "| name | n |\n| --- | ---: |\n| b\\|b | 1 |\n"


@pytest.mark.parametrize("cell", ["a|b", r"a\|b", r"a\\|b", "\\", "|"])
def test_markdown_cells_read_back_as_they_are(capsys: pytest.CaptureFixture[str], cell: str) -> None:
    print_table(("name", "n"), [(cell, 1)], "md")
    tokens = MarkdownIt().enable("table").parse(capsys.readouterr().out)
    texts = ["".join(part.content for part in token.children or ()) for token in tokens if token.type == "inline"]
    assert texts == ["name", "n", cell, "1"]


@pytest.mark.parametrize("cell", ["a\rb", "a\nb", "a\r\nb", "\r", 'a"b', "a,b", "a\r\n"])
def test_csv_cells_read_back_as_they_are(capsys: pytest.CaptureFixture[str], cell: str) -> None:
    print_table(("name", "n"), [(cell, 1)], "csv")
    out = capsys.readouterr().out
    assert out.startswith("name,n\n")
    assert list(csv.reader(io.StringIO(out, newline=""))) == [["name", "n"], [cell, "1"]]


def test_wide_characters_take_two_columns(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(("name", "n"), [("日本", 1), ("🎲", 2), ("abcd", 30)])
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "日本   1"
    assert [line.rindex(digit) for line, digit in zip(lines[1:], "120", strict=True)] == [5, 6, 7]  # in characters
    print_fields({"日本": "x", "ab": "y"})
    assert capsys.readouterr().out == "日本  x\nab    y\n"


def test_prose_is_broken_and_names_are_not(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    columns, rows = ("agent", Column("summary", prose=True)), [("a_long_name", "one two three " * 9), ("b", "")]
    for width, drawn in ((40, True), (18, False)):
        monkeypatch.setenv("COLUMNS", str(width))
        print_table(columns, rows)
        out = re.sub(r"\x1b\[[\d;]*m", "", capsys.readouterr().out)
        assert ("─" in out) is drawn
        assert "a_long_name" in out
        assert max(map(len, out.splitlines())) <= max(width, 9 + 20)
        assert " ".join(out.split()).count("three") == 9


def test_terminals_get_a_drawn_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    print_table(("name", "n"), [("[red]", 1)])
    drawn = capsys.readouterr().out
    assert "[red]" in drawn  # text, not markup
    assert "─" in drawn


def test_fields_without_a_value_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    print_fields({"id": "x", "knobs": {}, "detail": None, "decks": ("a", "b")})
    assert capsys.readouterr().out == "id     x\ndecks  a, b\n"


def test_a_field_of_several_lines_goes_on_beside_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    print_fields({"detail": "Traceback:\n  line 1\rid  fake\n\nValueError: \x1b[31m\n", "id": "x", "empty": ""})
    assert capsys.readouterr().out == (
        "detail  Traceback:\n          line 1\n        id  fake\n\n        ValueError: \\x1b[31m\nid      x\nempty\n"
    )


@pytest.mark.parametrize(("width", "drawn"), [("80", True), ("30", False)])
def test_a_terminal_that_is_too_narrow_gets_all_of_every_cell(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, width: str, drawn: bool
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", width)
    print_table(("id", "name"), [("4a53b55c72602d2f553a-1", "a name of some length")])
    out = capsys.readouterr().out
    assert ("─" in out) is drawn
    assert "4a53b55c72602d2f553a-1" in out
    assert "a name of some length" in out
