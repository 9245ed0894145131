"""Compiled functions: compilation by numba, and a cache that never serves stale code."""

from palaestra.compiler.dispatcher import (
    BOUNDSCHECK,
    JIT_ENABLED,
    CompileListener,
    copy,
    ensure_compiled,
    jit,
    set_compile_listener,
)

__all__ = [
    "BOUNDSCHECK",
    "JIT_ENABLED",
    "CompileListener",
    "copy",
    "ensure_compiled",
    "jit",
    "set_compile_listener",
]
