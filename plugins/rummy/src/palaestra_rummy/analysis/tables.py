"""The suit tables where compiled code finds them: at a symbol, since rules take a state and nothing else.

As globals they would be copied into the machine code of every function that is compiled or cached, a megabyte each;
as an argument they would not fit a rule's signature. So they are in memory once for each process, their address is
given to LLVM under a name, and :func:`word` reads one word at that name. The name is made of the fingerprint of the
code that builds the tables: when it changes, all that uses them is compiled anew.

Building takes 0.1 s; they are kept in the user's cache folder, from where they come in about two milliseconds.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from llvmlite import binding, ir
from numba import int64
from numba.extending import intrinsic
from numpy.typing import NDArray

from palaestra import JIT_ENABLED
from palaestra.compiler import CacheFile, cache_folder, fingerprint
from palaestra_rummy.analysis.suit_tables import MASKS, NUM_ROWS, build

_SIZE: Final = 1 << (NUM_ROWS * MASKS - 1).bit_length()
"""Words of memory: a power of two, so that no index leads outside."""


def _content(key: str) -> NDArray[np.int64]:
    """Return the tables, from the cache or built and put there."""
    folder = cache_folder()
    file = None if folder is None else CacheFile(folder / "rummy" / f"suit_tables-{key}.words")
    stored = None if file is None else file.read()
    if stored is not None and len(stored) == NUM_ROWS * MASKS * 8:
        return np.frombuffer(stored, dtype="<i8").astype(np.int64)
    built = build()
    if file is not None:
        file.write(built.astype("<i8").tobytes())
    return built


_KEY: Final = fingerprint(build, "tables")
_SYMBOL: Final = f"palaestra_rummy_suit_tables_{_KEY}"
TABLES: Final = np.zeros(_SIZE, dtype=np.int64)
TABLES[: NUM_ROWS * MASKS] = _content(_KEY)
TABLES.flags.writeable = False


def _plain_word(index: int) -> int:
    return int(TABLES[index])


@intrinsic
def _compiled_word(typing_context: Any, index: Any) -> Any:  # noqa: ARG001
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        words = ir.ArrayType(ir.IntType(64), _SIZE)
        table = builder.module.globals.get(_SYMBOL)
        if table is None:
            table = ir.GlobalVariable(builder.module, words, _SYMBOL)
            table.global_constant = True
        inside = builder.and_(arguments[0], ir.Constant(ir.IntType(64), _SIZE - 1))
        return builder.load(builder.gep(table, [ir.Constant(ir.IntType(64), 0), inside], inbounds=True))

    return int64(int64), generate


if JIT_ENABLED:
    binding.add_symbol(_SYMBOL, TABLES.ctypes.data)

word: Any = _compiled_word if JIT_ENABLED else _plain_word
"""``word(row * MASKS + cards)`` is one word of the tables, in compiled code and, without a compiler, in Python."""
