"""A game's own failure is nobody's loss, wherever it shows; an agent that makes the rules fail has lost."""

import dataclasses
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.framework.referee.test_arena import play, scheduled

from palaestra.agent import CompiledPolicy, PolicyAgent
from palaestra.compiler import jit
from palaestra.errors import GameError
from palaestra.game import build_game
from palaestra.kernel import POLICY, SLOTS, rule
from palaestra.limits import Confinement
from palaestra.record import GameRecord, VoidAttempt
from palaestra.referee import play as playing
from palaestra.referee.arena import Arena
from palaestra.referee.beacon import BEACON_BYTES, Beacon
from palaestra.referee.cast import Cast
from palaestra.referee.play import play_game
from palaestra.referee.rules_trial import describe_failure, rules_failure
from palaestra.referee.seat import InProcessSeat
from palaestra.spec import AgentSpec, NoParameters
from palaestra.testing.fakes import FIRST_LEGAL, FakeAgent
from palaestra.testing.games import NIM, TEST_GAMES, TWENTY_ONE, nim, twenty_one
from palaestra.testing.games.twenty_one import TwentyOneFactory, TwentyOneGame, TwentyOneState
from palaestra.testing.misbehaving.base import MisbehavingParameters
from palaestra.testing.misbehaving.blaming import PassesIllegalAction


@pytest.fixture(autouse=True)
def importable(monkeypatch):
    """Let processes of agents find this module."""
    monkeypatch.syspath_prepend(Path(__file__).parents[3])


LATE = 3
"""Plies after which the broken rules fail: agents that play first_legal never get there in search of one ply."""


@rule("step")
def step_fails_late(state, action):
    if state[nim.PLIES] >= LATE:
        state[1000] = 0
    nim.step(state, action)


@rule("legal_actions")
def legal_actions_fail_late(state, out):
    if state[nim.PLIES] >= LATE:
        out[1000] = 0
    return nim.legal_actions(state, out)


@rule("legal_actions")
def nothing_legal_late(state, out):
    return 0 if state[nim.PLIES] >= LATE else nim.legal_actions(state, out)


@rule("determinize")
def determinize_fails(observation, player, rng, out):
    out[1000] = 0


@rule("evaluate")
def evaluate_fails(state, player):
    return 1 // (int(state[nim.CAP]) - int(state[nim.CAP]))


def broken(**rules):
    return dataclasses.replace(nim.GAME, rules=dataclasses.replace(nim.RULES, playout=None, **rules))


STEP = broken(step=step_fails_late)
LEGAL = broken(legal_actions=legal_actions_fail_late)
STUCK = broken(legal_actions=nothing_legal_late)
DETERMINIZE = broken(determinize=determinize_fails)
EVALUATE = broken(evaluate=evaluate_fails)


def nim_with(definition):
    return dataclasses.replace(NIM, factory=f"{__name__}:{definition}")


BROKEN = [
    ("STEP", "rule 'step' failed: IndexError"),
    ("LEGAL", "rule 'legal_actions' failed: IndexError"),
    ("STUCK", "rule 'legal_actions' is wrong: no action is legal, and the game is not over"),
    ("DETERMINIZE", "rule 'determinize' failed: IndexError"),
    ("EVALUATE", "rule 'evaluate' failed: ZeroDivisionError"),
]


@pytest.mark.parametrize("spec", TEST_GAMES, ids=lambda spec: spec.id)
def test_good_rules_are_not_blamed(spec):
    game = build_game(spec, {})
    assert rules_failure(game, game.new_state(seed=1), 0, np.random.default_rng(1)) == ""


@pytest.mark.parametrize(("definition", "words"), BROKEN)
def test_the_rule_that_fails_is_named(definition, words):
    game = build_game(nim_with(definition), {})
    assert words in rules_failure(game, game.new_state(seed=1), 0, np.random.default_rng(1))


ANSWERS = {"none": "None", "int64": "0", "float64": "0.0"}


@pytest.mark.parametrize("slot", SLOTS, ids=lambda slot: slot.name)
def test_every_rule_is_called(slot):
    first = slot.arguments[0]
    lines = [
        f"def fails({', '.join(slot.arguments)}):",
        f"    if len({first}) >= 0:",
        "        raise ValueError",
        f"    return {ANSWERS[str(slot.signature.return_type)]}",
    ]
    namespace = {}
    exec("\n".join(lines), namespace)
    rules = {slot.name: rule(slot.name)(namespace["fails"])} | ({"filters": ("all",)} if slot.name == "filter" else {})
    game = build_game(NIM, {})
    definition = dataclasses.replace(nim.GAME, rules=dataclasses.replace(nim.RULES, **rules))
    found = rules_failure(definition.build(NIM, game.knobs), game.new_state(seed=1), 0, np.random.default_rng(1))
    assert found.startswith(f"rule '{slot.name}' failed: ValueError")


