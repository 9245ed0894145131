"""Signatures from annotations, as text and as values."""

from typing import Any, NamedTuple

import numpy as np
import pytest
from numba import boolean, float32, float64, int64, types, void

from palaestra.compiler import jit
from palaestra.compiler.annotations import annotated_signature
from palaestra.errors import JitError
from palaestra.kernel import KERNEL, FeatureArray, FloatArray, IntArray, Kernel


def of_values(a: IntArray, b: FloatArray, c: FeatureArray, n: int, x: float, yes: bool, kernel: Kernel) -> None: ...


def of_text(
    a: "IntArray", b: "FloatArray", c: "FeatureArray", n: "int", x: "float", yes: "bool", kernel: "Kernel"
) -> "None": ...


EXPECTED = void(int64[::1], float64[::1], float32[::1], int64, float64, boolean, KERNEL)


@pytest.mark.parametrize("function", [of_values, of_text])
def test_every_known_annotation(function: Any) -> None:
    assert annotated_signature(function) == EXPECTED


def test_a_result_may_be_a_tuple() -> None:
    def values(n: int) -> tuple[int, float]: ...

    def text(n: int) -> "tuple[int, float]": ...

    expected = types.Tuple([int64, float64])(int64)  # type: ignore[no-untyped-call]
    assert annotated_signature(values) == expected == annotated_signature(text)  # type: ignore[arg-type]


class Limits(NamedTuple):
    """Two numbers."""

    low: int
    high: "float"


class Pair(NamedTuple):
    """Two of one kind, which numba tells apart."""

    first: IntArray
    second: IntArray


class Slices(NamedTuple):
    """Arrays and another named tuple."""

    numbers: IntArray
    limits: Limits


class Strange(NamedTuple):
    """No signature."""

    names: list


def test_named_tuples_of_arrays_and_of_each_other() -> None:
    def values(slices: Slices) -> Limits: ...

    def text(slices: "Slices") -> "Limits": ...

    limits = types.NamedTuple([int64, float64], Limits)
    expected = limits(types.NamedTuple([int64[::1], limits], Slices))
    assert annotated_signature(values) == expected == annotated_signature(text)  # type: ignore[arg-type]

    @jit
    def total(slices: Slices) -> float:
        return slices.numbers.sum() + slices.limits.high

    @jit
    def halves(numbers: IntArray) -> Pair:
        return Pair(numbers[:2], numbers[2:])

    assert total(Slices(np.arange(4), Limits(1, 0.5))) == 6.5
    assert halves(np.arange(4)).second.tolist() == [2, 3]


def test_a_named_tuple_with_another_field_is_refused() -> None:
    def strange(names: Strange) -> int: ...

    with pytest.raises(JitError, match=r"argument 'names' of .* is annotated 'Strange'"):
        annotated_signature(strange)  # type: ignore[arg-type]


def test_a_compiled_function_takes_it() -> None:
    @jit
    def total(numbers: IntArray, start: int) -> int:
        for number in numbers:
            start += number
        return start

    @jit(inline=True)
    def twice(n: int) -> int:
        return 2 * n

    assert (total(np.arange(4), 10), twice(4)) == (16, 8)


@pytest.mark.parametrize(
    ("annotations", "message"),
    [
        ({"return": int}, "argument 'n' of 'function' has no annotation; expected one of None, bool, int"),
        ({"n": int}, "result of 'function' has no annotation"),
        ({"n": "Any", "return": int}, "argument 'n' of 'function' is annotated 'Any'"),
        ({"n": list, "return": int}, "argument 'n' of 'function' is annotated 'list'"),
        ({"n": "a b", "return": int}, "argument 'n' of 'function' is annotated 'a b'"),
        ({"n": "tuple[int, str]", "return": int}, r"is annotated 'tuple\[int, str\]'"),
        ({"n": int, "return": tuple[int, str]}, "result of 'function' is annotated 'tuple"),
    ],
)
def test_others_are_refused_by_name(annotations: dict[str, Any], message: str) -> None:
    def function(n):  # type: ignore[no-untyped-def]
        return n

    function.__annotations__ = annotations
    function.__qualname__ = "function"
    with pytest.raises(JitError, match=message):
        jit(function)
