"""A fingerprint changes with everything that machine code holds, and with nothing else."""

import sys
import types
from collections import namedtuple

import numba
import numpy as np
import pytest
from numba import int64, njit
from numba.extending import intrinsic

from palaestra.compiler import JIT_ENABLED
from palaestra.compiler.fingerprint import LARGEST_CONSTANT, fingerprint, signature_text
from palaestra.errors import JitError


def function(source, **scope):
    """Return the function `f` of a source text that sees the names in `scope`."""
    exec(source, scope)
    return scope["f"]


def of(source="def f(x): return x + K", **scope):
    return fingerprint(function(source, __name__="rules", **scope), "int64(int64)")


def test_equal_functions_have_equal_fingerprints():
    assert of(K=1) == of(K=1)
    assert len(of(K=1)) == 32


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (1, 2),
        (1, 1.0),
        (1, True),
        (0.0, -0.0),
        ("a", "b"),
        ((1, 2), (1, 3)),
        ((1, (2,)), (1, 2)),
        ((12, 3), (1, 23)),
        (np.arange(3), np.array([0, 1, 3])),
        (np.arange(3), np.arange(3, dtype=np.int32)),
        (np.zeros((2, 3)), np.zeros((3, 2))),
        (np.uint64(5), np.int64(5)),
        (int64, int64[::1]),
        (range, len),
        (np.zeros, np.ones),
    ],
)
def test_a_changed_value_is_seen(one, other):
    assert of(K=one) == of(K=one)
    assert of(K=one) != of(K=other)


@pytest.mark.parametrize(
    "changed",
    [
        "def f(x): return x + 2",
        "def f(x): return x - 1",
        "def f(x): return [i + 2 for i in range(x)][0]",
        "def f(x, y=2): return x + 1",
        "def f(x): return x.real + 1",
    ],
)
def test_changed_code_is_seen(changed):
    assert of(changed) != of("def f(x): return x + 1")


def test_inner_code_is_seen():
    source = "def f(x):\n    return [i + {} for i in range(x)]"
    assert of(source.format(1)) != of(source.format(2))
    assert of(source.format("K"), K=1) != of(source.format("K"), K=2)


def test_comments_lines_and_docstrings_do_not_matter():
    assert of("\n\n\ndef f(x):  # why\n    return x + K", K=3) == of("def f(x): return x + K", K=3)
    documented = 'def f(x):\n    """{}"""\n    return x + K'
    assert of(documented.format("Say what it does."), K=3) == of(documented.format("In other words."), K=3)


def test_only_the_named_attributes_of_a_module_matter():
    def module(**content):
        made = types.ModuleType("tables")
        vars(made).update(content)
        return made

    source = "def f(x): return x + T.A"
    assert of(source, T=module(A=1, B=1)) == of(source, T=module(A=1, B=2))
    assert of(source, T=module(A=1)) != of(source, T=module(A=2))
    package = "def f(x): return x + P.T.A"
    assert of(package, P=module(T=module(A=1))) != of(package, P=module(T=module(A=2)))


def test_the_attributes_of_a_module_are_found_in_long_code_too():
    def module(value):
        made = types.ModuleType("tables")
        vars(made).update({f"A{i}": 0 for i in range(600)}, A599=value)
        return made

    source = "def f(x): return " + " + ".join(f"T.A{i}" for i in range(600))
    assert of(source, T=module(1)) == of(source, T=module(1))
    assert of(source, T=module(1)) != of(source, T=module(2))


def test_callees_are_followed_through_any_number_of_files():
    def chain(constant):
        last = njit(function(f"def f(x): return x + {constant}", __name__="far"))
        middle = njit(function("def f(x): return g(x)", __name__="middle", g=last))
        return of("def f(x): return g(x)", g=middle)

    assert chain(1) == chain(1)
    assert chain(1) != chain(2)


@pytest.mark.skipif(not JIT_ENABLED, reason="options belong to compiled functions")
def test_options_of_callees_matter():
    source = "def f(x): return x"
    one, other = njit(function(source, __name__="a")), njit(fastmath=True)(function(source, __name__="a"))
    assert of("def f(x): return g(x)", g=one) != of("def f(x): return g(x)", g=other)


