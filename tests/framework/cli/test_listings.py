"""``games``, ``agents``, ``plugins`` and ``perft``."""

from __future__ import annotations

import dataclasses
import json

import pytest
from tests.framework.cli.conftest import CommandLine, put_in_force

from palaestra.plugins import Plugins
from palaestra.plugins.loader import Plugin
from palaestra.testing.games import NIM


def test_games_are_listed(palaestra_command: CommandLine) -> None:
    rows = json.loads(palaestra_command("games", "--format", "json").out)
    assert [row["game"] for row in rows] == ["kuhn_poker", "nim", "twenty_one"]
    assert rows[0]["information"] == "hidden, chance"
    assert rows[1]["knobs"] == ["heaps", "size", "takes", "cap"]


def test_a_game_is_described_with_its_knobs(palaestra_command: CommandLine) -> None:
    described = json.loads(palaestra_command("games", "nim", "--format", "json").out)
    assert described["decks"] == ["standard"]
    assert described["knobs"][0] == {
        "knob": "heaps",
        "default": 3,
        "values": "whole number, 1 to 4",
        "help": "number of heaps",
    }
    assert len(described["source_hash"]) == 16
    assert "whole number, 1 to 4" in palaestra_command("games", "nim").out


def test_an_agent_is_described_with_its_parameters(palaestra_command: CommandLine) -> None:
    described = json.loads(palaestra_command("agents", "compiled_bad", "--format", "json").out)
    assert described["parameters"] == [
        {
            "parameter": "after",
            "type": "int",
            "default": 0,
            "values": "whole number, at least 0",
            "help": "good moves before the bad one",
        },
        {
            "parameter": "how",
            "type": "str",
            "default": "raise",
            "values": "raise | illegal",
            "help": "what it does then",
        },
    ]
    assert palaestra_command("agents", "frist_legal").err == (
        "error: unknown agent 'frist_legal'; did you mean 'first_legal'?\n"
    )


def test_clashing_games_are_noted_and_reached_by_distribution(
    palaestra_command: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = dataclasses.replace(NIM)
    plugins = Plugins([Plugin("one", "1", "a", games=(NIM,)), Plugin("two", "2", "b", games=(other,))])
    put_in_force(plugins, monkeypatch)
    answer = palaestra_command("games", "--format", "json")
    assert json.loads(answer.out) == []
    assert answer.err == "game 'nim' is claimed by one and two; write 'one:nim' or 'two:nim'\n"
    assert palaestra_command("games", "-q").err == ""
    assert json.loads(palaestra_command("games", "two:nim", "--format", "json").out)["distribution"] == "two"
    assert palaestra_command("games", "nim").code == 2


def test_broken_plugins_are_listed_with_their_reason(
    palaestra_command: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_in_force(Plugins([Plugin("bad", "1", "p").refused("broken", "ImportError: no")]), monkeypatch)
    [row] = json.loads(palaestra_command("plugins", "--format", "json").out)
    assert (row["distribution"], row["status"], row["reason"]) == ("bad", "broken", "ImportError: no")


def test_perft_counts_nim(palaestra_command: CommandLine) -> None:
    # Two heaps of 1 and 2: sequences a1 b1 b1, a1 b2, b1 a1 b1, b1 b1 a1, b2 a1; by plies 3, 5, 3.
    knobs = ("--knob", "heaps=2", "-k", "size=1")
    assert [palaestra_command("perft", "nim", depth, *knobs).out for depth in "0123"] == ["1\n", "3\n", "5\n", "3\n"]
    divided = json.loads(palaestra_command("perft", "nim", "2", *knobs, "--divide", "--format", "json").out)
    assert {row["action"]: row["count"] for row in divided} == {"a1": 2, "b1": 2, "b2": 1}
    assert palaestra_command("perft", "nim", "2", *knobs, "--position", "0,2 1").out == "1\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("-k", "heeps=2"), "unknown knob of nim 'heeps'; did you mean 'heaps'?"),
        (("-k", "heaps"), "knob 'heaps' has no value; expected KEY=VALUE"),
        (("-k", "heaps=two"), "knob 'heaps' is 'two'; expected a whole number"),
        (("-k", "heaps=9"), "knob 'heaps' is 9; expected a whole number from 1 to 4"),
        (("--position", "x"), "nim position 'x'"),
    ],
)
def test_perft_refuses_what_does_not_fit(
    palaestra_command: CommandLine, arguments: tuple[str, ...], message: str
) -> None:
    answer = palaestra_command("perft", "nim", "2", *arguments)
    assert answer.code == 2
    assert message in answer.err
