"""``palaestra play``, typed by a script, against the fakes."""

from __future__ import annotations

import dataclasses
import io
import json
import re
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.framework.cli.conftest import Answer, CommandLine, put_in_force

from palaestra.plugins import Plugins
from palaestra.plugins.loader import Plugin
from palaestra.referee.faults import StopPlaying
from palaestra.testing.fakes import FIRST_LEGAL
from palaestra.testing.games import NIM, TWENTY_ONE

Play = Callable[..., Answer]


@pytest.fixture
def play(palaestra_command: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Play:
    """Return a way to play with typed lines; what follows the last one is the end of the input."""

    def played(lines: list[str], *arguments: str) -> Answer:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        return palaestra_command("play", *arguments, "--db", str(tmp_path / "play.db"))

    return played


@pytest.fixture
def stored(palaestra_command: CommandLine, tmp_path: Path) -> Callable[..., list[dict[str, Any]]]:
    """Return a way to look at what is stored, the newest first."""

    def rows(*arguments: str) -> list[dict[str, Any]]:
        found = palaestra_command("history", "--db", str(tmp_path / "play.db"), "--format", "json", *arguments)
        assert found.code == 0
        return json.loads(found.out)

    return rows


ONE_HEAP = ("nim", "--against", "first_legal", "--knob", "heaps=1")


def test_a_game_is_played_to_its_end_and_stored(play: Play, stored, palaestra_command, tmp_path) -> None:
    answer = play(["a1", "1", "a1"], *ONE_HEAP)
    assert answer.code == 0
    assert "nim: you are first, first_legal is second" in answer.out
    assert "first_legal: a1" in answer.out
    assert "\x1b" not in answer.out
    assert answer.out.splitlines()[-2] in {"you win", "you lose"}
    [row] = stored()
    assert (row["tournament"], row["first"], row["second"], row["reason"]) == (
        "play:nim",
        "person",
        "first_legal",
        "finished",
    )
    won = answer.out.splitlines()[-2] == "you win"
    assert row["first_return"] == (1 if won else -1)
    assert row["first_seconds"] >= 0
    game_id = re.search(r"`palaestra show (\S+) --db", answer.out)[1]
    assert game_id == row["id"]
    db = ("--db", str(tmp_path / "play.db"))
    assert palaestra_command("show", game_id, "--verify", *db).code == 0
    explained = palaestra_command("show", game_id, "--explain", *db)
    assert explained.code == 0
    assert "a person played it" in explained.out
    assert palaestra_command("db", "check", *db).code == 0


@pytest.mark.parametrize("lines", [["a1", "quit"], ["a1", "q"], ["a1"]])
def test_who_leaves_has_abandoned_the_game_and_lost_nothing(play: Play, stored, palaestra_command, tmp_path, lines):
    answer = play(lines, *ONE_HEAP)
    assert answer.code == 0
    assert "you left: the game is stored as abandoned" in answer.out
    [row] = stored("--reason", "abandoned", "--tournament", "play", "--entrant", "person")
    assert (row["first_return"], row["offender"], row["plies"]) == (0, None, 2)
    db = ("--db", str(tmp_path / "play.db"))
    assert palaestra_command("show", row["id"], "--verify", *db).code == 0
    assert palaestra_command("db", "check", "--tournament", "play", *db).code == 0


def test_ctrl_c_leaves_too(play: Play, stored, monkeypatch) -> None:
    def interrupted(_prompt: str) -> str:
        raise StopPlaying

    monkeypatch.setattr("builtins.input", interrupted)
    answer = play([], *ONE_HEAP)
    assert answer.code == 130
    assert "stored as abandoned" in answer.err
    assert [(row["reason"], row["plies"]) for row in stored()] == [("abandoned", 0)]


def test_a_line_that_means_nothing_is_asked_again_and_told_in_one_line(play: Play, stored) -> None:
    answer = play(["b1", "", "0", "a", "\x1b[2J", "a1", "quit"], *ONE_HEAP)
    assert answer.out.count("expected a number from 1 to 3, an action or its beginning, or help") == 4
    assert "'b1' is no action here" in answer.out
    assert "nothing was typed" in answer.out
    assert "3 actions begin so" in answer.out
    assert "\x1b" not in answer.out
    assert [row["plies"] for row in stored()] == [2]


def test_commands_change_nothing(play: Play, stored) -> None:
    answer = play(["help", "board", "list", "sort", "undo", "quit"], *ONE_HEAP)
    assert "take back your last action" in answer.out
    assert "nim has nothing to sort" in answer.out
    assert "there is nothing to take back" in answer.out
    assert [row["plies"] for row in stored()] == [0]


def test_the_other_card_of_kuhn_poker_is_never_shown(play: Play, stored) -> None:
    shown = []
    for seed in range(8):
        answer = play(["bet", "quit"], "kuhn_poker", "--against", "first_legal", "--seed", str(seed))
        boards = re.findall(r"^[?JQK]{2} \S+$", answer.out, re.M)
        assert re.fullmatch(r"[JQK]\? -", boards[0])
        assert "first_legal: pass" in answer.out  # it folds, and its card stays hidden
        assert answer.out.splitlines()[-2] == "you win, +0.5"
        shown.append(boards[0][0])
    assert len(set(shown)) > 1
    assert {row["first_return"] for row in stored()} == {0.5}


def test_the_second_seat_waits_for_the_first(play: Play, stored) -> None:
    answer = play(["quit"], *ONE_HEAP, "--seat", "second")
    assert "you are second" in answer.out
    assert answer.out.index("first_legal: a1") < answer.out.index("> ")
    assert [(row["first"], row["second"], row["plies"]) for row in stored()] == [("first_legal", "person", 1)]


def test_a_random_seat_follows_from_the_seed(play: Play) -> None:
    for seed, seat in (("4", "first"), ("5", "second"), ("4", "first")):
        assert f"you are {seat}" in play(["quit"], *ONE_HEAP, "--seat", "random", "--seed", seed).out


def test_a_seed_gives_the_same_deal_and_another_game(play: Play, stored) -> None:
    first, second = (play(["quit"], "kuhn_poker", "--against", "first_legal", "--seed", "3") for _ in range(2))
    assert re.findall(r"^\w\? -$", first.out, re.M) == re.findall(r"^\w\? -$", second.out, re.M)
    assert len({row["id"] for row in stored()}) == 2


def test_a_game_without_a_kernel_is_played_too(play: Play, stored, monkeypatch) -> None:
    counting = dataclasses.replace(FIRST_LEGAL, games=("twenty_one",))
    put_in_force(Plugins([Plugin("", "1", "counting", games=(TWENTY_ONE,), agents=(counting,))]), monkeypatch)
    answer = play(["1", "quit"], "twenty_one", "--against", "first_legal")
    assert "first_legal: 2" in answer.out
    assert [row["plies"] for row in stored()] == [2]


@pytest.mark.parametrize(
    ("agent", "reason"), [("raises_on_move", "crash"), ("illegal_move", "illegal"), ("raises_on_start", "startup")]
)
def test_an_agent_that_fails_has_lost(play: Play, stored, agent: str, reason: str) -> None:
    answer = play(["a1"], "nim", "--against", agent)
    assert answer.code == 0
    assert f"you win: {agent} failed ({reason})" in answer.out
    [row] = stored()
    assert (row["reason"], row["offender"], row["first_return"]) == (reason, agent, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such processes")
def test_an_agent_that_is_not_trusted_plays_in_a_process_of_its_own(play: Play, stored, monkeypatch) -> None:
    put_in_force(Plugins([Plugin("strange", "1", "strange", games=(NIM,), agents=(FIRST_LEGAL,))]), monkeypatch)
    answer = play(["a1", "quit"], *ONE_HEAP)
    assert "first_legal: a1" in answer.out
    [row] = stored()
    assert (row["first_isolation"], row["second_isolation"].split()[0]) == ("none", "process")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such processes")
def test_a_program_plays_in_a_process_of_its_own(play: Play, stored) -> None:
    bot = Path(__file__).parents[3] / "examples" / "external" / "first_bot.py"
    words = shlex.join([sys.executable, str(bot)])
    answer = play(["a1"], "nim", "--against", "external", "--command", words, "--knob", "heaps=1")
    assert answer.code == 0, answer.err
    [row] = stored()
    assert row["second_isolation"].split()[0] == "process"
    assert row["reason"] in ("finished", "abandoned")


def test_other_knobs_and_parameters_get_other_names(play: Play, stored, palaestra_command, tmp_path) -> None:
    play(["quit"], *ONE_HEAP)
    play(["quit"], "nim", "--against", "first_legal", "--knob", "heaps=2")
    play(["quit"], *ONE_HEAP)
    play(["quit"], "nim", "--against", "raises_on_move", "-p", "after=3", "-k", "heaps=1")
    found = [(row["tournament"], row["second"]) for row in reversed(stored("--tournament", "play"))]
    assert found == [
        ("play:nim", "first_legal"),
        ("play:nim-2", "first_legal"),
        ("play:nim", "first_legal"),
        ("play:nim", "raises_on_move after=3"),
    ]
    assert len(stored("--tournament", "play:nim-2")) == 1


def test_games_of_people_are_no_tournament_to_run_or_to_look_for(play: Play, palaestra_command, tmp_path) -> None:
    from palaestra.store.engine import reading
    from palaestra.store.reads import latest_tournament
    from palaestra.store.standings import read_pair_cells, read_played
    from palaestra.testing.fake_plugin import fake_plugins
    from palaestra.tournament.run import run_tournament

    db = tmp_path / "play.db"
    spec = {
        "tournament": {"name": "real", "game": "nim", "pairs": 1, "root_seed": 7},
        "entrant": [{"agent": "first_legal"}, {"agent": "random_legal"}],
    }
    run_tournament(spec, db, workers=0, plugins=fake_plugins())
    play(["a1"], *ONE_HEAP)
    with reading(db) as connection:
        assert latest_tournament(connection) == "real"
        assert read_pair_cells(connection).names == ("first_legal", "random_legal")
        assert len(read_played(connection)[0]) == 2
    rows = json.loads(palaestra_command("status", "--db", str(db), "--format", "json").out)
    assert [row["tournament"] for row in rows] == ["real"]
    for name in ("play", "play:nim"):
        path = tmp_path / "spec.toml"
        path.write_text(f'[tournament]\nname = "{name}"\ngame = "nim"\n[[entrant]]\nagent = "first_legal"\n')
        answer = palaestra_command("run", str(path), "--db", str(db))
        assert answer.code == 2
        assert "games of people are stored under" in answer.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chess", "--against", "first_legal"], "unknown game 'chess'"),
        (["nim"], "Missing option '--against'"),
        (["nim", "--against", "first_illegal"], "unknown agent 'first_illegal'"),
        (["nim", "--against", "external"], "agent 'external' needs the command of its program"),
        (["nim", "--against", "external", "--command", "./nobody"], "command names './nobody'"),
        (["nim", "--against", "external", "--command", "'./bot"], "cannot be read: No closing quotation"),
        (["nim", "--against", "first_legal", "--command", "./bot"], "only the agent 'external' has a command"),
        (["nim", "--against", "first_legal", "-p", "depth=3"], "unknown parameter of first_legal 'depth'"),
        (["nim", "--against", "raises_on_move", "-p", "after"], "parameter 'after' has no value"),
        (["nim", "--against", "raises_on_move", "-p", "after=x"], "expected a whole number"),
        (["nim", "--against", "raises_on_move", "-p", "after=1", "-p", "after=2"], "is given twice"),
        (["nim", "--against", "first_legal", "-k", "heaps=x"], "expected a whole number"),
        (["nim", "--against", "first_legal", "-k", "piles=1"], "unknown knob of nim 'piles'"),
        (["nim", "--against", "first_legal", "--deck", "red"], "unknown deck of nim 'red'"),
        (["nim", "--against", "first_legal", "--against-deck", "red"], "unknown deck of nim 'red'"),
        (["nim", "--against", "first_legal", "--seat", "third"], "--seat"),
        (["nim", "--against", "first_legal", "--seed", "-1"], "--seed"),
        (["nim", "--against", "first_legal", "--seed", str(2**63)], "--seed"),
        (["twenty_one", "--against", "compiled_first"], "does not play 'twenty_one'"),
    ],
)
def test_a_wrong_option_is_refused_in_one_line(play: Play, tmp_path, arguments: list[str], message: str) -> None:
    answer = play([], *arguments)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err
    assert answer.err.count("\n") == 1
    assert not (tmp_path / "play.db").exists()
