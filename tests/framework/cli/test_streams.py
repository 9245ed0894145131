"""Standard streams that are closed, full, narrow-minded or watched by a terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.framework.cli.conftest import CommandLine

from palaestra.cli.streams import printable

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a POSIX shell and /dev/full")

SNOWMAN_AND_ROBOT = "select char(9731) as snowman, char(129302) as robot"


def shell(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command line in which ``palaestra`` is the command."""
    command = command.replace("palaestra", f"{sys.executable} -m palaestra", 1)
    return subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


def test_output_that_cannot_be_written_is_a_failure_reported_in_one_line() -> None:
    result = shell("palaestra games > /dev/full")
    assert result.returncode == 1
    assert result.stderr == "error: cannot write the output: No space left on device\n"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("palaestra games >&-", 0),
        ("palaestra games <&- >&- 2>&-", 0),
        ("palaestra games nope 2>&-", 2),
        ("palaestra games nope 2> /dev/full", 2),
    ],
)
def test_closed_and_full_streams_change_no_exit_code(command: str, code: int) -> None:
    result = shell(command)
    assert (result.returncode, result.stdout, result.stderr) == (code, "", "")


def test_no_file_is_opened_as_a_closed_stream(tmp_path: Path) -> None:
    code = """
import os, sys
from palaestra.cli.main import main
main(["--version"])
opened = os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY)
raise SystemExit(opened if opened <= 2 else 0)
"""
    script = tmp_path / "script.py"
    script.write_text(code)
    command = f"{sys.executable} {script} {tmp_path / 'database'} <&- >&- 2>&-"
    result = subprocess.run(["bash", "-c", command], check=False)
    assert result.returncode == 0


def test_text_that_the_encoding_lacks_is_escaped(played: Path) -> None:
    ascii_only = {"PYTHONIOENCODING": "ascii"}
    table = shell(f"palaestra query '{SNOWMAN_AND_ROBOT}' --db {played}", **ascii_only)
    assert table.stdout.split() == ["snowman", "robot", r"\u2603", r"\U0001f916"]
    as_json = shell(f"palaestra query '{SNOWMAN_AND_ROBOT}' --db {played} --format json", **ascii_only)
    assert json.loads(as_json.stdout) == [{"snowman": "☃", "robot": "🤖"}]


def test_control_characters_do_not_reach_the_terminal(palaestra_command: CommandLine, played: Path) -> None:
    table = palaestra_command("query", "select char(27) || '[31mred' as text", "--db", str(played))
    assert table.out.splitlines()[1] == r"\x1b[31mred"
    message = palaestra_command("games", "\x1b[31mred\nline")
    assert message.err.startswith(r"error: unknown game '\x1b[31mred\nline'")
    assert message.err.count("\n") == 1


def test_printable_keeps_lines_and_all_that_can_be_seen() -> None:
    assert printable("Zürich ☃\nline\ttab\x07") == "Zürich ☃\nline\\ttab\\x07"


def test_a_log_that_is_full_is_told_once_and_stops_nothing(palaestra_command: CommandLine) -> None:
    answer = palaestra_command("games", "nope", "--log", "/dev/full")
    assert answer.code == 2
    assert answer.err.splitlines()[0] == "--log '/dev/full' cannot be written: [Errno 28] No space left on device"
    assert answer.err.splitlines()[1].startswith("error: unknown game 'nope'")


def test_shared_options_may_stand_before_the_command(palaestra_command: CommandLine, tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert palaestra_command("-q", "--log", str(log), "games", "nope").code == 2
    assert "unknown game 'nope'" in log.read_text()
    again = palaestra_command("games", "nope")
    assert again.code == 2
    assert log.read_text().count("unknown game") == 1, "the options of one command are no options of the next"


ENDLESS = "with recursive n(x) as (select 1 union all select x + 1 from n) select count(*) from n"
INTERRUPTED = """
import os, signal, sys, threading
from palaestra.cli.main import main
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
main()
raise SystemExit("an interrupted command ends the process")
"""


def test_ctrl_c_ends_the_process_at_once(played: Path) -> None:
    command = [sys.executable, "-c", INTERRUPTED, "query", ENDLESS, "--db", str(played)]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "interrupted\n")
