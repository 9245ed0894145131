"""Descriptors: which games an agent plays, and how it says so."""

import dataclasses

import pytest

from palaestra.agent import AgentRng, load_agent, load_policy
from palaestra.errors import InvalidValueError, SpecError, UnknownNameError, UserError
from palaestra.game import build_game
from palaestra.spec import (
    AgentSpec,
    InnerAgent,
    Knob,
    agents_within,
    build_parameters,
    find_inner,
    parameter,
    whole_version,
)
from palaestra.testing.fake_plugin import fake_plugins
from palaestra.testing.fakes import FIRST_LEGAL
from palaestra.testing.games import KUHN_POKER, NIM
from palaestra.tournament.specfile import load_tournament

NEEDY = dataclasses.replace(FIRST_LEGAL, needs=("perfect_information", "no_chance", "two_players"))


@pytest.mark.parametrize(
    ("need", "unfit"),
    [
        ("perfect_information", dataclasses.replace(NIM, information="hidden")),
        ("no_chance", dataclasses.replace(NIM, chance=True)),
        ("two_players", dataclasses.replace(NIM, players=3)),
    ],
)
def test_each_need_refuses_the_games_that_lack_it(need, unfit):
    agent = dataclasses.replace(FIRST_LEGAL, needs=(need,))
    assert agent.plays(NIM)
    assert not agent.plays(unfit)
    assert FIRST_LEGAL.plays(unfit)


def test_an_agent_without_parameters_says_so():
    with pytest.raises(UnknownNameError, match=r"^unknown parameter of first_legal 'depth'; it has none$"):
        build_parameters(FIRST_LEGAL, {"depth": 3})


def test_needs_come_on_top_of_the_games():
    assert not NEEDY.plays(NIM, has_kernel=False)
    listed = AgentSpec("a", "1", "", "m:a", games=("nim", "kuhn_poker"), needs=("no_chance",))
    assert listed.plays(NIM, has_kernel=False)
    assert not listed.plays(KUHN_POKER)
    assert not listed.plays(dataclasses.replace(NIM, id="other"))


def test_an_agent_says_in_words_what_it_plays():
    assert NEEDY.describe_games() == "any game with a kernel, perfect information, no chance, two players"
    assert AgentSpec("a", "1", "", "m:a", games=("x", "y")).describe_games() == "x, y"


def test_a_tournament_of_a_game_that_does_not_fit_is_refused(monkeypatch):
    plugins = fake_plugins()
    monkeypatch.setattr(plugins, "agent", lambda name: NEEDY)
    text = {"tournament": {"name": "t", "game": "kuhn_poker"}, "entrant": [{"agent": NEEDY.id}, {"agent": NEEDY.id}]}
    with pytest.raises(SpecError, match=r"'first_legal' does not play 'kuhn_poker'; it plays: .*perfect information"):
        load_tournament(text, plugins)


def test_loading_an_agent_for_a_game_that_does_not_fit_is_refused(monkeypatch):
    plugins = fake_plugins()
    monkeypatch.setattr(plugins, "agent", lambda name: NEEDY)
    monkeypatch.setattr("palaestra.agent.installed_plugins", lambda: plugins)
    with pytest.raises(InvalidValueError, match=r"'kuhn_poker'; expected one that it plays: .*no chance"):
        load_agent(NEEDY.id, build_game(KUHN_POKER, {}), AgentRng(1))


@dataclasses.dataclass(frozen=True)
class _NeverFits:
    def check_game(self, game):
        raise UserError(f"nothing fits {game.spec.id}")


@pytest.mark.parametrize("load", [load_policy, lambda *named: load_agent(*named, AgentRng(1))])
def test_loading_asks_the_parameters_whether_the_game_fits(monkeypatch, load):
    plugins = fake_plugins()
    monkeypatch.setattr(plugins, "agent", lambda name: dataclasses.replace(FIRST_LEGAL, parameters=_NeverFits))
    monkeypatch.setattr("palaestra.agent.installed_plugins", lambda: plugins)
    with pytest.raises(UserError, match="nothing fits nim"):
        load(FIRST_LEGAL.id, build_game(NIM, {}))


def test_an_agent_without_a_compiled_policy_has_none(monkeypatch):
    monkeypatch.setattr("palaestra.agent.installed_plugins", fake_plugins)
    assert load_policy("first_legal", build_game(NIM, {})) is None
    assert load_policy("compiled_first", build_game(NIM, {})) is not None


@dataclasses.dataclass(frozen=True)
class _Below:
    depth: int = parameter(1, "plies")


@dataclasses.dataclass(frozen=True)
class _Above:
    agent: str = parameter("below", "who plays", agent=True)
    noise: float = parameter(0.0, "how loud", minimum=0.0)


BELOW = dataclasses.replace(FIRST_LEGAL, id="below", version="3", parameters=_Below)
ABOVE = dataclasses.replace(FIRST_LEGAL, id="above", parameters=_Above)
NOISY = dataclasses.replace(
    FIRST_LEGAL,
    id="noisy",
    parameters=dataclasses.make_dataclass(
        "_Noisy",
        [
            ("noise", float, parameter(0.0, "how loud")),
        ],
    ),
)
AGENTS = {spec.id: spec for spec in (BELOW, ABOVE, NOISY)}


def test_parameters_of_an_agent_that_plays_by_another_are_given_beside_its_own():
    built = build_parameters(ABOVE, {"agent": "below", "depth": 5, "noise": 1}, AGENTS.__getitem__)
    assert built == _Above(InnerAgent(BELOW, _Below(5)), 1.0)
    assert agents_within(ABOVE, built) == [(ABOVE, built), (BELOW, _Below(5))]
    assert build_parameters(ABOVE, {}, AGENTS.__getitem__).agent == InnerAgent(BELOW, _Below())
    assert whole_version(ABOVE, find_inner(ABOVE, {}, AGENTS.__getitem__)) == "1/3"
    assert whole_version(BELOW, None) == "3"


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"dept": 5}, "unknown parameter of above 'dept'; did you mean 'depth'?"),
        ({"depth": "x"}, "parameter 'depth' of below is 'x'; expected a whole number"),
        ({"agent": 1}, "parameter 'agent' of above is 1; expected a text"),
        ({"agent": "above"}, "agent 'above' plays by another agent itself; expected one for above that does not"),
        ({"agent": "noisy"}, "agent 'noisy' has a parameter 'noise' itself, as above has; expected an agent without"),
    ],
)
def test_what_does_not_fit_the_agent_below_is_reported(given, message):
    with pytest.raises(UserError) as caught:
        build_parameters(ABOVE, given, AGENTS.__getitem__)
    assert str(caught.value).startswith(message)


def test_without_anybody_to_ask_no_agent_is_known():
    with pytest.raises(UnknownNameError, match="unknown agent 'below'"):
        build_parameters(ABOVE, {})


def test_a_default_that_does_not_fit_itself_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="knob 'size' is 9; expected a whole number from 1 to 4"):
        Knob("size", 9, "", minimum=1, maximum=4)
    with pytest.raises(InvalidValueError, match="knob 'mode' is 'c'; expected one of 'a', 'b'"):
        Knob("mode", "c", "", choices=("a", "b"))
    with pytest.raises(InvalidValueError, match="default of a parameter is -1; expected"):
        parameter(-1, "", minimum=0)
