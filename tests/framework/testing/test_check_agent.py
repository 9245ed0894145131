"""Every law of agents catches an agent that breaks it, and good agents pass."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pytest

from palaestra.agent import CompiledPolicy, PolicyAgent, View
from palaestra.errors import InvalidValueError
from palaestra.game import Game, build_game
from palaestra.spec import AgentSpec, parameter
from palaestra.testing import ConformanceError, check_agent
from palaestra.testing.agent_check import LAWS
from palaestra.testing.fakes import HONEST, MISBEHAVING, RAISES_ON_MOVE, SCRIPTED, FakeAgent
from palaestra.testing.games import KUHN_POKER, NIM, TWENTY_ONE
from palaestra.testing.policies import COMPILED_BAD, COMPILED_FIRST, COMPILED_UNIFORM, CompiledFirst, CompiledUniform


@pytest.fixture(scope="module")
def game() -> Game:
    return build_game(KUHN_POKER, {})


@pytest.mark.parametrize("spec", [*HONEST, COMPILED_FIRST, COMPILED_UNIFORM], ids=lambda spec: spec.id)
def test_good_agents_pass(spec: AgentSpec, game: Game) -> None:
    report = check_agent(spec, game)
    assert report.games == 4
    assert report.positions >= 8
    assert ("agent and compiled policy play the same moves" in report.laws) == spec.id.startswith("compiled")


def test_an_agent_may_play_a_game_without_a_kernel() -> None:
    spec = replace(HONEST[0], games=("twenty_one",))
    assert check_agent(spec, build_game(TWENTY_ONE, {})).games == 4


@pytest.mark.parametrize("spec", [*MISBEHAVING, COMPILED_BAD], ids=lambda spec: spec.id)
def test_misbehaving_fakes_are_caught(spec: AgentSpec, game: Game) -> None:
    with pytest.raises(ConformanceError, match=spec.id):
        check_agent(spec, game)


def test_parameters_are_used() -> None:
    game = build_game(NIM, {})
    # A script of one legal first move, and one with a move that is never legal.
    check_agent(SCRIPTED, game, games=1, parameters={"actions": "0"})
    with pytest.raises(ConformanceError, match="it played 77") as caught:
        check_agent(SCRIPTED, game, games=1, parameters={"actions": "77"})
    assert caught.value.law == "agents play legal actions"


def test_the_error_names_the_failure_and_the_way_there(game: Game) -> None:
    with pytest.raises(ConformanceError, match="RuntimeError: fake failure of seat 0") as caught:
        check_agent(RAISES_ON_MOVE, game)
    assert caught.value.actions == ()
    assert "seat 0" in caught.value.context


@dataclass(frozen=True)
class Undocumented:
    depth: int = 1


@dataclass(frozen=True)
class Blank:
    depth: int = field(default=1, metadata={"help": " "})


@dataclass(frozen=True)
class WrongDefault:
    depth: int = parameter(9, "levels looked ahead")

    def __post_init__(self) -> None:
        raise InvalidValueError("depth", self.depth, "at most 3")


class Writes(FakeAgent):
    def act(self, view: View) -> int:
        view.observation.flags.writeable = True
        view.observation[2] += 1
        return super().act(view)


class Says(FakeAgent):
    answer: object = None

    def act(self, view: View) -> int:
        return self.answer  # type: ignore[return-value]


class SaysHalf(Says):
    answer = 0.5


COUNTER = itertools.count()


class Whimsical(FakeAgent):
    def act(self, view: View) -> int:
        return view.legal_actions[next(COUNTER) // 5 % 2]


class UsesRandom(FakeAgent):
    def act(self, view: View) -> int:
        random.random()
        return super().act(view)


class UsesNumpy(FakeAgent):
    def act(self, view: View) -> int:
        np.random.random()  # noqa: NPY002 - the fault that is caught
        return super().act(view)


class TwoMinds(CompiledFirst):
    def act(self, view: View) -> int:
        return view.legal_actions[-1]


class OtherStream(CompiledUniform):
    """Draws once more than the policy does."""

    def act(self, view: View) -> int:
        super().act(view)
        return super().act(view)


class Scribbles(PolicyAgent):
    @classmethod
    def compile_policy(cls, game: Game, parameters: Any) -> CompiledPolicy | None:
        def choose(kernel: Any, observation: Any, player: int, legal: Any, params: Any, memory: Any, rng: Any) -> int:
            params[0] += 1
            return int(legal[0])

        return CompiledPolicy(choose, np.zeros(1))


class NoPolicyAfterAll(PolicyAgent):
    @classmethod
    def compile_policy(cls, game: Game, parameters: Any) -> CompiledPolicy | None:
        raise RuntimeError("no weights")


def agent(factory: type, parameters: type | None = None) -> AgentSpec:
    more = {} if parameters is None else {"parameters": parameters}
    return AgentSpec("broken", "1", "Breaks a law.", f"{__name__}:{factory.__name__}", **more)


BROKEN = [
    ("parameters are documented", agent(FakeAgent, int)),
    ("parameters are documented", agent(FakeAgent, Undocumented)),
    ("parameters are documented", agent(FakeAgent, Blank)),
    ("default parameters are valid", agent(FakeAgent, WrongDefault)),
    ("agents can be built for the games that they name", replace(agent(FakeAgent), games=("chess",))),
    ("agents can be built for the games that they name", replace(agent(FakeAgent), factory="no_such_module:Agent")),
    ("agents can be built for the games that they name", agent(NoPolicyAfterAll)),
    ("agents play legal actions", agent(Says)),
    ("agents play legal actions", agent(SaysHalf)),
    ("views are not changed", agent(Writes)),
    ("the same generator gives the same moves", agent(Whimsical)),
    ("global generators are not used", agent(UsesRandom)),
    ("global generators are not used", agent(UsesNumpy)),
    ("agent and compiled policy play the same moves", agent(TwoMinds)),
    ("agent and compiled policy play the same moves", agent(OtherStream)),
    ("a policy writes only to its memory and generator", agent(Scribbles)),
]


@pytest.mark.parametrize(("law", "spec"), BROKEN, ids=[f"{i}-{law}" for i, (law, _) in enumerate(BROKEN)])
def test_an_agent_that_breaks_a_law_is_caught(law: str, spec: AgentSpec, game: Game) -> None:
    with pytest.raises(ConformanceError) as caught:
        check_agent(spec, game, games=6)
    assert caught.value.law == law


def test_every_law_has_an_agent_that_breaks_it() -> None:
    assert {law for law, _ in BROKEN} == set(LAWS)


def test_an_agent_with_a_time_budget_need_not_play_the_same_moves(game: Game) -> None:
    assert check_agent(agent(Whimsical), game, games=6, reproducible=False).games == 12
