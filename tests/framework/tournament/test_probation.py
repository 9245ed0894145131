"""Entrants that fail from the start are suspended, the same for any number of workers and interruptions."""

import pytest

from palaestra.errors import InterruptedRun
from palaestra.store import reads
from palaestra.store.engine import reading
from palaestra.store.history import HistoryFilter, history
from palaestra.tournament.probation import Probation
from palaestra.tournament.run import run_tournament
from palaestra.tournament.schedule import Schedule
from palaestra.tournament.specfile import load_tournament


@pytest.fixture
def league():
    """Four entrants, of which one always fails and one does after some moves; 6 match-ups of 6 pairs, 72 games."""
    return {
        "tournament": {"name": "league", "game": "nim", "pairs": 6, "root_seed": 7, "faults": {"probation": 5}},
        "entrant": [
            {"agent": "random_legal"},
            {"agent": "raises_when_built"},
            {"agent": "raises_on_move", "parameters": {"after": 2}},
            {"agent": "first_legal"},
        ],
    }


def schedule_of(spec, plugins):
    tournament = load_tournament(spec, plugins)
    return Schedule(tournament.record("7", False), tuple(entrant.identity for entrant in tournament.entrants))


def table(db):
    with reading(db) as connection:
        return sorted((game.record.game.id, game.record.reason) for game in reads.iterate_games(connection))


def test_the_first_games_of_every_entrant_in_the_order_of_the_schedule(league, plugins):
    schedule = schedule_of(league, plugins)
    games = Probation(schedule, 5).games
    order = [game.id for game in schedule]
    assert [game.id for game in games] == [game_id for game_id in order if game_id in {game.id for game in games}]
    for name in ("random_legal", "first_legal"):
        first = [game.id for game in schedule if name in game.entrants][:5]
        assert set(first) <= {game.id for game in games}
    assert Probation(schedule, 0).games == ()
    assert len(Probation(schedule, 10_000).games) == len(schedule)


def test_only_who_failed_in_all_of_them_is_suspended(league, plugins):
    schedule = schedule_of(league, plugins)
    probation = Probation(schedule, 2)
    (bad, other), ids = ("first_legal", "raises_on_move"), {}
    for game in schedule:
        for name in game.entrants:
            ids.setdefault(name, []).append(game.id)
    failed = dict.fromkeys(ids[bad][:2], ("crash", bad))
    assert probation.suspended(failed) == {bad: "failed in all of its first 2 games (2 crash)"}
    assert probation.suspended({**failed, ids[bad][1]: ("crash", other)}) == {}
    assert probation.suspended({**failed, ids[bad][1]: ("finished", None)}) == {}
    assert probation.suspended({ids[bad][0]: ("crash", bad)}) == {}  # the second is not known
    assert probation.suspended({}) == Probation(schedule, 0).suspended(failed) == {}
    assert Probation(schedule, 10_000).suspended(dict.fromkeys(ids[bad], ("crash", bad))) == {}


@pytest.mark.parametrize("workers", [0, 2])
def test_the_league_goes_on_without_a_suspended_entrant(league, db, plugins, workers):
    result = run_tournament(league, db, workers=workers, plugins=plugins)
    reason = "failed in all of its first 5 games (5 startup)"
    assert result.suspended == {"raises_when_built": reason}
    assert not result.complete
    assert result.unfinished == {}
    probation = {game.id for game in Probation(schedule_of(league, plugins), 5).games}
    expected = {
        game.id
        for game in schedule_of(league, plugins)
        if game.id in probation or "raises_when_built" not in game.entrants
    }
    assert {game_id for game_id, _ in table(db)} == expected
    assert result.played == len(expected) < result.total
    with reading(db) as connection:
        assert reads.suspended(connection, "league") == {"raises_when_built": reason}
        assert len(history(connection, HistoryFilter(entrant="raises_on_move", reason="crash"))) > 5
    again = run_tournament(league, db, workers=0, plugins=plugins)
    assert (again.played, again.suspended) == (0, result.suspended)


def test_interrupted_at_any_commit_it_comes_to_the_same(league, plugins, tmp_path, monkeypatch):
    from palaestra.tournament import run

    whole = tmp_path / "whole.db"
    run_tournament(league, whole, workers=0, plugins=plugins)
    monkeypatch.setattr(run, "COMMIT_GAMES", 1)
    piecemeal, interruption = tmp_path / "piecemeal.db", []

    class Once(run.Interruption):
        def __enter__(self):
            interruption.append(self)
            return super().__enter__()

    class Stops(run.Silent):
        def advance(self, games):
            interruption[-1].requested = True

    monkeypatch.setattr(run, "Interruption", Once)
    for _ in range(200):
        try:
            run_tournament(league, piecemeal, workers=0, plugins=plugins, progress=Stops())
            break
        except InterruptedRun:
            continue
    assert len(interruption) > 2
    assert table(piecemeal) == table(whole)


@pytest.mark.parametrize(
    "grow",
    [
        lambda league: league["entrant"].append({"agent": "last_legal"}),
        lambda league: league["entrant"].append({"agent": "raises_on_move", "name": "again"}),
        lambda league: league["tournament"].update(pairs=9),
        lambda league: league["tournament"]["faults"].update(probation=8),
    ],
    ids=["an entrant", "one that fails too", "pairs", "a longer probation"],
)
def test_grown_after_a_suspension_it_comes_to_what_a_new_league_comes_to(grow, league, plugins, tmp_path):
    grown, new = tmp_path / "grown.db", tmp_path / "new.db"
    assert run_tournament(league, grown, workers=0, plugins=plugins).suspended
    before = table(grown)
    grow(league)
    result = run_tournament(league, grown, workers=0, plugins=plugins)
    expected = run_tournament(league, new, workers=0, plugins=plugins)
    assert result.suspended == expected.suspended
    assert len(table(grown)) == len(before) + result.played > len(before)
    assert table(grown) == sorted({*before, *table(new)})
    assert run_tournament(league, grown, workers=0, plugins=plugins).played == 0


def test_without_probation_everything_is_played_and_nobody_is_suspended(league, db, plugins):
    run_tournament(league, db, workers=0, plugins=plugins)
    del league["tournament"]["faults"]
    result = run_tournament(league, db, workers=0, plugins=plugins)
    assert result.complete
    assert len(table(db)) == result.total == 72
    with reading(db) as connection:
        assert reads.suspended(connection, "league") == {}


def test_an_entrant_that_seldom_fails_is_not_suspended(league, db, plugins):
    del league["entrant"][1:3]
    league["entrant"].append({"agent": "raises_on_move", "parameters": {"after": 4}})
    assert run_tournament(league, db, workers=0, plugins=plugins).suspended == {}
    with reading(db) as connection:
        endings = [row.reason for row in history(connection, HistoryFilter(entrant="raises_on_move"))]
    assert {"crash", "finished"} <= set(endings)
