"""Games in Python: what a plugin provides, and the interface for programs, people and agents.

A plugin provides a :class:`GameDefinition`; :func:`load_game` turns it into a :class:`Game`. Anything that
implements the :class:`Game` and :class:`State` protocols is a game too, with or without a kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

import numpy as np

from palaestra.errors import (
    ActionError,
    GameError,
    InvalidValueError,
    PluginError,
    PositionError,
    UnknownNameError,
    shown,
)
from palaestra.kernel import FeatureArray, IntArray, Kernel, Rules, Sizes, make_kernel
from palaestra.kernel.rng import seed_rng
from palaestra.plugins import installed_plugins
from palaestra.presentation import Drawing, Notation, NumberNotation, PositionDrawing, TableDrawing
from palaestra.protocols import Game, GameFactory, State
from palaestra.spec import GameSpec, Knobs, KnobValue, load_object

__all__ = [
    "Drawing",
    "Game",
    "GameDefinition",
    "GameFactory",
    "KernelGame",
    "KernelState",
    "Notation",
    "State",
    "TableDrawing",
    "build_game",
    "has_kernel",
    "load_game",
]


@dataclass(frozen=True)
class GameDefinition:
    """What a plugin provides for a game with a kernel.

    Attributes:
        rules: the compiled functions.
        sizes: the constants, or a function that returns them for given knobs.
        config: the numbers that ``init`` reads, from knobs and deck names; raises InvalidValueError for an
            impossible deck. None: no numbers.
        notation: actions and positions as text, a :class:`Notation` or ``"module:attribute"`` of one. None: numbers.
        drawing: the pictures of the game, a :class:`Drawing` or ``"module:attribute"`` of one, which is imported only
            when something is drawn. None: the position as text.
        reference: ``"module:attribute"`` of the slow twin that tests compare with: an independent plain-Python
            class, see :class:`palaestra.testing.twin.Reference`.
        other_decks: for a game with decks besides the declared ones: returns the one name under which a deck is
            stored; raises UnknownNameError or InvalidValueError for a text that is not a deck.
        potential: ``"module:attribute"`` of a function that says how promising a state is for a player, for shaped
            rewards: see :class:`palaestra.environments.shaping.Shaping`.
    """

    rules: Rules
    sizes: Sizes | Callable[[Knobs], Sizes]
    config: Callable[[Knobs, Sequence[str]], Sequence[int]] | None = None
    notation: str | Notation | None = None
    drawing: str | Drawing | None = None
    reference: str | None = None
    other_decks: Callable[[str], str] | None = None
    potential: str | None = None

    def build(self, spec: GameSpec, knobs: Knobs) -> KernelGame:
        """Return the game under `knobs`, which have been checked.

        Raises:
            GameError: the rules do not fit `spec` or the sizes.
        """
        return KernelGame(spec, self, dict(knobs))

    def config_for(self, knobs: Knobs, decks: Sequence[str]) -> Sequence[int]:
        """Return the numbers that ``init`` reads."""
        return () if self.config is None else self.config(knobs, decks)


class KernelState:
    """A state of a game with a kernel.

    Attributes:
        array: the state array, int64[state_size]; only for rules and tests.
    """

    __slots__ = ("_game", "array")

    def __init__(self, game: KernelGame, array: IntArray) -> None:
        self._game = game
        self.array = array

    def __str__(self) -> str:
        """Return the board as text, hidden parts included."""
        return self._game.render(self)

    @property
    def current_player(self) -> int:
        """The seat to move; -1 when the game is over."""
        return int(self._game.complete_rules.current_player(self.array))

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.current_player < 0

    @property
    def capped(self) -> bool:
        """Whether the game ended by its length."""
        return bool(self._game.complete_rules.capped(self.array))

    def legal_actions(self) -> list[int]:
        """Return the legal actions in ascending order; empty when the game is over."""
        if self.is_terminal:
            return []
        buffer = self._game.legal_buffer
        n = self._game.complete_rules.legal_actions(self.array, buffer)
        actions: list[int] = buffer[:n].tolist()
        return actions

    def step(self, action: int) -> None:
        """Play `action` in place; raise ActionError if it is not legal here."""
        legal = self.legal_actions()
        if action not in legal:
            known = ", ".join(map(str, legal)) or "none, the game is over"
            raise ActionError(f"action {action!r} is not legal here; legal: {known}")
        self.step_legal(action)

    def step_legal(self, action: int) -> None:
        """Play an action in place without checking that it is legal."""
        self._game.complete_rules.step(self.array, action)

    def timeout_action(self) -> int:
        """Return what is played for a player whose turn's time is over; -1 if that loses the game."""
        return int(self._game.complete_rules.timeout_action(self.array))

    def returns(self) -> list[float]:
        """Return one number in [-1, 1] for each seat; zeros before the end."""
        out = np.zeros(self._game.spec.players)
        if self.is_terminal:
            self._game.complete_rules.returns(self.array, out)
        out += 0.0  # A draw is 0.0 for both seats: -0.0 + 0.0 is 0.0.
        return out.tolist()

    def copy(self) -> KernelState:
        """Return an independent copy, which repeats the same chance events."""
        return KernelState(self._game, self.array.copy())

    def observation(self, player: int) -> IntArray:
        """Return what `player` knows, read-only; -1 is the public view. Raise InvalidValueError for no such seat."""
        players = self._game.spec.players
        if not -1 <= player < players:
            raise InvalidValueError("player", player, f"a seat from 0 to {players - 1}, or -1 for the public view")
        out = np.empty(self.array.shape[0], dtype=np.int64)  # `observe` writes all of it: a law of games
        self._game.complete_rules.observe(self.array, player, out)
        out.flags.writeable = False
        return out

    def features(self, player: int) -> FeatureArray:
        """Return the encoding of what `player` knows: float32[num_features]."""
        out = np.zeros(self._game.sizes.num_features, dtype=np.float32)
        self._game.complete_rules.encode(self.array, player, out)
        return out


