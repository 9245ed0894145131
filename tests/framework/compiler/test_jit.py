"""The door to numba: compiled when first needed, by one declared signature, never wrong in silence."""

import ctypes
import pickle
import re
import sys
import threading
import warnings

import numba
import numpy as np
import pytest
from numba import float64, int64, njit, types, void

from palaestra.compiler import JIT_ENABLED, copy, ensure_compiled, jit, set_compile_listener
from palaestra.errors import JitError

pytestmark = pytest.mark.skipif(not JIT_ENABLED, reason="compiles")


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    """An empty cache for functions compiled by the tests themselves."""
    monkeypatch.setenv("PALAESTRA_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_nothing_is_compiled_before_it_is_needed(own_cache):
    heard = []

    @jit(int64(int64))
    def caller(n):
        return later(n) + 1

    @jit(int64(int64))
    def later(n):
        return 2 * n

    previous = set_compile_listener(lambda name, seconds: heard.append((name.rpartition(".")[2], seconds)))
    try:
        assert heard == []
        assert caller(4) == 9
        ensure_compiled(later)
    finally:
        set_compile_listener(previous)
    assert [name for name, _ in heard] == ["caller", "later", "later", "caller"]
    assert [seconds is None for _, seconds in heard] == [True, True, False, False]
    assert 0 < heard[2][1] < heard[3][1]


def test_ensure_compiled_compiles_and_leaves_plain_functions_alone(own_cache):
    @jit(int64(int64))
    def f(n):
        return n

    ensure_compiled(f)
    assert len(list(own_cache.rglob("*.code"))) == 1
    ensure_compiled(len)


@jit(int64(int64, int64))
def ackermann(m, n):
    """Grow fast (Ackermann, 1928; in the form of Peter and Robinson)."""
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))


def test_a_function_may_call_itself_also_with_literals():
    assert ackermann(2, 3) == 9


def test_functions_that_call_each_other_are_refused(own_cache):
    @jit(int64(int64))
    def even(n):
        return 1 if n == 0 else odd(n - 1)

    @jit(int64(int64))
    def odd(n):
        return 0 if n == 0 else even(n - 1)

    with pytest.raises(JitError, match="call each other; expected calls one way"):
        even(4)


def test_arguments_are_converted_as_numba_does_and_others_refused(own_cache):
    @jit(float64(float64[::1]))
    def first(values):
        return values[0]

    @jit(float64(float64))
    def half(x):
        return x / 2

    for _ in range(2):  # the first call compiles, later ones go past Python
        with pytest.raises(TypeError, match="No matching definition for argument type"):
            first(np.array([1, 2]))
        with pytest.raises(TypeError, match="No matching definition for argument type"):
            first(np.arange(4.0)[::2])
        assert half(3) == 1.5
    assert first(np.array([1.5])) == 1.5


LARGE = np.zeros(125_001)


@jit(float64(int64))
def from_large(i):
    return LARGE[i]


@jit(float64(int64))
def through_a_helper(i):
    return from_large(i)


@pytest.mark.parametrize("function", [from_large, through_a_helper])
def test_a_table_too_large_to_be_cached_is_an_error(function):
    for _ in range(2):
        with pytest.raises(JitError, match="from_large names the array 'LARGE' of 1000008 bytes"):
            function(0)


@pytest.mark.skipif(sys.platform == "win32", reason="the C library of the process")
def test_an_address_of_this_process_is_an_error(own_cache):
    absolute = ctypes.CDLL(None).labs
    absolute.argtypes, absolute.restype = [ctypes.c_long], ctypes.c_long

    @jit(int64(int64))
    def f(n):
        return absolute(n)

    for _ in range(2):
        with pytest.raises(JitError, match="f holds addresses of this process"):
            f(-1)


@pytest.mark.parametrize(
    ("signature", "message"),
    [
        ([int64(int64), float64(float64)], "one signature, not 2"),
        ((int64,), "has no return type"),
        (int64(int64, int64), "expected a function of 2 arguments"),
    ],
)
def test_a_signature_that_does_not_fit_is_an_error(signature, message):
    with pytest.raises(JitError, match=message):
        jit(signature)(lambda n: n)


def test_only_functions_can_be_compiled():
    with pytest.raises(JitError, match="expected a function of 1 arguments"):
        jit([int64(int64)])(ackermann)


def test_threads_that_call_at_once_compile_once(own_cache):
    @jit(int64(int64))
    def f(n):
        return n + 1

    heard, results, barrier = [], [], threading.Barrier(4)

    def call():
        barrier.wait()
        results.append(f(1))

    previous = set_compile_listener(lambda name, seconds: heard.append(name))
    try:
        threads = [threading.Thread(target=call) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        set_compile_listener(previous)
    assert results == [2] * 4
    assert len(heard) == 2


def test_the_one_expected_warning_is_silenced_and_no_other(own_cache):
    kind = types.FunctionType(int64(int64))

    @jit(int64(int64))
    def f(n):
        return n + 1

    @jit(int64(kind, int64))
    def apply(function, n):
        return function(n)

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert apply(f, 1) == 2
        with pytest.raises(UserWarning, match="heard"):
            warnings.warn("heard", UserWarning, stacklevel=1)


def test_a_function_that_cannot_be_compiled_fails_every_time(own_cache):
    @jit(void(int64))
    def f(n):
        n.nothing()

    for _ in range(2):
        with pytest.raises(JitError, match=r"cannot be compiled: .*nothing"):
            f(1)
    assert [path for path in own_cache.rglob("*") if path.is_file()] == []


def test_functions_are_pickled_by_name():
    assert pickle.loads(pickle.dumps(copy)) is copy


def test_copy_fills_the_start():
    target = np.arange(5)
    copy(target, np.array([7, 8, 9]))
    assert target.tolist() == [7, 8, 9, 3, 4]


def test_an_inlined_function_leaves_no_call(own_cache):
    """Without ``inline`` it is LLVM's choice, which differs between processors."""

    @jit(int64(int64[::1]), inline=True)
    def summed(state):
        total = 0
        for i in range(state.shape[0]):
            total += state[i] // (i + 1)
        return total

    @jit(int64(int64[::1]))
    def caller(state):
        return summed(state) + summed(state[1:])

    assert caller(np.array([5, 4])) == (5 + 2) + 4
    (code,) = caller.inspect_llvm().values()
    calls = [line for line in code.splitlines() if re.search(r"\b(call|invoke)\b", line)]
    assert not any("summed" in line for line in calls)


def test_other_users_of_numba_notice_nothing(own_cache):
    settings = {name: value for name, value in vars(numba.config).items() if name.isupper()}

    @jit(int64(int64))
    def ours(n):
        return n + 1

    @njit
    def theirs(x):
        return x + 1

    assert (ours(1), theirs(1), theirs(1.5)) == (2, 2, 2.5)
    assert {name: value for name, value in vars(numba.config).items() if name.isupper()} == settings
    assert len(theirs.signatures) == 2
    assert [path.name.partition("-")[0] for path in own_cache.rglob("*.code")] == [
        f"{__name__}.test_other_users_of_numba_notice_nothing.locals.ours"
    ]
