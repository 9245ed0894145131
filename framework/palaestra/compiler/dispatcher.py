"""The decorator ``jit``: numba functions with one signature, compiled at first use and cached on disk.

``@jit(int64(int64[::1]))`` compiles without the interpreter lock, with checked array bounds, for that signature
alone. Compiling waits for the first use, by a call from Python, by a caller that is being compiled, or by a
conversion to a first-class function: a compiled function carries its callees inside, so that loading it from the
cache does not load them.

The cache differs from numba's own:

- A file is named by the :func:`~palaestra.compiler.fingerprint.fingerprint` of everything that is frozen into its
  code. No file is ever overwritten with other content, so none is stale, and older sources find their files again.
- There is one file per function, written to a temporary file and renamed; a damaged file is a cache miss.
- It is in the user's cache folder (``PALAESTRA_CACHE`` names another one), never among the sources. Where it
  cannot be read or written, functions are compiled and run all the same.
- Processes that start together compile each function once; the others wait for it.

Cache files are pickles: the folder must not be writable by others.

A struct of functions (``numba.experimental.structref``) is made by a compiled function too. Its signature names the
struct type and, for its arguments, the function types of the fields; :func:`numba.experimental.structref.new` makes the
empty struct in it. Called with compiled functions it compiles or loads them, and takes about 0.05 ms for each once they
are loaded. Numba's own constructors of structs would be compiled again in every process. The struct type must come from
a module, not from a script, because a cached function has to import it.

Environment: ``PALAESTRA_CACHE`` (folder), ``PALAESTRA_BOUNDSCHECK=0`` (unchecked array bounds: 5-15 % faster, and
an index out of bounds corrupts memory), ``NUMBA_DISABLE_JIT=1`` (:func:`jit` returns functions as they are).
"""

from __future__ import annotations

import contextlib
import os
import pickle
import re
import time
import warnings
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any, Final, Protocol, TypeVar, cast, overload

import numpy as np
from numba import int64, void
from numba.core import config, sigutils
from numba.core import errors as numba_errors
from numba.core.compiler import CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numpy.typing import NDArray

from palaestra.compiler.annotations import annotated_signature
from palaestra.compiler.borrowing import BorrowingCompiler
from palaestra.compiler.cache_file import CacheFile, cache_folder
from palaestra.compiler.fingerprint import fingerprint, signature_text
from palaestra.compiler.hints import hint
from palaestra.errors import JitError

JIT_ENABLED: Final[bool] = not config.DISABLE_JIT  # type: ignore[attr-defined]
"""Whether :func:`jit` compiles; false with ``NUMBA_DISABLE_JIT=1``."""

BOUNDSCHECK: Final[bool] = os.environ.get("PALAESTRA_BOUNDSCHECK", "1") != "0"
"""Whether array indices are checked in compiled code."""


class CompileListener(Protocol):
    """Receives an event for every function that is compiled because it is not in the cache."""

    def __call__(self, qualified_name: str, seconds: float | None, /) -> None:
        """Receive the name and None when compiling starts, and the name and its seconds when it ends.

        The seconds include those of callees that are compiled meanwhile, which are reported in between.
        """


_listener: CompileListener | None = None

_Function = TypeVar("_Function", bound=Callable[..., object])

_Dispatcher: Any = CPUDispatcher
"""Untyped: numba's annotations lack most of its attributes."""


def set_compile_listener(listener: CompileListener | None) -> CompileListener | None:
    """Let `listener` receive every compilation in this process from now on; return the previous listener."""
    global _listener
    previous, _listener = _listener, listener
    return previous


@overload
def jit(function: _Function, /) -> _Function: ...  # type: ignore[overload-overlap]  # no signature is callable
@overload
def jit(signature: object = None, /, *, inline: bool = False) -> Callable[[_Function], _Function]: ...
def jit(function_or_signature: Any = None, /, *, inline: bool = False) -> Any:
    """Compile a function for one numba signature, at first use.

    ::

        @jit
        def count(state: IntArray, mask: int) -> int: ...

        @jit(uint64(uint64))
        def mix(number: np.uint64) -> np.uint64: ...

    Args:
        function_or_signature: a function, whose annotations are its signature (``int``, ``float``, ``bool``, ``None``,
            ``IntArray``, ``FloatArray``, ``FeatureArray``, ``Kernel``, tuples and NamedTuple classes of these); or a
            numba signature with a return type, such as ``int64(int64[::1])``, or a list of one.
        inline: put the machine code into that of every caller, even where LLVM would call it because of its size. For
            functions called in a hot loop: a call passes seven numbers for each array. Not for a recursive function.

    Returns:
        The function, or a decorator. It keeps its Python type for type checkers; at run time it is a numba dispatcher.
        It may call other compiled functions, those defined further down included, and itself.

    Raises:
        JitError: a signature without a return type or more than one signature; annotations that are missing or stand
            for no numba type; at first use, a function whose machine code cannot be cached.
    """
    if isinstance(function_or_signature, FunctionType):
        return jit(annotated_signature(function_or_signature))(function_or_signature)
    if function_or_signature is None:
        return lambda function: jit(annotated_signature(function), inline=inline)(function)
    return _decorator(function_or_signature, inline)


