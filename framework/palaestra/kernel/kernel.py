"""A game's rules and constants as one object that compiled code can hold.

Because the signatures of the slots are the same for all games, numba treats rules as first-class functions: a search
agent is compiled once, for all games; it receives a kernel and calls ``kernel.step(state, action)``. Where nothing
is compiled (``NUMBA_DISABLE_JIT=1``) the kernel is a named tuple with the same fields.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import Any, Final, Protocol

import numpy as np
from numba import int64, types
from numba.experimental import structref

from palaestra.compiler import JIT_ENABLED, ensure_compiled, jit
from palaestra.compiler.annotations import register_annotation
from palaestra.kernel.arrays import STATE, IntArray
from palaestra.kernel.rng import random_below
from palaestra.kernel.rules import Rules, Sizes
from palaestra.kernel.slots import SLOTS

CONSTANTS: Final = (
    "players",
    "state_size",
    "num_actions",
    "max_legal",
    "max_plies",
    "num_features",
    "num_filters",
    "perfect_information",
    "chance",
    "has_playout",
    "has_evaluate",
)
"""The numbers of a kernel, int64; the last four are 0 or 1."""

_RULES: Final = tuple(slot.name for slot in SLOTS)


@structref.register
class KernelStruct(types.StructRef):
    """The numba type of a kernel."""


def make_struct_type(kind: Any, fields: list[tuple[str, Any]]) -> Any:
    """Return the numba type of a struct; numba's own annotations do not cover it."""
    return kind(fields)


KERNEL: Final = make_struct_type(
    KernelStruct,
    [(slot.name, types.FunctionType(slot.signature)) for slot in SLOTS] + [(name, int64) for name in CONSTANTS],
)


class CompiledKernel(structref.StructRefProxy):
    """A kernel in Python: opaque; passing it to a compiled function takes 2 microseconds."""


new_struct: Any = structref.new
define_boxing: Any = structref.define_boxing

define_boxing(KernelStruct, CompiledKernel)

_named_tuple: Any = namedtuple
PlainKernel: Any = _named_tuple("PlainKernel", (*_RULES, *CONSTANTS))
"""The kernel where nothing is compiled."""


class Kernel(Protocol):
    """A :class:`CompiledKernel` or a :data:`PlainKernel`.

    In functions under :func:`~palaestra.compiler.jit` the rules and :data:`CONSTANTS` are its attributes; other code
    only passes it on.
    """

    def __getattr__(self, name: str) -> Any:
        """Return a rule or a constant."""
        ...


register_annotation("Kernel", Kernel, KERNEL)


def _struct_maker() -> Callable[..., Any]:
    """Return a function that puts rules and constants into a new struct.

    Numba has no ``setattr``: fields of a struct can only be assigned by name in the source. So the source is written
    here, from the table of slots.
    """
    source = [
        f"def _build_struct({', '.join(f'{name}_' for name in _RULES)}, constants):",
        "    kernel = new_struct(KERNEL)",
        *(f"    kernel.{name} = {name}_" for name in _RULES),
        *(f"    kernel.{name} = constants[{index}]" for index, name in enumerate(CONSTANTS)),
        "    return kernel",
    ]
    namespace: dict[str, Any] = {"new_struct": new_struct, "KERNEL": KERNEL, "__name__": __name__}
    exec("\n".join(source), namespace)
    maker: Callable[..., Any] = namespace["_build_struct"]
    return maker


_build_struct: Final = jit(KERNEL(*[types.FunctionType(slot.signature) for slot in SLOTS], STATE))(_struct_maker())


def make_kernel(
    rules: Rules, complete: Rules, sizes: Sizes, *, players: int, perfect_information: bool, chance: bool
) -> Kernel:
    """Return the kernel of a game under given knobs; built once in each process, since it holds addresses.

    Args:
        rules: the rules that the game defines.
        complete: the same with every slot filled, by :meth:`Rules.complete`.
        sizes: constants of the game.
        players: number of seats.
        perfect_information: whether nothing is hidden.
        chance: whether anything is random during the game.

    Raises:
        JitError: a rule that cannot be compiled.
    """
    constants = (
        players,
        sizes.state_size,
        sizes.num_actions,
        sizes.max_legal,
        sizes.max_plies,
        sizes.num_features,
        len(rules.filters),
        int(perfect_information),
        int(chance),
        int(rules.playout is not None),
        int(rules.evaluate is not None),
    )
    functions = [getattr(complete, name) for name in _RULES]
    if not JIT_ENABLED:
        plain: Kernel = PlainKernel(*functions, *constants)
        return plain
    for function in functions:
        ensure_compiled(function)  # numba does not say why a function that is only passed on cannot be compiled
    kernel: Kernel = _build_struct(*functions, np.array(constants, dtype=np.int64))
    return kernel


@jit
def play_out(kernel: Kernel, state: IntArray, legal: IntArray) -> None:
    """Play uniformly at random to the end, in place; `legal` is a buffer of ``max_legal`` numbers."""
    if kernel.has_playout:
        kernel.playout(state)
        return
    while kernel.current_player(state) >= 0:
        n = kernel.legal_actions(state, legal)
        kernel.step(state, legal[random_below(state, n)])
