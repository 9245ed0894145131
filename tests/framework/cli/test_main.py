"""The boundary: one line for every error, the right exit code, and nothing imported that is not needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.framework.cli.conftest import CommandLine, put_in_force

import palaestra.cli.group
from palaestra.cli.group import BUILT_IN
from palaestra.errors import InterruptedRun, SpecError, StoreError
from palaestra.plugins import Plugins
from palaestra.plugins.loader import Plugin
from palaestra.spec import CommandSpec

HEAVY = (
    "numba",
    "numpy",
    "scipy",
    "sqlalchemy",
    "alembic",
    "rich",
    "torch",
    "palaestra.cli.games",
    "palaestra.cli.run",
)


def raise_it(what: str) -> None:
    """Fail as told."""
    if what == "bug":
        raise ZeroDivisionError("fake bug")
    if what == "pipe":
        raise BrokenPipeError
    raise {
        "user": SpecError(["one", "two"], "x.toml"),
        "failure": StoreError("the store is shut"),
        "stopped": InterruptedRun("stopped; 3 games are stored"),
        "ctrl-c": KeyboardInterrupt(),
    }[what]


_LINE = raise_it.__code__.co_firstlineno + 3
BUG = f"error: internal error: ZeroDivisionError: fake bug, in cli/test_main.py:{_LINE}"


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a plugin add the command ``fail``."""
    command = CommandSpec("fail", "Fails.", f"{__name__}:raise_it")
    clashing = CommandSpec("games", "Hides a built-in command.", f"{__name__}:raise_it")
    put_in_force(Plugins([Plugin("failing", "1", "failing", commands=(command, clashing))]), monkeypatch)


def run_python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run this Python in a process of its own."""
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


def test_help_lists_all_commands_and_imports_none() -> None:
    code = f"""
import sys
from palaestra.cli.main import main
code = main(["--help"])
print(code, [name for name in {HEAVY} if name in sys.modules])
"""
    result = run_python("-c", code)
    lines = result.stdout.splitlines()
    assert lines[-1] == "0 []"
    for command in BUILT_IN:
        assert any(line.split()[:1] == [command.name] for line in lines), command.name


@pytest.mark.parametrize("arguments", [["games", "--help"], ["plugins"], ["agents"]])
def test_listing_commands_import_nothing_heavy(arguments: list[str]) -> None:
    heavy = ("numba", "numpy", "scipy", "sqlalchemy", "alembic", "torch", "palaestra.cli.run")
    code = f"""
import sys
from palaestra.cli.main import main
code = main({arguments})
print(code, [name for name in {heavy} if name in sys.modules])
"""
    assert run_python("-c", code).stdout.splitlines()[-1] == "0 []"


def test_the_module_is_the_command() -> None:
    result = run_python("-m", "palaestra", "--version")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout.startswith("palaestra 0.")


@pytest.mark.usefixtures("failing")
@pytest.mark.parametrize(
    ("what", "code", "message"),
    [
        ("user", 2, "error: x.toml: 2 problems\n  one\n  two\n"),
        ("failure", 1, "error: the store is shut\n"),
        ("stopped", 130, "stopped; 3 games are stored\n"),
        ("ctrl-c", 130, "interrupted\n"),
        ("bug", 1, f"{BUG} (-v or --log FILE shows more)\n"),
    ],
)
def test_errors_become_a_line_and_a_code(palaestra_command: CommandLine, what: str, code: int, message: str) -> None:
    answer = palaestra_command("fail", what)
    assert (answer.code, answer.out, answer.err) == (code, "", message)


@pytest.mark.usefixtures("failing")
def test_the_traceback_of_a_bug_goes_to_the_log_file_or_to_a_verbose_user(
    palaestra_command: CommandLine, tmp_path: Path
) -> None:
    log = tmp_path / "palaestra.log"
    quiet = palaestra_command("fail", "bug", "--log", str(log))
    assert quiet.err == f"{BUG}\n"
    assert "Traceback" in log.read_text()
    assert "ZeroDivisionError: fake bug" in log.read_text()
    assert "Traceback" in palaestra_command("fail", "bug", "-v").err
    assert "Traceback" in palaestra_command("fail", "failure", "-v").err
    assert "Traceback" not in palaestra_command("fail", "user", "-v").err


@pytest.mark.usefixtures("failing")
def test_a_log_that_cannot_be_written_is_the_users_error(palaestra_command: CommandLine, tmp_path: Path) -> None:
    answer = palaestra_command("fail", "user", "--log", str(tmp_path / "no" / "folder.log"))
    assert answer.code == 2
    assert "expected a file that can be written" in answer.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gams"], "unknown command 'gams'; did you mean 'games'?"),
        (["games", "--frmat", "json"], "--format"),
        (
            ["games", "--format", "xml"],
            "--format is 'xml'; expected one of 'table', 'json', 'csv', 'md'; see 'palaestra",
        ),
        (["history", "--seat", "third"], "error: --seat is 'third'; expected one of 'first', 'second'; see"),
        (["query", "x", "--limit", "0"], "error: --limit is '0'; expected a number of at least 1; see"),
        (["perft", "nim", "1.5"], "error: depth is '1.5'; expected a whole number; see 'palaestra perft --help'"),
        (["perft", "nim", "1", "--seed", "9" * 20], "expected a number of at most 9223372036854775807; see"),
        (["show"], "Missing argument 'GAME_ID'; see"),
        (["status", "--db", "/no where/x.db"], "`palaestra run SPEC --db '/no where/x.db'` makes one"),
        (["perft", "nim"], "see 'palaestra perft --help'"),
        (["db", "chek"], "'check'"),
    ],
)
def test_misuse_is_told_in_one_line_with_what_is_near(
    palaestra_command: CommandLine, arguments: list[str], message: str
) -> None:
    answer = palaestra_command(*arguments)
    assert (answer.code, answer.out) == (1 if arguments[0] == "status" else 2, "")
    assert message in answer.err
    assert "Value error" not in answer.err
    assert answer.err.count("\n") == 1


@pytest.mark.usefixtures("failing")
def test_a_plugins_command_is_listed_and_a_built_in_one_wins(palaestra_command: CommandLine) -> None:
    listed = palaestra_command("--help").out
    assert "fail " in listed
    assert "Hides a built-in" not in listed
    assert palaestra_command("games").code == 0
    assert palaestra_command("failing:games", "failure").err == "error: the store is shut\n"
    assert "command 'games' is built in; write 'failing:games'" in palaestra_command("plugins").out


def test_no_arguments_print_the_help(palaestra_command: CommandLine) -> None:
    assert palaestra_command().out == palaestra_command("--help").out


@pytest.mark.skipif(sys.platform == "win32", reason="pipes break otherwise there")
def test_a_reader_that_leaves_is_no_error() -> None:
    command = f"{sys.executable} -m palaestra games --format json | true; echo ${{PIPESTATUS[0]}}"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert (result.stdout, result.stderr) == ("0\n", "")


def test_every_built_in_command_can_be_imported(palaestra_command: CommandLine) -> None:
    for command in palaestra.cli.group.BUILT_IN:
        answer = palaestra_command(command.name, "--help")
        assert answer.code == 0, command.name
        assert f"Usage: palaestra {command.name}" in answer.out
