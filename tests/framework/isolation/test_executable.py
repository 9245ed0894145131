"""What is said of a file is held against what ``execve`` does with it."""

import shutil
import subprocess
import sys

import pytest

from palaestra.isolation.executable import why_not

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="judged as Linux does")

NEITHER = "neither a program of this system nor a script"
NOWHERE = "a script whose first line names no interpreter"


@pytest.fixture
def bot(tmp_path):
    (tmp_path / "own").symlink_to("/bin/sh")
    (tmp_path / "text").write_text("text")
    path = tmp_path / "bot"
    path.touch(mode=0o755)
    return path


def executed(path):
    """Return whether the system starts the program."""
    try:
        subprocess.run([path], check=False, cwd=path.parent, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except OSError:
        return False
    return True


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"#!/bin/sh\nexit 0\n", ""),
        (b"#! \t /bin/sh -e \nexit 0\n", ""),
        (b"#!/bin/sh", ""),
        (b"#!own\nexit 0\n", ""),
        (b"#!/bin/sh -" + b"e" * 300 + b"\nexit 0\n", ""),
        (b"", NEITHER),
        (b"print('hello')\n", NEITHER),
        (b"\n#!/bin/sh\n", NEITHER),
        (b"\xef\xbb\xbf#!/bin/sh\n", NEITHER),
        (b"#!", NOWHERE),
        (b"#! \t\n/bin/sh\n", NOWHERE),
        (b"#!/bin/sh\r\nexit 0\r\n", r"a script for '/bin/sh\r', which does not exist"),
        (b"#!/no/such/interpreter -x\n", "a script for '/no/such/interpreter', which does not exist"),
        (b"#!sh\n", "a script for 'sh', which does not exist"),
        (b"#!text\n", "a script for 'text', which is not executable"),
        (b"#!/bin\n", "a script for '/bin', which is not executable"),
    ],
)
def test_refused_is_what_the_system_refuses(content, reason, bot):
    bot.write_bytes(content)
    told = why_not(bot, bot.parent)
    assert told.startswith(reason)
    assert bool(told) is bool(reason) is not executed(bot)


def test_a_compiled_program_may_be_started(bot):
    shutil.copy(shutil.which("true"), bot)
    assert executed(bot)
    assert why_not(bot, bot.parent) == ""


def test_a_name_longer_than_what_is_looked_at_is_not_judged(bot):
    bot.write_bytes(b"#!/" + b"x" * 300 + b"\n")
    assert why_not(bot, bot.parent) == ""


@pytest.mark.parametrize(
    ("kind", "fits"),
    [
        ("extension .jar", True),
        ("extension .war", False),
        ("offset 0\nmagic 504b0304", True),
        ("offset 1\nmagic 504b", False),
        ("offset 2\nmagic 0000\nmask f0f0", True),
        ("offset 2\nmagic 0000\nmask f8ff", False),
        ("offset 2\nmagic 0000\nmask ffff", False),
        ("offset 3\nmagic 0405", False),
    ],
)
def test_kinds_that_the_system_was_told_of_may_be_started(kind, fits, tmp_path):
    """The files are those of Linux, Documentation/admin-guide/binfmt-misc.rst."""
    kinds = tmp_path / "binfmt_misc"
    kinds.mkdir()
    (kinds / "status").write_text("enabled\n")
    (kinds / "java").write_text(f"enabled\ninterpreter /usr/bin/java\nflags: \n{kind}\n")
    program = tmp_path / "bot.jar"
    program.write_bytes(b"PK\x03\x04")
    assert bool(why_not(program, tmp_path, kinds)) is not fits
