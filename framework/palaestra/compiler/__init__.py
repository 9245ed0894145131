"""Compiled functions: compilation by numba, and a cache that never serves stale code."""

from palaestra.compiler.cache_file import CacheFile, cache_folder
from palaestra.compiler.dispatcher import (
    BOUNDSCHECK,
    JIT_ENABLED,
    CompileListener,
    copy,
    ensure_compiled,
    jit,
    set_compile_listener,
)
from palaestra.compiler.fingerprint import fingerprint

__all__ = [
    "BOUNDSCHECK",
    "JIT_ENABLED",
    "CacheFile",
    "CompileListener",
    "cache_folder",
    "copy",
    "ensure_compiled",
    "fingerprint",
    "jit",
    "set_compile_listener",
]
