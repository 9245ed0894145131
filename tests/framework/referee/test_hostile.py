"""Agents and games that do what they must not: agents lose by it, attempts at broken games are void."""

import dataclasses
import subprocess
import sys

import numpy as np
import pytest
from tests.framework.referee.test_arena import cast, play, scheduled

from palaestra.agent import CompiledPolicy
from palaestra.errors import PluginError
from palaestra.game import build_game
from palaestra.isolation.output import LINE_CHARACTERS, TRACEBACK_LINES
from palaestra.kernel import rule
from palaestra.record import GameRecord, VoidAttempt
from palaestra.referee import play as playing
from palaestra.referee.arena import Arena
from palaestra.referee.faults import StopPlaying
from palaestra.referee.play import play_game
from palaestra.spec import AgentSpec, NoParameters
from palaestra.testing.fakes import FIRST_LEGAL, FakeAgent
from palaestra.testing.games import NIM, TWENTY_ONE, nim
from palaestra.testing.games.twenty_one import TwentyOneFactory, TwentyOneGame, TwentyOneState
from palaestra.testing.policies import COMPILED_FIRST, choose_first


def spec_of(kind):
    return AgentSpec(kind.__name__.lower(), "1", "For a test.", f"{__name__}:{kind.__name__}", "twenty_one")


class RaisesWhatIsNoException(FakeAgent):
    def act(self, view):
        raise BaseException("not even an Exception")


class RaisesKeyboardInterrupt(FakeAgent):
    def act(self, view):
        raise KeyboardInterrupt


class RaisesMegabytes(FakeAgent):
    def act(self, view):
        raise RuntimeError("x" * 5_000_000)


class CannotBeShown:
    def __repr__(self):
        raise RuntimeError("no repr")


class AnswersWhatCannotBeShown(FakeAgent):
    def act(self, view):
        return CannotBeShown()


class RaisesControlCharacters(FakeAgent):
    def act(self, view):
        raise RuntimeError("\x1b[2J\0\ud800")


class RaisesWhatCannotBeNamed(FakeAgent):
    def act(self, view):
        class Unwilling(type):
            def __getattribute__(cls, name):
                raise SystemExit

        class UnwillingError(Exception, metaclass=Unwilling):
            pass

        raise UnwillingError


class ExitsWhenRead:
    def __index__(self):
        raise SystemExit


class AnswersWhatExitsWhenRead(FakeAgent):
    def act(self, view):
        return ExitsWhenRead()


class ShownAsControlCharacters:
    def __repr__(self):
        return "\x1b[2J\ud800"


class AnswersControlCharacters(FakeAgent):
    def act(self, view):
        return ShownAsControlCharacters()


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("kind", "reason", "detail"),
    [
        (RaisesControlCharacters, "crash", "\\x1b[2J\\x00\\ud800"),
        (RaisesWhatCannotBeNamed, "crash", "UnwillingError"),
        (AnswersWhatExitsWhenRead, "crash", "SystemExit"),
        (AnswersControlCharacters, "illegal", "\\x1b[2J\\ud800"),
        (RaisesWhatIsNoException, "crash", "not even an Exception"),
        (RaisesKeyboardInterrupt, "crash", "KeyboardInterrupt"),
        (RaisesMegabytes, "crash", "xxx..."),
        (AnswersWhatCannotBeShown, "illegal", "cannot be shown"),
    ],
)
def test_whatever_an_agent_raises_or_answers_is_its_own_fault(kind, reason, detail, seat):
    entrants = {"bad": (spec_of(kind), NoParameters()), "good": (FIRST_LEGAL, NoParameters())}
    games = list(scheduled(1, "bad", "good", TWENTY_ONE))
    record = play(cast(TWENTY_ONE, entrants), [games[seat]])[0]
    assert isinstance(record, GameRecord)
    assert (record.reason, record.offender) == (reason, seat)
    assert detail in record.detail
    assert len(record.detail) <= TRACEBACK_LINES * (LINE_CHARACTERS + 4)


class Stops(FakeAgent):
    def act(self, view):
        raise StopPlaying


def test_the_wish_of_the_user_to_stop_is_nobodys_fault():
    game = build_game(TWENTY_ONE, {})
    agents = [kind(game, None, np.random.default_rng(1)) for kind in (RaisesKeyboardInterrupt, FakeAgent)]
    with pytest.raises(KeyboardInterrupt):
        play_game(game, agents)
    entrants = {"stops": (spec_of(Stops), NoParameters()), "good": (FIRST_LEGAL, NoParameters())}
    with pytest.raises(StopPlaying):
        play(cast(TWENTY_ONE, entrants), scheduled(1, "stops", "good", TWENTY_ONE))


class NothingLegal(TwentyOneState):
    def legal_actions(self):
        return super().legal_actions() if self.count < 6 else []


class NoNumbers(TwentyOneState):
    def returns(self):
        return [float("nan"), float("nan")]


class ThreeReturns(TwentyOneState):
    def returns(self):
        return [1.0, -1.0, 0.0]


class TooMuch(TwentyOneState):
    def returns(self):
        return [7.0, -7.0]


class BothWin(TwentyOneState):
    def returns(self):
        return [1.0, 1.0]


class Endless(TwentyOneState):
    def legal_actions(self):
        return [0]

    def step(self, action):
        self.seat = 1 - self.seat


class Exits(TwentyOneState):
    def step(self, action):
        raise SystemExit(0)


