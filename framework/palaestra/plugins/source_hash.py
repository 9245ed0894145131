"""Hashes of installed sources, made without importing them: they show whether the code of a game has changed.

What can change the course of a game counts: of Python files the code, without comments, docstrings, blank lines and
spaces between tokens; of all other files every byte. Drawings count as well: rules might use them.
The hash is the same under every version of Python.
"""

from __future__ import annotations

import hashlib
import io
import tokenize
import zipfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path, PurePath
from typing import Final, NamedTuple

HASH_DIGITS: Final = 16

_NO_CODE: Final = frozenset({".pyc", ".pyi"})
_LEFT_OUT: Final = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER})
_STRING_STARTS: Final = frozenset(getattr(tokenize, f"{kind}STRING_START", -1) for kind in "FT")
_STRING_ENDS: Final = frozenset(getattr(tokenize, f"{kind}STRING_END", -1) for kind in "FT")


class SourceFile(NamedTuple):
    """A file that counts.

    Attributes:
        name: inside its package, with ``/`` between folders.
        path: on the disk; of a zipped package, its archive.
        read: returns the content.
    """

    name: str
    path: Path
    read: Callable[[], bytes]


@cache
def source_hash(package: str) -> str:
    """Return the hash of all files of a top-level package or module, 16 hexadecimal digits.

    Names and contents count; byte code, stubs, hidden files and the place of the package do not. The answer is kept for
    the life of the process. A package without sources, or one that cannot be found, has the empty hash ``""``.
    """
    return fresh_hash(package)


def fresh_hash(package: str) -> str:
    """Return the hash of :func:`source_hash`, computed anew."""
    digest = hashlib.blake2b(digest_size=HASH_DIGITS // 2)
    files = sorted(source_files(package), key=lambda file: (file.name, file.path))
    for file in files:
        content = file.read()
        if file.name.endswith(".py"):
            content = code_of(content)
        digest.update(f"{file.name}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest() if files else ""


def source_files(package: str) -> Iterator[SourceFile]:
    """Yield the files of a top-level package or module that count; of a folder or a zip archive."""
    try:
        spec = find_spec(package)  # imports nothing for a name without a dot
    except (ImportError, ValueError):
        return
    if spec is None:
        return
    if spec.submodule_search_locations is not None:
        for folder in spec.submodule_search_locations:
            yield from _files_in(Path(folder))
    elif spec.origin is not None:
        file = Path(spec.origin)
        yield from (found for found in _files_in(file.parent, file.name) if found.name == file.name)


def _files_in(folder: Path, name: str = "*") -> Iterator[SourceFile]:
    if folder.is_dir():
        for path in folder.glob(name) if name != "*" else folder.rglob(name):
            inside = path.relative_to(folder)
            if counts(inside) and path.is_file():
                yield SourceFile(inside.as_posix(), path, path.read_bytes)
        return
    archive = next((path for path in (folder, *folder.parents) if path.is_file()), None)
    if archive is None or not zipfile.is_zipfile(archive):
        return
    root = folder.relative_to(archive)
    with zipfile.ZipFile(archive) as opened:
        for entry in opened.namelist():
            if entry.endswith("/") or not PurePath(entry).is_relative_to(root):
                continue
            name_inside = PurePath(entry).relative_to(root)
            if counts(name_inside):
                yield SourceFile(name_inside.as_posix(), archive, partial(_read_zipped, archive, entry))


def _read_zipped(archive: Path, entry: str) -> bytes:
    with zipfile.ZipFile(archive) as opened:
        return opened.read(entry)


def counts(name: PurePath) -> bool:
    """Return whether a file, by its name inside a package or a folder, may affect what runs there."""
    hidden = any(part.startswith(".") or part == "__pycache__" for part in name.parts)
    return not hidden and name.suffix not in _NO_CODE and name.name != "py.typed"


def code_of(source: bytes) -> bytes:
    """Return Python source without what does not change its behaviour; a source that cannot be read stays as it is."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
        text = io.TextIOWrapper(io.BytesIO(source), encoding).read()  # any line ends become \n
        return "".join(_code_lines(text)).encode(errors="surrogatepass")
    except (SyntaxError, UnicodeError, tokenize.TokenError):
        return source


def _code_lines(text: str) -> Iterator[str]:
    """Yield the logical lines of code, their tokens with NUL between, and marks of indentation."""
    line: list[str] = []
    only_texts = True
    for kind, token in _tokens(text):
        if kind == tokenize.NEWLINE:
            if line and not only_texts:
                yield "\0".join(line) + "\n"
            line, only_texts = [], True
        elif kind in {tokenize.INDENT, tokenize.DEDENT}:
            yield "\1" if kind == tokenize.INDENT else "\2"
        else:
            line.append(token)
            only_texts = only_texts and kind == tokenize.STRING and not _is_formatted(token)


def _is_formatted(literal: str) -> bool:
    return not {"f", "F", "t", "T"}.isdisjoint(literal[: min(map(literal.find, filter(literal.count, "'\"")))])


def _tokens(text: str) -> Iterator[tuple[int, str]]:
    """Yield kind and text of the tokens that count, each formatted string as one, as Python 3.11 has them."""
    lines = text.split("\n")
    depth, begin = 0, (0, 0)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in _STRING_STARTS:
            begin = begin if depth else token.start
            depth += 1
        elif token.type in _STRING_ENDS:
            depth -= 1
            if not depth:
                yield tokenize.STRING, _between(lines, begin, token.end)
        elif not depth and token.type not in _LEFT_OUT:
            yield token.type, token.string


def _between(lines: list[str], begin: tuple[int, int], end: tuple[int, int]) -> str:
    (first, left), (last, right) = begin, end
    if first == last:
        return lines[first - 1][left:right]
    return "\n".join([lines[first - 1][left:], *lines[first : last - 1], lines[last - 1][:right]])
