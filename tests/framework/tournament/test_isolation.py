"""Isolation in whole tournaments: the same games, told with what was in force, refused where it is not to be had."""

import subprocess
import sys
from dataclasses import replace

import pytest

from palaestra.errors import SpecError, UserError, WorkerError
from palaestra.isolation import probe
from palaestra.isolation.confine import Confines, Sandbox
from palaestra.isolation.probe import Offer, offered
from palaestra.referee import hosts
from palaestra.store import reads
from palaestra.store.engine import reading
from palaestra.tournament import run
from palaestra.tournament.dry_run import dry_run
from palaestra.tournament.run import run_tournament
from palaestra.tournament.specfile import load_tournament

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the promises are those of Linux")


SPEC = {
    "tournament": {"name": "small", "game": "nim", "root_seed": 7},
    "entrant": [{"agent": "compiled_uniform"}, {"agent": "random_legal"}, {"agent": "first_legal"}],
}


def confined(spec, level):
    return {**spec, "tournament": {**spec["tournament"], "pairs": 1, "isolation": level}}


def games(db):
    with reading(db) as connection:
        records = [game.record for game in reads.iterate_games(connection)]
    return {record.game.id: (record.returns, record.reason, record.actions) for record in records}, {
        level for record in records for level in record.isolation
    }


LEVELS = ["process", "sandbox"] if offered().sandbox else ["process"]


@pytest.fixture(scope="module")
def unconfined(tmp_path_factory, plugins):
    db = tmp_path_factory.mktemp("unconfined") / "games.db"
    run_tournament(confined(SPEC, "none"), db, plugins=plugins, workers=0)
    return games(db)[0]


@pytest.mark.parametrize(("level", "workers"), [(level, 0) for level in LEVELS] + [(LEVELS[-1], 1)])
def test_every_level_plays_the_same_games(level, workers, db, plugins, unconfined):
    assert run_tournament(confined(SPEC, level), db, plugins=plugins, workers=workers).complete
    found, in_force = games(db)
    assert len(found) == 6
    assert found == unconfined
    assert in_force == {offered().in_force(level)}


def test_a_dry_run_plays_confined_agents_too(spec, db, plugins):
    told = dry_run(confined(spec, "process"), db, plugins=plugins, workers=1)
    assert (told.total, told.missing) == (6, 6)
    assert told.trial_games > 0


def test_a_sandbox_that_is_not_to_be_had_is_refused_before_the_first_game(spec, db, plugins, monkeypatch):
    monkeypatch.setattr(probe, "offered", lambda: Offer(0, True, ""))
    with pytest.raises(SpecError, match=r"tournament\.isolation: isolation 'sandbox' is not available here") as refused:
        run_tournament(confined(spec, "sandbox"), db, plugins=plugins)
    assert refused.value.exit_code == 2
    assert not db.exists()


def test_an_entrant_may_have_a_level_of_its_own(spec, plugins):
    spec["entrant"][1]["isolation"] = "process"
    tournament = load_tournament(spec, plugins)
    assert [entrant.confinement.level for entrant in tournament.entrants] == ["none", "process", "none"]
    assert tournament.cast().confined == {"random_legal"}


def killing_itself(level):
    entrants = [{"agent": "fake_kills_itself", "isolation": level}, {"agent": "first_legal", "isolation": level}]
    return {"tournament": {"name": "small", "game": "nim", "pairs": 1}, "entrant": entrants}


@pytest.mark.skipif(not offered().apart, reason="nothing here keeps agents from killing")
@pytest.mark.parametrize("level", LEVELS)
def test_an_agent_that_would_rather_be_killed_than_lose_loses_at_once(level, db, plugins):
    assert run_tournament(killing_itself(level), db, plugins=plugins, workers=0).complete
    with reading(db) as connection:
        ends = [game.record for game in reads.iterate_games(connection)]
        assert connection.exec_driver_sql("select count(*) from attempts").scalar() == 0
    assert [(end.reason, end.game.entrants[end.offender]) for end in ends] == [("crash", "fake_kills_itself")] * 2


def test_who_is_killed_again_and_again_where_no_agent_can_do_that_loses_at_the_third_attempt(db, plugins, monkeypatch):
    monkeypatch.setattr(hosts, "offered", lambda: Offer(0, False, "", apart=True))
    monkeypatch.setattr(hosts, "Confines", lambda memory_mb, sandbox, apart: Confines(memory_mb, sandbox, False))
    assert run_tournament(killing_itself("process"), db, plugins=plugins, workers=0).complete
    with reading(db) as connection:
        ends = [game.record for game in reads.iterate_games(connection)]
        voids = connection.exec_driver_sql("select reason, count(*) from attempts group by reason").all()
    assert [(end.reason, end.game.entrants[end.offender], end.exit_code) for end in ends] == [
        ("crash", "fake_kills_itself", -9)
    ] * 2
    assert [tuple(row) for row in voids] == [("killed", 4)]


def test_who_may_have_been_killed_by_the_opponent_never_loses_by_it(db, plugins, monkeypatch):
    monkeypatch.setattr(hosts, "offered", lambda: Offer(0, False, ""))
    result = run_tournament(killing_itself("process"), db, plugins=plugins, workers=0)
    assert (result.played, set(result.unfinished.values())) == (0, {"its process was killed, but not by the framework"})


def test_a_game_played_at_less_than_promised_is_not_stored(db, plugins, monkeypatch):
    monkeypatch.setattr(run, "in_force", lambda cast: dict.fromkeys(cast.confined, "process landlock99"))
    with pytest.raises(WorkerError, match=r"has played at isolation 'process.*' instead of 'process landlock99'"):
        run_tournament(confined(SPEC, "process"), db, plugins=plugins, workers=0)
    assert games(db) == ({}, set())


SANDBOX = pytest.mark.skipif("sandbox" not in LEVELS, reason="this system has no sandbox")


@SANDBOX
def test_any_file_may_be_on_the_search_path(db, plugins, monkeypatch, tmp_path):
    for name in ("empty", "archive.zip"):
        (tmp_path / name).touch()
        monkeypatch.syspath_prepend(tmp_path / name)
    assert run_tournament(confined(SPEC, "sandbox"), db, plugins=plugins, workers=0).complete


@SANDBOX
@pytest.mark.parametrize("play", [dry_run, run_tournament])
def test_files_that_cannot_be_closed_are_found_before_the_first_game(play, db, plugins, monkeypatch):
    real = hosts.check_confines

    def check(confines, wrapper):
        real(replace(confines, sandbox=Sandbox(("/" + "x" * 5000,))), wrapper)

    monkeypatch.setattr(hosts, "check_confines", check)
    with pytest.raises(UserError, match="'compiled_uniform' cannot play at isolation 'sandbox': the system refuses"):
        play(confined(SPEC, "sandbox"), db, plugins=plugins, workers=0)


@SANDBOX
@pytest.mark.parametrize("level", LEVELS)
def test_the_current_folder_may_have_been_removed(level, db, tmp_path):
    (tmp_path / "gone").mkdir()
    code = f"""
import os, sys
os.chdir({str(tmp_path / "gone")!r})
os.rmdir({str(tmp_path / "gone")!r})
from palaestra.testing.fake_plugin import fake_plugins
from palaestra.tournament.run import run_tournament
if __name__ == "__main__":
    sys.path.insert(0, "")
    spec = {confined(SPEC, level)!r}
    assert run_tournament(spec, {str(db)!r}, plugins=fake_plugins(), workers=0).complete
"""
    script = tmp_path / "script.py"
    script.write_text(code)
    subprocess.run([sys.executable, str(script)], check=True)
