"""The numba signature that a function's annotations stand for."""

from __future__ import annotations

import inspect
from types import FunctionType
from typing import Any, Final

from numba import boolean, float32, float64, int64, types, void

from palaestra.errors import JitError


class _Tuple:
    """``tuple[int, int]`` in an annotation."""

    def __getitem__(self, items: Any) -> Any:
        tuple_type: Any = types.Tuple  # untyped in numba
        return tuple_type(items if isinstance(items, tuple) else (items,))


_TYPES: Final[dict[str, Any]] = {
    "None": void,
    "bool": boolean,
    "int": int64,
    "float": float64,
    "IntArray": int64[::1],
    "FloatArray": float64[::1],
    "FeatureArray": float32[::1],
}
_TUPLE: Final = _Tuple()


def register_annotation(name: str, numba_type: object) -> None:
    """Let an annotation with this name stand for a numba type from now on."""
    _TYPES[name] = numba_type


def annotated_signature(function: FunctionType) -> Any:
    """Return the signature of a function whose arguments and result are all annotated.

    Annotations count as they are written in the source, which ``from __future__ import annotations`` keeps.

    Raises:
        JitError: an annotation is missing, or stands for no numba type.
    """
    code = inspect.unwrap(function).__code__
    names = code.co_varnames[: code.co_argcount]
    result = _type(function, "return")
    return result(*(_type(function, name) for name in names))


def _type(function: FunctionType, name: str) -> Any:
    annotation = function.__annotations__.get(name, "")
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", str(annotation))
    try:
        found = eval(text, {"__builtins__": {}}, {**_TYPES, "tuple": _TUPLE}) if text != "None" else void
    except (NameError, SyntaxError, TypeError, AttributeError):
        found = None
    if not isinstance(found, types.Type):
        what = "result" if name == "return" else f"argument '{name}'"
        given = f"is annotated '{text}'" if text else "has no annotation"
        raise JitError(
            f"the {what} of '{function.__qualname__}' {given}; expected one of {', '.join(_TYPES)}, a tuple of these, "
            "or a signature of numba: @jit(int64(int64[::1]))"
        )
    return found
