"""The table of slots: one function for each rule that a game may have.

Its annotations are the signature, its docstring says what the rule does, and its body is what happens in a game
without the rule. Everything else that lists the rules is made from this table: the decorator
:func:`~palaestra.kernel.rule.rule`, the kernel, and the table of the documentation.

Every rule works on one flat ``int64`` array, the state. ``state[0:2]`` belong to the game's own random generator
(:mod:`palaestra.kernel.rng`); the rest is the game's. ``step`` may assume a legal action, in a game that is
not over.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar, cast

import numpy as np

from palaestra.compiler import copy, jit
from palaestra.compiler.annotations import FeatureArray, FloatArray, IntArray, annotated_signature
from palaestra.kernel.rng import reseed, wrapping

_Function = TypeVar("_Function", bound=Callable[..., Any])

_FNV_OFFSET: Final = np.uint64(0xCBF29CE484222325)
_FNV_PRIME: Final = np.uint64(0x100000001B3)
_MIX_1: Final = np.uint64(0xFF51AFD7ED558CCD)
_MIX_2: Final = np.uint64(0xC4CEB9FE1A85EC53)
_HALF: Final = np.uint64(33)


@dataclass(frozen=True, slots=True)
class Slot:
    """A place for one rule.

    Attributes:
        name: its name in ``Rules`` and in the kernel.
        arguments: names of the arguments.
        signature: the numba signature.
        meaning: what the rule does.
        default: what happens in a game without the rule; empty if every game must have it.
        fallback: the default as a compiled function.
        only_open: whether only games with perfect information may use the default.
    """

    name: str
    arguments: tuple[str, ...]
    signature: Any
    meaning: str
    default: str
    fallback: Callable[..., Any]
    only_open: bool


_slots: Final[list[Slot]] = []


def _slot(default: str = "", *, only_open: bool = False) -> Callable[[_Function], _Function]:
    """Return a decorator that makes a function a slot."""

    def decorate(function: _Function) -> _Function:
        signature: object = annotated_signature(cast("Any", function))
        arguments = tuple(inspect.signature(function).parameters)
        meaning = " ".join((function.__doc__ or "").partition("\n\n")[0].split())
        compiled = jit(signature)(function)
        _slots.append(Slot(function.__name__, arguments, signature, meaning, default, compiled, only_open))
        return compiled

    return decorate


@_slot()
def init(state: IntArray, config: IntArray, seed: int) -> None:
    """Write the start of a game over whatever `state` holds; `config` holds the numbers of knobs and decks."""


@_slot()
def current_player(state: IntArray) -> int:
    """Return the seat to move; -1 when the game is over."""
    return -1


@_slot()
def legal_actions(state: IntArray, out: IntArray) -> int:
    """Write the legal actions in ascending order and return how many; at least one before the end."""
    return 0


@_slot()
def step(state: IntArray, action: int) -> None:
    """Play a legal action in place; random draws use `state[0:2]`."""


@_slot()
def returns(state: IntArray, out: FloatArray) -> None:
    """Write the result of each seat, in [-1, 1]; the sum is 0 for two seats."""


@_slot("everything but the random numbers", only_open=True)
def observe(state: IntArray, player: int, out: IntArray) -> None:
    """Write the state without what `player` may not know, such as the two random numbers; -1 is the public view."""
    copy(out, state)
    out[0] = 0
    out[1] = 0


@_slot("the observation, with new random numbers", only_open=True)
def determinize(observation: IntArray, player: int, rng: IntArray, out: IntArray) -> None:
    """Write a full state that fits the observation, with new random numbers."""
    copy(out, observation)
    reseed(out, rng)


@_slot("no features: learners see which actions are legal, and nothing else")
def encode(state: IntArray, player: int, out: FeatureArray) -> None:
    """Write features for learners: the same from a state and from its observation."""


@_slot("0")
def evaluate(state: IntArray, player: int) -> float:
    """Return a static value in [-1, 1]: the same from a state and from its observation."""
    return 0.0


@_slot("a hash of all but the random numbers")
@wrapping
def key(state: IntArray) -> int:
    """Return the position as a number, without randomness and counters, for transpositions
    and for the tables of learners.

    The default is FNV-1a by 64 bits. The low bits of a product do not depend on the high bits of its factors, and
    hash tables use the low bits: hence the mixing at the end, the finalizer of MurmurHash3.
    """
    value = _FNV_OFFSET
    for i in range(2, state.shape[0]):
        value = (value ^ np.uint64(state[i])) * _FNV_PRIME
    value = (value ^ (value >> _HALF)) * _MIX_1
    value = (value ^ (value >> _HALF)) * _MIX_2
    return int(np.int64(value ^ (value >> _HALF)))


@_slot("the generic loop")
def playout(state: IntArray) -> None:
    """Play to the end in place, each legal action equally likely."""


@_slot("all are kept")
def filter(state: IntArray, index: int, actions: IntArray, n: int, out: IntArray) -> int:
    """Write those of `actions[:n]` that filter `index` of `Rules.filters` keeps, and return how many."""
    for i in range(n):
        out[i] = actions[i]
    return n


@_slot("a hash of all but the random numbers")
def abstract(observation: IntArray) -> int:
    """Return a hash of what matters for play."""
    return key(observation)


@_slot("the position itself")
def canonical(state: IntArray, out: IntArray) -> None:
    """Write one representative of all symmetric positions."""
    copy(out, state)


@_slot("-1")
def timeout_action(state: IntArray) -> int:
    """Return the action that is played when a player's time for the turn is over; -1 = the player loses."""
    return -1


@_slot("0")
def capped(state: IntArray) -> int:
    """Return 1 if a limit of length ended the game, else 0."""
    return 0


SLOTS: Final = tuple(_slots)
"""All slots, in the order of ``Rules``."""


def slot_table() -> str:
    """Return all slots as a table in Markdown."""
    rows = (
        f"| `{slot.name}` | ({', '.join(slot.arguments)}) | {slot.meaning} | "
        f"{slot.default}{'; required where anything is hidden' if slot.only_open else ''} |"
        for slot in SLOTS
    )
    return "\n".join(["| rule | takes | does | default |", "|---|---|---|---|", *rows])
