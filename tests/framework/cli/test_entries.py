"""What a typed line means."""

from __future__ import annotations

import pytest

from palaestra.cli.entries import Entry, numbered, read_entry

CHOICES = {"draw open": 4, "draw closed": 5, "Quit": 6, "declare": 9, "discard 5H": 11, "discard 5C": 12}


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("draw open", Entry(action="draw open")),
        ("  DRAW   Open ", Entry(action="draw open")),
        ("draw c", Entry(action="draw closed")),
        ("de", Entry(action="declare")),
        ("1", Entry(action="draw open")),
        ("4", Entry(action="declare")),
        ("0", Entry()),
        ("7", Entry()),
        ("9" * 5000, Entry()),
        ("²", Entry()),
        ("d", Entry(candidates=("draw open", "draw closed", "declare", "discard 5H", "discard 5C"))),
        ("quit", Entry(action="Quit")),  # an action before a command
        ("?", Entry(command="help")),
        ("HELP", Entry(command="help")),
        ("sort rank", Entry(command="sort", argument="rank")),
        ("undo that", Entry()),
        ("", Entry()),
        ("deal", Entry()),
        ("open", Entry(action="draw open")),
        ("cl", Entry(action="draw closed")),
        ("raw", Entry()),  # no beginning of a word
        ("discard", Entry(candidates=("discard 5H", "discard 5C"))),
        ("5h", Entry(action="discard 5H")),
        ("c", Entry(action="draw closed")),
    ],
)
def test_an_entry_is_an_action_a_number_a_command_or_a_beginning(text: str, entry: Entry) -> None:
    assert read_entry(text, CHOICES) == entry


def test_actions_whose_words_are_numbers_are_never_meant_by_their_place() -> None:
    pits = {"2": 1, "5": 4}
    assert not numbered(list(pits))
    assert read_entry("2", pits) == Entry(action="2")
    assert read_entry("1", pits) == Entry()
