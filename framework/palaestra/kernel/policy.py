"""Agents that are one compiled function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from numba import int64, types
from numba.experimental import structref

from palaestra.compiler import JIT_ENABLED, jit
from palaestra.kernel.arrays import RETURNS, STATE
from palaestra.kernel.kernel import KERNEL, define_boxing, make_struct_type, new_struct

POLICY: Final = int64(KERNEL, STATE, int64, STATE, RETURNS, STATE, STATE)
"""The signature of a compiled policy: (kernel, observation, player, legal, params, memory, rng) -> action.

``legal`` holds exactly the legal actions; ``params`` is shared and must not be written (weights, tables); ``memory`` is
the agent's own for one game, zeroed before it; ``rng`` is the agent's own random generator, two numbers.
"""


@structref.register
class PolicyStruct(types.StructRef):
    """The numba type of a policy in its wrapper."""


WRAPPED_POLICY: Final = make_struct_type(PolicyStruct, [("choose", types.FunctionType(POLICY))])


class WrappedPolicy(structref.StructRefProxy):
    """A compiled policy in Python: passing the bare function takes 0.6 milliseconds for every call."""


define_boxing(PolicyStruct, WrappedPolicy)


class PlainPolicy(NamedTuple):
    """The wrapper where nothing is compiled."""

    choose: Callable[..., int]


_WRAP: Final[object] = WRAPPED_POLICY(types.FunctionType(POLICY))


@jit(_WRAP)
def _wrap(choose: Any) -> Any:
    policy = new_struct(WRAPPED_POLICY)
    policy.choose = choose
    return policy


def wrap_policy(choose: Callable[..., int]) -> WrappedPolicy | PlainPolicy:
    """Return a policy function, compiled with the signature :data:`POLICY`, in its wrapper."""
    if not JIT_ENABLED:
        return PlainPolicy(choose)
    wrapped: WrappedPolicy = _wrap(choose)
    return wrapped
