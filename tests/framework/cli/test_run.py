"""``palaestra run``: what it says in the end, and with which exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.framework.cli.conftest import CommandLine

from palaestra.record import GameRecord, VoidAttempt
from palaestra.tournament import run as run_module
from palaestra.tournament.inline import Inline

SPEC = """
[tournament]
name = "league"
game = "nim"
pairs = 3
root_seed = 7
workers = 0
{more}

[[entrant]]
agent = "first_legal"

[[entrant]]
agent = "random_legal"

[[entrant]]
agent = "raises_when_built"
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "league.toml"
    path.write_text(SPEC.format(more=""))
    return path


def test_a_complete_schedule_ends_with_0_whatever_was_lost_by_faults(
    palaestra_command: CommandLine, spec: Path, tmp_path: Path
) -> None:
    assert palaestra_command("run", str(spec), "--db", str(tmp_path / "games.db")).code == 0


def test_the_first_fault_of_each_kind_of_an_entrant_is_told_once(
    palaestra_command: CommandLine, spec: Path, tmp_path: Path
) -> None:
    db = str(tmp_path / "games.db")
    told = [line for line in palaestra_command("run", str(spec), "--db", db).err.splitlines() if " lost by " in line]
    history = palaestra_command("history", "--db", db, "--reason", "startup", "--format", "json")
    assert len(json.loads(history.out)) == 12
    assert len(told) == 1
    start, _, show = told[0].partition(" (palaestra show ")
    assert start.startswith("'raises_when_built' lost by startup: ")
    assert show.removesuffix(")") in {game["id"] for game in json.loads(history.out)}
    assert " lost by " not in palaestra_command("run", str(spec), "--db", db).err


def test_a_suspended_entrant_is_named_and_the_code_is_3(
    palaestra_command: CommandLine, spec: Path, tmp_path: Path
) -> None:
    db = str(tmp_path / "games.db")
    spec.write_text(SPEC.format(more="[tournament.faults]\nprobation = 4"))
    answer = palaestra_command("run", str(spec), "--db", db)
    reason = "'raises_when_built' is suspended: it failed in all of its first 4 games (4 startup)"
    assert answer.code == 3
    assert answer.err.splitlines()[-1] == f"error: {reason}"
    status = palaestra_command("status", "--db", db, "--format", "json")
    assert json.loads(status.out)[0]["missing"] > 0
    assert f"league: {reason}" in status.err
    again = palaestra_command("run", str(spec), "--db", db)
    assert (again.code, again.err.splitlines()[-1]) == (3, f"error: {reason}")


def test_games_that_stay_unfinished_are_named_and_the_code_is_3(
    palaestra_command: CommandLine, spec: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing(Inline):
        def results(self, games, interruption):  # type: ignore[no-untyped-def]
            for results in super().results(games, interruption):
                yield [self._fail(result) for result in results]

        def _fail(self, result: GameRecord | VoidAttempt) -> GameRecord | VoidAttempt:
            if result.game.pair_number != 3:
                return result
            return VoidAttempt(result.game, "Traceback\nno core was free", 0, 1.0, "overload")

    monkeypatch.setattr(run_module, "Inline", Failing)
    answer = palaestra_command("run", str(spec), "--db", str(tmp_path / "games.db"))
    assert answer.code == 3
    last = answer.err.splitlines()[-1]
    assert last.startswith("error: 6 games stay unfinished; game ")
    assert last.endswith(": no core was free")


def test_more_workers_than_cores_are_told_of(palaestra_command: CommandLine, spec: Path, tmp_path: Path) -> None:
    spec.write_text(SPEC.format(more="").replace("workers = 0", "workers = 100000").replace("pairs = 3", "pairs = 1"))
    answer = palaestra_command("run", str(spec), "--db", str(tmp_path / "games.db"))
    assert answer.code == 0
    assert "workers is 100000; " in answer.err
    assert "one for each core: more would play no faster" in answer.err


def test_a_clock_that_makes_no_sense_is_refused_with_its_line(
    palaestra_command: CommandLine, spec: Path, tmp_path: Path
) -> None:
    spec.write_text(SPEC.format(more="[tournament.clock]\nper_move = -2"))
    answer = palaestra_command("run", str(spec), "--db", str(tmp_path / "games.db"))
    assert answer.code == 2
    assert "line 9: tournament.clock.per_move: is -2; expected a number of seconds above 0" in answer.err
