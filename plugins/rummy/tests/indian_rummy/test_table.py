"""The table of a person: everything of it is known, sorted, and marked."""

import io
import re

import pytest
from rich.text import Text

from palaestra import TableDrawing
from palaestra.cli.main import main
from palaestra_rummy import analyse
from palaestra_rummy.indian_rummy.layout import HANDS
from palaestra_rummy.indian_rummy.render import DRAWING, ORDERS

CARD = re.compile(r"\b[A2-9TJQK][HDCS]\b")
FIRST = "AH 2H 3H 5D 5C 5S 9H TH JH KD 2C 4S 8D"
SECOND = "4H 6H 8H QH AD 2D 3D 4D 6D 9D TD JD QD"


def lines(state, player, order="suit", before=None):
    """Return the table as plain text, by the label of each line."""
    markup = DRAWING.table(state.observation(player), player, order, before)
    plain = [line for line in Text.from_markup(markup).plain.splitlines() if line[0] != " "]
    return {line[:10].strip(): line[10:] for line in plain}


def test_the_drawing_offers_a_table():
    assert isinstance(DRAWING, TableDrawing)
    assert ORDERS[0] == "suit"


def test_melds_are_marked_and_the_rest_is_counted(place):
    shown = lines(place(FIRST, SECOND), 0)
    melded, outside = shown["in melds"].split("outside")
    assert set(CARD.findall(melded)) == {"AH", "2H", "3H", "5D", "5C", "5S", "9H", "TH", "JH"}
    assert CARD.findall(outside) == ["8D", "KD", "2C", "4S"]
    assert outside.endswith(f"{analyse(FIRST.split(), '7').deadwood} points")
    markup = DRAWING.table(place(FIRST, SECOND).observation(0), 0, "suit", None)
    assert "[underline red]AH[/]" in markup
    assert "[blue]KD[/]" in markup


@pytest.mark.parametrize(
    ("order", "hand"),
    [
        ("suit", "AH 2H 3H 9H TH JH   5D 8D KD   2C 5C   4S 5S"),
        ("rank", "AH   2H 2C   3H   4S   5D 5C 5S   8D   9H   TH   JH   KD"),
        ("melds", "AH 2H 3H 9H TH JH   5D   5C   5S   8D KD   2C   4S"),
    ],
)
def test_a_hand_is_sorted(place, order, hand):
    assert lines(place(FIRST, SECOND), 0, order)["you"] == hand


def test_a_drawn_card_is_told(place):
    state = place(FIRST, SECOND)
    before = state.observation(0)
    state.step(0)  # draw open
    assert lines(state, 0, before=before)["drew"] == "KS"
    assert lines(state, 0)["took"] == "KS"
    assert lines(state, 1)["opponent"] == "KS and 13 unseen"


def test_no_card_of_the_other_hand_is_in_the_table(game, positions):
    for state in positions(game, 200):
        if state.is_terminal:
            continue
        for player in (0, 1):
            known = int(state.observation(player)[HANDS + 1 - player])
            other = int(state.array[HANDS + 1 - player])
            hidden = {card for card in range(52) if other >> card & 1 and not known >> card & 1}
            text = Text.from_markup(DRAWING.table(state.observation(player), player, "suit", None)).plain
            names = {rank + suit: s * 13 + r for s, suit in enumerate("HDCS") for r, rank in enumerate("A23456789TJQK")}
            assert not hidden & {names[name] for name in CARD.findall(text)}


def test_a_person_plays_against_an_agent(tmp_path, monkeypatch, capsys):
    typed = ["draw closed", "undo", "sort rank", "discard", "1", "draw open", "undo", "draw open", "sort", "quit"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
    db = str(tmp_path / "play.db")
    assert main(["play", "indian_rummy", "--against", "min_dist_opp", "--seed", "3", "--db", db]) == 0
    out = capsys.readouterr().out
    assert "that cannot be taken back: it has shown you something" in out
    assert "taken back: draw open" in out
    assert "14 actions begin so" in out
    assert "min_dist_opp: draw " in out
    assert "stored as abandoned" in out
    assert "\x1b" not in out
    assert main(["db", "check", "--db", db]) == 0
