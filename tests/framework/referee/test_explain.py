"""Agents of a stored game are asked again, and only those that can be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from palaestra.agent import AgentRng, Explanation, View, build_agent
from palaestra.game import Game, build_game
from palaestra.isolation.program import EXTERNAL
from palaestra.isolation.trust import TRUST_VARIABLE
from palaestra.plugins import Plugins
from palaestra.plugins.loader import Plugin
from palaestra.record import EntrantRecord, GameRecord, Provenance, ScheduledGame
from palaestra.referee.explain import Reading, explain_game
from palaestra.referee.play import play_game
from palaestra.seeding import agent_seed
from palaestra.spec import AgentSpec, build_parameters, parameter
from palaestra.testing.fakes import RAISES_ON_MOVE, RAISES_WHEN_BUILT, RANDOM_LEGAL
from palaestra.testing.games import NIM

SCHEDULED = ScheduledGame("pair-1", "pair", 1, ("ann", "bob"), ("standard", "standard"), 5)


@dataclass(frozen=True)
class ThinkerParameters:
    """What :class:`Thinker` may be told."""

    seconds: float | None = parameter(None, "time for each move, in seconds", minimum=0.0)
    book: str | None = parameter(None, "a file", file=True)


class Thinker:
    """Plays at random and explains it: the last two legal actions, then the variation that takes whole heaps."""

    def __init__(self, game: Game, parameters: Any, rng: Any) -> None:
        self._rng = rng
        self._seat = -1

    def start(self, player: int) -> None:
        self._seat = player

    def act(self, view: View) -> int:
        assert view.player == self._seat
        self._legal = view.legal_actions
        return view.legal_actions[int(self._rng.integers(len(view.legal_actions)))]

    def explain(self) -> Explanation:
        last = self._legal[-1]
        actions = ((last, 7, 0.5), (self._legal[0], 3, -0.25), (99, 1, 0.0))
        return Explanation(actions, (last, last, 0), 10, 0.5)


THINKER = AgentSpec("thinker", "2", "Explains.", f"{__name__}:Thinker", parameters=ThinkerParameters)
AGENTS = (THINKER, RANDOM_LEGAL, RAISES_WHEN_BUILT, RAISES_ON_MOVE, EXTERNAL)


@pytest.fixture(autouse=True)
def _trust(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TRUST_VARIABLE, "thinkers")


@pytest.fixture(scope="module")
def plugins() -> Plugins:
    return Plugins([Plugin("thinkers", "1", "thinkers", agents=AGENTS)])


@pytest.fixture(scope="module")
def nim() -> Game:
    return build_game(NIM, {})


def entrant(name: str, spec: AgentSpec = THINKER, version: str = "", **parameters: object) -> EntrantRecord:
    return EntrantRecord(name, spec.id, version or spec.version, parameters, Provenance())


def played(game: Game, *specs: AgentSpec) -> GameRecord:
    """Return a game played with the seeds of its id."""
    agents = [
        build_agent(spec, game, build_parameters(spec, {}), AgentRng(agent_seed(SCHEDULED.id, seat, name)))
        for seat, (spec, name) in enumerate(zip(specs, SCHEDULED.entrants, strict=True))
    ]
    for seat, agent in enumerate(agents):
        if isinstance(agent, Thinker):
            agent.start(seat)
    outcome = play_game(game, agents, SCHEDULED.deal)
    return GameRecord(SCHEDULED, outcome.returns, "finished", None, outcome.actions, None, "python", 0, 0.0)


def test_agents_are_asked_with_their_own_seeds(nim: Game, plugins: Plugins) -> None:
    record = played(nim, THINKER, THINKER)
    readings = list(explain_game(nim, record, (entrant("ann"), entrant("bob")), plugins))
    assert [reading.ply for reading in readings] == list(range(1, record.plies + 1))
    assert [reading.answer for reading in readings] == [reading.action for reading in readings]
    assert {reading.note for reading in readings} == {""}


def test_the_reading_is_in_words_and_cut_where_it_is_not_legal(nim: Game, plugins: Plugins) -> None:
    record = played(nim, THINKER, THINKER)
    first = next(iter(explain_game(nim, record, (entrant("ann"), entrant("bob")), plugins)))
    state = nim.new_state(seed=SCHEDULED.deal)
    assert first == Reading(
        ply=1,
        seat=0,
        action=nim.action_to_string(state, record.actions[0]),
        answer=nim.action_to_string(state, record.actions[0]),
        actions=(("c5", 7, 0.5), ("a1", 3, -0.25)),  # 99 is not an action here
        variation=("c5",),  # the heap is gone then
        iterations=10,
        seconds=0.5,
    )


def test_another_action_is_told(nim: Game, plugins: Plugins) -> None:
    record = played(nim, THINKER, THINKER)._replace(actions=(0,) * 3)
    readings = list(explain_game(nim, record, (entrant("ann"), entrant("bob")), plugins))
    others = [reading for reading in readings if reading.answer != "a1"]
    assert others
    assert all(reading.note == f"it now plays {reading.answer}, not a1" for reading in others)


@pytest.mark.parametrize(
    ("make", "note"),
    [
        (lambda: entrant("bob", RANDOM_LEGAL), "agent 'random_legal' explains nothing"),
        (lambda: entrant("bob", seconds=0.1), "it plays by the clock, 0.1 seconds a move, and cannot be asked again"),
        (lambda: entrant("bob", book="sha256:12"), "its file 'book' is stored by its content only"),
        (lambda: entrant("bob", version="1"), "agent 'thinker' is version 2 here; the game was played with version 1"),
        (lambda: entrant("bob", RAISES_WHEN_BUILT), "agent 'raises_when_built' cannot be built: RuntimeError"),
        (lambda: entrant("bob", depth=3), "unknown parameter of thinker 'depth'"),
        (lambda: entrant("bob", EXTERNAL, command=["sha256:12"]), "it is a program, and explains nothing"),
    ],
)
def test_why_an_agent_is_not_asked_is_told(
    nim: Game, plugins: Plugins, make: Callable[[], EntrantRecord], note: str
) -> None:
    record = played(nim, THINKER, THINKER)
    readings = list(explain_game(nim, record, (entrant("ann"), make()), plugins))
    assert all(reading.note.startswith(note) and reading.answer is None for reading in readings if reading.seat == 1)
    assert all(reading.note == "" for reading in readings if reading.seat == 0)
    assert {reading.seat for reading in readings} == {0, 1}


def test_code_that_is_not_trusted_does_not_run_here(
    nim: Game, plugins: Plugins, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played(nim, THINKER, THINKER)
    monkeypatch.delenv(TRUST_VARIABLE)
    monkeypatch.setattr(Thinker, "__init__", lambda *_: pytest.fail("it was built"))
    readings = list(explain_game(nim, record, (entrant("ann"), entrant("bob")), plugins))
    assert all(reading.note.startswith("its distribution 'thinkers' is not trusted") for reading in readings)


def test_an_agent_that_fails_now_is_told(nim: Game, plugins: Plugins, monkeypatch: pytest.MonkeyPatch) -> None:
    record = played(nim, THINKER, THINKER)
    monkeypatch.setattr(Thinker, "explain", lambda self: 1 / 0)
    readings = list(explain_game(nim, record, (entrant("ann"), entrant("bob")), plugins))
    assert {reading.note for reading in readings} == {"it fails: ZeroDivisionError: division by zero"}


def test_actions_that_cannot_be_replayed_end_it(nim: Game, plugins: Plugins) -> None:
    record = played(nim, THINKER, THINKER)._replace(actions=(2, 2, 0))  # a heap that is gone
    readings = list(explain_game(nim, record, (entrant("ann"), entrant("bob")), plugins))
    assert [reading.action for reading in readings] == ["a3"]
