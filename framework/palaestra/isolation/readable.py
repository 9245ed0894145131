"""Which files a sandboxed agent may read: the interpreter, what is installed, its own and the game's code and data."""

from __future__ import annotations

import dataclasses
import os
import sys
from collections.abc import Iterable, Iterator
from importlib.machinery import all_suffixes
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from palaestra.compiler.cache_file import cache_folder
from palaestra.isolation.search_path import current_folder, search_path
from palaestra.spec import AgentSpec, GameSpec, agents_within


def readable_paths(game: GameSpec, agent: AgentSpec, parameters: Any) -> tuple[str, ...]:
    """Return what an agent may read, besides files of the system.

    Of a folder in Python's search path that is not the interpreter's own, such as a project's, only the packages and
    modules are: databases and tournament files may lie there. Of the current folder and that of the running script
    only the packages of the agent and of the game are.
    """
    wanted = [sys.prefix, sys.base_prefix]
    for folder in _search_path():
        wanted += [folder] if _is_installed(folder) or not os.path.isdir(folder) else _code(folder)  # noqa: PTH112
    if (cache := cache_folder()) is not None:
        wanted.append(str(cache / "jit"))
    references = [game.factory]
    for spec, given in agents_within(agent, parameters):
        references += [spec.factory, spec.parameters.__module__]
        wanted += data_files(given)
    for reference in references:
        wanted += _package(reference.partition(":")[0].partition(".")[0])
    return tuple(sorted(_without_inner(set(map(os.path.realpath, wanted)))))


def listable_paths() -> tuple[str, ...]:
    """Return the folders in which an agent may see which files there are: Python looks there for modules."""
    return tuple(_without_inner(map(os.path.realpath, filter(os.path.isdir, search_path()))))


def _is_installed(folder: str) -> bool:
    """Return whether a folder holds only what was installed."""
    path = Path(os.path.realpath(folder))
    return path.name in ("site-packages", "dist-packages") or any(
        path.is_relative_to(os.path.realpath(prefix)) for prefix in (sys.prefix, sys.base_prefix)
    )


def _code(folder: str) -> Iterator[str]:
    """Yield the packages and modules in a folder, and the metadata of their distributions."""
    suffixes = tuple(all_suffixes())
    try:
        entries = list(os.scandir(folder))
    except OSError:  # it cannot be searched
        return
    for entry in entries:
        is_package = os.path.isfile(os.path.join(entry.path, "__init__.py"))  # noqa: PTH113, PTH118
        if is_package or entry.name.endswith((*suffixes, ".dist-info", ".egg-info")):
            yield entry.path


def data_files(parameters: Any) -> list[str]:
    """Return the files that an agent's parameters name."""
    names = [field.name for field in dataclasses.fields(parameters) if field.metadata.get("file")]
    return [str(getattr(parameters, name)) for name in names if getattr(parameters, name) is not None]


def _search_path() -> Iterator[str]:
    here = current_folder() or os.sep
    script = os.path.dirname(os.path.join(here, sys.argv[0]))  # noqa: PTH118, PTH120
    left_out = {os.path.realpath(folder) for folder in (script, here)}
    yield from (path for path in search_path() if os.path.realpath(path) not in left_out)


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
