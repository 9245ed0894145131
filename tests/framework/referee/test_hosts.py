"""The same games at every level of isolation, and in compiled code."""

import sys

import pytest

from palaestra.game import build_game
from palaestra.isolation.probe import offered
from palaestra.limits import Confinement
from palaestra.record import ScheduledGame, VoidAttempt
from palaestra.referee.arena import Arena
from palaestra.referee.cast import Cast
from palaestra.seeding import deal_seed
from palaestra.spec import AgentSpec
from palaestra.testing.fakes import FIRST_LEGAL, ILLEGAL_MOVE, RANDOM_LEGAL, AfterParameters
from palaestra.testing.games import KUHN_POKER, NIM, TWENTY_ONE
from palaestra.testing.policies import COMPILED_UNIFORM

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the promises are those of Linux")

LEVELS = ["process", "sandbox"] if offered().sandbox else ["process"]


def scheduled(pairs, game):
    deck = game.decks[0]
    for number in range(1, pairs + 1):
        pair = f"{number:020x}"
        deal = deal_seed(1, pair)
        yield ScheduledGame(f"{pair}-1", pair, number, ("one", "two"), (deck, deck), deal)
        yield ScheduledGame(f"{pair}-2", pair, number, ("two", "one"), (deck, deck), deal)


def played(game, first, second, level, pairs=5, compiled=True, trusted=("one", "two")):
    """Return how the games went, and the isolation that was in force."""
    entrants = {"one": first, "two": second}
    levels = dict(zip(entrants, (level, level) if isinstance(level, str) else level, strict=True))
    confinements = {name: Confinement(levels[name]) for name in entrants}
    knobs = build_game(game, {}).knobs
    arena = Arena(Cast(game, knobs, entrants, compiled, confinements, None, frozenset(trusted)))
    arena.warm_up()
    records = [record for records in arena.play(list(scheduled(pairs, game))) for record in records]
    arena.close()
    games = [(r.game.id, r.returns, r.reason, r.offender, r.actions) for r in records]
    return sorted(games), {r.isolation for r in records}, {r.lane for r in records}


UNIFORM = (COMPILED_UNIFORM, COMPILED_UNIFORM.parameters())
RANDOM = (RANDOM_LEGAL, RANDOM_LEGAL.parameters())


@pytest.mark.parametrize("game", [NIM, KUHN_POKER], ids=lambda game: game.id)
def test_the_compiled_lane_and_every_level_play_the_same_games(game):
    compiled, _, lanes = played(game, UNIFORM, UNIFORM, "none")
    assert lanes == {"compiled"}
    assert played(game, UNIFORM, UNIFORM, "none", compiled=False)[0] == compiled
    for level in LEVELS:
        games, in_force, lanes = played(game, UNIFORM, UNIFORM, level)
        assert games == compiled
        assert in_force == {(offered().in_force(level),) * 2}
        assert lanes == {"python"}


def test_agents_in_python_play_the_same_games_trusted_or_not():
    here, _, _ = played(NIM, RANDOM, UNIFORM, "none")
    assert played(NIM, RANDOM, UNIFORM, "process")[0] == here
    assert played(NIM, RANDOM, UNIFORM, "process", trusted=())[0] == here


def test_a_game_without_a_kernel_is_the_same_game():
    here, _, _ = played(TWENTY_ONE, RANDOM, RANDOM, "none")
    for level in LEVELS:
        assert played(TWENTY_ONE, RANDOM, RANDOM, level)[0] == here


def test_levels_may_be_mixed():
    games, in_force, _ = played(NIM, RANDOM, UNIFORM, ("none", "process"))
    assert games == played(NIM, RANDOM, UNIFORM, "none")[0]
    process = offered().in_force("process")
    assert in_force == {("none", process), (process, "none")}


@pytest.mark.parametrize("level", LEVELS)
def test_an_illegal_move_is_told_in_the_same_words(level):
    bad = (ILLEGAL_MOVE, AfterParameters(after=1))
    good = (FIRST_LEGAL, FIRST_LEGAL.parameters())
    assert played(NIM, bad, good, level)[0] == played(NIM, bad, good, "none")[0]


def test_a_game_that_only_the_server_cannot_load_is_void_with_its_reason():
    from dataclasses import replace

    knobs = build_game(NIM, {}).knobs
    entrants = {"one": RANDOM, "two": RANDOM}
    lost = replace(NIM, factory="nowhere.at_all:GAME")
    arena = Arena(Cast(lost, knobs, entrants, False, dict.fromkeys(entrants, Confinement("process"))))
    arena.game = build_game(NIM, {})
    voids = [void for voids in arena.play(list(scheduled(1, NIM))) for void in voids]
    arena.close()
    assert [isinstance(void, VoidAttempt) for void in voids] == [True, True]
    assert "the fork server cannot load the game" in voids[0].detail


ASKS_A_THREAD = """
import queue, threading

questions, answers = queue.Queue(), queue.Queue()

def serve():
    while True:
        answers.put(questions.get()[0])

threading.Thread(target=serve, daemon=True).start()

class Agent:
    def __init__(self, game, parameters, rng):
        pass

    def act(self, view):
        questions.put(view.legal_actions)
        return answers.get(timeout=60)
"""

COUNTS_IN_PARALLEL = """
import numba

@numba.njit("int64(int64)", parallel=True)
def count(most):
    total = 0
    for number in numba.prange(most):
        total += 1
    return total

class Agent:
    def __init__(self, game, parameters, rng):
        pass

    def act(self, view):
        return view.legal_actions[count(8) - 8]
"""


@pytest.mark.parametrize("source", [ASKS_A_THREAD, COUNTS_IN_PARALLEL], ids=["thread", "numba"])
def test_trusted_agents_that_start_threads_at_import_have_them_in_every_child(source, tmp_path, monkeypatch):
    (tmp_path / "threaded_agent.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    threaded = (AgentSpec("threaded", "1", "", "threaded_agent:Agent"), None)
    first = (FIRST_LEGAL, FIRST_LEGAL.parameters())
    games, _, _ = played(NIM, threaded, RANDOM, "process", pairs=1)
    assert games == played(NIM, first, RANDOM, "none", pairs=1)[0]
