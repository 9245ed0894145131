"""Tic-tac-toe keeps the laws, compiled and as plain Python."""

from __future__ import annotations

from pathlib import Path

from palaestra import build_game
from palaestra.testing import check_game, check_plain_python
from palaestra.testing.pytest_plugin import PlaythroughChecker
from palaestra_boardgames.tic_tac_toe.spec import TIC_TAC_TOE

PLAIN_PYTHON = """
import numpy as np
from palaestra import build_game
from palaestra import play_out
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
    assert len(check_plain_python(PLAIN_PYTHON)) == 200
