"""A pass that refuses floats written into arrays of whole numbers: numba would silently cut off their fractions."""

from __future__ import annotations

from typing import Any

from numba.core import ir, types
from numba.core.compiler_machinery import FunctionPass, register_pass

from palaestra.errors import JitError

# numba is half typed: as Any, its classes are the same to type checkers wherever numba is installed.
_Pass: Any = FunctionPass
_register: Any = register_pass


@_register(mutates_CFG=False, analysis_only=True)
class RefuseCutFloats(_Pass):  # type: ignore[misc]
    """Refuse ``state[i] += 0.5``; ``state[i] = int(...)`` is explicit."""

    _name = "refuse_cut_floats"

    def __init__(self) -> None:
        super().__init__()

    def run_pass(self, state: Any) -> bool:
        """Check every store; return False, since nothing was changed.

        Raises:
            JitError: a float is written into an array of whole numbers.
        """
        for block in state.func_ir.blocks.values():
            for statement in block.body:
                if isinstance(statement, ir.SetItem | ir.StaticSetItem):
                    array, value = state.typemap[statement.target.name], state.typemap[statement.value.name]
                    if _is_whole(getattr(array, "dtype", None)) and isinstance(value, types.Float):
                        name = state.func_id.func_qualname.rpartition(".")[2]
                        raise JitError(
                            f"{name} writes a float into an array of whole numbers "
                            f"({state.func_id.filename}, line {statement.loc.line}); expected int(...) around it"
                        )
        return False


def _is_whole(kind: Any) -> bool:
    return isinstance(kind, types.Integer)
