"""Trial games: bounded, honest about what they rest on, and a first look at who cannot play."""

import threading

from palaestra.errors import GameError
from palaestra.tournament import trial as trials
from palaestra.tournament.dry_run import dry_run
from palaestra.tournament.plan import make_plan
from palaestra.tournament.specfile import load_tournament
from palaestra.tournament.trial import hold_trial


def trial_of(spec, plugins):
    tournament = load_tournament(spec, plugins)
    return hold_trial(tournament.cast(), list(make_plan(tournament, None, 0).missing_games()))


def test_fast_games_are_timed_by_the_dozen(spec, plugins):
    spec["tournament"]["pairs"] = 100
    trial = trial_of(spec, plugins)
    assert trial.games > trials.FAST_BATCH
    assert 0 < trial.seconds < trials.FAST_SECONDS
    assert trial.failing == {}


def test_slow_games_are_few_and_every_entrant_sits(spec, plugins):
    spec["entrant"][2] = {"agent": "slow", "parameters": {"seconds": 0.05}}
    trial = trial_of(spec, plugins)
    assert trial.games <= trials.TRIAL_GAMES
    assert "cut short" not in trial.basis
    assert trial.seconds > 0.05 * 2 / 3 * 2  # the slow one sits in two of three games, and acts at least twice


def test_a_game_that_goes_on_is_cut_short_and_guessed(spec, plugins, monkeypatch):
    monkeypatch.setattr(trials, "TRIAL_PLIES", 1)
    trial = trial_of(spec, plugins)
    assert f"{trial.games} cut short, as if they lasted" in trial.basis
    assert "as random ones do" in trial.basis


def test_no_game_is_begun_when_the_time_is_over(spec, plugins, monkeypatch):
    monkeypatch.setattr(trials, "TRIAL_SECONDS", 0.3)
    spec["entrant"] = [{"agent": "slow", "name": name, "parameters": {"seconds": 0.2}} for name in ("a", "b", "c")]
    trial = trial_of(spec, plugins)
    assert 1 <= trial.games <= 2
    assert trial.seconds > 0.2


def test_a_question_that_is_never_answered_is_left_behind(spec, db, plugins, monkeypatch):
    gone = threading.Event()

    def play(self, games):
        gone.wait()
        yield []

    monkeypatch.setattr(trials, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(trials.Arena, "play", play)
    plan = dry_run(spec, db, plugins=plugins)
    gone.set()
    assert (plan.missing, plan.trial_games) == (30, 0)
    assert plan.basis == "no trial game ended in time"


def test_who_fails_in_all_of_its_trial_games_is_named(spec, db, plugins):
    spec["entrant"] += [
        {"agent": "raises_when_built"},
        {"agent": "illegal_move", "parameters": {"after": 1000}, "name": "good"},
    ]
    plan = dry_run(spec, db, plugins=plugins)
    assert list(plan.failing) == ["raises_when_built"]
    assert "trial games (startup: RuntimeError: fake failure when built)" in plan.failing["raises_when_built"]


def test_a_game_that_breaks_its_rules_is_told_of(spec, plugins, monkeypatch):
    def fail(*_):
        raise GameError("nim has no luck today")

    tournament = load_tournament(spec, plugins)
    sample = list(make_plan(tournament, None, 0).missing_games())
    monkeypatch.setattr("palaestra.referee.arena.referee_game", fail)
    trial = hold_trial(tournament.cast(), sample)
    assert trial.games == 0
    assert "trial games failed: GameError: nim has no luck today" in trial.basis.replace("palaestra.errors.", "")
