"""``palaestra train``."""

import json
import re
import subprocess
import sys
from dataclasses import fields

import pytest

from palaestra_learning.q_learning.parameters import QLearningParameters
from palaestra_learning.q_learning.settings import Settings


def test_a_training_from_the_command_line(command, tmp_path):
    arguments = ("train", "q_learning", "--game", "tic_tac_toe", "--games", "2000", "--teacher", "minmax")
    answer = command(*arguments, "--out", tmp_path / "run", "--percents", "50,100")
    assert answer.code == 0
    assert "alpha=0.4, gamma=0.9, q0=0.0, q0_width=0.0, draw_reward=0.0, epsilon=0.2" in answer.err
    assert answer.out.startswith("N = ")
    assert re.search(r"^no losing line +never for 5,000 games on end$", answer.out, re.MULTILINE)
    again = command(*arguments, "--out", tmp_path / "run", "--percents", "50,100", "--format", "json")
    assert json.loads(again.out)["convergence"]["random"] == "never"
    report = json.loads((tmp_path / "run" / "training.json").read_text())
    assert report["settings"]["teacher"] == "minmax"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "tictactoe"], "error: unknown game 'tictactoe'; did you mean 'tic_tac_toe'?"),
        (["--game", "tic_tac_toe", "--alpha", "3"], "error: alpha is 3.0; expected a number from 0 to 1"),
        (["--game", "tic_tac_toe", "--percents", "5,x"], "error: --percents is '5,x'; expected whole numbers"),
        (["--game", "tic_tac_toe", "--percents", ""], "error: --percents is ''; expected whole numbers"),
        (
            ["--game", "tic_tac_toe", "--games", "9" * 20],
            "error: games is 99999999999999999999; expected a whole number",
        ),
        (["--game", "nine_mens_morris", "--teacher", "minmax"], "error: teacher 'minmax' has depth 0"),
        (["--game", "tic_tac_toe", "-k", "size=4"], "error: unknown knob of tic_tac_toe 'size'; it has none"),
        (["--game", "kalah", "-k", "pits=99"], "error: knob 'pits' is 99"),
        (["--game", "tic_tac_toe", "--out", "/proc/none/x"], "error: cannot make folder '/proc/none/x'"),
    ],
)
def test_bad_input_is_told_in_one_line(command, arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    answer = command("train", "q_learning", *arguments)
    assert answer.code == 2
    assert answer.err.splitlines()[-1].startswith(message)


def test_every_setting_is_an_option_and_those_of_the_agent_are_settings(command):
    shown = " ".join(command("train", "--help").out.split())
    for setting in fields(Settings):
        assert f"--{setting.name.replace('_', '-')} " in shown
        assert setting.metadata["help"][1:] in shown
    settings = {setting.name: setting for setting in fields(Settings)}
    mine = {parameter.name: parameter for parameter in fields(QLearningParameters) if parameter.name in settings}
    assert len(mine) == 8
    assert all(mine[name].metadata["help"] == settings[name].metadata["in_agent"] for name in mine)


def test_help_imports_nothing_heavy():
    code = "import sys, palaestra_learning.plugin; print([m for m in ('numba', 'numpy') if m in sys.modules])"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
