"""What every plugin tests in a few lines, and values known from outside the code."""

from __future__ import annotations

import numpy as np
import pytest

from palaestra import AgentRng, load_game, play_game
from palaestra.testing import check_agent, check_game, perft
from palaestra_template.agent import StoneCounter
from palaestra_template.plugin import CounterParameters


def test_the_game_keeps_the_laws() -> None:
    check_game("last_stone")
    check_game(load_game("last_stone", stones=1, most=1))


def test_the_agent_keeps_the_laws() -> None:
    check_agent("stone_counter", "last_stone", parameters={"mistakes": 0.5})


@pytest.mark.parametrize("depth", [1, 4, 5, 9])
def test_perft(depth: int) -> None:
    """As many sequences take at most 12 stones as the powers up to x^12 of (x + x^2 + x^3)^depth have coefficients."""
    coefficients = np.array([1])
    for _ in range(depth):
        coefficients = np.convolve(coefficients, [0, 1, 1, 1])
    game = load_game("last_stone", stones=12, most=3)
    assert perft(game, game.new_state(), depth) == coefficients[:13].sum()


@pytest.mark.parametrize("stones", range(1, 13))
def test_who_faces_a_multiple_of_four_loses(stones: int) -> None:
    """C. L. Bouton's theory of such games (Annals of Mathematics 3, 1901), played by two that know it."""
    game = load_game("last_stone", stones=stones, most=3)
    players = [StoneCounter(game, CounterParameters(), AgentRng(seed)) for seed in (1, 2)]
    outcome = play_game(game, players)
    assert outcome.reason == "finished"
    assert outcome.returns == ((-1.0, 1.0) if stones % 4 == 0 else (1.0, -1.0))
