import hashlib
import os
import sys
from pathlib import Path

import pytest

from palaestra.errors import InvalidValueError, UserError
from palaestra.isolation.program import find_program


@pytest.fixture
def folder(tmp_path):
    bot = tmp_path / "bots" / "mybot"
    bot.parent.mkdir()
    bot.write_bytes(b"#!/bin/sh\n")
    bot.chmod(0o755)
    (tmp_path / "script.py").write_text("pass\n")
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "weights").write_text("1")
    return tmp_path


def digest(content):
    return "sha256:" + hashlib.sha256(content).hexdigest()


def test_files_are_known_by_their_content_and_arguments_are_passed_as_they_are(folder):
    program, identity = find_program(["bots/../bots/mybot", "--fast", "script.py"], folder)
    bot, script = str(folder / "bots" / "mybot"), str(folder / "script.py")
    assert program.command == (bot, "--fast", "script.py")
    assert program.folder == str(folder)
    assert program.files[:2] == (bot, script)
    assert identity == (digest(b"#!/bin/sh\n"), "--fast", digest(b"pass\n"))


def test_a_program_of_the_path_is_known_by_its_name(folder, monkeypatch):
    monkeypatch.setenv("PATH", str(folder / "bots"))
    program, identity = find_program(["mybot", "script.py"], folder)
    assert program.command[0] == str(folder / "bots" / "mybot")
    assert program.files[0] == str(folder / "script.py")
    assert identity[0] == "mybot"


def test_what_an_interpreter_needs_can_be_read(folder, monkeypatch):
    home = folder / "home"
    (home / "bin").mkdir(parents=True)
    (folder / "bots" / "mybot").rename(home / "bin" / "mybot")
    (home / "bin" / "mybot").write_bytes(b"\x7fELF")
    monkeypatch.setenv("PATH", str(home / "bin"))
    assert find_program(["mybot"], folder)[0].files == (str(home),)
    assert find_program(["home/bin/mybot"], folder)[0].files == (str(home / "bin" / "mybot"),)
    (home / "pyvenv.cfg").touch()
    assert find_program(["home/bin/mybot"], folder)[0].files == (str(home / "bin" / "mybot"), str(home))
    league = home / "league"
    league.mkdir()
    assert find_program(["mybot"], league)[0].files == ()  # a home that holds the tournament stays closed


def test_a_folder_is_known_by_all_that_is_in_it(folder):
    def identity():
        return find_program(["bots/mybot", "data"], folder)[1][1]

    one = identity()
    assert find_program(["bots/mybot", "data"], folder)[0].files[1] == str(folder / "data")
    (folder / "data" / "weights").write_text("2")
    two = identity()
    (folder / "data" / "weights").rename(folder / "data" / "others")
    assert len({one, two, identity()}) == 3


def test_running_it_does_not_make_it_another_program(folder):
    command = ["bots/mybot", "data"]
    before = find_program(command, folder)[1]
    for written in ("data/__pycache__/x.cpython-311.pyc", "data/x.pyc", "data/.cache/log", "data/.log"):
        (folder / written).parent.mkdir(exist_ok=True)
        (folder / written).touch()
    assert find_program(command, folder)[1] == before
    (folder / "data" / "log").touch()
    assert find_program(command, folder)[1] != before


@pytest.mark.parametrize("module", ["script", "data", "data.part"])
def test_a_module_is_passed_by_its_name_and_known_by_its_content(module, folder):
    command = ["bots/mybot", "-m", module]
    program, before = find_program(command, folder)
    assert program.command[1:] == ("-m", module)
    named = folder / ("script.py" if module == "script" else "data")
    assert str(named) in program.files
    (named if named.is_file() else named / "weights").write_text("changed")
    assert find_program(command, folder)[1] != before


def test_a_module_that_is_installed_is_known_by_its_name(folder):
    assert find_program(["bots/mybot", "-m", "installed"], folder)[1][1:] == ("-m", "installed")


