"""Running: what is missing is played, what is stored is kept, forbidden changes are refused."""

import subprocess
import sys
import time

import pytest

from palaestra.errors import SpecChangedError
from palaestra.store import reads
from palaestra.store.engine import reading
from palaestra.tournament.attempts import HOPELESS, REPLAYS
from palaestra.tournament.dry_run import dry_run
from palaestra.tournament.inline import Inline
from palaestra.tournament.run import run_tournament


def stored(db):
    """Everything about the stored games that must not depend on how they were played."""
    with reading(db) as connection:
        return {
            game.record.game.id: (game.record.game, game.record.returns, game.record.reason, game.record.actions)
            for game in reads.iterate_games(connection)
        }


def test_a_second_run_plays_nothing(spec, db, plugins):
    first = run_tournament(spec, db, workers=0, plugins=plugins)
    assert (first.total, first.stored, first.played) == (30, 0, 30)
    before = stored(db)
    second = run_tournament(spec, db, workers=0, plugins=plugins)
    assert (second.total, second.stored, second.played) == (30, 30, 0)
    assert stored(db) == before
    assert len(before) == 30


def test_more_pairs_and_entrants_play_only_the_new_games(spec, db, plugins):
    run_tournament(spec, db, workers=0, plugins=plugins)
    before = stored(db)
    spec["tournament"]["pairs"] = 7
    assert run_tournament(spec, db, workers=0, plugins=plugins).played == 3 * 2 * 2
    spec["entrant"].append({"agent": "last_legal"})
    assert run_tournament(spec, db, workers=0, plugins=plugins).played == 3 * 7 * 2
    after = stored(db)
    assert before.items() <= after.items()
    assert len(after) == 6 * 7 * 2


def test_fewer_entrants_play_nothing_and_lose_nothing(spec, db, plugins):
    run_tournament(spec, db, workers=0, plugins=plugins)
    del spec["entrant"][0]
    result = run_tournament(spec, db, workers=0, plugins=plugins)
    assert (result.total, result.played) == (10, 0)
    assert len(stored(db)) == 30


@pytest.mark.parametrize("how", [{"workers": 1}, {"workers": 2}, {"workers": 0, "compiled": False}])
def test_any_number_of_workers_and_either_lane_play_the_same_games(how, spec, tmp_path, plugins):
    spec["tournament"]["pairs"] = 20
    run_tournament(spec, tmp_path / "inline.db", workers=0, plugins=plugins)
    run_tournament(spec, tmp_path / "other.db", plugins=plugins, **how)
    assert stored(tmp_path / "other.db") == stored(tmp_path / "inline.db")


def test_without_a_root_seed_the_secret_is_kept(spec, db, plugins, tmp_path):
    del spec["tournament"]["root_seed"]
    run_tournament(spec, db, workers=0, plugins=plugins)
    with reading(db) as connection:
        first = reads.stored_tournament(connection, "small")
    spec["tournament"]["pairs"] = 6
    run_tournament(spec, db, workers=0, plugins=plugins)
    with reading(db) as connection:
        second = reads.stored_tournament(connection, "small")
    assert first.secret
    assert first.root == second.root
    run_tournament(spec, tmp_path / "other.db", workers=0, plugins=plugins)
    with reading(tmp_path / "other.db") as connection:
        assert reads.stored_tournament(connection, "small").root != first.root


@pytest.mark.parametrize(
    ("where", "key", "value", "difference"),
    [
        ("tournament", "root_seed", 8, "root_seed: stored '7', now '8'"),
        ("tournament", "deck_pairing", "cross", "deck_pairing: stored 'mirror', now 'cross'"),
        ("tournament", "game", "kuhn_poker", "game: stored 'nim', now 'kuhn_poker'"),
        ("entrant", "agent", "last_legal", "agent: stored 'compiled_uniform', now 'last_legal'"),
    ],
)
def test_a_forbidden_change_is_refused_with_both_values(where, key, value, difference, spec, db, plugins):
    run_tournament(spec, db, workers=0, plugins=plugins)
    before = stored(db)
    if where == "entrant":
        spec["entrant"][0] = {"name": "compiled_uniform", key: value}
    else:
        spec["tournament"][key] = value
    with pytest.raises(SpecChangedError) as caught:
        run_tournament(spec, db, workers=0, plugins=plugins)
    of_entrant = caught.value.entrants.get("compiled_uniform", ())
    assert any(line.startswith(difference) for line in (of_entrant if where == "entrant" else caught.value.differences))
    assert (caught.value.differences == ()) == (where == "entrant")
    assert stored(db) == before


def test_changed_parameters_of_a_known_name_are_refused(spec, db, plugins):
    spec["entrant"][0] = {"agent": "slow", "parameters": {"seconds": 0.0}}
    run_tournament(spec, db, workers=0, plugins=plugins)
    spec["entrant"][0] = {"agent": "slow", "parameters": {"seconds": 0.001}}
    with pytest.raises(SpecChangedError) as caught:
        run_tournament(spec, db, workers=0, plugins=plugins)
    assert str(caught.value).splitlines() == [
        "entrant 'slow' of tournament 'small' has games played with other settings or code; undo the change, or "
        "give the entrant a new name (`palaestra db entrant remove small slow` removes it with its games)",
        "  parameters.seconds: stored 0.0, now 0.001",
    ]
    spec["entrant"][0]["name"] = "slower"
    assert run_tournament(spec, db, workers=0, plugins=plugins).played == 20


