"""Compiled functions as plain Python functions, to find where one fails."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher


def plain_python(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a compiled function as plain Python, with all compiled functions that it calls; other functions unchanged.

    Its exceptions have tracebacks with lines, and those of numpy name index and size. It is hundreds of times slower.
    """
    plain = _plain(function, {})

    def without_warnings(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):  # unsigned numbers wrap around in compiled code
            return plain(*arguments)

    return without_warnings


def _plain(function: Any, known: dict[int, Any]) -> Any:
    if not isinstance(function, Dispatcher):
        return function
    if id(function) not in known:
        source = function.py_func
        scope = dict(source.__globals__)
        copy = FunctionType(source.__code__, scope, source.__name__, source.__defaults__, source.__closure__)
        known[id(function)] = copy  # before its callees: a function may call itself
        for name in source.__code__.co_names:
            if name in scope:
                scope[name] = _plain(scope[name], known)
    return known[id(function)]
