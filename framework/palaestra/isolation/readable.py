"""Which files a sandboxed agent may read: the interpreter, what is installed, its own and the game's code and data."""

from __future__ import annotations

import dataclasses
import os
import sys
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from palaestra.cache_file import cache_folder
from palaestra.spec import AgentSpec, GameSpec


def readable_paths(game: GameSpec, agent: AgentSpec, parameters: Any) -> tuple[str, ...]:
    """Return what an agent may read, besides files of the system.

    The current folder and that of the running script are in Python's search path, and are left out: databases and
    tournament files lie there. Code that lies there is readable only as the package of the agent or of the game.
    """
    wanted = [sys.prefix, sys.base_prefix, *_search_path()]
    if (cache := cache_folder()) is not None:
        wanted.append(str(cache / "jit"))
    for reference in (game.factory, agent.factory, agent.parameters.__module__):
        wanted += _package(reference.partition(":")[0].partition(".")[0])
    wanted += data_files(parameters)
    return tuple(sorted(_without_inner(set(map(os.path.realpath, wanted)))))


def data_files(parameters: Any) -> list[str]:
    """Return the files that an agent's parameters name."""
    names = [field.name for field in dataclasses.fields(parameters) if field.metadata.get("file")]
    return [str(getattr(parameters, name)) for name in names if getattr(parameters, name) is not None]


def _search_path() -> Iterator[str]:
    script = os.path.dirname(os.path.abspath(sys.argv[0] or "."))  # noqa: PTH100, PTH120
    left_out = {os.path.realpath(folder) for folder in (script, os.curdir)}
    yield from (path for path in sys.path if os.path.realpath(path or os.curdir) not in left_out)


def _package(name: str) -> Iterator[str]:
    """Yield the files of a top-level package or module; imports nothing."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return
    if spec is not None and spec.submodule_search_locations is not None:
        yield from spec.submodule_search_locations
    elif spec is not None and spec.origin is not None and Path(spec.origin).is_file():
        yield spec.origin


def _without_inner(paths: Iterable[str]) -> list[str]:
    """Return the paths that lie in none of the others; never the root."""
    kept: list[str] = []
    for path in sorted(paths):
        if path != os.sep and not any(path == outer or path.startswith(outer + os.sep) for outer in kept):
            kept.append(path)
    return kept
