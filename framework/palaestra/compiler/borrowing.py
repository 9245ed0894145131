"""Leave out reference counting in compiled functions that only borrow arrays.

Numba counts references for every name that holds an array, and removes the counting again where it can. It cannot
where a function may raise an exception, thus wherever array bounds are checked; small rules then spend half of their
time on atomic counters. A function that neither makes an array nor returns or stores one needs no counting, because
its caller holds all arrays until it returns.

:class:`BorrowingCompiler` is numba's compiler with one more pass that leaves the counting out of such functions.
All others are compiled as usual.
"""

from __future__ import annotations

from typing import Any, Final, cast

from llvmlite import ir
from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.typed_passes import NopythonTypeInference

from palaestra.compiler.stores import RefuseCutFloats

# numba is half typed: as Any, its classes are the same to type checkers wherever numba is installed.
_Compiler: Any = CompilerBase
_Pass: Any = FunctionPass
_Library: Any = JITCodeLibrary
_Passes: Any = DefaultPassBuilder
_registered: Any = cast("Any", register_pass)(mutates_CFG=False, analysis_only=True)

_COUNTING: Final = frozenset({"NRT_incref", "NRT_decref"})
_READING: Final = frozenset({"NRT_MemInfo_data_fast"})
_WRAPPERS: Final = frozenset({"wrapper", "cfunc_wrapper"})
"""Modules with the entry from Python, which owns the arrays that it unpacks."""


class BorrowingCompiler(_Compiler):  # type: ignore[misc]
    """Numba's nopython compiler with two more passes."""

    def define_pipelines(self) -> list[Any]:
        """Return the one pipeline."""
        manager = _Passes.define_nopython_pipeline(self.state)
        manager.add_pass_after(BorrowArguments, NopythonTypeInference)
        manager.add_pass_after(RefuseCutFloats, NopythonTypeInference)
        manager.finalize()
        return [manager]


@_registered
class BorrowArguments(_Pass):  # type: ignore[misc]
    """Choose the library that leaves out reference counting, if the types of a function allow it."""

    _name = "borrow_arguments"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Set the library of the compilation; return False, since nothing was changed."""
        if all(map(_is_borrowable, state.args)) and _holds_no_reference(state.return_type):
            state.library = _BorrowingLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        return False


def _is_borrowable(kind: Any) -> bool:
    """Return whether nothing that holds references can be stored in an argument of this type."""
    if isinstance(kind, types.Array):
        return _holds_no_reference(kind.dtype)
    if isinstance(kind, types.StructRef):
        return all(_holds_no_reference(field) for field in kind.field_dict.values())
    tuple_type: Any = types.BaseTuple
    if isinstance(kind, tuple_type):
        return all(map(_is_borrowable, kind))  # a tuple keeps what it was made of
    return _holds_no_reference(kind)


def _holds_no_reference(kind: Any) -> bool:
    tuple_type: Any = types.BaseTuple
    if isinstance(kind, tuple_type):
        return all(_holds_no_reference(part) for part in kind)
    return isinstance(kind, types.Number | types.Boolean | types.NoneType | types.FunctionType)


class _BorrowingLibrary(_Library):  # type: ignore[misc]
    """A code library that takes the counting out of the function's own module."""

    def add_ir_module(self, ir_module: Any) -> None:
        """Add a module, without reference counting if it makes no reference."""
        if ir_module.name not in _WRAPPERS and not _makes_references(ir_module):
            for block in _blocks(ir_module):
                block.instructions[:] = [one for one in block.instructions if _callee(one) not in _COUNTING]
        super().add_ir_module(ir_module)


def _makes_references(module: Any) -> bool:
    """Return whether a module allocates memory, or calls a function that returns a reference."""
    names = {function.name for function in module.functions if function.name.startswith("NRT_")}
    if not names <= _COUNTING | _READING:
        return True
    return any(
        _returns_pointers(one.callee.function_type)
        for block in _blocks(module)
        for one in block.instructions
        if isinstance(one, ir.CallInstr)
    )


def _returns_pointers(signature: Any) -> bool:
    """Return whether a compiled function, which writes its result through the first argument, returns pointers."""
    first = signature.args[0] if signature.args else None
    if not isinstance(first, ir.PointerType) or not isinstance(first.pointee, ir.Aggregate):
        return False
    return any(isinstance(part, ir.PointerType | ir.Aggregate) for part in first.pointee.elements)


def _blocks(module: Any) -> list[Any]:
    return [block for function in module.functions for block in function.blocks]


def _callee(instruction: Any) -> str | None:
    return getattr(instruction.callee, "name", None) if isinstance(instruction, ir.CallInstr) else None
