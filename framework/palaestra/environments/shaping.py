"""Shaped rewards, from a potential: a number for how promising a state is for a player.

There are two forms; :class:`Shaping` chooses one:

- ``"potential"``: between two decisions of a player it gets ``gamma * potential(now) - potential(before)``, and
  ``-potential(before)`` when the game ends. Over a game, discounted, this adds up to minus the potential of the
  player's first decision, whatever it did: best play stays best play (A. Y. Ng, D. Harada and S. Russell, "Policy
  invariance under reward transformations", ICML 1999). Its `gamma` is the learner's.
- ``"difference"``: the mover gets ``potential(after its action) - potential(before)``, unless its action ends the
  game. Over a game this adds up to the last potential minus the first, so best play may change: a lost game with a
  better hand at its end is worth more than one with a worse hand.

A potential is a function ``(state, player) -> float64`` under ``@rule("evaluate")``, of any scale. A game may declare
one: ``GameDefinition.potential``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, NamedTuple, get_args

import numpy as np
from numba import float64, int64, types, void
from numba.experimental import structref

from palaestra.compiler import JIT_ENABLED, ensure_compiled, jit
from palaestra.errors import InvalidValueError, UserError
from palaestra.game import KernelGame
from palaestra.kernel import signature_of
from palaestra.kernel.arrays import RETURNS, STATE, FloatArray, IntArray
from palaestra.kernel.kernel import define_boxing, make_struct_type, new_struct
from palaestra.kernel.slots import evaluate as no_potential
from palaestra.spec import load_object

ShapingForm = Literal["potential", "difference"]

Potential = Callable[[IntArray, int], float]
"""How promising a state is for a player, under ``@rule("evaluate")``."""

NO_SHAPING: Final = 0
BY_POTENTIAL: Final = 1
BY_DIFFERENCE: Final = 2


@dataclass(frozen=True, slots=True)
class Shaping:
    """How rewards are shaped.

    Attributes:
        form: ``"potential"`` or ``"difference"``.
        gamma: the learner's discount for each of a player's decisions, in (0, 1]; 1 for ``"difference"``.
        potential: the function, or ``"module:attribute"`` of it; None = the one that the game declares.
    """

    form: ShapingForm = "potential"
    gamma: float = 1.0
    potential: Potential | str | None = None

    def __post_init__(self) -> None:
        """Check the values; raise InvalidValueError for one that does not fit."""
        if self.form not in get_args(ShapingForm):
            raise InvalidValueError("form of shaping", self.form, "'potential' or 'difference'")
        if not isinstance(self.gamma, int | float) or not 0 < self.gamma <= 1:
            raise InvalidValueError("gamma of shaping", self.gamma, "a number above 0, at most 1")
        if self.form == "difference" and self.gamma != 1:
            raise InvalidValueError("gamma of shaping by difference", self.gamma, "1: this form does not discount")

    def potential_for(self, game: KernelGame) -> Potential:
        """Return the potential as a function.

        Raises:
            UserError: none is given, and the game declares none.
            InvalidValueError: it is not compiled with the signature of a potential.
            PluginError: it cannot be imported.
        """
        chosen = self.potential or game.definition.potential
        if chosen is None:
            raise UserError(
                f"game '{game.spec.id}' declares no potential; "
                "expected Shaping(potential=...), such as game.rules.evaluate"
            )
        function: Potential = load_object(chosen) if isinstance(chosen, str) else chosen
        if not callable(function) or (JIT_ENABLED and getattr(function, "signature", None) != signature_of("evaluate")):
            raise InvalidValueError("potential", chosen, 'a function under @rule("evaluate")')
        return function


@structref.register
class PotentialStruct(types.StructRef):
    """The numba type of a potential in its wrapper."""


_FUNCTION: Final = types.FunctionType(signature_of("evaluate"))
POTENTIAL: Final = make_struct_type(PotentialStruct, [("value", _FUNCTION)])


class CompiledPotential(structref.StructRefProxy):
    """A compiled potential in Python: passing the bare function takes 0.6 milliseconds for every call."""


define_boxing(PotentialStruct, CompiledPotential)


class PlainPotential(NamedTuple):
    """The wrapper where nothing is compiled."""

    value: Potential


_WRAP: Final[object] = POTENTIAL(_FUNCTION)


@jit(_WRAP)
def _wrap(value: Any) -> Any:
    potential = new_struct(POTENTIAL)
    potential.value = value
    return potential


@jit(void(POTENTIAL, STATE, int64, RETURNS))
def begin_shaping(potential: Any, state: IntArray, seat: int, held: FloatArray) -> None:
    """Set `held` for a new game: `seat` is the first to move, the others have made no decision yet."""
    for other in range(held.shape[0]):
        held[other] = np.nan
    held[seat] = potential.value(state, seat)


@jit(void(POTENTIAL, int64, float64, STATE, int64, int64, RETURNS, RETURNS))
def add_shaping(
    potential: Any,
    form: int,
    gamma: float,
    state: IntArray,
    mover: int,
    seat: int,
    held: FloatArray,
    reward: FloatArray,
) -> None:
    """Add to the rewards of one step.

    Args:
        potential: the wrapped potential.
        form: BY_POTENTIAL or BY_DIFFERENCE.
        gamma: the discount.
        state: the state after the step.
        mover: who has moved.
        seat: who is to move now; -1 = the game is over.
        held: float64[players], each player's potential at its last decision; NaN before the first. Updated.
        reward: float64[players].
    """
    if seat < 0:
        if form == BY_POTENTIAL:
            for player in range(held.shape[0]):
                if not math.isnan(held[player]):
                    reward[player] -= held[player]
        return
    if form == BY_DIFFERENCE:
        reward[mover] += potential.value(state, mover) - held[mover]
    now = potential.value(state, seat)
    if form == BY_POTENTIAL and not math.isnan(held[seat]):
        reward[seat] += gamma * now - held[seat]
    held[seat] = now


@dataclass(frozen=True, slots=True)
class Shaper:
    """A :class:`Shaping` in the form that compiled code takes.

    Attributes:
        potential: the wrapped potential.
        form: NO_SHAPING, BY_POTENTIAL or BY_DIFFERENCE.
        gamma: the discount.
    """

    potential: CompiledPotential | PlainPotential
    form: int
    gamma: float


def make_shaper(game: KernelGame, shaping: Shaping | None) -> Shaper:
    """Return the shaper of a game; None shapes nothing.

    Raises:
        UserError: the game has no potential, or it does not fit; see :meth:`Shaping.potential_for`.
    """
    if shaping is None:
        return Shaper(_wrapped(no_potential), NO_SHAPING, 1.0)
    if not isinstance(shaping, Shaping):
        raise InvalidValueError("shaping", shaping, "a Shaping(...) of palaestra.environments.shaping, or None")
    form = BY_POTENTIAL if shaping.form == "potential" else BY_DIFFERENCE
    return Shaper(_wrapped(shaping.potential_for(game)), form, shaping.gamma)


def _wrapped(function: Potential) -> CompiledPotential | PlainPotential:
    if not JIT_ENABLED:
        return PlainPotential(function)
    ensure_compiled(function)
    wrapped: CompiledPotential = _wrap(function)
    return wrapped
