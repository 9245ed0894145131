"""Entrants that are programs: found and checked before anything is played."""

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from palaestra import UserError, build_game, load_agent, load_policy
from palaestra.errors import SpecError
from palaestra.isolation.probe import offered
from palaestra.record import Provenance
from palaestra.store import reads
from palaestra.store.engine import reading
from palaestra.testing.games import NIM
from palaestra.tournament.run import run_tournament
from palaestra.tournament.specfile import load_tournament

GOOD = """
[tournament]
name = "league"
game = "nim"

[[entrant]]
agent = "external"
name = "mybot"
command = ["./mybot", "--level", "3"]

[[entrant]]
agent = "first_legal"
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mybot").write_bytes(b"#!/bin/sh\n")
    (tmp_path / "mybot").chmod(0o755)
    return tmp_path


def load(text, folder, plugins):
    (folder / "league.toml").write_text(text)
    return load_tournament(folder / "league.toml", plugins)


def test_a_program_is_named_by_the_content_of_its_file(folder, plugins):
    entrant = load(GOOD, folder, plugins).entrants[0]
    content = "sha256:" + hashlib.sha256(b"#!/bin/sh\n").hexdigest()
    assert entrant.identity.parameters == {"command": [content, "--level", "3"]}
    assert entrant.identity.provenance == Provenance()
    assert entrant.parameters.command == (str(folder / "mybot"), "--level", "3")


@pytest.mark.parametrize(
    ("said", "level"), [("", "process"), ('isolation = "none"', "process"), ('isolation = "sandbox"', "sandbox")]
)
def test_a_program_has_a_process_of_its_own(said, level, folder, plugins):
    text = GOOD.replace('name = "mybot"', f'name = "mybot"\n{said}')
    assert [entrant.confinement.level for entrant in load(text, folder, plugins).entrants] == [level, "none"]


COMMAND = 'command = ["./mybot", "--level", "3"]'


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ((COMMAND, ""), "entrant[1].command: command is []; expected a list of words"),
        ((COMMAND, 'command = "./mybot"'), "line 9: entrant[1].command: is './mybot'; expected a list of texts"),
        ((COMMAND, "command = [3]"), "line 9: entrant[1].command: is [3]; expected a list of texts"),
        ((COMMAND, 'command = ["./gone"]'), "line 9: entrant[1].command: command names './gone'; seen from"),
        ((COMMAND, 'command = ["./league.toml"]'), "line 9: entrant[1].command: command names '"),
        ((COMMAND, COMMAND + "\nparameters = { depth = 3 }"), "line 10: entrant[1].parameters.depth: 'external' has"),
        (('agent = "external"', 'agent = "last_legal"'), "line 9: entrant[1].command: 'last_legal' is no program"),
    ],
)
def test_what_is_wrong_with_a_program_is_told_before_the_first_game(change, problem, folder, plugins):
    with pytest.raises(SpecError) as caught:
        load(GOOD.replace(*change), folder, plugins)
    [found] = caught.value.problems
    assert problem in found


EXAMPLES = Path(__file__).parents[3] / "examples" / "external"


@pytest.mark.skipif(sys.platform == "win32", reason="programs are started by fork")
@pytest.mark.parametrize("level", ["process", "sandbox"])
def test_the_example_league_is_played(level, tmp_path, plugins, monkeypatch):
    """The file names kalah and uct; here they play nim against a fake, so that no plugin is needed."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler is installed")
    if level == "sandbox" and not offered().sandbox:
        pytest.skip("this system offers no sandbox")
    monkeypatch.setenv("PATH", "/usr/local/bin:/usr/bin:/bin")  # no shims of interpreters
    if shutil.which("python3") is None:
        pytest.skip("no python3 of the system is installed")
    shutil.copytree(EXAMPLES, tmp_path, dirs_exist_ok=True)
    subprocess.run([compiler, "-o", str(tmp_path / "random_bot"), str(tmp_path / "random_bot.c")], check=True)
    text = (EXAMPLES / "external.toml").read_text()
    text = text.replace('"kalah"', '"nim"').replace("pairs = 5", f'pairs = 2\nisolation = "{level}"')
    text = text.replace('"uct"\nparameters = { iterations = 20 }', '"first_legal"')
    (tmp_path / "external.toml").write_text(text)
    result = run_tournament(tmp_path / "external.toml", tmp_path / "games.db", workers=0, plugins=plugins)
    assert (result.played, result.unfinished) == (12, {})
    with reading(tmp_path / "games.db") as connection:
        games = [game.record for game in reads.iterate_games(connection)]
    assert {game.reason for game in games} == {"finished"}
    assert all(part.startswith(level) for game in games for part in game.isolation)
    assert run_tournament(tmp_path / "external.toml", tmp_path / "games.db", workers=0, plugins=plugins).played == 0


def test_a_program_is_no_agent_in_python():
    """Nobody can load it, and the message says where it plays instead."""
    game = build_game(NIM, {})
    with pytest.raises(UserError, match=r"'external' is a program.*`palaestra run`.*`palaestra play"):
        load_agent("external", game, 1)
    assert load_policy("external", game) is None
