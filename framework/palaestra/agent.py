"""Agents, and what they are shown.

An agent sees a :class:`View`, never the true state. An agent that is one compiled function derives from
:class:`PolicyAgent`: it then plays in the compiled lane too, move for move the same games.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np

from palaestra.errors import GameError, InvalidValueError
from palaestra.game import Game, KernelGame, KernelState, has_kernel, load_game
from palaestra.kernel import FeatureArray, FloatArray, IntArray, Kernel, PlainPolicy, WrappedPolicy, wrap_policy
from palaestra.plugins import installed_plugins
from palaestra.spec import AgentSpec, build_parameters, load_object


@dataclass(frozen=True, slots=True)
class Clock:
    """Time left to an agent, in seconds; None = unlimited.

    Attributes:
        move: for this action.
        turn: for this and its next actions, until another player is to move.
        game: for this and all its further actions.
    """

    move: float | None = None
    turn: float | None = None
    game: float | None = None


UNLIMITED_CLOCK: Final = Clock()


class View:
    """What an agent is shown when it must act.

    Attributes:
        game: the game under its knobs.
        player: the agent's seat.
        observation: what this player knows: int64[state_size], read-only.
        legal_actions: the legal actions in ascending order.
        clock: the time left.
    """

    __slots__ = ("_features", "clock", "game", "legal_actions", "observation", "player")

    def __init__(
        self,
        game: Game,
        player: int,
        observation: IntArray,
        legal_actions: tuple[int, ...],
        clock: Clock | None = None,
    ) -> None:
        self.game = game
        self.player = player
        self.observation = observation
        self.legal_actions = legal_actions
        self.clock = clock or UNLIMITED_CLOCK
        self._features: FeatureArray | None = None

    @property
    def kernel(self) -> Kernel:
        """The compiled rules of the game; raise GameError for a game without a kernel."""
        return self._kernel_game().kernel

    def features(self) -> FeatureArray:
        """Return the encoding of the observation: float32[num_features], computed once."""
        if self._features is None:
            game = self._kernel_game()
            self._features = np.zeros(game.sizes.num_features, dtype=np.float32)
            game.complete_rules.encode(np.array(self.observation), self.player, self._features)
        return self._features

    def determinize(self, rng: np.random.Generator) -> KernelState:
        """Return a full state drawn at random from those that fit the observation, with new random numbers."""
        return self._kernel_game().determinize(self.observation, self.player, rng)

    def _kernel_game(self) -> KernelGame:
        if not isinstance(self.game, KernelGame):
            raise GameError(f"game '{self.game.spec.id}' has no kernel")
        return self.game


class AgentRng(np.random.Generator):
    """A numpy generator that can also seed compiled code without drawing from the generator.

    A tournament's seeds are hashes of 128 bits and are used as they are. A seed below 2**64, such as 1 or 2 in a
    test, is first spread over both words; otherwise the generator would start with many zeros.
    """

    def __init__(self, seed: int) -> None:
        super().__init__(np.random.PCG64(seed))
        self._seed = seed

    @property
    def words(self) -> tuple[int, int]:
        """Two random words for :mod:`palaestra.kernel.rng`, from the same seed."""
        return split_words(self._seed if self._seed >> 64 else _spread(self._seed))


def _spread(seed: int) -> int:
    high, low = np.random.SeedSequence(seed).generate_state(2, np.uint64).tolist()
    return (int(high) << 64) | int(low)


def split_words(seed: int) -> tuple[int, int]:
    """Return a 128-bit seed as two int64 words, the second odd so that they are never both zero."""
    mask = (1 << 64) - 1
    high, low = (seed >> 64) & mask, (seed & mask) | 1
    return tuple(word - (1 << 64) if word >> 63 else word for word in (high, low))  # type: ignore[return-value]


def new_rng(rng: np.random.Generator) -> IntArray:
    """Return two random words for compiled code: int64[2]."""
    if isinstance(rng, AgentRng):
        return np.array(rng.words, dtype=np.int64)
    words = rng.integers(-(2**63), 2**63, size=2, dtype=np.int64)
    words[1] |= 1
    return words


@dataclass(frozen=True, slots=True)
class Explanation:
    """How an agent explains its last decision.

    Attributes:
        actions: (action, visits, value) of each legal action that was examined, most visited first; visits count
            simulations or evaluations, the value is the mean return that the agent expects for itself, in [-1, 1]
            where the game's returns are.
        principal_variation: the actions that the agent expects from here on, its own first; empty if it has none.
        iterations: how many simulations or evaluations were made; 0 for an action taken without a search.
        seconds: how long the decision took.
    """

    actions: tuple[tuple[int, int, float], ...]
    principal_variation: tuple[int, ...]
    iterations: int
    seconds: float


class Agent(Protocol):
    """What a plugin's agent implements; built as ``factory(game, parameters, rng)`` for every game.

    Three more methods are called where they exist: ``start(player)`` before the first move, ``end(returns)`` after
    the last one, and ``explain()``, which returns the :class:`Explanation` of the last decision. Explaining changes
    nothing: the agent continues as if it had not been asked.
    """

    def act(self, view: View) -> int:
        """Return one of ``view.legal_actions``."""
        ...


AgentFactory = Callable[[Game, Any, np.random.Generator], Agent]


@dataclass(frozen=True)
class CompiledPolicy:
    """An agent as one compiled function.

    Attributes:
        choose: a function compiled with the signature :data:`palaestra.kernel.POLICY`.
        params: weights and tables, shared by all games, never written.
        memory_words: size of the function's memory in int64 words, zeroed before each game.
    """

    choose: Callable[..., int]
    params: FloatArray
    memory_words: int = 0

    def wrap(self) -> WrappedPolicy | PlainPolicy:
        """Return the function in the form that compiled callers take."""
        return wrap_policy(self.choose)


class PolicyAgent:
    """An agent that is one compiled function: derive from it and write :meth:`compile_policy`.

    For an ``explain()`` of their own, derived classes find the function's memory in ``_memory``, and how long the last
    decision took in ``_seconds``.
    """

    def __init__(self, game: Game, parameters: Any, rng: np.random.Generator) -> None:
        policy = self.compile_policy(game, parameters)
        if policy is None:
            raise InvalidValueError("parameters", parameters, "parameters with a compiled policy")
        self._policy = policy
        self._memory = np.zeros(policy.memory_words, dtype=np.int64)
        self._words = new_rng(rng)
        self._seconds = 0.0

    @classmethod
    def compile_policy(cls, game: Game, parameters: Any) -> CompiledPolicy | None:
        """Return the policy for this game and these parameters; None if they allow none (a time budget)."""
        raise NotImplementedError

    def act(self, view: View) -> int:
        """Ask the policy."""
        began = time.perf_counter()
        action = self._policy.choose(
            view.kernel,
            np.array(view.observation),
            view.player,
            np.array(view.legal_actions, dtype=np.int64),
            self._policy.params,
            self._memory,
            self._words,
        )
        self._seconds = time.perf_counter() - began
        return int(action)


def compiled_policy(factory: Any, game: Game, parameters: Any) -> CompiledPolicy | None:
    """Return the compiled policy that an agent class offers for a game with a kernel, or None."""
    offer = getattr(factory, "compile_policy", None)
    if offer is None or not has_kernel(game):
        return None
    policy: CompiledPolicy | None = offer(game, parameters)
    return policy


def build_agent(spec: AgentSpec, game: Game, parameters: Any, rng: np.random.Generator) -> Agent:
    """Return an agent of a descriptor for one game; `parameters` is its dataclass."""
    factory: AgentFactory = load_object(spec.factory)
    return factory(game, parameters, rng)


def load_agent(name: str, game: Game | str, rng: np.random.Generator | int, **parameters: object) -> Agent:
    """Return an installed agent, for example ``load_agent("uct", game, rng, iterations=400)``.

    `game` may be the name of one, which is then played without any knob changed. `rng` is what the agent draws from, or
    the seed of it.

    Raises:
        UnknownNameError: no such agent or parameter.
        InvalidValueError: a parameter that does not fit, or a game that the agent does not play.
        UserError: parameters that do not fit the game.
        PluginError: the agent's code cannot be imported.
    """
    game = load_game(game) if isinstance(game, str) else game
    spec, built = _fitting(name, game, parameters)
    return build_agent(spec, game, built, np.random.default_rng(rng))


def load_policy(name: str, game: Game, /, **parameters: object) -> CompiledPolicy | None:
    """Return the compiled policy of an installed agent; None if it has none with these parameters.

    Raises: as :func:`load_agent`.
    """
    spec, built = _fitting(name, game, parameters)
    return compiled_policy(load_object(spec.factory), game, built)


def _fitting(name: str, game: Game, given: Mapping[str, object]) -> tuple[AgentSpec, Any]:
    """Return an installed agent and its parameters, both of which fit the game."""
    spec = installed_plugins().agent(name)
    if not spec.plays(game.spec, has_kernel(game)):
        raise InvalidValueError(f"game for agent '{name}'", game.spec.id, f"one that it plays: {spec.describe_games()}")
    parameters = build_parameters(spec, given, installed_plugins().agent)
    if hasattr(parameters, "check_game"):
        parameters.check_game(game)
    return spec, parameters
