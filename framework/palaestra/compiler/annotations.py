"""The numba signature that a function's annotations stand for."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Mapping
from types import FunctionType, NoneType
from typing import Any, Final, get_args, get_origin

import numpy as np
from numba import boolean, float32, float64, int64, types, void
from numpy.typing import NDArray

from palaestra.errors import JitError

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
FeatureArray = NDArray[np.float32]

_KNOWN: Final[dict[str, tuple[Any, Any]]] = {
    "None": (NoneType, void),
    "bool": (bool, boolean),
    "int": (int, int64),
    "float": (float, float64),
    "IntArray": (IntArray, int64[::1]),
    "FloatArray": (FloatArray, float64[::1]),
    "FeatureArray": (FeatureArray, float32[::1]),
}
"""By name: what the annotation is in Python, and its numba type."""


def register_annotation(name: str, annotation: object, numba_type: object) -> None:
    """Map one more annotation to a numba type from now on."""
    _KNOWN[name] = (annotation, numba_type)


def annotated_signature(function: FunctionType) -> Any:
    """Return the signature of a function whose arguments and result are all annotated.

    Raises:
        JitError: an annotation is missing, or stands for no numba type.
    """
    code = inspect.unwrap(function).__code__
    names = code.co_varnames[: code.co_argcount]
    result = _numba_type(function, "return")
    return result(*(_numba_type(function, name) for name in names))


def _numba_type(function: FunctionType, name: str) -> Any:
    missing = object()
    annotation = function.__annotations__.get(name, missing)
    evaluated = _evaluated(annotation, function.__globals__) if isinstance(annotation, str) else annotation
    found = _found(evaluated)
    if found is None:
        what = "result" if name == "return" else f"argument '{name}'"
        text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", annotation)
        given = "has no annotation" if annotation is missing else f"is annotated '{text}'"
        raise JitError(
            f"the {what} of '{function.__qualname__}' {given}; expected one of {', '.join(_KNOWN)}, a tuple or "
            "NamedTuple of these, or a signature of numba: @jit(int64(int64[::1]))"
        )
    return found


def _evaluated(text: str, namespace: Mapping[str, Any]) -> object:
    """Return the value of an annotation that is text because of ``from __future__ import annotations``."""
    names: Mapping[str, Any] = {name: annotation for name, (annotation, _) in _KNOWN.items()}
    named_tuples = {name: value for name, value in namespace.items() if _is_named_tuple(value)}
    try:
        return eval(text, {"__builtins__": {}}, {**named_tuples, **names, "tuple": tuple})
    except (NameError, SyntaxError, TypeError, AttributeError):
        return text


def _found(annotation: object) -> Any:
    if annotation is None:
        return void
    if get_origin(annotation) is tuple:
        parts = [_found(part) for part in get_args(annotation)]
        tuple_type: Any = types.Tuple  # untyped in numba
        return None if None in parts else tuple_type(parts)
    if _is_named_tuple(annotation):
        return _named_tuple(annotation)
    return next((numba_type for known, numba_type in _KNOWN.values() if known == annotation), None)


def _is_named_tuple(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields")


def _named_tuple(named: Any) -> Any:
    """Return the numba type of a NamedTuple class; None if a field has an annotation that stands for nothing."""
    namespace = vars(sys.modules[named.__module__])
    parts = []
    for name in named._fields:
        annotation = named.__annotations__.get(name)
        text = getattr(annotation, "__forward_arg__", annotation)  # what NamedTuple makes of text
        parts.append(_found(_evaluated(text, namespace) if isinstance(text, str) else text))
    tuple_type: Any = types.BaseTuple  # untyped in numba
    return None if None in parts else tuple_type.from_types(parts, named)