@pytest.mark.parametrize(
    "arguments",
    [["mybto.py"], ["--fast", "scirpt.py"], ["bots/mybto"], ["-u", "data/bot.js"], ["data", "bot.jar"]],
)
def test_a_file_that_is_meant_and_is_not_there_is_refused(arguments, folder):
    with pytest.raises(UserError, match="there is no such file") as caught:
        find_program(["bots/mybot", *arguments], folder)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "arguments", [["0.5"], ["-c", "x.py"], ["--log", "logs/out.txt"], ["game.MyBot"], ["--x=a.py"]]
)
def test_other_arguments_are_passed_as_they_are(arguments, folder):
    program, identity = find_program(["bots/mybot", *arguments], folder)
    assert program.command[1:] == identity[1:] == tuple(arguments)


@pytest.mark.skipif(sys.platform != "linux", reason="judged as Linux does")
@pytest.mark.parametrize(
    "first", ["#!/usr/bin/env interpreter", "#!/usr/bin/env -S interpreter -u", "#!{home}/bin/interpreter"]
)
def test_a_script_may_become_its_interpreter_and_read_where_it_is_installed(first, folder, tmp_path, monkeypatch):
    home = tmp_path / "environment"
    (home / "bin").mkdir(parents=True)
    interpreter = home / "bin" / "interpreter"
    interpreter.write_bytes(b"\x7fELF")
    interpreter.chmod(0o755)
    monkeypatch.setenv("PATH", f"{home / 'bin'}:/usr/bin:/bin")
    (folder / "bots" / "mybot").write_text(first.format(home=home) + "\n")
    program, _ = find_program(["bots/mybot"], folder)
    assert str(interpreter) in program.executable
    assert str(home) in program.files
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    if "env " in first:
        with pytest.raises(UserError, match="a script for 'interpreter', which is not on the PATH"):
            find_program(["bots/mybot"], folder)


@pytest.mark.parametrize("command", [[], [""], ["./bots/mybot", ""], ["a\0b"], [3]])
def test_what_is_no_command_is_refused(command, folder):
    with pytest.raises(InvalidValueError, match="expected a list of texts"):
        find_program(command, folder)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["./gone"], "there is no such file"),
        (["gone-for-good"], "neither there nor on the PATH"),
        (["./bots"], "there is no such file"),
        (["./script.py"], "script.py', which is not executable"),
        (["./bots/mybot", "."], "holds the tournament itself"),
        (["./bots/mybot", ".."], "holds the tournament itself"),
    ],
)
def test_a_program_that_cannot_be_started_is_refused_in_one_line(command, message, folder):
    with pytest.raises(UserError, match=message) as caught:
        find_program(command, folder)
    assert "\n" not in str(caught.value)


@pytest.mark.skipif(sys.platform != "linux", reason="judged as Linux does")
@pytest.mark.parametrize("content", [b"print()\n", b"#!/no/such/interpreter\n"])
def test_a_file_that_cannot_be_executed_is_refused_in_one_line(content, folder, monkeypatch):
    (folder / "bots" / "mybot").write_bytes(content)
    monkeypatch.setenv("PATH", str(folder / "bots"))
    for command in (["./bots/mybot"], ["mybot"]):
        with pytest.raises(UserError, match=r"/bots/mybot', which is (neither a program|a script for)") as caught:
            find_program(command, folder)
        assert "\n" not in str(caught.value)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_cannot_be_read_is_refused(folder):
    (folder / "script.py").chmod(0)
    with pytest.raises(UserError, match="cannot be read: Permission denied"):
        find_program(["./bots/mybot", "script.py"], folder)


def test_a_relative_folder_is_that_of_the_process(folder, monkeypatch):
    monkeypatch.chdir(folder)
    assert find_program(["./bots/mybot"], Path())[0].folder == str(folder)


def test_an_option_may_be_longer_than_any_name_of_a_file(folder):
    option = "--rules=" + "x" * 5000
    assert find_program(["bots/mybot", option], folder)[1][1] == option
    with pytest.raises(UserError, match="there is no such file"):
        find_program(["./" + "x" * 5000], folder)
