"""What a law of games checks: one moment of a game, and for kernels a way to call the rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from palaestra.errors import GameError
from palaestra.game import Game, KernelGame, KernelState, State
from palaestra.kernel import FeatureArray, IntArray

SPARE: Final = 64
"""Room behind ``max_legal``, so that too many actions are counted before they are written out of bounds."""


@dataclass
class Moment:
    """One moment of a game that is being checked.

    Attributes:
        game: the game.
        state: the state; laws must not change it.
        decks: the decks of the deal.
        seed: the seed of the deal.
        rng: randomness for the laws.
        longest: the game must end within so many actions.
        actions: the actions so far.
        past: a copy of every earlier state and its :func:`snapshot` of that time.
    """

    game: Game
    state: State
    decks: tuple[str, ...]
    seed: int
    rng: np.random.Generator
    longest: int
    actions: list[int] = field(default_factory=list)
    past: list[tuple[State, tuple[object, ...]]] = field(default_factory=list)

    @property
    def players(self) -> range:
        """The seats."""
        return range(self.game.spec.players)

    @property
    def array(self) -> IntArray:
        """A copy of the state array of a game with a kernel."""
        if not isinstance(self.state, KernelState):
            raise GameError(f"{self.game.spec.id} has a state of another kind: {type(self.state).__name__}")
        return self.state.array.copy()

    def probe(self, filler: int = 7) -> Probe:
        """Return a way to call the rules."""
        if not isinstance(self.game, KernelGame):
            raise GameError(f"game '{self.game.spec.id}' has no kernel")
        return Probe(self.game, filler)

    def new_rng(self) -> IntArray:
        """Return a new random generator: int64[2]."""
        return self.rng.integers(1, 2**62, size=2)


def random_decks(game: Game, rng: np.random.Generator) -> tuple[str, ...]:
    """Return one of the declared decks for each seat."""
    declared = game.spec.decks
    return tuple(declared[int(rng.integers(len(declared)))] for _ in range(game.spec.players))


def snapshot(state: State, players: int) -> tuple[object, ...]:
    """Return everything visible of a state, to compare it with itself later."""
    views = tuple(state.observation(player).tobytes() for player in range(-1, players))
    array = state.array.tobytes() if isinstance(state, KernelState) else b""
    return state.current_player, tuple(state.legal_actions()), tuple(state.returns()), views, array


def play_on(state: State, rng: np.random.Generator, most: int) -> State:
    """Play up to `most` random actions, in place."""
    for _ in range(most):
        legal = state.legal_actions()
        if not legal:
            break
        state.step(legal[int(rng.integers(len(legal)))])
    return state


class Probe:
    """Calls the rules of a game; outputs are filled with a number before, as in programs that reuse memory."""

    def __init__(self, game: KernelGame, filler: int) -> None:
        self.rules = game.complete_rules
        self.sizes = game.sizes
        self.seats = game.spec.players
        self._filler = filler

    def _filled(self, n: int) -> IntArray:
        return np.full(n, self._filler, dtype=np.int64)

    def init(self, config: IntArray, seed: int) -> IntArray:
        """Return a fresh deal."""
        out = self._filled(self.sizes.state_size)
        self.rules.init(out, config, seed)
        return out

    def current_player(self, state: IntArray) -> int:
        """Return the seat to move."""
        return int(self.rules.current_player(state))

    def legal_actions(self, state: IntArray) -> list[int]:
        """Return the legal actions."""
        out = self._filled(self.sizes.max_legal + SPARE)
        n = int(self.rules.legal_actions(state, out))
        return [int(action) for action in out[:n]]

    def step(self, state: IntArray, action: int) -> IntArray:
        """Return the state after an action."""
        out = state.copy()
        self.rules.step(out, action)
        return out

    def returns(self, state: IntArray) -> list[float]:
        """Return the returns of a game that is over."""
        out = np.full(self.seats, float(self._filler))
        self.rules.returns(state, out)
        return out.tolist()

    def observe(self, state: IntArray, player: int) -> IntArray:
        """Return what `player` knows."""
        out = self._filled(self.sizes.state_size)
        self.rules.observe(state, player, out)
        return out

    def determinize(self, observation: IntArray, player: int, rng: IntArray) -> IntArray:
        """Return a full state."""
        out = self._filled(self.sizes.state_size)
        self.rules.determinize(observation, player, rng, out)
        return out

    def encode(self, state: IntArray, player: int) -> FeatureArray:
        """Return the features."""
        out = np.full(self.sizes.num_features, self._filler, dtype=np.float32)
        self.rules.encode(state, player, out)
        return out

    def evaluate(self, state: IntArray, player: int) -> float:
        """Return the static value."""
        return float(self.rules.evaluate(state, player))

    def key(self, state: IntArray) -> int:
        """Return the transposition key."""
        return int(self.rules.key(state))

    def abstract(self, observation: IntArray) -> int:
        """Return the hash of what matters for play."""
        return int(self.rules.abstract(observation))

    def canonical(self, state: IntArray) -> IntArray:
        """Return the representative under symmetry."""
        out = self._filled(self.sizes.state_size)
        self.rules.canonical(state, out)
        return out

    def timeout_action(self, state: IntArray) -> int:
        """Return the action that is played when the time is over."""
        return int(self.rules.timeout_action(state))

    def capped(self, state: IntArray) -> int:
        """Return whether the game ended by its length."""
        return int(self.rules.capped(state))

    def filter(self, state: IntArray, index: int, actions: list[int]) -> list[int]:
        """Return what a filter keeps."""
        given = np.array(actions, dtype=np.int64)
        out = self._filled(len(actions))
        n = int(self.rules.filter(state, index, given, len(actions), out))
        return [int(action) for action in out[:n]]
