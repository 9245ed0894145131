"""Programs in the languages that are installed here play at every level; a language that is not is skipped by name."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from palaestra.game import build_game
from palaestra.isolation.probe import offered
from palaestra.isolation.program import EXTERNAL, find_program
from palaestra.limits import Confinement
from palaestra.record import GameRecord, ScheduledGame
from palaestra.referee.arena import Arena
from palaestra.referee.cast import Cast
from palaestra.spec import NoParameters
from palaestra.testing.fakes import FIRST_LEGAL
from palaestra.testing.games import TWENTY_ONE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the promises are those of Linux")

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[2] / "examples" / "external"
LEVELS = ["process", "sandbox"] if sys.platform == "linux" and offered().sandbox else ["process"]
SMALL_JAVA = ["-XX:+UseSerialGC", "-Xmx256m", "-XX:CompressedClassSpaceSize=64m", "-XX:ReservedCodeCacheSize=64m"]


def installed(*names):
    """Return the first of some programs that is installed, or skip the test."""
    for name in names:
        found = shutil.which(name)
        if found is not None and Path(found).read_bytes()[:2] != b"#!":  # a shim starts processes
            return name
    pytest.skip(f"none of {', '.join(names)} is installed")


def scripted(folder, interpreter, source):
    """Return the command of a copy of a source that names its interpreter by `env`."""
    bot = folder / "script"
    bot.write_text(f"#!/usr/bin/env {interpreter}\n{source.read_text().removeprefix('#!/usr/bin/env python3')}")
    bot.chmod(0o755)
    return ["./script"]


def named(folder, interpreter, source):
    """Return the command that names the interpreter."""
    shutil.copy(source, folder)
    return [interpreter, source.name]


def in_java(folder):
    compiler, interpreter = installed("javac"), installed("java")
    subprocess.run([compiler, "-d", str(folder / "classes"), str(HERE / "languages" / "Bot.java")], check=True)
    return [interpreter, *SMALL_JAVA, "-cp", "classes", "Bot"]


def in_go(folder):
    program = folder / "bot"
    source = str(HERE / "languages" / "bot.go")
    subprocess.run([installed("go"), "build", "-o", str(program), source], check=True, cwd=folder)
    return ["./bot"]


def in_c(folder):
    source = str(EXAMPLES / "random_bot.c")
    subprocess.run([installed("cc", "gcc", "clang"), "-O2", "-o", str(folder / "bot"), source], check=True)
    return ["./bot"]


def as_module(folder):
    (folder / "mybot").mkdir()
    shutil.copy(EXAMPLES / "first_bot.py", folder / "mybot" / "__main__.py")
    return [sys.executable, "-m", "mybot"]


SOURCES = {
    "python": (("python3",), EXAMPLES / "first_bot.py"),
    "node": (("node", "nodejs"), HERE / "languages" / "bot.js"),
    "ruby": (("ruby",), HERE / "languages" / "bot.rb"),
    "perl": (("perl",), HERE / "languages" / "bot.pl"),
    "lua": (("lua", "lua5.4", "lua5.3", "luajit"), HERE / "languages" / "bot.lua"),
}
COMPILED = {"java": in_java, "go": in_go, "c": in_c, "python module": as_module}
CASES = [(language, way) for language in SOURCES for way in (named, scripted)]


def play(command, folder, level):
    program, _ = find_program(command, folder)
    entrants = {"program": (EXTERNAL, program), "good": (FIRST_LEGAL, NoParameters())}
    knobs = build_game(TWENTY_ONE, {}).knobs
    arena = Arena(Cast(TWENTY_ONE, knobs, entrants, True, {"program": Confinement(level)}))
    try:
        arena.warm_up()
        game = ScheduledGame("0-1", "0", 1, ("program", "good"), ("standard", "standard"), 1)
        (played,) = next(iter(arena.play([game])))
    finally:
        arena.close()
    assert isinstance(played, GameRecord)
    assert played.reason == "finished", f"{played.detail}\n{played.stderr}"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("language", "way"), CASES, ids=[f"{language}-{way.__name__}" for language, way in CASES])
def test_an_interpreted_program_plays(language, way, level, tmp_path, monkeypatch):
    names, source = SOURCES[language]
    if language == "python":  # as in an environment that is activated
        monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:/usr/bin:/bin")
    play(way(tmp_path, installed(*names), source), tmp_path, level)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("language", COMPILED)
def test_another_program_plays(language, level, tmp_path):
    play(COMPILED[language](tmp_path), tmp_path, level)
