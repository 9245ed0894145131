"""Entrants that are programs: found and checked before anything is played."""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from palaestra import UserError, build_game, load_agent, load_policy
from palaestra.errors import SpecChangedError, SpecError
from palaestra.isolation.probe import offered
from palaestra.record import Provenance
from palaestra.store import reads
from palaestra.store.engine import reading
from palaestra.testing.games import NIM
from palaestra.tournament.run import Silent, run_tournament
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
        ((COMMAND, ""), "entrant[1].command: command is []; expected a list of texts"),
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


BOT = """
import json, sys
from mybot import choice
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "question":
        answer = {"type": "answer", "number": message["number"], "action": choice.choose(message["legal"])}
        print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def league(tmp_path, monkeypatch):
    """Return a tournament of a Python package against a fake; the package has two modules."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    package = tmp_path / "mybot"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "choice.py").write_text("def choose(legal):\n    return legal[0]\n")
    (package / "__main__.py").write_text(BOT)
    file = tmp_path / "league.toml"
    file.write_text(
        '[tournament]\nname = "league"\ngame = "nim"\npairs = 1\n[[entrant]]\nagent = "first_legal"\n'
        f'[[entrant]]\nagent = "external"\nname = "mybot"\ncommand = {json.dumps([sys.executable, "-m", "mybot"])}\n'
    )
    return file


class Notes(Silent):
    def __init__(self):
        self.told = []

    def note(self, text):
        self.told.append(text)


@pytest.mark.skipif(sys.platform == "win32", reason="programs are started by fork")
@pytest.mark.parametrize("level", ["process", "sandbox"])
def test_a_program_is_resumed_as_itself(level, league, plugins):
    if level == "sandbox" and not offered().sandbox:
        pytest.skip("this system offers no sandbox")
    league.write_text(league.read_text().replace("pairs = 1", f'pairs = 1\nisolation = "{level}"'))
    db, notes = league.with_name("games.db"), Notes()
    assert run_tournament(league, db, workers=0, plugins=plugins, progress=notes).complete
    with reading(db) as connection:
        assert {game.record.reason for game in reads.iterate_games(connection)} == {"finished"}
    assert sorted(path.name for path in (league.parent / "mybot").iterdir()) == [
        "__init__.py",
        "__main__.py",
        "choice.py",
    ]
    subprocess.run([sys.executable, "-c", "import mybot.choice"], cwd=league.parent, check=True)  # as its author may
    assert (league.parent / "mybot" / "__pycache__").is_dir()
    assert notes.told == []
    league.write_text(league.read_text().replace("pairs = 1", "pairs = 2"))
    assert run_tournament(league, db, workers=0, plugins=plugins).played == 2


@pytest.mark.skipif(sys.platform == "win32", reason="programs are started by fork")
def test_a_program_that_changes_itself_is_told_of(league, plugins):
    main, notes = league.parent / "mybot" / "__main__.py", Notes()
    main.write_text(f"open({str(main.with_name('log'))!r}, 'a').write('.')\n{BOT}")
    assert run_tournament(league, league.with_name("games.db"), workers=0, plugins=plugins, progress=notes).complete
    (told,) = notes.told
    assert told.startswith("the files of 'mybot' changed while it played")
    with pytest.raises(SpecChangedError):
        run_tournament(league, league.with_name("games.db"), workers=0, plugins=plugins)