def test_closures_of_one_name_differ():
    def rule(k):
        def f(x):
            return x + k

        return f

    assert fingerprint(rule(1), "") == fingerprint(rule(1), "")
    assert fingerprint(rule(1), "") != fingerprint(rule(2), "")


def test_the_definition_of_an_intrinsic_matters():
    def made(constant):
        source = (
            "def f(context, x):\n"
            "    def codegen(context, builder, signature, arguments):\n"
            f"        return context.get_constant(int64, {constant})\n"
            "    return int64(int64), codegen"
        )
        return intrinsic(function(source, __name__="lowlevel", int64=int64))

    assert of("def f(x): return g(x)", g=made(1)) == of("def f(x): return g(x)", g=made(1))
    assert of("def f(x): return g(x)", g=made(1)) != of("def f(x): return g(x)", g=made(2))


def test_members_of_an_enumeration_matter():
    def colours(red):
        scope = {"__name__": "colours"}
        exec(f"import enum\nclass Colour(enum.IntEnum):\n    RED = {red}", scope)
        return scope["Colour"]

    assert of("def f(x): return x + C.RED", C=colours(1)) == of("def f(x): return x + C.RED", C=colours(1))
    assert of("def f(x): return x + C.RED", C=colours(1)) != of("def f(x): return x + C.RED", C=colours(2))
    assert of(K=colours(1).RED) != of(K=colours(2).RED)


def test_of_anything_else_the_whole_source_matters(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)

    def loaded(text):
        name = f"strange_{len(list(tmp_path.iterdir()))}"
        (tmp_path / f"{name}.py").write_text(text)
        __import__(name)
        strange = sys.modules[name].Strange()
        sys.modules[name].Strange.__module__ = name
        return of("def f(x): return x + K", K=strange)

    text = "class Strange:\n    size = {}\n"
    assert loaded(text.format(1)) == loaded(text.format(1))
    assert loaded(text.format(1)) != loaded(text.format(2))


def test_the_signature_and_the_settings_of_numba_matter(monkeypatch):
    f = function("def f(x): return x", __name__="rules")
    before = fingerprint(f, "int64(int64)")
    assert fingerprint(f, "int64(int32)") != before
    monkeypatch.setattr("numba.core.config.BOUNDSCHECK", 1)
    assert fingerprint(f, "int64(int64)") != before


def test_the_order_of_the_fields_of_named_tuples_matters():
    def signature(fields):
        pair = numba.types.BaseTuple.from_types([int64, int64], namedtuple("Pair", fields))
        return int64(numba.types.Tuple([pair, int64]))

    assert signature_text(signature("low high")) != signature_text(signature("high low"))
    assert signature_text(int64(int64)) == str(int64(int64))


def test_recursion_has_a_fingerprint():
    scope = {"__name__": "rules"}
    f = function("def f(x): return 1 if x < 2 else x * f(x - 1)", **scope)
    assert fingerprint(f, "") == fingerprint(f, "")


def test_functions_that_call_each_other_are_refused():
    scope = {"__name__": "rules"}
    exec("def f(x): return g(x - 1)\ndef g(x): return f(x - 1)", scope)
    with pytest.raises(JitError, match=r"rules\.f and rules\.g call each other"):
        fingerprint(scope["f"], "")


def test_a_large_array_is_refused_with_its_name():
    with pytest.raises(JitError, match=r"rules\.f names the array 'K' of 1000008 bytes; expected at most 1000000"):
        of("def f(x): return x + K[0]", K=np.zeros(LARGEST_CONSTANT // 8 + 1))


@pytest.mark.parametrize(
    ("source", "message"),
    [("def f(x): return x + NONE", "names 'NONE', which has no value"), ("def f(x): return np.none(x)", "no 'none'")],
)
def test_a_missing_name_is_refused(source, message):
    with pytest.raises(JitError, match=message):
        of(source, np=np)


def test_a_value_without_source_is_refused():
    strange = type("Strange", (), {"__module__": "nowhere"})()
    with pytest.raises(JitError, match="names 'K' from module nowhere, whose source cannot be read"):
        of(K=strange)
