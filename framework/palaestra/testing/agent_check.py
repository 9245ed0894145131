"""``check_agent``: whether an agent keeps the laws."""

from __future__ import annotations

import dataclasses
import operator
import random
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from palaestra.agent import AgentRng, CompiledPolicy, View, build_agent, compiled_policy, new_rng
from palaestra.errors import PalaestraError
from palaestra.game import Game, load_game
from palaestra.plugins import installed_plugins
from palaestra.spec import AgentSpec, build_parameters, load_object
from palaestra.testing.conformance import CheckReport, ConformanceError
from palaestra.testing.laws.moment import random_decks, snapshot

DOCUMENTED: Final = "parameters are documented"
DEFAULTS: Final = "default parameters are valid"
PLAYS: Final = "agents can be built for the games that they name"
LEGAL: Final = "agents play legal actions"
VIEWS: Final = "views are not changed"
SAME: Final = "the same generator gives the same moves"
GLOBAL: Final = "global generators are not used"
LANES: Final = "agent and compiled policy play the same moves"
SHARED: Final = "a policy writes only to its memory and generator"
LAWS: Final = (DOCUMENTED, DEFAULTS, PLAYS, LEGAL, VIEWS, SAME, GLOBAL, LANES, SHARED)


def check_agent(
    agent: AgentSpec | str,
    game: Game | str,
    *,
    games: int = 2,
    seed: int = 0,
    parameters: Mapping[str, object] | None = None,
    reproducible: bool = True,
) -> CheckReport:
    """Play an agent against a random one from every seat and test the laws of agents.

    Args:
        agent: a descriptor, or the name of an installed agent.
        game: a game, or the name of an installed one with its default knobs.
        games: games from each seat.
        seed: of deals, agents and opponents.
        parameters: the agent's parameters; others keep their defaults.
        reproducible: whether the agent must play the same moves with the same generator; False with a time budget.

    Returns:
        What was checked, if all laws hold.

    Raises:
        ConformanceError: a law is broken; its text names the law, the deal and the actions.
    """
    spec = installed_plugins().agent(agent) if isinstance(agent, str) else agent
    game = load_game(game) if isinstance(game, str) else game
    _check_parameters(spec)
    if not spec.plays(game.spec, game.kernel is not None):
        raise ConformanceError(spec.id, PLAYS, f"game '{game.spec.id}' is not among its games: {spec.describe_games()}")
    check = _Check(spec, game, build_parameters(spec, parameters or {}, installed_plugins().agent), reproducible)
    for number in range(games):
        for seat in range(game.spec.players):
            check.play(seat, np.random.SeedSequence([seed, number, seat]))
    laws = LAWS if check.policy is not None else tuple(law for law in LAWS if law not in (LANES, SHARED))
    return CheckReport(spec.id, games * game.spec.players, check.positions, laws)


def _check_parameters(spec: AgentSpec) -> None:
    if not dataclasses.is_dataclass(spec.parameters):
        raise ConformanceError(spec.id, DOCUMENTED, f"parameters are {spec.parameters!r}; expected a dataclass")
    for field in dataclasses.fields(spec.parameters):
        if not str(field.metadata.get("help", "")).strip():
            raise ConformanceError(spec.id, DOCUMENTED, f"'{field.name}' has no help; declare it with parameter()")
    defaults = {field.name: field.default for field in dataclasses.fields(spec.parameters)}
    try:
        build_parameters(spec, defaults, installed_plugins().agent)
    except PalaestraError as error:
        raise ConformanceError(spec.id, DEFAULTS, str(error)) from error


class _Check:
    """One agent with one set of parameters in one game."""

    def __init__(self, spec: AgentSpec, game: Game, parameters: Any, reproducible: bool) -> None:
        self.spec = spec
        self.game = game
        self._parameters = parameters
        self._reproducible = reproducible
        self.positions = 0
        try:
            self.policy = compiled_policy(load_object(spec.factory), game, parameters)
        except Exception as error:  # whatever the agent raises
            raise ConformanceError(spec.id, PLAYS, f"{type(error).__name__}: {error}") from error

    def play(self, seat: int, source: np.random.SeedSequence) -> None:
        """Play one game twice, and compare with the compiled policy."""
        game = _Game(self, seat, source)
        actions = game.play()
        self.positions += len(actions)
        if self._reproducible:
            again = _Game(self, seat, source).play()
            if again != actions:
                ply = next((i for i, (a, b) in enumerate(zip(actions, again, strict=False)) if a != b), len(again))
                raise game.error(SAME, f"played again, action {ply} differs", actions)

    def build(self, rng: AgentRng) -> Any:
        """Return a fresh agent."""
        return build_agent(self.spec, self.game, self._parameters, rng)


