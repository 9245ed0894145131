"""``palaestra check``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.framework.cli.conftest import CommandLine

BROKEN = """
from palaestra import GameDefinition, GameSpec, IntArray, Rules, Sizes, hookimpl, rule
from palaestra.testing.games import nim


@rule
def legal_actions(state: IntArray, out: IntArray) -> int:
    out[state.shape[0] + 90] = 1
    return 1


RULES = nim.RULES
GAME = GameDefinition(
    Rules(RULES.init, RULES.current_player, legal_actions, RULES.step, RULES.returns),
    Sizes(nim.STATE_SIZE, 9, max_plies=9),
    config=lambda knobs, decks: (3, 3, 1, 0),
)
SPEC = GameSpec("broken", "1", "A game with a fault.", "broken_game:GAME")


@hookimpl
def register_games(register):
    register(SPEC)
"""


def test_a_game_that_keeps_the_laws(palaestra_command: CommandLine) -> None:
    answer = palaestra_command("check", "nim", "--knob", "heaps=2", "--games", "3")
    assert answer.code == 0
    assert answer.out.startswith("nim keeps ")
    assert " laws in 3 games, " in answer.out


def test_an_agent_that_keeps_the_laws(palaestra_command: CommandLine) -> None:
    answer = palaestra_command("check", "first_legal", "--game", "kuhn_poker", "--games", "2")
    assert (answer.code, answer.out[:23]) == (0, "first_legal keeps 7 law")


def test_an_agent_that_breaks_one(palaestra_command: CommandLine) -> None:
    answer = palaestra_command("check", "raises_on_move", "--game", "nim", "-p", "after=1")
    assert answer.code == 1
    assert "raises_on_move breaks the law" in answer.err
    assert "Traceback" not in answer.err


def test_unknown_names_are_told(palaestra_command: CommandLine) -> None:
    assert palaestra_command("check", "nimm").code == 2
    answer = palaestra_command("check", "first_legl", "--game", "nim")
    assert (answer.code, answer.out) == (2, "")
    assert "did you mean 'first_legal'?" in answer.err


def install(folder: Path) -> dict[str, str]:
    """Put the broken game where Python finds it, as an installed distribution; return the environment."""
    (folder / "broken_game.py").write_text(BROKEN)
    info = folder / "broken_game-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken-game\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[palaestra]\nbroken = broken_game\n")
    return {**os.environ, "PYTHONPATH": str(folder), "PALAESTRA_PLUGINS": "broken"}


def check_broken(env: dict[str, str], *more: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "palaestra", "check", "broken", *more]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


def test_a_fault_is_shown_with_rule_and_line_and_as_plain_python_with_its_traceback(tmp_path: Path) -> None:
    env = install(tmp_path)
    done = check_broken(env)
    assert done.returncode == 1
    assert "rule 'legal_actions' raised IndexError: index 102 is out of bounds for axis 0 with size 73" in done.stderr
    assert "(broken_game.py, line 8: out[state.shape[0] + 90] = 1)" in done.stderr
    assert "Traceback" not in done.stderr
    plain = check_broken(env, "--plain")
    assert plain.returncode == 1
    assert "Traceback" in plain.stderr
    assert "out[state.shape[0] + 90] = 1" in plain.stderr
