"""``palaestra play hearthstone``: what a person is told, and what not."""

import io
import re

import pytest
from rich.text import Text

from palaestra import TableDrawing
from palaestra.cli.main import main
from palaestra_hearthstone.cards import CARDS
from palaestra_hearthstone.render import DRAWING
from palaestra_hearthstone.testing import Scenario

NAMES = {card.name for card in CARDS if card is not None}


@pytest.fixture
def play(tmp_path, monkeypatch, capsys):
    """Return a way to play with typed lines; returns what was printed."""

    def played(lines, *arguments):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        code = main(["play", "hearthstone", *arguments, "--seed", "3", "--db", str(tmp_path / "play.db")])
        out, err = capsys.readouterr()
        assert code == 0, err
        return out

    return played


def test_a_person_plays_turns_against_the_lookahead_agent(play, tmp_path):
    out = play(["end turn", "end", "list", "undo", "quit"], "--against", "dynamic_lookahead", "-p", "samples=1")
    assert out.count("you: end turn") == 2
    assert "dynamic_lookahead samples=1: end turn" in out
    assert "stored as abandoned" in out
    assert main(["db", "check", "--db", str(tmp_path / "play.db")]) == 0


def test_hands_and_the_mulligan_of_the_agent_stay_hidden(play):
    out = play(
        ["keep", "keep", "keep", "keep", "quit"],
        "--against",
        "hearthstone_greedy",
        "-k",
        "mulligan=true",
        "--seat",
        "second",
    )
    told = re.findall(r"^hearthstone_greedy: (.+)$", out, re.M)
    assert told[:3] == ["acts unseen"] * 3
    assert not any(word.startswith(("keep", "replace")) for word in told)
    hands = re.findall(r"^  hand: (.+)$", out.split("turn 0")[1], re.M)
    assert hands[0] == "?, ?, ?"
    assert set(hands[0].split(", ")).isdisjoint(NAMES)


def test_a_person_sits_below(play):
    for seat, names in (
        ("first", ["second (opponent)", "first (you)"]),
        ("second", ["first (opponent)", "second (you)"]),
    ):
        out = play(["quit"], "--against", "hearthstone_greedy", "--seat", seat)
        assert re.findall(r"^(\w+ \(\w+\)): ", out, re.M) == names


def test_minions_are_drawn_with_their_brackets():
    assert isinstance(DRAWING, TableDrawing)
    scenario = Scenario(player="warlock", mana=10)
    scenario.board("Carnivorous Cube")
    seen = scenario.state.observation(0)
    table = Text.from_markup(DRAWING.table(seen, 0, "", None)).plain
    assert "[4/6" in table
    assert sorted(table.replace(" (you)", "").replace(" (opponent)", "")) == sorted(DRAWING.text(seen))


def test_what_the_agent_plays_is_told(play):
    out = play(["end turn"] * 60, "--against", "hearthstone_greedy", "--deck", "aggro_pirate_warrior")
    told = re.findall(r"^hearthstone_greedy: (.+)$", out, re.M)
    assert "acts unseen" not in told
    assert {words.split(" -> ")[0] for words in told if " -> " in words} & NAMES
    assert out.splitlines()[-2] == "you lose"
