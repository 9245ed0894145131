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
from palaestra.isolation.executable import why_not
from palaestra.plugins.hookspecs import hookimpl
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


@dataclass(frozen=True, slots=True)
class Program:
    """A program as it is started.

    Attributes:
        command: its words; those that name a file or folder of the entrant's are absolute paths.
        folder: where it is started: the folder of the tournament file.
        files: what the program may read wherever it runs: the files and folders that the command names, and where its
            interpreter is installed.
    """

    command: tuple[str, ...]
    folder: str
    files: tuple[str, ...] = ()

    @property
    def executable(self) -> tuple[str, ...]:
        """What it may become: itself, and programs of the system, among which are the interpreters of scripts."""
        return (self.command[0], "/bin", "/usr/bin", "/usr/local/bin")


def find_program(command: Sequence[str], folder: Path) -> tuple[Program, tuple[str, ...]]:
    """Return the program that `command` names, and the words that identify it.

    Words that name a file or folder, seen from `folder`, are identified by its content. A first word that names none
    there is looked up on the ``PATH``, and is identified by itself, as all other words are.

    Raises:
        InvalidValueError: no words, or one that cannot be a word of a command.
        UserError: no such program, one that cannot be executed or read, or a folder with the tournament in it.
    """
    if not command or not all(isinstance(word, str) and word and "\0" not in word for word in command):
        raise InvalidValueError("command", list(command), 'a list of words such as ["./mybot", "--fast"]')
    words, identity, files = [], [], []
    for position, word in enumerate(command):
        path = Path(os.path.normpath(folder.absolute() / word))
        if _is(Path.is_file, path) or (position > 0 and _is(Path.is_dir, path)):
            words.append(str(path))
            identity.append(content_hash(path, folder))
            files.append(str(path))
        else:
            words.append(_on_path(word, folder) if position == 0 else word)
            identity.append(word)
    if not os.access(words[0], os.X_OK):
        raise UserError(f"command names '{words[0]}', which is not executable; `chmod +x` makes it so")
    if reason := why_not(Path(words[0]), folder):
        raise UserError(f"command names '{words[0]}', which is {reason}")
    files += _installation(Path(words[0]), folder, found=words[0] not in files)
    return Program(tuple(words), str(folder.absolute()), tuple(files)), tuple(identity)


def _is(what: Callable[[Path], bool], path: Path) -> bool:
    """Tell whether a path is a file or a folder; a word that is too long for a name is none."""
    try:
        return what(path)
    except OSError:
        return False


def content_hash(path: Path, folder: Path) -> str:
    """Return the hash of a file, or of all files below a folder with their names.

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
            for file in sorted(file for file in path.rglob("*") if file.is_file()):
                name, content = file.relative_to(path).as_posix(), file.read_bytes()
                digest.update(f"{name}\0{len(content)}\0".encode(errors="surrogateescape") + content)
    except OSError as error:
        raise UserError(f"command names '{path}', which cannot be read: {error.strerror}") from error
    return "sha256:" + digest.hexdigest()


def _installation(program: Path, folder: Path, found: bool) -> Iterator[str]:
    """Yield the folders above ``bin`` in which a program that was found on the ``PATH`` is at home.

    One that was named by its path has such a home only if it is the Python of a virtual environment.
    """
    homes = dict.fromkeys(path.parent.parent for path in (program, program.resolve()) if path.parent.name == "bin")
    if found or any((home / "pyvenv.cfg").is_file() for home in homes):
        yield from (str(home) for home in homes if not folder.resolve().is_relative_to(home.resolve()))


def _on_path(word: str, folder: Path) -> str:
    is_path = Path(word).name != word
    found = None if is_path else shutil.which(word)
    if found is None:
        where = "there is no such file" if is_path else "neither there nor on the PATH is such a program"
        raise UserError(f"command names '{word}'; seen from '{folder.absolute()}', {where}")
    return str(Path(found).absolute())