def spec_of(kind, games="*"):
    return AgentSpec(kind.__name__.lower(), "1", "For a test.", f"{__name__}:{kind.__name__}", games)


class Searches(FakeAgent):
    """Plays out a sampled position to the end, as searches do."""

    def act(self, view):
        state = view.determinize(self.rng)
        while not state.is_terminal:
            state.step_legal(state.legal_actions()[0])
        return view.legal_actions[0]


class SearchesAndWraps(Searches):
    def act(self, view):
        try:
            return super().act(view)
        except Exception as error:
            raise RuntimeError("the search failed") from error


@jit(POLICY)
def choose_by_playout(kernel, observation, player, legal, params, memory, rng):
    state = np.zeros(observation.shape[0], dtype=np.int64)
    out = np.zeros(kernel.max_legal, dtype=np.int64)
    kernel.determinize(observation, player, rng, state)
    while kernel.current_player(state) >= 0:
        kernel.legal_actions(state, out)
        kernel.step(state, out[0])
    return legal[0]


class SearchesCompiled(PolicyAgent):
    @classmethod
    def compile_policy(cls, game, parameters):
        return CompiledPolicy(choose_by_playout, np.zeros(0))


class FailsWhenBuilt(Searches):
    def __init__(self, game, parameters, rng):
        super().__init__(game, parameters, rng)
        state = game.new_state()
        while not state.is_terminal:
            state.step_legal(state.legal_actions()[0])


LEVELS = ["none", "process"] if sys.platform == "linux" else ["none"]


def attempts(game, agent, level="none", compiled=True, parameters=None):
    entrants = {"searches": (agent, parameters or NoParameters()), "good": (FIRST_LEGAL, NoParameters())}
    confinements = {"searches": Confinement(level)}
    cast = Cast(game, build_game(game, {}).knobs, entrants, compiled, confinements, None, frozenset(entrants))
    arena = Arena(cast)
    try:
        return [attempt for some in arena.play(list(scheduled(1, "searches", "good", game))) for attempt in some]
    finally:
        arena.close()


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", [Searches, SearchesAndWraps, SearchesCompiled, FailsWhenBuilt])
def test_rules_that_fail_in_a_search_make_the_game_void(kind, level):
    for attempt in attempts(nim_with("STEP"), spec_of(kind), level):
        assert isinstance(attempt, VoidAttempt)
        assert "nim: rule 'step' failed: IndexError" in attempt.detail.splitlines()[-1]


def test_rules_that_fail_in_the_compiled_lane_make_the_game_void():
    game = nim_with("LEGAL")
    entrants = {name: (spec_of(SearchesCompiled), NoParameters()) for name in ("one", "two")}
    cast = Cast(game, build_game(game, {}).knobs, entrants)
    for attempt in play(cast, list(scheduled(1, "one", "two", game))):
        assert isinstance(attempt, VoidAttempt)
        assert "nim: rule 'legal_actions' failed: IndexError" in attempt.detail


@pytest.mark.parametrize("compiled", [True, False])
def test_the_rule_that_fails_in_the_referees_own_hands_is_named(compiled):
    from palaestra.testing.policies import COMPILED_FIRST

    game = nim_with("STEP")
    entrants = {name: (COMPILED_FIRST, NoParameters()) for name in ("one", "two")}
    cast = Cast(game, build_game(game, {}).knobs, entrants, compiled)
    for attempt in play(cast, list(scheduled(1, "one", "two", game))):
        assert isinstance(attempt, VoidAttempt)
        assert attempt.detail.splitlines()[-1].startswith("nim: rule 'step' failed: IndexError")


class RaisesEarly(TwentyOneState):
    def step(self, action):
        raise SystemExit(0)

    def copy(self):
        return RaisesEarly(self.goal, self.count, self.seat)


class BrokenFactory(TwentyOneFactory):
    def build(self, spec, knobs):
        class Broken(TwentyOneGame):
            def new_state(self, decks=None, seed=0):
                return RaisesEarly(21)

        return Broken(spec, knobs)


IN_PYTHON = BrokenFactory()