def _decorator(signature: object, inline: bool) -> Callable[[_Function], _Function]:
    return_type, arguments = _normalized(signature)

    def decorate(function: _Function) -> _Function:
        if not JIT_ENABLED:
            return function
        if not isinstance(function, FunctionType) or function.__code__.co_argcount != len(arguments):
            raise JitError(f"{function} does not fit {signature}; expected a function of {len(arguments)} arguments")
        return cast("_Function", _LazyDispatcher(function, return_type(*arguments), inline))

    return decorate


def ensure_compiled(function: Callable[..., object]) -> None:
    """Compile a function of this module's :func:`jit` now, or load it from the cache; ignore other functions."""
    if isinstance(function, _LazyDispatcher):
        function.ensure_compiled()


def _normalized(signature: object) -> tuple[Any, tuple[Any, ...]]:
    signatures = signature if isinstance(signature, list) else [signature]
    if len(signatures) != 1:
        raise JitError(f"a compiled function has one signature, not {len(signatures)}: {signature}")
    arguments, return_type = sigutils.normalize_signature(signatures[0])  # type: ignore[no-untyped-call]
    if return_type is None:
        raise JitError(f"the signature {signature} has no return type; expected one such as int64(int64[::1])")
    return return_type, arguments


class _LazyDispatcher(_Dispatcher):  # type: ignore[misc]
    """A numba dispatcher that compiles, or loads, its only signature when it is first needed."""

    def __init__(self, function: Callable[..., object], signature: Any, inline: bool) -> None:
        options = {"nopython": True, "nogil": True, "boundscheck": BOUNDSCHECK}
        if inline:
            options["forceinline"] = True
        super().__init__(function, locals={}, targetoptions=options, pipeline_class=BorrowingCompiler)
        self.signature = signature
        self.qualified_name = f"{function.__module__}.{function.__qualname__}"

    def ensure_compiled(self) -> None:
        """Compile, or load from the cache, unless that is done."""
        if not self._can_compile:
            return
        with global_compiler_lock:
            if not self._can_compile or self.is_compiling:
                return
            self._compilation_chain_init_hook()
            key = fingerprint(self, signature_text(self.signature))
            self._cache = cache = _FunctionCache(self.qualified_name, key, self.signature)
            try:
                with cache, _own_symbol(self.py_func, key):
                    super().compile(self.signature)
            except numba_errors.NumbaError as error:
                self._reset_overloads()
                raise JitError(f"{self.qualified_name} cannot be compiled: {_in_one_line(error)}") from error
            except BaseException:
                self._reset_overloads()
                raise
            self.disable_compile()

    # Numba asks for code in the four ways below. Whatever types it asks for, the declared signature is compiled, and
    # numba's conversion rules then decide whether that one fits.

    def compile(self, sig: object) -> Any:
        self.ensure_compiled()
        if self.is_compiling:
            raise numba_errors.TypingError(f"{self.qualified_name} calls itself with {sig}, not {self.signature}")
        return self.overloads[self.signature.args].entry_point

    @property
    def nopython_signatures(self) -> list[Any]:
        self.ensure_compiled()
        return [self.signature]

    def get_compile_result(self, sig: Any) -> Any:
        self.ensure_compiled()
        return super().get_compile_result(sig)

    def fold_argument_types(self, args: Any, kws: Any) -> tuple[Any, Any]:
        """Return the signature for Python and the types of a call; in a recursive call the declared ones."""
        python_signature, given = super().fold_argument_types(args, kws)
        declared = self.signature.args
        if self.is_compiling and len(given) == len(declared):
            convertible = map(self.typingctx.can_convert, given, declared)
            if all(conversion is not None for conversion in convertible):
                return python_signature, declared
        return python_signature, given

    def _compile_for_args(self, *args: object) -> Any:
        """Compile for the first call from Python, whose arguments numba's C code then converts without a check."""
        entry_point = self.compile(self.signature)
        given = [self.typeof_pyval(value) for value in args]
        if not self.typingctx.install_possible_conversions(given, self.signature.args):
            self._explain_matching_error(*args)
        return entry_point

    def __reduce__(self) -> str:
        """Pickle by name, as Python does for functions."""
        return cast("str", self.__qualname__)


