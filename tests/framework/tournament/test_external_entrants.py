"""Entrants that are programs: found and checked before anything is played."""

import hashlib

import pytest

from palaestra.errors import SpecError
from palaestra.record import Provenance
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
    assert any(problem in found for found in caught.value.problems), caught.value.problems
