"""The protocols that every game implements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from palaestra.kernel import IntArray, Kernel
from palaestra.spec import GameSpec, Knobs


@runtime_checkable
class State(Protocol):
    """One moment of a game. Mutable: :meth:`step` plays in place, :meth:`copy` keeps the past."""

    @property
    def current_player(self) -> int:
        """The seat to move; -1 when the game is over."""
        ...

    @property
    def is_terminal(self) -> bool:
        """Whether the game is over."""
        ...

    def legal_actions(self) -> list[int]:
        """Return the legal actions in ascending order; empty when the game is over."""
        ...

    def step(self, action: int) -> None:
        """Play `action` in place.

        Raises:
            ActionError: the action is not legal here.
        """
        ...

    def returns(self) -> list[float]:
        """Return one number in [-1, 1] for each seat; zeros before the end."""
        ...

    def copy(self) -> State:
        """Return an independent copy, which repeats the same chance events."""
        ...

    def observation(self, player: int) -> IntArray:
        """Return what `player` knows, read-only; -1 is the public view."""
        ...


@runtime_checkable
class Game(Protocol):
    """A game under given knobs."""

    @property
    def spec(self) -> GameSpec:
        """The descriptor."""
        ...

    @property
    def knobs(self) -> Knobs:
        """Every knob with its value."""
        ...

    @property
    def num_actions(self) -> int:
        """Action ids are below this."""
        ...

    @property
    def kernel(self) -> Kernel | None:
        """The compiled rules, or None for a game that has only Python."""
        ...

    def check_decks(self, decks: Sequence[str]) -> tuple[str, ...]:
        """Return the names under which the decks are stored: one name for each deck, however it was written.

        Raises:
            UnknownNameError: no such deck.
            InvalidValueError: a deck that cannot be played.
        """
        ...

    def new_state(self, decks: Sequence[str] | None = None, seed: int = 0) -> State:
        """Return the start of a game: the same decks and seed give the same deal everywhere."""
        ...

    def position(self, text: str, seed: int = 0) -> State:
        """Return the state that `text` describes.

        Raises:
            PositionError: the text cannot be read or describes an impossible position.
        """
        ...

    def position_to_string(self, state: State) -> str:
        """Return the text that :meth:`position` reads back."""
        ...

    def action_to_string(self, state: State, action: int) -> str:
        """Return the action as text; different legal actions have different texts."""
        ...

    def string_to_action(self, state: State, text: str) -> int:
        """Return the legal action that `text` names.

        Raises:
            ActionError: no legal action has this text.
        """
        ...

    def render(self, state: State, player: int | None = None) -> str:
        """Return the board as text, as `player` sees it; None = hidden parts included."""
        ...

    def render_svg(self, state: State, player: int | None = None) -> str:
        """Return the board as an SVG document, as `player` sees it; None = hidden parts included."""
        ...


class GameFactory(Protocol):
    """What ``GameSpec.factory`` names: a definition of rules with a kernel, or anything else that builds a game."""

    def build(self, spec: GameSpec, knobs: Knobs) -> Game:
        """Return the game under `knobs`, which have been checked."""
        ...
