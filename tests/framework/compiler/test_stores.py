"""Floats that would lose their fractions are refused when a function is compiled; so is what numba cannot type."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from palaestra.compiler import jit
from palaestra.compiler.plain import plain_python
from palaestra.errors import JitError
from palaestra.kernel import FloatArray, IntArray
from palaestra.kernel.rng import random_below

CUT = r"writes a float into an array of whole numbers \(.*test_stores.py, line \d+\); expected int\(...\) around it"


def adds_a_half(state: IntArray) -> None:
    state[2] += 0.5


def divides(state: IntArray, i: int) -> None:
    state[i] = state[0] / 2


def fills(state: IntArray) -> None:
    state[:] = 1.5


@pytest.mark.parametrize(("function", "more"), [(adds_a_half, ()), (divides, (1,)), (fills, ())])
def test_a_float_in_a_state_is_refused(function: Any, more: tuple[int, ...]) -> None:
    with pytest.raises(JitError, match=CUT):
        jit(function)(np.zeros(3, dtype=np.int64), *more)


def test_whole_numbers_and_floats_in_their_own_arrays_are_not() -> None:
    @jit
    def honest(state: IntArray, values: FloatArray) -> None:
        state[0] = int(values[0] / 2)
        state[1] = state[2] > 1
        values[1] = 0.5
        values[2] = state[2]

    state, values = np.array([0, 0, 3]), np.array([9.0, 0.0, 0.0])
    honest(state, values)
    assert (state.tolist(), values.tolist()) == ([4, 1, 3], [9.0, 0.5, 3.0])


def test_what_numba_cannot_type_is_one_line_with_its_place() -> None:
    @jit
    def inner(x: float) -> float:
        return float(x > 3)

    @jit
    def outer(x: float) -> float:
        return inner(x)

    with pytest.raises(JitError) as caught:
        outer(1.0)
    message = str(caught.value)
    assert "\n" not in message
    assert "inner cannot be compiled: numba has no float(bool): write 1.0 if ... else 0.0" in message
    assert "(test_stores.py, line " in message


# -- the same functions as plain Python -------------------------------------------------------------------------------


@jit
def element(state: IntArray, i: int) -> int:
    return state[i]


@jit
def sum_from(state: IntArray, i: int) -> int:
    return 0 if i == 3 else element(state, i) + sum_from(state, i + 1)


def test_plain_python_takes_its_callees_along() -> None:
    plain = plain_python(sum_from)
    state = np.array([1, 2, 4])
    assert plain(state, 1) == sum_from(state, 1) == 6
    with pytest.raises(IndexError, match="index 4 is out of bounds for axis 0 with size 3") as caught:
        plain(state, 4)
    assert caught.traceback[-1].name == "element"


def test_other_functions_stay_as_they_are() -> None:
    assert plain_python(len)([1, 2]) == 2


# -- what numba's texts mean ------------------------------------------------------------------------------------------


def helper(n: int) -> int:
    return n


VALUES = [1, 2]


def makes_a_list(n: int) -> int:
    values = []  # type: ignore[var-annotated]
    return len(values) + n


def reads_a_list(n: int) -> int:
    return VALUES[n]


def calls_plain_python(n: int) -> int:
    return helper(n)


def ends_without_return(n: int) -> int:  # type: ignore[return] # noqa: RET503
    if n > 3:
        return n


def calls_wrongly(state: IntArray) -> int:
    return random_below(6)  # type: ignore[call-arg, arg-type]


@pytest.mark.parametrize(
    ("function", "argument", "meaning"),
    [
        (makes_a_list, 1, "compiled code has no lists: use an array or a tuple"),
        (reads_a_list, 1, "compiled code has no lists: use an array or a tuple"),
        (calls_plain_python, 1, "'helper' is not compiled: put @jit above it"),
        (ends_without_return, 1, "a path ends without a return"),
        (calls_wrongly, np.zeros(3, dtype=np.int64), "a function is called with a wrong number of arguments"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_common_mistakes_are_named(function: Any, argument: Any, meaning: str) -> None:
    with pytest.raises(JitError, match=rf"{function.__name__} cannot be compiled: {meaning} \(test_stores.py, line"):
        jit(function)(argument)