class KernelGame:
    """A game with a kernel under given knobs; see :class:`Game` for its methods.

    Attributes:
        spec: the descriptor.
        definition: what the plugin provides.
        knobs: every knob with its value.
        rules: the rules that the game defines.
        complete_rules: the same, with defaults for the others.
        sizes: the constants.
        legal_buffer: int64[max_legal], for calls of ``legal_actions``.
    """

    def __init__(self, spec: GameSpec, definition: GameDefinition, knobs: dict[str, KnobValue]) -> None:
        self.spec = spec
        self.definition = definition
        self.knobs: Knobs = MappingProxyType(knobs)
        self.rules = definition.rules
        self.complete_rules: Any = self.rules.complete(spec.id, perfect_information=spec.information == "perfect")
        self.sizes = definition.sizes if isinstance(definition.sizes, Sizes) else definition.sizes(knobs)
        if self.rules.encode is None and self.sizes.num_features:
            raise GameError(f"game '{spec.id}' has {self.sizes.num_features} features and no rule 'encode'")
        self.legal_buffer = np.zeros(self.sizes.max_legal, dtype=np.int64)
        self._configs: dict[tuple[str, ...], IntArray] = {}
        self._kernel: Kernel | None = None
        self._notation: Notation | None = None

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without the kernel, which holds addresses of this process."""
        return KernelGame, (self.spec, self.definition, dict(self.knobs))

    @property
    def num_actions(self) -> int:
        """Action ids are below this."""
        return self.sizes.num_actions

    @property
    def kernel(self) -> Kernel:
        """The compiled rules, built once."""
        if self._kernel is None:
            self._kernel = make_kernel(
                self.rules,
                self.complete_rules,
                self.sizes,
                players=self.spec.players,
                perfect_information=self.spec.information == "perfect",
                chance=self.spec.chance,
            )
        return self._kernel

    @property
    def notation(self) -> Notation:
        """Actions and positions as text."""
        if self._notation is None:
            self._notation = _loaded(self.definition.notation) or NumberNotation()
        return self._notation

    @property
    def drawing(self) -> Drawing:
        """The pictures of the game."""
        drawing: Drawing | None = _loaded(self.definition.drawing)
        if drawing is None:  # a notation may read parts of a state that are hidden in an observation
            drawing = PositionDrawing(self.notation if self.spec.information == "perfect" else NumberNotation())
        return drawing

    def check_decks(self, decks: Sequence[str]) -> tuple[str, ...]:
        """Return the names under which the decks are stored.

        Raises:
            UnknownNameError: no such deck.
            InvalidValueError: a deck that cannot be played, or not one for each seat.
        """
        given = _names(decks)
        if len(given) != self.spec.players:
            raise InvalidValueError("decks", list(given), f"one for each of {self.spec.players} seats")
        names = tuple(map(self._deck_name, given))
        self.definition.config_for(self.knobs, names)
        return names

    def _deck_name(self, deck: str) -> str:
        if deck in self.spec.decks:
            return deck
        if self.definition.other_decks is None:
            raise UnknownNameError(f"deck of {self.spec.id}", deck, self.spec.decks)
        return self.definition.other_decks(deck)

    def config(self, decks: Sequence[str] | None = None) -> IntArray:
        """Return the numbers that ``init`` reads for these decks (default: the first declared one for all)."""
        names = _names(decks) if decks is not None else (self.spec.decks[0],) * self.spec.players
        if names not in self._configs:
            numbers = self.definition.config_for(self.knobs, self.check_decks(names))
            self._configs[names] = np.array(numbers, dtype=np.int64)
        return self._configs[names].copy()

    def new_state(self, decks: Sequence[str] | None = None, seed: int = 0) -> KernelState:
        """Return the start of a game: the same decks and seed give the same deal everywhere."""
        array = np.zeros(self.sizes.state_size, dtype=np.int64)
        config = self.config(decks)
        try:
            self.complete_rules.init(array, config, seed)
        except (TypeError, OverflowError) as error:
            if isinstance(seed, int | np.integer) and -(2**63) <= seed < 2**63:
                raise
            raise InvalidValueError("seed", seed, "a whole number of 64 bits") from error
        return KernelState(self, array)

    def state_from_array(self, array: IntArray) -> KernelState:
        """Return a state that owns a copy of `array`."""
        return KernelState(self, np.array(array, dtype=np.int64))

    def determinize(self, observation: IntArray, player: int, rng: np.random.Generator) -> KernelState:
        """Return a full state drawn at random from those that fit `observation` of `player`."""
        generator = np.zeros(2, dtype=np.int64)
        seed_rng(generator, int(rng.integers(2**63 - 1)))
        out = np.zeros(self.sizes.state_size, dtype=np.int64)
        self.complete_rules.determinize(np.array(observation, dtype=np.int64), player, generator, out)
        return KernelState(self, out)

    def position(self, text: str, seed: int = 0) -> KernelState:
        """Return the state that `text` describes; raise PositionError if it cannot be read."""
        if not isinstance(text, str):
            raise PositionError(f"position is {text!r}; expected a text as returned by position_to_string")
        state = self.new_state(seed=seed)
        self.notation.position(text, state.array)
        return state

    def position_to_string(self, state: State) -> str:
        """Return the text that :meth:`position` reads back."""
        return self.notation.position_to_string(self._array(state))

    def action_to_string(self, state: State, action: int) -> str:
        """Return the action as text."""
        return self.notation.action_to_string(self._array(state), action)

    def string_to_action(self, state: State, text: str) -> int:
        """Return the legal action that `text` names, in any case and spacing; raise ActionError otherwise."""
        if not isinstance(text, str):
            raise ActionError(f"action {shown(text)} is not a text; expected one as returned by action_to_string")
        wanted = _plain(text)
        texts = {_plain(self.action_to_string(state, action)): action for action in state.legal_actions()}
        if wanted not in texts:
            raise ActionError(f"no legal action is called '{text}'; legal: {', '.join(texts) or 'none'}")
        return texts[wanted]

    def render(self, state: State, player: int | None = None) -> str:
        """Return the board as text, as `player` sees it; None = hidden parts included."""
        return self.drawing.text(self._seen(state, player))

    def render_svg(self, state: State, player: int | None = None) -> str:
        """Return the board as an SVG document, as `player` sees it; None = hidden parts included."""
        return self.drawing.svg(self._seen(state, player))

    def _seen(self, state: State, player: int | None) -> IntArray:
        return self._array(state) if player is None else state.observation(player)

    def _array(self, state: State) -> IntArray:
        if not isinstance(state, KernelState):
            raise GameError(f"{self.spec.id} was given a state of another kind: {type(state).__name__}")
        return state.array


def _loaded(named: str | Any | None) -> Any:
    return load_object(named) if isinstance(named, str) else named


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def has_kernel(game: Game) -> bool:
    """Return whether a game has a kernel, without building the kernel, which would load all rules."""
    return isinstance(game, KernelGame) or game.kernel is not None


def build_game(spec: GameSpec, knobs: Knobs) -> Game:
    """Return the game of a descriptor under `knobs`, which are checked; missing ones take their defaults.

    Raises:
        UnknownNameError: a knob that the game does not have.
        InvalidValueError: a knob with a value that does not fit.
        PluginError: the game's code cannot be imported.
    """
    factory: GameFactory = load_object(spec.factory)
    if not hasattr(factory, "build"):
        kind = type(factory).__name__
        raise PluginError(f"the factory of game '{spec.id}', '{spec.factory}', is a {kind}; expected a GameDefinition")
    return factory.build(spec, spec.resolve_knobs(knobs))


def _names(decks: object) -> tuple[str, ...]:
    if isinstance(decks, str) or not isinstance(decks, Sequence) or not all(isinstance(deck, str) for deck in decks):
        raise InvalidValueError("decks", decks, "a list of names, one for each seat")
    return tuple(decks)


def load_game(name: str, **knobs: KnobValue) -> Game:
    """Return an installed game, for example ``load_game("kalah", seeds=4)``.

    Raises:
        UnknownNameError: no such game or knob.
        InvalidValueError: a knob with a value that does not fit.
        PluginError: the game's code cannot be imported.
    """
    return build_game(installed_plugins().game(name), knobs)
