"""Whether Linux can execute a file: reported before the first game, if it is certain that it cannot.

As ``execve(2)`` has it: a file is a compiled program (ELF), a script whose first line names its interpreter, or of a
kind that the administrator has registered (``binfmt_misc``). Other systems, and files that cannot be read, are not
checked.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Final

REGISTERED: Final = Path("/proc/sys/fs/binfmt_misc")
"""Folder in which the kernel has a file for each type of program that was registered."""

_HEAD: Final = 256
"""Bytes that the kernel looks at (``BINPRM_BUF_SIZE``)."""

_ELF: Final = b"\x7fELF"
_SCRIPT: Final = b"#!"
_INTERPRETER: Final = re.compile(rb"#![ \t]*([^ \t\n\0]+)")


def why_not(program: Path, folder: Path, registered: Path = REGISTERED) -> str:
    """Return why the executable file `program` cannot be started in `folder`, as text; empty if it may well be."""
    if sys.platform != "linux":
        return ""
    try:
        with program.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:  # it may be executed all the same
        return ""
    if head.startswith(_ELF) or _is_registered(program, head, registered):
        return ""
    if not head.startswith(_SCRIPT):
        return "neither a program of this system nor a script that begins with '#!' and its interpreter"
    return _why_not_interpreted(head, folder)


def _why_not_interpreted(head: bytes, folder: Path) -> str:
    found = _INTERPRETER.match(head)
    if found is None:
        return "" if len(head) == _HEAD and b"\n" not in head else "a script whose first line names no interpreter"
    name = os.fsdecode(found[1])
    interpreter = folder / name
    wanted = _behind_env(head) if interpreter.name == "env" else ""
    if wanted and shutil.which(wanted) is None:
        return f"a script for {wanted!r}, which is not on the PATH"
    try:
        exists = found.end() == _HEAD or interpreter.exists()  # the name may go on
    except OSError:  # that folder cannot be read
        return ""
    if not exists:
        return f"a script for {name!r}, which does not exist"
    if found.end() < _HEAD and (interpreter.is_dir() or not os.access(interpreter, os.X_OK)):
        return f"a script for {name!r}, which is not executable"
    return ""


def interpreter_of(program: Path, folder: Path) -> Path | None:
    """Return the program that a script's first line names, looked up on the ``PATH`` behind ``env``.

    None: it is no script, or its interpreter is not to be found.
    """
    try:
        with program.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return None
    found = _INTERPRETER.match(head)
    if found is None:
        return None
    path = folder / os.fsdecode(found[1])
    if path.name != "env":
        return path
    name = _behind_env(head)
    where = shutil.which(name) if name else None
    return None if where is None else Path(where).absolute()


def _behind_env(head: bytes) -> str:
    """Return the name behind ``env`` in the first line of a script; empty if there is none, or it is cut off."""
    line = head.partition(b"\n")[0]
    names = [part for part in os.fsdecode(line).split()[1:] if not part.startswith("-") and "=" not in part]
    return names[0] if names and b"\n" in head else ""


def _is_registered(program: Path, head: bytes, registered: Path) -> bool:
    """Return whether the file may be of a registered type: by its ending, or by bytes of its head."""
    try:
        kinds = [kind.read_text() for kind in registered.iterdir() if kind.name not in ("register", "status")]
    except OSError:  # the kernel knows no other kinds, or none is shown
        return False
    return any(_fits(kind, program, head) for kind in kinds)


def _fits(kind: str, program: Path, head: bytes) -> bool:
    lines = dict(line.partition(" ")[::2] for line in kind.splitlines())
    if "extension" in lines:
        return program.name.endswith(lines["extension"])
    magic = bytes.fromhex(lines.get("magic", ""))
    mask = bytes.fromhex(lines.get("mask", "ff" * len(magic)))
    start = int(lines.get("offset", "0"))
    part = head[start : start + len(magic)]
    return len(part) == len(magic) and all((a ^ b) & m == 0 for a, b, m in zip(part, magic, mask, strict=True))