class _Game:
    """One game of the agent in one seat against random players."""

    def __init__(self, check: _Check, seat: int, source: np.random.SeedSequence) -> None:
        deal, own, others = (int(seed) for seed in source.generate_state(3, np.uint64))
        self._check = check
        self._spec = check.spec
        self._game = check.game
        self._seat = seat
        self._others = np.random.default_rng(others)
        self._decks = random_decks(self._game, self._others)
        self._deal = deal >> 1
        self._rng = AgentRng(own)
        self._policy = _Policy(check.policy, own) if check.policy is not None else None

    def error(self, law: str, detail: str, actions: list[int]) -> ConformanceError:
        """Return the error for this game."""
        where = f"game {self._game.spec.id}, knobs {dict(self._game.knobs)}, decks {', '.join(self._decks)}"
        context = f"{where}, seed {self._deal}, seat {self._seat}"
        return ConformanceError(self._spec.id, law, detail, actions, context)

    def play(self) -> list[int]:
        """Return the actions of the whole game."""
        actions: list[int] = []
        state = self._game.new_state(self._decks, self._deal)
        agent = self._call(PLAYS, actions, self._check.build, self._rng)
        if hasattr(agent, "start"):
            self._call(PLAYS, actions, agent.start, self._seat)
        while not state.is_terminal:
            legal = state.legal_actions()
            if state.current_player == self._seat:
                action = self._ask(agent, state, tuple(legal), actions)
            else:
                action = legal[int(self._others.integers(len(legal)))]
            actions.append(action)
            state.step(action)
        if hasattr(agent, "end"):
            self._call(PLAYS, actions, agent.end, state.returns())
        return actions

    def _ask(self, agent: Any, state: Any, legal: tuple[int, ...], actions: list[int]) -> int:
        """Return the agent's action, after checking the laws of a move."""
        view = View(self._game, self._seat, state.observation(self._seat), legal)
        before = snapshot(state, self._game.spec.players)
        seen = view.observation.tobytes()
        generators = _global_generators()
        given = self._call(LEGAL, actions, agent.act, view)
        try:
            action = operator.index(given)
        except TypeError:
            action = -1
        if action not in legal:
            raise self.error(LEGAL, f"it played {given!r}; legal are {list(legal)}", actions)
        if view.observation.tobytes() != seen or snapshot(state, self._game.spec.players) != before:
            raise self.error(VIEWS, "the observation or the true state changed while it chose an action", actions)
        if _global_generators() != generators:
            raise self.error(GLOBAL, "it drew from the generator of 'random' or 'numpy.random'", actions)
        if self._policy is not None:
            self._compare(view, action, actions)
        return action

    def _compare(self, view: View, action: int, actions: list[int]) -> None:
        """Compare the action with that of the compiled policy."""
        assert self._policy is not None
        choice, written = self._call(LANES, actions, self._policy.choose, view)
        if choice != action:
            raise self.error(LANES, f"the agent plays {action}, its compiled policy {choice}", actions)
        if written:
            raise self.error(SHARED, f"the policy wrote to {written}", actions)

    def _call(self, law: str, actions: list[int], function: Any, *arguments: Any) -> Any:
        """Call code of the agent; an exception breaks the law."""
        try:
            return function(*arguments)
        except Exception as error:
            raise self.error(law, f"{type(error).__name__}: {error}", actions) from error


class _Policy:
    """A compiled policy, called as the compiled lane does."""

    def __init__(self, policy: CompiledPolicy, seed: int) -> None:
        self._policy = policy
        self._memory = np.zeros(policy.memory_words, dtype=np.int64)
        self._words = new_rng(AgentRng(seed))

    def choose(self, view: View) -> tuple[int, str]:
        """Return the action, and the names of the arguments that were written to."""
        shared: dict[str, Any] = {
            "observation": np.array(view.observation),
            "legal": np.array(view.legal_actions, dtype=np.int64),
            "params": self._policy.params,
        }
        before: dict[str, Any] = {name: array.copy() for name, array in shared.items()}
        arrays = (shared["observation"], view.player, shared["legal"], shared["params"])
        action = int(self._policy.choose(view.kernel, *arrays, self._memory, self._words))
        written = [name for name, array in shared.items() if not np.array_equal(array, before[name], equal_nan=True)]
        return action, ", ".join(written)


def _global_generators() -> tuple[object, ...]:
    legacy: Any = np.random.get_state()  # noqa: NPY002 - to check that it is not used
    return random.getstate(), legacy[1].tobytes(), legacy[2]
