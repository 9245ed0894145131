"""Clocks of tournaments: what the file may say, what it fixes, and agents that do not come back."""

import dataclasses

import pytest

from palaestra.errors import SpecChangedError, SpecError
from palaestra.limits import Confinement, TimeControl
from palaestra.store import reads
from palaestra.store.engine import reading
from palaestra.tournament.plan import make_plan
from palaestra.tournament.run import run_tournament
from palaestra.tournament.schedule import Schedule
from palaestra.tournament.spec import EntrantSpec, TournamentSpec
from palaestra.tournament.specfile import load_tournament


def records(db):
    with reading(db) as connection:
        return [game.record for game in reads.iterate_games(connection)]


def ids(spec, plugins):
    tournament = load_tournament(spec, plugins)
    entrants = tuple(entrant.identity for entrant in tournament.entrants)
    return [game.id for game in Schedule(tournament.record("7", False), entrants)]


@pytest.mark.parametrize(
    ("clock", "problem"),
    [
        ({}, "tournament.clock: a clock needs at least one of per_move, per_turn and per_game"),
        ({"per_move": 0}, "tournament.clock.per_move: is 0; expected a number of seconds above 0"),
        ({"per_move": "1"}, "tournament.clock.per_move: is '1'; expected a number of seconds above 0"),
        ({"per_move": 1, "margin": -0.1}, "tournament.clock.margin: is -0.1; expected a number of seconds of at least"),
        ({"per_moves": 1}, "tournament.clock.per_moves: unknown key; did you mean 'per_move'?"),
        ({"per_move": 1, "increment": 2}, "tournament.clock: increment adds to per_game, which is missing"),
        (3, "tournament.clock: is 3; expected a table"),
    ],
)
def test_what_is_wrong_with_a_clock_is_told(spec, plugins, clock, problem):
    spec["tournament"]["clock"] = clock
    with pytest.raises(SpecError) as caught:
        load_tournament(spec, plugins)
    assert any(line.startswith(problem) for line in caught.value.problems), caught.value.problems


@pytest.mark.parametrize(
    ("faults", "problem"),
    [
        ({"probation": -1}, "tournament.faults.probation: is -1; expected a whole number of at least 0"),
        ({"probation": 10**9}, "tournament.faults.probation: is 1000000000; expected a whole number of at most 10000"),
        ({"probations": 1}, "tournament.faults.probations: unknown key; did you mean 'probation'?"),
        (True, "tournament.faults: is True; expected a table"),
    ],
)
def test_what_is_wrong_with_a_probation_is_told(spec, plugins, faults, problem):
    spec["tournament"]["faults"] = faults
    with pytest.raises(SpecError) as caught:
        load_tournament(spec, plugins)
    assert any(line.startswith(problem) for line in caught.value.problems), caught.value.problems


def test_a_clock_is_part_of_the_ids_and_no_clock_is_not(spec, plugins):
    plain = ids(spec, plugins)
    assert plain[0] == "d45e6149fe132e47da2f-1"  # as it was before there were clocks
    spec["tournament"]["clock"] = {"per_move": 1}
    timed = ids(spec, plugins)
    spec["tournament"]["clock"] = {"per_move": 1.0, "margin": 0.05}
    assert ids(spec, plugins) == timed
    spec["tournament"]["clock"] = {"per_move": 2}
    assert len({plain[0], timed[0], ids(spec, plugins)[0]}) == 3


def test_the_clock_of_stored_games_is_fixed(spec, db, plugins):
    spec["tournament"]["clock"] = {"per_move": 20, "per_game": 60}
    run_tournament(spec, db, workers=0, plugins=plugins)
    with reading(db) as connection:
        assert reads.stored_tournament(connection, "small").clock == TimeControl(per_move=20, per_game=60)
    assert run_tournament(spec, db, workers=0, plugins=plugins).played == 0
    spec["tournament"]["clock"] = {"per_move": 10, "per_game": 60}
    with pytest.raises(SpecChangedError, match=r"clock\.per_move: stored 20\.0, now 10\.0"):
        run_tournament(spec, db, workers=0, plugins=plugins)
    del spec["tournament"]["clock"]
    with pytest.raises(SpecChangedError, match=r"clock\.per_game: stored 60\.0, now nothing"):
        run_tournament(spec, db, workers=0, plugins=plugins)


def test_a_clock_puts_games_into_the_python_lane_and_changes_no_move(spec, tmp_path, plugins):
    spec["entrant"] = [{"agent": "compiled_uniform"}, {"agent": "compiled_uniform", "name": "other"}]
    run_tournament(spec, tmp_path / "plain.db", workers=0, plugins=plugins)
    spec["tournament"]["clock"] = {"per_move": 60}
    run_tournament(spec, tmp_path / "timed.db", workers=0, plugins=plugins)
    plain, timed = records(tmp_path / "plain.db"), records(tmp_path / "timed.db")
    assert {record.lane for record in plain} == {"compiled"}
    assert {record.lane for record in timed} == {"python"}
    assert all(record.reason == "finished" for record in timed)


def test_a_slow_agent_loses_on_time_and_it_is_stored_why(spec, db, plugins):
    spec["tournament"] |= {"clock": {"per_move": 0.001, "margin": 0.0}, "pairs": 1}
    spec["entrant"] = [{"agent": "slow", "parameters": {"seconds": 0.05}}, {"agent": "first_legal"}]
    run_tournament(spec, db, workers=0, plugins=plugins)
    for record in records(db):
        assert record.reason == "timeout"
        assert record.game.entrants[record.offender] == "slow"
        assert "of 0.001 s (margin 0 s)" in record.detail


def test_a_worker_whose_agent_hangs_is_killed_and_the_agent_has_lost(spec, db, plugins, monkeypatch):
    """Ten times 0.1 s are waited for; the agent would sleep for an hour."""
    spec["tournament"] |= {"clock": {"per_move": 0.05, "margin": 0.05}, "pairs": 1}
    spec["entrant"] = [{"agent": "slow", "parameters": {"seconds": 3600.0}}, {"agent": "first_legal"}]
    result = run_tournament(spec, db, workers=1, plugins=plugins)
    assert result.complete
    for record in records(db):
        assert (record.reason, record.actions, record.seconds) == ("timeout", (), None)
        assert record.game.entrants[record.offender] == "slow"
        assert record.detail.startswith("did not answer within 10 times its time")


def test_what_the_user_should_know_is_told(plugins):
    entrants = (EntrantSpec("first_legal", "a"), EntrantSpec("first_legal", "b", isolation="process"))
    spec = TournamentSpec("x", "nim", entrants, root_seed=1)
    sandboxed = load_tournament(spec, plugins)
    second = dataclasses.replace(sandboxed.entrants[1], confinement=Confinement("sandbox"))
    sandboxed = dataclasses.replace(sandboxed, entrants=(sandboxed.entrants[0], second))
    assert [note[:18] for note in make_plan(sandboxed, None, 1).notes(None)] == ["root_seed is given"]
    timed = load_tournament(dataclasses.replace(spec, root_seed=None, clock=TimeControl(per_move=1)), plugins)
    assert [note[:28] for note in make_plan(timed, None, 0).notes(None)] == ["the games are played in this"]
    assert list(make_plan(timed, None, 1).notes(None)) == []
