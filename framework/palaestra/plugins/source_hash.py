"""Hashes of installed sources, made without importing them: they tell whether the code of a game has changed."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

HASH_DIGITS: Final = 16


@cache
def source_hash(package: str) -> str:
    """Return the hash of all files of a top-level package or module, 16 hexadecimal digits.

    Names and contents count, data files included; byte code, hidden files and the place of the package do not.
    The answer is kept for the life of the process. A package that cannot be found has the empty hash ``""``.
    """
    return fresh_hash(package)


def fresh_hash(package: str) -> str:
    """Return what :func:`source_hash` would if it were asked for the first time."""
    digest = hashlib.blake2b(digest_size=HASH_DIGITS // 2)
    files = sorted(source_files(package))
    for name, path in files:
        content = path.read_bytes()
        digest.update(f"{name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest() if files else ""


def source_files(package: str) -> Iterator[tuple[str, Path]]:
    """Yield the name inside the package and the path of every file that counts."""
    try:
        spec = find_spec(package)  # imports nothing for a name without a dot
    except (ImportError, ValueError):
        return
    if spec is None:
        return
    if spec.submodule_search_locations is None:
        if spec.origin is not None and Path(spec.origin).is_file():
            yield Path(spec.origin).name, Path(spec.origin)
        return
    for folder in map(Path, spec.submodule_search_locations):
        for path in folder.rglob("*"):
            name = path.relative_to(folder)
            if counts(name) and path.is_file():
                yield name.as_posix(), path


def counts(name: Path) -> bool:
    """Return whether a file, by its name inside a package, may decide what the package does."""
    return not any(part.startswith(".") or part == "__pycache__" for part in name.parts) and name.suffix != ".pyc"