def test_a_dry_run_counts_and_stores_nothing(spec, db, plugins):
    plan = dry_run(spec, db, plugins=plugins)
    assert (plan.total, plan.missing) == (30, 30)
    assert plan.seconds > 0
    assert not db.exists()
    run_tournament(spec, db, workers=0, plugins=plugins)
    spec["tournament"]["pairs"] = 6
    assert dry_run(spec, db, plugins=plugins).missing == 6
    assert len(stored(db)) == 30


def test_faults_are_stored_as_data_and_stop_nothing(spec, db, plugins):
    spec["entrant"] += [{"agent": "raises_when_built"}, {"agent": "illegal_move"}]
    result = run_tournament(spec, db, workers=0, plugins=plugins)
    assert result.played == result.total == 100
    with reading(db) as connection:
        records = [game.record for game in reads.iterate_games(connection)]
    faults = {record.reason for record in records} - {"finished"}
    assert {"startup", "illegal"} <= faults
    for record in records:
        if record.reason == "startup":
            assert record.game.entrants[record.offender] == "raises_when_built"
            assert "fake failure when built" in record.detail


class Failing(Inline):
    """An executor whose every attempt at one game is void."""

    def results(self, games, interruption):
        from palaestra.record import VoidAttempt

        for results in super().results(games, interruption):
            yield [
                VoidAttempt(result.game, "our own side failed", 0, 1.0) if result.game.pair_number == 2 else result
                for result in results
            ]


def test_void_attempts_are_repeated_and_then_reported(spec, db, plugins, monkeypatch):
    from palaestra.tournament import run

    monkeypatch.setattr(run, "Inline", Failing)
    result = run_tournament(spec, db, workers=0, plugins=plugins)
    assert len(result.unfinished) == 6
    assert set(result.unfinished.values()) == {"our own side failed"}
    assert result.played == 24
    with reading(db) as connection:
        unfinished = reads.unfinished(connection, "small")
    assert {game.id for game in unfinished} == set(result.unfinished)
    assert {game.attempts for game in unfinished} == {1 + REPLAYS}
    monkeypatch.undo()
    assert run_tournament(spec, db, workers=0, plugins=plugins).played == 6


class FailingMatchUp(Inline):
    """An executor whose every attempt at one match-up is void."""

    attempts = 0

    def results(self, games, interruption):
        from palaestra.record import VoidAttempt

        for results in super().results(games, interruption):
            failing = [set(result.game.entrants) == {"first_legal", "random_legal"} for result in results]
            FailingMatchUp.attempts += sum(failing)
            yield [
                VoidAttempt(result.game, "killed", 0, 1.0) if fails else result
                for result, fails in zip(results, failing, strict=True)
            ]


def test_a_match_up_that_always_fails_is_given_up_and_the_others_are_played(spec, db, plugins, monkeypatch):
    from palaestra.tournament import batches, run

    monkeypatch.setattr(run, "Inline", FailingMatchUp)
    monkeypatch.setattr(batches, "LARGEST_BATCH", 1)
    spec["tournament"]["pairs"] = 30
    result = run_tournament(spec, db, workers=0, plugins=plugins)
    assert result.played == 120
    assert len(result.unfinished) == 60
    assert FailingMatchUp.attempts < 2 * HOPELESS
    assert {reason[:9] for reason in result.unfinished.values()} == {"killed", "not tried"}


def test_counting_what_is_missing_takes_no_schedule(spec, db, plugins):
    run_tournament(spec, db, workers=0, plugins=plugins)
    spec["tournament"]["pairs"] = 1_000_000_000
    spec["entrant"][2]["name"] = "another"
    began = time.process_time()
    plan = dry_run(spec, db, plugins=plugins)
    assert (plan.total, plan.missing) == (6_000_000_000, 6_000_000_000 - 10)
    assert time.process_time() - began < 60  # a schedule of so many games would take hours


@pytest.mark.parametrize(("change", "stored"), [({"pairs": 2}, 12), ({"self_play": True}, 30), ({"pairs": 9}, 30)])
def test_only_stored_games_of_the_schedule_count(spec, db, plugins, change, stored):
    run_tournament(spec, db, workers=0, plugins=plugins)
    spec["tournament"] |= change
    plan = dry_run(spec, db, workers=0, plugins=plugins)
    assert plan.total - plan.missing == stored


DAEMON = """
import multiprocessing, sys
from palaestra.errors import UserError
from palaestra.testing.fake_plugin import fake_plugins
from palaestra.tournament.run import run_tournament

SPEC = {
    "tournament": {"name": "small", "game": "nim", "pairs": 5, "root_seed": 7},
    "entrant": [{"agent": "first_legal"}, {"agent": "last_legal"}],
}

def play(db):
    print(run_tournament(SPEC, db, plugins=fake_plugins()).played)
    try:
        run_tournament(SPEC | {"entrant": [*SPEC["entrant"], {"agent": "random_legal"}]}, db, workers=2,
                       plugins=fake_plugins())
    except UserError as error:
        print(error)

if __name__ == "__main__":
    process = multiprocessing.get_context("fork").Process(target=play, args=(sys.argv[1],), daemon=True)
    process.start()
    process.join()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
def test_a_process_that_may_start_no_others_plays_by_itself(db):
    done = subprocess.run([sys.executable, "-c", DAEMON, str(db)], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [
        "10",
        "workers is 2; a daemonic process may start none: expected 0, or another process",
    ]
