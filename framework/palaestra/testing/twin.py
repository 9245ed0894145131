"""Slow twins: a second implementation of a game's rules in plain Python, to compare the fast one with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol, Self

import numpy as np

from palaestra.errors import InvalidValueError
from palaestra.game import KernelGame, State
from palaestra.spec import Knobs, load_object
from palaestra.testing.conformance import ConformanceError
from palaestra.testing.laws.moment import random_decks

AGREES: Final = "the kernel agrees with its slow twin"


class Reference(Protocol):
    """What ``GameDefinition.reference`` names: a class in plain Python that shares no code with the rules.

    In games with chance it draws as the rules do, from :mod:`palaestra.kernel.rng` seeded with the same seed.
    """

    def __init__(self, knobs: Knobs, decks: Sequence[str], seed: int) -> None:
        """Set up a game on this deal."""
        ...

    @classmethod
    def from_position(cls, text: str, knobs: Knobs) -> Self:
        """Return the twin of a position text."""
        ...

    @property
    def current_player(self) -> int:
        """The seat to move; -1 when the game is over."""
        ...

    def legal_actions(self) -> list[int]:
        """Return the legal actions in ascending order; empty when the game is over."""
        ...

    def step(self, action: int) -> None:
        """Play a legal action."""
        ...

    def returns(self) -> list[float]:
        """Return the result of a game that is over, one number for each seat."""
        ...


def compare_with_reference(game: KernelGame, games: int = 20, seed: int = 0) -> None:
    """Play random games with kernel and twin side by side.

    In the middle of every game a second twin is made from the position's text; not in games with hidden information or
    chance, where a text need not hold everything.

    Raises:
        InvalidValueError: the game names no twin.
        ConformanceError: they differ in the player to move, the legal actions or the returns.
    """
    if game.definition.reference is None:
        raise InvalidValueError(f"reference of {game.spec.id}", None, "the class of a slow twin")
    twin_class: type[Reference] = load_object(game.definition.reference)
    for number in range(games):
        rng = np.random.default_rng([seed, number, 2])
        decks = random_decks(game, rng)
        deal = int(rng.integers(2**62))
        twin = twin_class(game.knobs, decks, deal)
        context = f"knobs {dict(game.knobs)}, decks {', '.join(decks)}, seed {deal}"
        actions: list[int] = []
        state = game.new_state(decks, deal)
        _compare(game, state, twin, rng, actions, context, plies=int(rng.integers(game.sizes.max_plies)))
        if game.spec.information == "perfect" and not game.spec.chance and not state.is_terminal:
            text = game.position_to_string(state)
            context = f"knobs {dict(game.knobs)}, from position '{text}'"
            _compare(game, game.position(text), twin_class.from_position(text, game.knobs), rng, [], context)
        _compare(game, state, twin, rng, actions, context)


def _compare(
    game: KernelGame,
    state: State,
    twin: Reference,
    rng: np.random.Generator,
    actions: list[int],
    context: str,
    plies: int | None = None,
) -> None:
    """Play both to the end or for some plies, and compare."""
    left = game.sizes.max_plies + 1 if plies is None else plies
    while True:
        _equal(game, "current_player", state.current_player, twin.current_player, actions, context)
        legal = state.legal_actions()
        _equal(game, "legal_actions", legal, twin.legal_actions(), actions, context)
        if not legal:
            _equal(game, "returns", state.returns(), list(twin.returns()), actions, context)
            return
        if left == 0:
            return
        left -= 1
        action = legal[int(rng.integers(len(legal)))]
        actions.append(action)
        state.step(action)
        twin.step(action)


def _equal(game: KernelGame, what: str, fast: object, slow: object, actions: list[int], context: str) -> None:
    if fast != slow:
        detail = f"{what} is {fast} by the kernel and {slow} by the twin"
        raise ConformanceError(game.spec.id, AGREES, detail, actions, context)
