"""Fingerprints of everything that numba freezes into the machine code of a function.

Compiled code holds a copy of every global that the source names: constants, tables, other compiled functions. A cache
that looks only at the function's own file serves stale code when one of them changes. :func:`fingerprint` hashes
the values themselves. It changes whenever the machine code may, wherever the change was made, and it does not depend on
paths, line numbers, comments or docstrings.

A global is hashed with the value that it has when its function is first needed in a process, as in numba itself.

Not seen: functions registered with :func:`numba.extending.overload` outside numba, and names reached by
``getattr`` with a string.
"""

from __future__ import annotations

import builtins
import dis
import enum
import hashlib
import inspect
import sys
import types as python_types
import weakref
from collections.abc import Iterator
from typing import Any, Final, TypeAlias, cast

import llvmlite
import numba
import numpy as np
from numba.core import config
from numba.core.dispatcher import Dispatcher
from numba.core.registry import cpu_target
from numba.extending import _Intrinsic  # type: ignore[attr-defined]

from palaestra.errors import JitError

FORMAT: Final = 2
"""Raised when the meaning of a fingerprint or the layout of a cache file changes."""

LARGEST_CONSTANT: Final = 10**6
"""Bytes of the largest array that numba copies into machine code; code with a larger one cannot be cached."""

_VERSIONED: Final = frozenset({"numba", "llvmlite", "numpy", "builtins"}) | sys.stdlib_module_names
"""Packages whose content follows from their version, which is a part of every fingerprint."""

_CODEGEN_SETTINGS: Final = (
    "OPT", "LOOP_VECTORIZE", "SLP_VECTORIZE", "BOUNDSCHECK", "FULL_TRACEBACKS", "DISABLE_INTEL_SVML",
    "DEBUGINFO_DEFAULT", "DEBUG_NRT", "LLVM_REFPRUNE_PASS", "LLVM_REFPRUNE_FLAGS",
)  # fmt: skip

_Node: TypeAlias = Any
"""A function as the sources name it: a dispatcher, an intrinsic or a plain Python function (numba is untyped)."""

_own_parts: weakref.WeakKeyDictionary[_Node, tuple[bytes, tuple[_Node, ...]]] = weakref.WeakKeyDictionary()


def fingerprint(function: _Node, signature: str) -> str:
    """Return 32 hexadecimal digits for everything that goes into the machine code of `function`.

    Args:
        function: a dispatcher, or a plain function about to be compiled.
        signature: text of the numba signature it is compiled for.

    Raises:
        JitError: a name without a value, an array too large to be copied into machine code, a value of which
            neither the content nor the source is known, or functions that call each other (numba cannot load
            them from a cache).
    """
    order: dict[int, int] = {}
    nodes: list[_Node] = [function]
    whole = hashlib.sha256(f"{FORMAT} {_environment()} {signature}".encode())
    for node in nodes:  # grows while it is walked: breadth first over everything reachable, cycles included
        if id(node) in order:
            continue
        order[id(node)] = len(order)
        own, callees = _own(node)
        if node is not function and any(callee is function for callee in callees):
            raise JitError(f"{_qualified(function)} and {_qualified(node)} call each other; expected calls one way")
        whole.update(own)
        nodes.extend(callees)
    for node in nodes:
        whole.update(order[id(node)].to_bytes(4, "little"))
    return whole.hexdigest()[:32]


def signature_text(signature: Any) -> str:
    """Return a signature as text, with the names of the fields of named tuples, which numba leaves out."""
    waiting: list[Any] = [getattr(signature, "return_type", None), *getattr(signature, "args", ())]
    tuple_type: Any = numba.types.BaseTuple  # untyped in numba
    named = []
    for kind in waiting:  # grows while it is walked
        if isinstance(kind, tuple_type):
            waiting.extend(kind)
            named += [kind.fields] if isinstance(kind, numba.types.NamedTuple | numba.types.NamedUniTuple) else []
    return f"{signature} {named}" if named else str(signature)


