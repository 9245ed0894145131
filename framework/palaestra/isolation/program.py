"""The agent ``external``: a program in any language, named by its entrant's ``command``.

Nothing heavy is imported here: this is also the plugin by which the core registers the agent.
"""

from __future__ import annotations

import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NoReturn

from palaestra.errors import InvalidValueError, UserError
from palaestra.isolation.executable import interpreter_of, why_not
from palaestra.plugins.hookspecs import hookimpl
from palaestra.plugins.source_hash import counts
from palaestra.spec import AgentSpec

EXTERNAL: Final = AgentSpec(
    id="external",
    version="1",
    summary="A program in any language, named by the entrant's command.",
    factory=f"{__name__}:refuse_to_build",
)


def refuse_to_build(*_: object) -> NoReturn:
    """Refuse to be an agent in Python.

    Raises:
        UserError: in every case.
    """
    raise UserError(
        f"agent '{EXTERNAL.id}' is a program of its own, not an agent in Python; it plays in tournaments "
        "(`palaestra run`, run_tournament) and in `palaestra play --against external --command ...`"
    )


@hookimpl
def register_agents(register: Callable[[AgentSpec], None]) -> None:
    """Register the agent."""
    register(EXTERNAL)


SCRIPTS: Final = (
    *(".py", ".pyz", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".lua", ".php", ".sh", ".jar", ".jl", ".r", ".R"),
    *(".tcl", ".exs", ".scm", ".rkt", ".wasm"),
)
"""Endings of what interpreters are given to run: an argument with such an ending must name a file."""

_TEXTS: Final = ("-c", "-e")
"""Options of interpreters behind which code is written."""

_MODULE: Final = "-m"
"""The option of Python behind which a module is named."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program as it is started.

    Attributes:
        command: the path of the program and its arguments, as they were written.
        folder: where it is started: the folder of the tournament file.
        files: what the program may read wherever it runs: the files and folders that the command names, and where its
            interpreter is installed.
        interpreter: the path of the program that its first line names, if it is a script; else empty.
    """

    command: tuple[str, ...]
    folder: str
    files: tuple[str, ...] = ()
    interpreter: str = ""

    @property
    def executable(self) -> tuple[str, ...]:
        """What it may become: itself, its interpreter, and programs of the system."""
        own = [self.command[0], self.interpreter] if self.interpreter else [self.command[0]]
        return (*own, "/bin", "/usr/bin", "/usr/local/bin")


def find_program(command: Sequence[str], folder: Path) -> tuple[Program, tuple[str, ...]]:
    """Return the program that `command` names, and the texts that identify it.

    The first part is a file, relative to `folder`, or else looked up on the ``PATH``. Arguments are passed as they are.
    One that names a file or folder there, or a module behind ``-m``, is identified by its content, all others by their
    text.

    Raises:
        InvalidValueError: an empty command, or a part of it that is no text, is empty or has a null character.
        UserError: no such program, one that cannot be executed or read, an argument that is meant as a file and names
            none, or a folder with the tournament in it.
    """
    if not command or not all(isinstance(part, str) and part and "\0" not in part for part in command):
        raise InvalidValueError("command", list(command), 'a list of texts such as ["./mybot", "--fast"]')
    named = [_named(command, position, folder) for position in range(len(command))]
    identity = [part if path is None else content_hash(path, folder) for part, path in zip(command, named, strict=True)]
    program = Path(_on_path(command[0], folder)) if named[0] is None else named[0]
    if not os.access(program, os.X_OK):
        raise UserError(f"command names '{program}', which is not executable; `chmod +x` makes it so")
    if reason := why_not(program, folder):
        raise UserError(f"command names '{program}', which is {reason}")
    interpreter = interpreter_of(program, folder)
    files = [str(path) for path in named if path is not None]
    files += _installation(program, folder, found=named[0] is None)
    files += [] if interpreter is None else _installation(interpreter, folder, found=True)
    started = (str(program), *command[1:])
    return Program(started, str(folder.absolute()), tuple(files), str(interpreter or "")), tuple(identity)


def _named(command: Sequence[str], position: int, folder: Path) -> Path | None:
    """Return the file or folder that a part of a command names, None if it names none.

    Raises:
        UserError: a file is meant, and there is none.
    """
    part = command[position]
    path = Path(os.path.normpath(folder.absolute() / part))
    if _is(Path.is_file, path) or (position > 0 and _is(Path.is_dir, path)):
        return path
    if position == 0 or part.startswith("-") or command[position - 1] in _TEXTS:
        return None
    if command[position - 1] == _MODULE:
        module = folder.absolute() / part.partition(".")[0]
        return next((path for path in (module, module.with_name(f"{module.name}.py")) if _is(Path.exists, path)), None)
    if path.suffix in SCRIPTS or (position == 1 and os.sep in part):
        raise UserError(f"command names '{part}'; seen from '{folder.absolute()}', there is no such file")
    return None


def _is(what: Callable[[Path], bool], path: Path) -> bool:
    """Return whether a path is a file or a folder; a text that is too long for a name is neither."""
    try:
        return what(path)
    except OSError:
        return False


def content_hash(path: Path, folder: Path) -> str:
    """Return the hash of a file, or of all files below a folder with their names.

    In a folder neither byte code nor hidden files count: running a program may write them.

    Raises:
        UserError: something cannot be read, or `path` holds `folder`, in which tournaments and databases lie.
    """
    if folder.resolve().is_relative_to(path.resolve()):
        raise UserError(f"command names the folder '{path}', which holds the tournament itself; name a folder below it")
    digest = hashlib.sha256()
    try:
        if path.is_file():
            digest.update(path.read_bytes())
        else:
            for file in sorted(file for file in path.rglob("*") if counts(file.relative_to(path)) and file.is_file()):
                name, content = file.relative_to(path).as_posix(), file.read_bytes()
                digest.update(f"{name}\0{len(content)}\0".encode(errors="surrogateescape") + content)
    except OSError as error:
        raise UserError(f"command names '{path}', which cannot be read: {error.strerror}") from error
    return "sha256:" + digest.hexdigest()


def _installation(program: Path, folder: Path, found: bool) -> Iterator[str]:
    """Yield the folders above ``bin`` in which a program that was found on the ``PATH`` is installed.

    One that was named by its path has such folders only if it is the Python of a virtual environment.
    """
    homes = dict.fromkeys(path.parent.parent for path in (program, program.resolve()) if path.parent.name == "bin")
    if found or any((home / "pyvenv.cfg").is_file() for home in homes):
        yield from (str(home) for home in homes if not folder.resolve().is_relative_to(home.resolve()))


def _on_path(part: str, folder: Path) -> str:
    is_path = Path(part).name != part
    found = None if is_path else shutil.which(part)
    if found is None:
        where = "there is no such file" if is_path else "neither there nor on the PATH is such a program"
        raise UserError(f"command names '{part}'; seen from '{folder.absolute()}', {where}")
    return str(Path(found).absolute())