def _in_one_line(error: numba_errors.NumbaError) -> str:
    """Return a compiler's error of many lines as one: what is wrong, and where."""
    lines = [line.strip() for line in str(error).splitlines()]
    found = re.search(r'File "(?:.*/)?(.*?)", line (\d+)', str(error))
    where = f" ({found[1]}, line {found[2]})" if found else ""
    said = [line for line in lines if line and not line.startswith(("Failed in", "During", "File", "There are"))]
    return (hint(str(error)) or " ".join(said[:2]).rstrip(":")) + where


class _FunctionCache:
    """The cache of one dispatcher, in the form that numba expects, for one compilation of one signature."""

    cache_path = None

    def __init__(self, qualified_name: str, key: str, signature: Any) -> None:
        self._name = qualified_name
        self._signature = signature
        self._scope = contextlib.ExitStack()
        self._started: float | None = None
        folder = cache_folder()
        self._file: CacheFile | None = None
        if folder is not None:
            package = qualified_name.partition(".")[0]
            name = re.sub(r"[^\w.]", "", qualified_name)[:120]
            self._file = CacheFile(folder / "jit" / package / f"{name}-{key}.code")

    def __enter__(self) -> None:
        self._scope.__enter__()

    def __exit__(self, *details: Any) -> None:
        self._scope.__exit__(*details)
        if self._started is not None and _listener is not None:
            _listener(self._name, time.perf_counter() - self._started)

    def load_overload(self, _signature: object, target_context: Any) -> Any:
        """Return the cached code; or None, and hold the lock of the file until this compilation is over."""
        target_context.refresh()
        loaded = self._load(target_context)
        if loaded is None and self._file is not None:
            self._scope.enter_context(self._file.locked())
            loaded = self._load(target_context)
        if loaded is None:
            self._scope.enter_context(_without_experimental_warning())
            self._started = time.perf_counter()
            if _listener is not None:
                _listener(self._name, None)
        return loaded

    def _load(self, target_context: Any) -> Any:
        content = None if self._file is None else self._file.read()
        if content is None:
            return None
        try:
            parts = pickle.loads(content)
            result: Any = CompileResult._rebuild(target_context, *parts)  # type: ignore[no-untyped-call]
        except Exception:  # anything: the file may come from another version of numba, or be edited by hand
            return None
        # Types defined in a script are loaded as different types: pickle cannot import them.
        return result if result.signature.args == self._signature.args else None

    def save_overload(self, _signature: object, result: Any) -> None:
        """Store freshly compiled code."""
        if result.library.has_dynamic_globals:
            raise JitError(
                f"{self._name} holds addresses of this process (a large array, a ctypes pointer); expected code that "
                "can be cached: pass them as arguments"
            )
        try:
            content = dumps(result._reduce())  # type: ignore[no-untyped-call]
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            raise JitError(f"{self._name} cannot be cached; expected code whose constants can be pickled") from error
        if self._file is not None:
            self._file.write(content)


@contextlib.contextmanager
def _own_symbol(function: Any, key: str) -> Iterator[None]:
    """Make the key a part of the symbol that numba derives from a function's name.

    Numba distinguishes functions of one name by a counter that starts again in every process. Without the key, code
    from the cache could be linked to another function of the same name and number.
    """
    name = function.__qualname__
    scope, _, last = name.rpartition(".")
    function.__qualname__ = f"{scope}.{key}.{last}" if scope else f"{key}.{last}"
    try:
        yield
    finally:
        function.__qualname__ = name


@contextlib.contextmanager
def _without_experimental_warning() -> Iterator[None]:
    """Ignore the one warning that first-class functions always cause, whatever filters are set."""
    with warnings.catch_warnings():
        warnings.filterwarnings(
            "ignore",
            message="First-class function type feature is experimental",
            category=numba_errors.NumbaExperimentalFeatureWarning,
        )
        yield


@jit(void(int64[::1], int64[::1]))
def copy(dst: NDArray[np.int64], src: NDArray[np.int64]) -> None:
    """Copy `src` to the start of `dst`; in compiled code four times as fast as ``dst[:] = src``."""
    for i in range(src.shape[0]):
        dst[i] = src[i]