class BrokenFactory(TwentyOneFactory):
    state = TwentyOneState

    def build(self, spec, knobs):
        class Broken(TwentyOneGame):
            def new_state(self, decks=None, seed=0, kind=self.state):
                return kind(21)

        return Broken(spec, knobs)


BROKEN = BrokenFactory()


@pytest.mark.parametrize(
    ("state", "detail"),
    [
        (NothingLegal, "no action is legal after 6 plies, and the game is not over"),
        (NoNumbers, "the returns are (nan, nan); expected 2 numbers from -1 to 1"),
        (ThreeReturns, "the returns are (1.0, -1.0, 0.0); expected 2 numbers"),
        (TooMuch, "expected 2 numbers from -1 to 1"),
        (BothWin, "the returns are (1.0, 1.0); expected 2 numbers from -1 to 1 with the sum 0"),
        (Endless, "longer than its max_plies 50"),
        (Exits, "SystemExit"),
    ],
)
def test_a_broken_game_makes_void_games_and_blames_no_agent(state, detail, monkeypatch):
    monkeypatch.setattr(BROKEN, "state", state)
    monkeypatch.setattr(playing, "MAX_PLIES", 50)
    game = dataclasses.replace(TWENTY_ONE, factory=f"{__name__}:BROKEN")
    entrants = {name: (FIRST_LEGAL, NoParameters()) for name in ("one", "two")}
    attempts = play(cast(game, entrants), scheduled(2, "one", "two", game))
    assert len(attempts) == 4
    for attempt in attempts:
        assert isinstance(attempt, VoidAttempt)
        assert detail in attempt.detail


@rule("legal_actions")
def none_legal(state, out):
    return 0


@rule("returns")
def no_numbers(state, out):
    out[0] = np.nan
    out[1] = np.nan


NOTHING_LEGAL = dataclasses.replace(
    nim.GAME, rules=dataclasses.replace(nim.RULES, legal_actions=none_legal, playout=None)
)
NO_NUMBERS = dataclasses.replace(nim.GAME, rules=dataclasses.replace(nim.RULES, returns=no_numbers))


@pytest.mark.parametrize(
    ("definition", "detail"), [("NOTHING_LEGAL", "no action is legal after 0 plies"), ("NO_NUMBERS", "(nan, nan)")]
)
def test_a_broken_kernel_makes_void_games_in_both_lanes(definition, detail):
    game = dataclasses.replace(NIM, factory=f"{__name__}:{definition}")
    entrants = {name: (COMPILED_FIRST, NoParameters()) for name in ("one", "two")}
    for compiled in (True, False):
        attempts = play(cast(game, entrants, compiled), scheduled(2, "one", "two", game))
        assert len(attempts) == 4
        for attempt in attempts:
            assert isinstance(attempt, VoidAttempt)
            assert detail in attempt.detail


class OffersGarbage(FakeAgent):
    @classmethod
    def compile_policy(cls, game, parameters):
        return 42


class OffersWrongNumbers(FakeAgent):
    @classmethod
    def compile_policy(cls, game, parameters):
        return CompiledPolicy(choose_first, np.zeros(3, dtype=np.int32))


class OffersNoArray(FakeAgent):
    @classmethod
    def compile_policy(cls, game, parameters):
        return CompiledPolicy(choose_first, [0.5])


class OffersNoFunction(FakeAgent):
    @classmethod
    def compile_policy(cls, game, parameters):
        return CompiledPolicy("choose_first", np.zeros(0))


class OffersNegativeMemory(FakeAgent):
    @classmethod
    def compile_policy(cls, game, parameters):
        return CompiledPolicy(choose_first, np.zeros(0), memory_words=-1)


class CannotOffer(FakeAgent):
    @classmethod
    def compile_policy(cls, game, parameters):
        raise RuntimeError("no policy today")


@pytest.mark.parametrize(
    "kind",
    [OffersGarbage, OffersWrongNumbers, OffersNoArray, OffersNoFunction, OffersNegativeMemory, CannotOffer],
)
def test_an_agent_that_offers_no_usable_policy_plays_in_the_python_lane(kind):
    entrants = {
        "odd": (dataclasses.replace(spec_of(kind), games="*"), NoParameters()),
        "even": (COMPILED_FIRST, NoParameters()),
    }
    records = play(cast(NIM, entrants), scheduled(1, "odd", "even"))
    assert [(record.lane, record.reason) for record in records] == [("python", "finished")] * 2


@pytest.mark.parametrize(
    "factory", ["no.such.module:x", f"{__name__}:no_such_class", "tests.framework.referee.exits:x"]
)
def test_agents_that_cannot_be_imported_are_found_before_anything_is_played(factory, monkeypatch, tmp_path):
    (tmp_path / "exits_on_import.py").write_text("raise SystemExit(0)")
    monkeypatch.syspath_prepend(tmp_path)
    entrants = {"gone": (dataclasses.replace(FIRST_LEGAL, factory=factory), NoParameters())}
    with pytest.raises(PluginError, match="cannot load"):
        Arena(cast(NIM, entrants)).warm_up()


def test_surroundings_are_kept(tmp_path):
    code = f"""
import os, sys
from palaestra.referee.surroundings import kept_surroundings
before = os.getcwd()
with kept_surroundings():
    print("printed by an agent", flush=True)
    os.write(1, b"printed by compiled code\\n")
    os.chdir({str(tmp_path)!r})
    sys.stdout = None
assert os.getcwd() == before
print("printed by us")
"""
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout == "printed by us\n"
    assert result.stderr == "printed by an agent\nprinted by compiled code\n"
