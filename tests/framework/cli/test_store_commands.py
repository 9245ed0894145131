"""``status``, ``history``, ``show``, ``query`` and ``db``, on games of the fakes."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.framework.cli.conftest import CommandLine, put_in_force

from palaestra.plugins import Plugins
from palaestra.testing.fake_plugin import fake_plugins
from palaestra.tournament.run import run_tournament


@pytest.fixture
def damaged(played: Path, tmp_path: Path) -> tuple[Path, str]:
    """Return a copy of the database in which the actions of one finished game were tampered with, and its id."""
    copy = tmp_path / "damaged.db"
    shutil.copy(played, copy)
    with closing(sqlite3.connect(copy)) as connection:
        number, game_id = connection.execute("select number, id from games where reason = 'finished'").fetchone()
        connection.execute("update game_actions set actions = ? where number = ?", (b"\x01\x00\x63", number))
        connection.commit()
    return copy, game_id


def test_history_filters_and_keeps_its_columns(palaestra_command: CommandLine, played: Path) -> None:
    answer = palaestra_command("history", "--db", str(played), "--format", "json", "--entrant", "raises")
    rows = json.loads(answer.out)
    assert len(rows) == 12
    assert {row["reason"] for row in rows} <= {"crash", "finished"}
    assert ",".join(rows[0]) == (
        "id,pair,tournament,game,first,second,first_deck,second_deck,pair_number,first_return,reason,plies,"
        "first_seconds,second_seconds,played_at,offender,detail,exit_code,first_isolation,second_isolation"
    )
    crashed = [row for row in rows if row["reason"] == "crash"]
    assert {row["offender"] for row in crashed} == {"raises"}
    assert {row["detail"].splitlines()[-1][:26] for row in crashed} == {"RuntimeError: fake failure"}
    narrow = ("--seat", "first", "--result", "loss", "--opponent", "first", "--reason", "crash", "--limit", "2")
    rows = json.loads(
        palaestra_command("history", "--db", str(played), "--format", "json", "--entrant", "raises", *narrow).out
    )
    assert len(rows) == 2
    assert {(row["first"], row["second"], row["first_return"]) for row in rows} == {("raises", "first", -1.0)}
    assert palaestra_command("history", "--db", str(played), "--entrant", "raisin").code == 2


def test_status_tells_how_far_tournaments_are(palaestra_command: CommandLine, played: Path) -> None:
    [row] = json.loads(palaestra_command("status", "--db", str(played), "--format", "json").out)
    assert (row["tournament"], row["games"], row["scheduled"], row["missing"], row["failing"]) == (
        "sticks",
        18,
        18,
        0,
        0,
    )


def test_status_asks_for_what_the_last_file_asks_for(palaestra_command: CommandLine, tmp_path: Path) -> None:
    """Fewer pairs, decks or entrants than before: nothing is deleted, and nothing of it is missing."""
    db, plugins = tmp_path / "games.db", fake_plugins()

    def counts() -> tuple[int, int, int, int]:
        [row] = json.loads(palaestra_command("status", "--db", str(db), "--format", "json").out)
        return row["entrants"], row["games"], row["scheduled"], row["missing"]

    spec = {
        "tournament": {"name": "t", "game": "nim", "pairs": 3, "root_seed": 1},
        "entrant": [{"agent": "first_legal"}, {"agent": "last_legal"}, {"agent": "random_legal"}],
    }
    run_tournament(spec, db, workers=0, plugins=plugins)
    assert counts() == (3, 18, 18, 0)
    run_tournament(spec | {"tournament": spec["tournament"] | {"pairs": 1}}, db, workers=0, plugins=plugins)
    assert counts() == (3, 18, 6, 0)
    fewer = {"tournament": spec["tournament"] | {"pairs": 4}, "entrant": spec["entrant"][:2]}
    run_tournament(fewer, db, workers=0, plugins=plugins)
    assert counts() == (2, 20, 8, 0)
    run_tournament(spec, db, workers=0, plugins=plugins)
    assert counts() == (3, 20, 18, 0)


def test_the_database_is_found_by_the_environment(
    palaestra_command: CommandLine, played: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PALAESTRA_DB", str(played))
    assert palaestra_command("query", "select count(*) as n from games", "--format", "csv").out == "n\n18\n"
    missing = palaestra_command("status", "--db", str(tmp_path / "none.db"))
    assert missing.code == 1
    assert "no database" in missing.err


def test_query_refuses_to_write(palaestra_command: CommandLine, played: Path) -> None:
    answer = palaestra_command("query", "delete from games", "--db", str(played))
    assert answer.code == 2
    assert palaestra_command("query", "select count(*) n from games", "--db", str(played)).out.split() == ["n", "18"]


def test_show_tells_the_game_move_by_move(palaestra_command: CommandLine, played: Path) -> None:
    rows = json.loads(
        palaestra_command(
            "history", "--db", str(played), "--format", "json", "--reason", "finished", "--limit", "1"
        ).out
    )
    answer = palaestra_command("show", rows[0]["id"], "--db", str(played), "--verify", "--board", "--format", "json")
    shown = json.loads(answer.out)
    assert answer.code == 0
    assert "the replay is the same" in answer.err
    assert len(shown["moves"]) == shown["plies"] == rows[0]["plies"]
    assert shown["moves"][0]["entrant"] == rows[0]["first"]
    assert shown["moves"][0]["seat"] == "first"
    assert shown["moves"][0]["move"][0] in "abc"
    assert shown["boards"][0] == "a ooo\nb oooo\nc ooooo\nd"
    assert len(shown["boards"]) == shown["plies"] + 1
    text = palaestra_command("show", rows[0]["id"], "--db", str(played), "--board").out
    assert "a ooo\nb oooo\nc ooooo" in text


def test_show_gives_data_as_data(palaestra_command: CommandLine, played: Path) -> None:
    [row] = json.loads(
        palaestra_command("history", "--db", str(played), "--format", "json", "--reason", "fault", "--limit", "1").out
    )
    shown = json.loads(palaestra_command("show", row["id"], "--db", str(played), "--board", "--format", "json").out)
    assert (shown["first"], shown["second"]) == (row["first"], row["second"])
    assert [(seat["seat"], seat["entrant"], seat["deck"]) for seat in shown["seats"]] == [
        ("first", row["first"], row["first_deck"]),
        ("second", row["second"], row["second_deck"]),
    ]
    assert {"after": 1} in [seat["parameters"] for seat in shown["seats"]]
    assert shown["decks"] == [row["first_deck"], row["second_deck"]]
    assert shown["clock"] is None
    assert shown["returns"] == [row["first_return"], -row["first_return"]]
    assert shown["actions"] == [move["action"] for move in shown["moves"]]
    assert len(shown["positions"]) == len(shown["boards"]) == row["plies"] + 1
    assert len(set(shown["positions"])) == row["plies"] + 1


def test_show_what_a_seat_saw(palaestra_command: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = tmp_path / "kuhn.db"
    spec = {
        "tournament": {"name": "kuhn", "game": "kuhn_poker", "pairs": 1, "root_seed": 1},
        "entrant": [{"agent": "first_legal"}, {"agent": "last_legal"}],
    }
    run_tournament(spec, db, workers=0, plugins=fake_plugins())
    [row, _] = json.loads(palaestra_command("history", "--db", str(db), "--format", "json").out)

    def shown(*options: str) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(
            palaestra_command("show", row["id"], "--db", str(db), "--board", "--format", "json", *options).out
        )
        return told

    whole, first, second = shown(), shown("--seat", "first"), shown("--seat", "second")
    assert isinstance(whole["deal"], int)
    assert (first["deal"], second["deal"]) == (None, None)
    assert "positions" in whole
    assert "positions" not in first
    assert len({whole["boards"][1], first["boards"][1], second["boards"][1]}) == 3
    assert first["moves"] == second["moves"] == whole["moves"]  # bets are public
    monkeypatch.setattr("palaestra.referee.sight.is_seen", lambda *_: False)
    moves = shown("--seat", "first")["moves"]
    assert {(move["action"], move["move"]) for move in moves if move["seat"] == "second"} == {(None, "acts unseen")}
    assert None not in {move["action"] for move in moves if move["seat"] == "first"}


def test_an_entrant_is_renamed_and_removed(palaestra_command: CommandLine, played: Path, tmp_path: Path) -> None:
    db = str(shutil.copy(played, tmp_path / "copy.db"))
    renamed = palaestra_command("db", "entrant", "rename", "sticks", "raises", "raises-old", "--db", db)
    assert (renamed.code, renamed.err) == (0, "'raises' of 'sticks' is called 'raises-old' now, in 12 games\n")
    assert palaestra_command("db", "entrant", "remove", "sticks", "raises", "--db", db).code == 2
    removed = palaestra_command("db", "entrant", "remove", "sticks", "raises-old", "--db", db, "-q")
    assert (removed.code, removed.err) == (0, "")
    assert len(json.loads(palaestra_command("history", "-t", "sticks", "--db", db, "--format", "json").out)) == 6
    assert palaestra_command("db", "check", "-t", "sticks", "--db", db).code == 0
    nowhere = palaestra_command("db", "entrant", "remove", "sticks", "first", "--db", str(tmp_path / "none.db"))
    assert nowhere.code == 1
    assert not (tmp_path / "none.db").exists()


def test_show_prints_the_traceback_of_a_fault_as_lines(palaestra_command: CommandLine, played: Path) -> None:
    crashed = ("history", "--db", str(played), "--format", "json", "--reason", "crash", "--limit", "1")
    [row] = json.loads(palaestra_command(*crashed).out)
    lines = row["detail"].splitlines()
    assert len(lines) > 2
    out = palaestra_command("show", row["id"], "--db", str(played)).out.splitlines()
    start = next(number for number, line in enumerate(out) if line.startswith("detail"))
    width = out[start].index(lines[0])
    assert [line[width:] for line in out[start : start + len(lines)]] == lines
    assert {line[:width].strip() for line in out[start + 1 : start + len(lines)]} == {""}


def test_show_explains_what_it_can(palaestra_command: CommandLine, played: Path) -> None:
    [row] = json.loads(
        palaestra_command(
            "history", "--db", str(played), "--format", "json", "--reason", "finished", "--limit", "1"
        ).out
    )
    answer = palaestra_command("show", row["id"], "--db", str(played), "--explain")
    assert answer.code == 0
    assert f"ply 1: {row['first']} played " in answer.out
    assert f"  agent '{row['first']}_legal' explains nothing" in answer.out
    readings = json.loads(
        palaestra_command("show", row["id"], "--db", str(played), "--explain", "--format", "json").out
    )["readings"]
    assert [reading["ply"] for reading in readings] == list(range(1, row["plies"] + 1))
    assert {reading["answer"] for reading in readings} == {None}


def test_show_works_without_the_plugin(
    palaestra_command: CommandLine, played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [row] = json.loads(palaestra_command("history", "--db", str(played), "--format", "json", "--limit", "1").out)
    put_in_force(Plugins([]), monkeypatch)
    answer = palaestra_command("show", row["id"], "--db", str(played), "--format", "json")
    assert answer.code == 0
    assert "the moves are shown as numbers: unknown game 'nim'" in answer.err
    assert [move["move"] for move in json.loads(answer.out)["moves"]] == [None] * row["plies"]
    assert palaestra_command("show", row["id"], "--db", str(played), "--verify").code != 0
    checked = palaestra_command("db", "check", "--db", str(played))
    assert (checked.code, checked.out) == (0, "")
    assert "18 games were not replayed: unknown game 'nim'" in checked.err


def test_tampered_actions_are_found(palaestra_command: CommandLine, damaged: tuple[Path, str]) -> None:
    path, game_id = damaged
    assert palaestra_command("db", "check", "--db", str(path), "--format", "csv").out.splitlines() == [
        "where,problem",
        f"{game_id},action 99 is not legal at ply 2",
    ]
    assert palaestra_command("db", "check", "--db", str(path)).code == 1
    shown = palaestra_command("show", game_id, "--db", str(path), "--verify")
    assert shown.code == 1
    assert "the replay differs: action 99 is not legal at ply 2" in shown.err
    assert palaestra_command("show", game_id, "--db", str(path)).code == 0


def test_an_honest_database_passes(palaestra_command: CommandLine, played: Path) -> None:
    answer = palaestra_command("db", "check", "--db", str(played))
    assert (answer.code, answer.out) == (0, "")
    assert "18 games were replayed, 0 differ" in answer.err


def test_backup_and_upgrade(palaestra_command: CommandLine, played: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    assert palaestra_command("db", "backup", str(copy), "--db", str(played)).code == 0
    assert palaestra_command("query", "select count(*) n from games", "--db", str(copy)).out.split() == ["n", "18"]
    assert palaestra_command("db", "backup", str(copy), "--db", str(played)).code == 2
    assert "the newest" in palaestra_command("db", "upgrade", "--db", str(copy)).err
    fresh = tmp_path / "fresh.db"
    assert "from nothing" in palaestra_command("db", "upgrade", "--db", str(fresh)).err
    assert palaestra_command("history", "--db", str(fresh), "--format", "json").out == "[]\n"
