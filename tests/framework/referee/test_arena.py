"""Scheduled games: both lanes play the same ones, and a fault costs one game only."""

import numpy as np
import pytest

from palaestra.agent import CompiledPolicy
from palaestra.record import GameRecord, ScheduledGame, VoidAttempt
from palaestra.referee.arena import Arena
from palaestra.referee.cast import Cast
from palaestra.seeding import deal_seed
from palaestra.spec import GameSpec
from palaestra.testing.fakes import FIRST_LEGAL, RAISES_ON_MOVE, AfterParameters
from palaestra.testing.games import KUHN_POKER, NIM, TWENTY_ONE
from palaestra.testing.policies import (
    COMPILED_BAD,
    COMPILED_FIRST,
    COMPILED_UNIFORM,
    BadPolicyParameters,
    CompiledUniform,
    choose_uniformly,
)


def cast(game, entrants, compiled=True):
    from palaestra.game import build_game

    knobs = build_game(game, {}).knobs
    return Cast(game, knobs, entrants, compiled)


def scheduled(pairs, first, second, game=NIM):
    deck = game.decks[0]
    for number in range(1, pairs + 1):
        pair = f"{number:020x}"
        deal = deal_seed(1, pair)
        yield ScheduledGame(f"{pair}-1", pair, number, (first, second), (deck, deck), deal)
        yield ScheduledGame(f"{pair}-2", pair, number, (second, first), (deck, deck), deal)


def play(cast_, games):
    return [result for results in Arena(cast_).play(list(games)) for result in results]


def essence(record):
    return (record.game, record.returns, record.reason, record.offender, record.actions)


def by_id(records):
    return sorted((essence(record) for record in records), key=lambda item: item[0].id)


UNIFORM = {
    "one": (COMPILED_UNIFORM, COMPILED_UNIFORM.parameters()),
    "two": (COMPILED_UNIFORM, COMPILED_UNIFORM.parameters()),
}


@pytest.mark.parametrize("game", [NIM, KUHN_POKER], ids=lambda game: game.id)
def test_both_lanes_play_the_same_games(game):
    games = list(scheduled(100, "one", "two", game))
    compiled = play(cast(game, UNIFORM), games)
    python = play(cast(game, UNIFORM, compiled=False), games)
    assert {record.lane for record in compiled} == {"compiled"}
    assert {record.lane for record in python} == {"python"}
    assert by_id(compiled) == by_id(python)
    assert len({record.actions for record in compiled}) >= 5  # Kuhn poker has five courses


def test_games_do_not_depend_on_what_else_is_played():
    games = list(scheduled(50, "one", "two"))
    together = {record.game.id: essence(record) for record in play(cast(NIM, UNIFORM), games)}
    for game in (games[0], games[33], games[99]):
        assert [essence(record) for record in play(cast(NIM, UNIFORM), [game])] == [together[game.id]]


def test_agents_of_one_name_have_streams_of_their_own_in_each_seat():
    games = [game._replace(entrants=("one", "one")) for game in scheduled(30, "one", "one")]
    records = play(cast(NIM, UNIFORM), games)
    assert {record.lane for record in records} == {"compiled"}
    assert by_id(records) == by_id(play(cast(NIM, UNIFORM, compiled=False), games))


def test_each_entrant_has_one_policy_for_both_seats(monkeypatch):
    made = []
    monkeypatch.setattr(CompiledUniform, "compile_policy", classmethod(lambda *given: made.append(given) or policy()))
    names = ("one", "two", "three")
    entrants = {name: (COMPILED_UNIFORM, COMPILED_UNIFORM.parameters()) for name in names}
    arena = Arena(cast(NIM, entrants))
    arena.warm_up()
    for first, second in [("one", "two"), ("two", "three"), ("three", "one"), ("two", "two")]:
        list(arena.play(list(scheduled(2, first, second))))
    assert len(made) == len(names)


def policy():
    return CompiledPolicy(choose_uniformly, np.zeros(0))


@pytest.mark.parametrize(("how", "reason"), [("raise", "crash"), ("illegal", "illegal")])
@pytest.mark.parametrize("after", [0, 1])
def test_a_bad_policy_loses_its_games_alike_in_both_lanes(how, reason, after):
    entrants = {
        "bad": (COMPILED_BAD, BadPolicyParameters(after=after, how=how)),
        "good": (COMPILED_FIRST, COMPILED_FIRST.parameters()),
    }
    games = list(scheduled(20, "bad", "good"))
    compiled, python = play(cast(NIM, entrants), games), play(cast(NIM, entrants, compiled=False), games)
    assert by_id(compiled) == by_id(python)
    for record in compiled:
        if record.reason == "finished":
            continue
        assert record.reason == reason
        assert record.game.entrants[record.offender] == "bad"
        assert record.returns[record.offender] == -1
        assert record.detail
    assert any(record.reason == reason for record in compiled)


def test_a_crash_costs_one_game_only():
    entrants = {"bad": (RAISES_ON_MOVE, AfterParameters(0)), "good": (FIRST_LEGAL, FIRST_LEGAL.parameters())}
    records = play(cast(NIM, entrants), scheduled(5, "bad", "good"))
    assert len(records) == 10
    assert {record.reason for record in records} == {"crash"}
    assert {record.game.entrants[record.offender] for record in records} == {"bad"}


def test_a_game_without_a_kernel_is_played_in_the_python_lane():
    entrants = {"a": (FIRST_LEGAL, FIRST_LEGAL.parameters()), "b": (FIRST_LEGAL, FIRST_LEGAL.parameters())}
    records = play(cast(TWENTY_ONE, entrants), scheduled(2, "a", "b", TWENTY_ONE))
    assert [record.lane for record in records] == ["python"] * 4
    assert all(record.seconds is not None for record in records)


class BrokenDefinition:
    """A game whose deals fail."""

    def build(self, spec, knobs):
        from palaestra.game import build_game

        game = build_game(NIM, {})

        class Broken(type(game)):
            def new_state(self, decks=None, seed=0):
                raise ZeroDivisionError("the deal failed")

        return Broken(spec, game.definition, dict(game.knobs))


BROKEN = BrokenDefinition()


def test_a_failure_of_the_game_is_void_and_charged_to_nobody(monkeypatch):
    from palaestra.referee import arena

    monkeypatch.setattr(arena, "build_game", BROKEN.build)
    broken = GameSpec("broken", "1", "", "nowhere:NOTHING")
    entrants = {"a": (FIRST_LEGAL, FIRST_LEGAL.parameters()), "b": (FIRST_LEGAL, FIRST_LEGAL.parameters())}
    results = play(Cast(broken, {}, entrants), scheduled(1, "a", "b"))
    assert all(isinstance(result, VoidAttempt) for result in results)
    assert not any(isinstance(result, GameRecord) for result in results)
    assert "ZeroDivisionError: the deal failed" in results[0].detail
