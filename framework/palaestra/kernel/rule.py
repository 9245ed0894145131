"""The decorator of rules."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final, TypeVar, overload

from palaestra.compiler import jit
from palaestra.errors import GameError, nearest
from palaestra.kernel.slots import SLOTS, Slot

_Function = TypeVar("_Function", bound=Callable[..., Any])

_BY_NAME: Final = {slot.name: slot for slot in SLOTS}


@overload
def rule(function: _Function, /) -> _Function: ...
@overload
def rule(slot: str, /) -> Callable[[_Function], _Function]: ...
def rule(function_or_slot: Any, /) -> Any:
    """Compile a function as a rule, with the signature of the slot that it is named after.

    ::

        @rule
        def current_player(state: IntArray) -> int:
            return int(state[SEAT])

    ``@rule("step")`` names the slot of a function with another name.

    Raises:
        GameError: there is no such slot, or the function has another number of arguments than the slot.
    """
    if not isinstance(function_or_slot, str):
        return _compiled(function_or_slot, _find(function_or_slot.__name__))
    slot = _find(function_or_slot)
    return lambda function: _compiled(function, slot)


def signature_of(slot: str) -> Any:
    """Return the numba signature of a slot."""
    return _BY_NAME[slot].signature


def _find(name: str) -> Slot:
    if name not in _BY_NAME:
        raise GameError(f"a game has no rule '{name}'{nearest(name, _BY_NAME)}")
    return _BY_NAME[name]


def _compiled(function: _Function, slot: Slot) -> _Function:
    code = inspect.unwrap(function).__code__
    given = code.co_varnames[: code.co_argcount]
    swapped = given != slot.arguments and set(given) == set(slot.arguments)
    if swapped or len(given) != len(slot.arguments):
        raise GameError(f"rule '{slot.name}' takes ({', '.join(given)}); expected ({', '.join(slot.arguments)})")
    signature: object = slot.signature
    return jit(signature)(function)
