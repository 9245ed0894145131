"""Tic-tac-toe keeps the laws, compiled and as plain Python."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from palaestra.game import build_game
from palaestra.testing import check_game
from palaestra.testing.pytest_plugin import PlaythroughChecker
from palaestra_boardgames.tic_tac_toe.spec import TIC_TAC_TOE

PLAIN_PYTHON = """
import numpy as np
from palaestra.game import build_game
from palaestra.kernel import play_out
from palaestra_boardgames.tic_tac_toe.spec import TIC_TAC_TOE
game = build_game(TIC_TAC_TOE, {})
for seed in range(200):
    state = game.new_state(seed=seed)
    play_out(game.kernel, state.array, np.zeros(9, dtype=np.int64))
    print(*state.array)
"""


def test_laws() -> None:
    report = check_game(build_game(TIC_TAC_TOE, {}), games=50)
    assert "the kernel agrees with its slow twin" in report.laws


def test_golden_playthrough(check_playthrough: PlaythroughChecker) -> None:
    check_playthrough(Path(__file__).parent / "playthrough.txt", build_game(TIC_TAC_TOE, {}), seed=4)


def test_plain_python_plays_the_same_games() -> None:
    outputs = [
        subprocess.run(
            [sys.executable, "-c", PLAIN_PYTHON],
            env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for disabled in ("0", "1")
    ]
    assert outputs[0] == outputs[1]
    assert len(outputs[0].splitlines()) == 200
