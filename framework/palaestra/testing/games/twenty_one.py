"""Counting to twenty-one, a game without a kernel: an example of an adapter for any Python game.

Bachet's game ("Problèmes plaisants et délectables", 1612): count on by 1, 2 or 3; who says the goal wins. The player
to move loses exactly if the count that is left is a multiple of 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from palaestra.errors import ActionError, GameError, PositionError, UnknownNameError
from palaestra.game import State
from palaestra.kernel import IntArray
from palaestra.spec import GameSpec, Knobs


class TwentyOneState:
    """One moment: the count and the seat to move."""

    def __init__(self, goal: int, count: int = 0, seat: int = 0) -> None:
        self.goal = goal
        self.count = count
        self.seat = seat

    @property
    def current_player(self) -> int:
        """The seat to move; -1 when the goal has been said."""
        return -1 if self.is_terminal else self.seat

    @property
    def is_terminal(self) -> bool:
        """Whether the goal has been said."""
        return self.count >= self.goal

    def legal_actions(self) -> list[int]:
        """Return the steps that do not pass the goal; action a counts a + 1."""
        return list(range(min(3, self.goal - self.count)))

    def step(self, action: int) -> None:
        """Count on; raise ActionError for a step that is not legal."""
        if action not in self.legal_actions():
            raise ActionError(f"action {action!r} is not legal at count {self.count}; legal: {self.legal_actions()}")
        self.count += action + 1
        self.seat = 1 - self.seat

    def returns(self) -> list[float]:
        """Return the win of the seat that said the goal; zeros before."""
        if not self.is_terminal:
            return [0.0, 0.0]
        return [-1.0, 1.0] if self.seat == 0 else [1.0, -1.0]

    def copy(self) -> TwentyOneState:
        """Return an independent copy."""
        return TwentyOneState(self.goal, self.count, self.seat)

    def observation(self, player: int) -> IntArray:  # noqa: ARG002 - nothing is hidden
        """Return two zeros in place of random numbers, the count and the seat to move."""
        seen = np.array([0, 0, self.count, self.current_player], dtype=np.int64)
        seen.flags.writeable = False
        return seen


class TwentyOneGame:
    """The game under its knob."""

    kernel = None
    num_actions = 3

    def __init__(self, spec: GameSpec, knobs: Knobs) -> None:
        self.spec = spec
        self.knobs = knobs

    def check_decks(self, decks: Sequence[str]) -> tuple[str, ...]:
        """Accept the one declared deck."""
        for deck in decks:
            if deck not in self.spec.decks:
                raise UnknownNameError(f"deck of {self.spec.id}", deck, self.spec.decks)
        return tuple(decks)

    def new_state(self, decks: Sequence[str] | None = None, seed: int = 0) -> TwentyOneState:  # noqa: ARG002
        """Return the start."""
        self.check_decks(decks or ())
        return TwentyOneState(int(self.knobs["goal"]))

    def position(self, text: str, seed: int = 0) -> TwentyOneState:  # noqa: ARG002 - nothing random
        """Return the state of ``"count seat"``, such as ``"7 2"``."""
        parts = text.split()
        goal = int(self.knobs["goal"])
        if len(parts) != 2 or not parts[0].isdigit() or int(parts[0]) > goal or parts[1] not in ("1", "2"):
            raise PositionError(f"twenty_one position '{text}': expected count and seat, such as '7 2'")
        return TwentyOneState(goal, int(parts[0]), int(parts[1]) - 1)

    def position_to_string(self, state: State) -> str:
        """Return count and seat."""
        own = _own(state)
        return f"{own.count} {own.seat + 1}"

    def action_to_string(self, state: State, action: int) -> str:
        """Return the number that is said."""
        return str(_own(state).count + action + 1)

    def string_to_action(self, state: State, text: str) -> int:
        """Return the action that says a number."""
        own = _own(state)
        for action in own.legal_actions():
            if self.action_to_string(own, action) == text.strip():
                return action
        raise ActionError(f"'{text}' cannot be said after {own.count}; expected one of the next three numbers")

    def render(self, state: State, player: int | None = None) -> str:  # noqa: ARG002 - nothing is hidden
        """Return the count."""
        return f"count {_own(state).count} of {_own(state).goal}"

    def render_svg(self, state: State, player: int | None = None) -> str:
        """Return the count as a picture."""
        count = self.render(state, player)
        return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 30"><text x="5" y="20">{count}</text></svg>'


def _own(state: State) -> TwentyOneState:
    if not isinstance(state, TwentyOneState):
        raise GameError(f"twenty_one was given a state of another kind: {type(state).__name__}")
    return state


class TwentyOneFactory:
    """Builds the game."""

    def build(self, spec: GameSpec, knobs: Knobs) -> TwentyOneGame:
        """Return the game under `knobs`."""
        return TwentyOneGame(spec, knobs)


GAME: Final = TwentyOneFactory()