def _environment() -> str:
    """Return the versions, the processor and the settings that decide which machine code numba makes."""
    settings = [getattr(config, name, None) for name in _CODEGEN_SETTINGS]
    processor = cpu_target.target_context.codegen().magic_tuple()
    return repr((sys.version, numba.__version__, llvmlite.__version__, np.__version__, processor, settings))


def _own(node: _Node) -> tuple[bytes, tuple[_Node, ...]]:
    """Return the digest of one function without its callees, and the callees in order of appearance."""
    known = _own_parts.get(node)
    if known is None:
        writer = _Writer(f"{getattr(node, '__module__', '')}.{getattr(node, '__qualname__', '')}")
        writer.node(node)
        known = _own_parts[node] = (writer.hash.digest(), tuple(writer.callees))
    return known


class _Writer:
    """Hashes one function; other functions are collected as callees instead of being entered."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.hash = hashlib.sha256()
        self.callees: list[_Node] = []

    def add(self, tag: str, content: str | bytes = b"") -> None:
        """Add one item; the lengths keep two different sequences of items from being the same bytes."""
        data = content.encode() if isinstance(content, str) else content
        self.hash.update(f"{tag}:{len(data)}:".encode())
        self.hash.update(data)

    def node(self, node: _Node) -> None:
        """Add the options and the Python function of a dispatcher, an intrinsic or a plain function."""
        if isinstance(node, Dispatcher):
            options = sorted((key, str(value)) for key, value in node.targetoptions.items())
            self.add("options", repr((options, signature_text(getattr(node, "signature", "")))))
            self.function(node.py_func)
        elif isinstance(node, _Intrinsic):
            self.add("intrinsic")
            self.function(node._defn)
        else:
            self.function(node)

    def function(self, function: python_types.FunctionType) -> None:
        """Add the name, the code, the defaults and every value the code takes from outside."""
        self.add("function", self.name)
        code = function.__code__
        documented = function.__doc__ is not None and code.co_consts[:1] == (function.__doc__,)
        self.code(code, skip_first_constant=documented)
        self.value("defaults", function.__defaults__ or ())
        self.value("keyword defaults", tuple(sorted((function.__kwdefaults__ or {}).items())))
        scope: dict[str, object] = {**vars(builtins), **function.__globals__}
        for name, cell in zip(code.co_freevars, function.__closure__ or (), strict=True):
            try:
                scope[name] = cell.cell_contents
            except ValueError:
                scope.pop(name, None)
        for path in sorted(set(_outside_names(code, frozenset(code.co_freevars)))):
            self.outside(path, scope)

    def outside(self, path: tuple[str, ...], scope: dict[str, object]) -> None:
        """Add the value of a global or closure variable; of a module only the attributes that are named."""
        if path[0] not in scope:
            raise JitError(f"{self.name} names {path[0]!r}, which has no value; expected a global or closure variable")
        value = scope[path[0]]
        used = [path[0]]
        for attribute in path[1:]:
            if not isinstance(value, python_types.ModuleType):
                break
            if not hasattr(value, attribute):
                raise JitError(f"{self.name} names {'.'.join(path)!r}, but {value.__name__} has no {attribute!r}")
            value = getattr(value, attribute)
            used.append(attribute)
        self.value(".".join(used), value)

    def code(self, code: python_types.CodeType, skip_first_constant: bool = False) -> None:
        """Add bytecode, names and constants; file, line numbers and docstring are left out."""
        layout = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
        self.add("code", code.co_code)
        self.add("layout", repr((layout, names)))
        self.add("handlers", code.co_exceptiontable)
        for constant in code.co_consts[skip_first_constant:]:
            self.value("constant", constant)

    def value(self, name: str, value: object) -> None:
        """Add a value by its content."""
        self.add("name", name)
        if value is None or value is Ellipsis or type(value) in (bool, int, float, complex, str, bytes):
            self.add(type(value).__name__, repr(value))
        elif isinstance(value, python_types.CodeType):
            self.code(value)
        elif isinstance(value, enum.Enum):
            self.add("enum", f"{_qualified(type(value))}.{value.name}={value.value!r}")
        elif isinstance(value, np.ndarray | np.generic):
            self.array(name, np.asarray(value))
        elif isinstance(value, tuple):
            self.add("tuple", f"{_qualified(type(value))} {getattr(value, '_fields', len(value))}")
            for index, item in enumerate(value):
                self.value(f"{name}[{index}]", item)
        elif isinstance(value, frozenset):
            self.add("frozenset", repr(sorted(map(repr, value))))
        elif isinstance(value, numba.types.Type | np.dtype):
            symbol = getattr(value, "symbol", "")
            self.add("type", f"{type(value).__name__} {value} {symbol} {getattr(value, 'sig', '')}")
        else:
            self.thing(name, value)

    def array(self, name: str, array: np.ndarray[Any, Any]) -> None:
        """Add type, shape, layout and content of an array."""
        if array.nbytes > LARGEST_CONSTANT:
            raise JitError(
                f"{self.name} names the array {name!r} of {array.nbytes} bytes; expected at most {LARGEST_CONSTANT}, "
                "since code with a larger one cannot be cached: pass it as an argument"
            )
        layout = (array.dtype.descr, array.shape, array.strides, array.flags.writeable)
        self.add("array", repr(layout))
        self.add("content", array.tobytes())

    def thing(self, name: str, value: object) -> None:
        """Add a function, class, module or anything else that is not plain data."""
        if isinstance(value, Dispatcher | _Intrinsic | python_types.FunctionType):
            if _root(value) in _VERSIONED:
                self.add("known", _qualified(value))
            else:
                self.add("callee", str(len(self.callees)))
                self.callees.append(value)
        elif isinstance(value, enum.EnumMeta):
            self.add("enumeration", _qualified(value))
            for member in cast("type[enum.Enum]", value):
                self.value(member.name, member)
        elif isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            self.add("named tuple", f"{_qualified(value)} {value._fields}")
        elif isinstance(value, python_types.ModuleType):
            self.source(name, value.__name__)
        elif _root(value) in _VERSIONED:
            self.add("known", f"{_qualified(type(value))} {_qualified(value)}")
        else:
            self.source(name, getattr(value, "__module__", None) or type(value).__module__)

    def source(self, name: str, module: str) -> None:
        """Add the whole source file of a module, since it is not known which parts of it the machine code uses."""
        if module.partition(".")[0] in _VERSIONED:
            self.add("known", module)
            return
        try:
            self.add("source", inspect.getsource(sys.modules[module]))
        except (KeyError, OSError, TypeError) as error:
            raise JitError(f"{self.name} names {name!r} from module {module}, whose source cannot be read") from error


def _outside_names(code: python_types.CodeType, free: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Yield every global or closure variable a code object reads, followed by the attributes taken from it."""
    path: list[str] = []
    for instruction in dis.get_instructions(code):
        if instruction.opname == "EXTENDED_ARG":
            continue
        if path and instruction.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            path.append(instruction.argval)
            continue
        if path:
            yield tuple(path)
            path = []
        reads_global = instruction.opname in ("LOAD_GLOBAL", "LOAD_NAME")
        reads_cell = instruction.opname in ("LOAD_DEREF", "LOAD_CLASSDEREF", "LOAD_CLOSURE")
        if reads_global or (reads_cell and instruction.argval in free):
            path = [instruction.argval]
    for constant in code.co_consts:
        if isinstance(constant, python_types.CodeType):
            yield from _outside_names(constant, free)


def _root(value: object) -> str:
    module = getattr(value, "__module__", None) or type(value).__module__
    return str(module).partition(".")[0]


def _qualified(value: object) -> str:
    name = getattr(value, "__qualname__", None) or getattr(value, "__name__", "")
    return f"{getattr(value, '__module__', '')}.{name}"
