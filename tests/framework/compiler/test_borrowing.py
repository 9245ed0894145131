"""Functions that only borrow arrays count no references; all others keep every reference that they must."""

import sys

import numpy as np
import pytest
from numba import float64, int64, types, void
from numba.core.runtime import _nrt_python, rtsys
from numba.experimental import structref

from palaestra.compiler import BOUNDSCHECK, JIT_ENABLED, ensure_compiled, jit

pytestmark = pytest.mark.skipif(not JIT_ENABLED, reason="compiles")

WORDS = int64[::1]


@structref.register
class HolderType(types.StructRef):
    """A struct that holds an array."""


HOLDER = HolderType([("words", WORDS)])


class Holder(structref.StructRefProxy):
    """The struct as Python holds it."""


structref.define_boxing(HolderType, Holder)


@jit(int64(WORDS, int64))
def element_of_view(words, i):
    view = words[1:]
    return view[i]


@jit(WORDS(WORDS))
def tail(words):
    return words[1:]


@jit(int64(WORDS, int64))
def sum_of_copy(words, n):
    fresh = np.zeros(n, np.int64)
    for i in range(n):
        fresh[i] = words[i]
    return fresh.sum()


@jit(int64(WORDS))
def sum_of_tail(words):
    return tail(words).sum()


@jit(HOLDER(WORDS))
def hold(words):
    holder = structref.new(HOLDER)
    holder.words = words
    return holder


@jit(void(HOLDER, WORDS))
def exchange(holder, words):
    holder.words = words


@jit(int64(HOLDER))
def first_held(holder):
    return holder.words[0]


@jit(types.UniTuple(float64, 2)(float64[::1]))
def ends(values):
    return values[0], values[-1]


@jit(int64(types.UniTuple(WORDS, 2)))
def first_of_a_tuple(arrays):
    view = arrays[0][1:]
    return view[0] + arrays[1][0]


def counts_references(function):
    """Return whether the machine code of `function` itself, not of its wrapper, counts references."""
    function = jit(function.signature)(function.py_func)
    ensure_compiled(function)
    text = next(iter(function.overloads.values())).library.get_llvm_str()
    body = text.partition("define")[2].partition("\n}")[0]
    assert function.py_func.__name__ in body
    return "NRT_incref" in body or "NRT_decref" in body


@pytest.mark.parametrize("function", [element_of_view, ends, first_of_a_tuple])
def test_what_only_borrows_counts_nothing(function, tmp_path, monkeypatch):
    monkeypatch.setenv("PALAESTRA_CACHE", str(tmp_path))  # code from the cache has no text
    assert not counts_references(function)


@pytest.mark.parametrize("function", [tail, hold, exchange])
def test_what_returns_or_stores_a_reference_counts(function, tmp_path, monkeypatch):
    monkeypatch.setenv("PALAESTRA_CACHE", str(tmp_path))
    assert counts_references(function)


@pytest.mark.parametrize(
    "function", [lambda words: element_of_view(words, 3), sum_of_tail, lambda w: sum_of_copy(w, 4)]
)
def test_nobody_holds_the_array_after_a_call(function):
    words = np.arange(5)
    before = sys.getrefcount(words)
    for _ in range(20):
        function(words)
    assert sys.getrefcount(words) == before


@pytest.mark.skipif(not BOUNDSCHECK, reason="needs an index error")
def test_nobody_holds_the_array_after_an_error():
    words = np.arange(5)
    before = sys.getrefcount(words)
    for _ in range(20):
        with pytest.raises(IndexError):
            element_of_view(words, 4)
    assert sys.getrefcount(words) == before


def test_memory_made_inside_is_given_back():
    words = np.arange(100)
    sum_of_copy(words, 100)
    enabled = _nrt_python.memsys_stats_enabled()
    _nrt_python.memsys_enable_stats()
    try:
        before = rtsys.get_allocation_stats()
        for _ in range(20):
            assert sum_of_copy(words, 100) == 4950
        after = rtsys.get_allocation_stats()
    finally:
        if not enabled:
            _nrt_python.memsys_disable_stats()
    assert after.alloc - before.alloc >= 20
    assert after.alloc - before.alloc == after.free - before.free


def test_a_returned_view_keeps_its_memory():
    view = tail(np.arange(1000) + 5)
    assert np.arange(1000).sum() == 499500  # memory that was freed by mistake would be taken here
    assert view.tolist() == list(range(6, 1005))
    assert sum_of_tail(np.arange(10)) == 45


def test_a_stored_array_keeps_its_memory():
    holder = hold(np.arange(1000) + 1)
    exchange(holder, np.arange(1000) + 7)
    assert np.zeros(1000).sum() == 0
    assert first_held(holder) == 7