class PlaysOn(FakeAgent):
    def act(self, view):
        state = view.game.new_state()
        state.step(state.legal_actions()[0])
        return 0


@pytest.mark.parametrize("level", LEVELS)
def test_rules_in_python_too(level):
    game = dataclasses.replace(TWENTY_ONE, factory=f"{__name__}:IN_PYTHON")
    for attempt in attempts(game, spec_of(PlaysOn), level):
        assert isinstance(attempt, VoidAttempt)
        assert "twenty_one: rule 'step' failed: SystemExit" in attempt.detail


class PassesRubbish(FakeAgent):
    """Hands the rules a state that no game has."""

    def act(self, view):
        state = view.determinize(self.rng)
        state.array = state.array[:4].copy()
        state.step_legal(state.legal_actions()[0])
        return view.legal_actions[0]


class PassesTooShort(FakeAgent):
    def act(self, view):
        view.game.complete_rules.legal_actions(np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64))
        return view.legal_actions[0]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", [PassesRubbish, PassesTooShort, PassesIllegalAction])
def test_an_agent_that_makes_the_rules_fail_has_lost(kind, level):
    own = __name__ if kind is not PassesIllegalAction else kind.__module__
    spec = AgentSpec("passes", "1", "For a test.", f"{own}:{kind.__name__}", "*", parameters=MisbehavingParameters)
    for attempt in attempts(NIM, spec, level, parameters=MisbehavingParameters()):
        assert isinstance(attempt, GameRecord)
        assert (attempt.reason, attempt.game.entrants[attempt.offender]) == ("crash", "searches")


def test_a_game_at_hand_raises_what_is_wrong_with_it():
    game = build_game(nim_with("STEP"), {})
    agents = [Searches(game, None, np.random.default_rng(seed)) for seed in (1, 2)]
    with pytest.raises(GameError, match="nim: rule 'step' failed: IndexError"):
        play_game(game, agents)


def test_a_trial_ends_where_a_game_does_not():
    class Endless(TwentyOneState):
        def step(self, action):
            self.seat = 1 - self.seat

        def copy(self):
            return Endless(self.goal, self.count, self.seat)

    game = twenty_one.GAME.build(TWENTY_ONE, {"goal": 21})
    game.new_state = lambda decks=None, seed=0: Endless(21)
    assert rules_failure(game, Endless(21), 0, np.random.default_rng(1)) == ""


def test_while_the_rules_are_tried_nobody_is_being_asked(monkeypatch):
    beacon = Beacon(bytearray(BEACON_BYTES))
    beacon.play("0-1")
    asked = []
    monkeypatch.setattr(playing, "blame_rules", lambda *_: asked.append(beacon.read().seat))
    game = build_game(nim_with("STEP"), {})
    seats = [InProcessSeat(lambda: Searches(game, None, np.random.default_rng(1)), beacon=beacon) for _ in range(2)]
    assert playing.referee_game(game, game.new_state(seed=1), seats, beacon=beacon).reason == "crash"
    assert asked == [-1]


def test_a_failure_of_ours_is_not_told_of_a_rule():
    def fails():
        raise ValueError("of ours")

    game = build_game(NIM, {})
    with pytest.raises(ValueError, match="of ours") as caught:
        fails()
    assert describe_failure(game, caught.value).splitlines()[-1] == "ValueError: of ours"


class NoDeals(TwentyOneGame):
    def new_state(self, decks=None, seed=0):
        raise ValueError("no deal")


class NoDealsFactory(TwentyOneFactory):
    def build(self, spec, knobs):
        return NoDeals(spec, knobs)


class NoGameFactory(TwentyOneFactory):
    def build(self, spec, knobs):
        raise ValueError("no game")


NO_DEALS, NO_GAME = NoDealsFactory(), NoGameFactory()


@pytest.mark.parametrize(
    ("factory", "last"), [("NO_DEALS", "twenty_one: rule 'init' failed: ValueError: no deal"), ("NO_GAME", "no game")]
)
def test_a_game_that_cannot_be_dealt_or_built_makes_void_games(factory, last):
    game = dataclasses.replace(TWENTY_ONE, factory=f"{__name__}:{factory}")
    entrants = {name: (FIRST_LEGAL, NoParameters()) for name in ("one", "two")}
    for attempt in play(Cast(game, {"goal": 21}, entrants), list(scheduled(1, "one", "two", game))):
        assert isinstance(attempt, VoidAttempt)
        assert attempt.detail.splitlines()[-1].endswith(last)
