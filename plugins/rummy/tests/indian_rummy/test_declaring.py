"""Declaring an invalid hand loses the game, wherever it is played and whether or not it is masked."""

import numpy as np
import pytest

from palaestra import build_game, play_game
from palaestra.environments import VectorGames, aec_env
from palaestra_rummy.indian_rummy.layout import DECLARE, DRAW_CLOSED, DRAW_OPEN
from palaestra_rummy.indian_rummy.spec import INDIAN_RUMMY

KNOBS = [{"declaration": "masked"}, {"declaration": "open"}]


class Braggart:
    """Draws from the closed deck and declares whatever it holds, masked or not."""

    def __init__(self, patience):
        self.patience = patience

    def start(self, player):
        """Know no seat."""

    def act(self, view):
        if view.legal_actions[0] == DRAW_OPEN:
            return DRAW_CLOSED
        self.patience -= 1
        return DECLARE if self.patience < 0 else view.legal_actions[0]

    def end(self, returns):
        """Keep nothing."""


@pytest.fixture(params=KNOBS, ids=str)
def any_game(request):
    return build_game(INDIAN_RUMMY, request.param)


@pytest.mark.parametrize("seat", [0, 1])
def test_in_a_tournament(any_game, seat):
    agents = [Braggart(0 if player == seat else 9) for player in (0, 1)]
    outcome = play_game(any_game, agents, seed=3)
    assert outcome.returns[seat] == -1
    assert sum(outcome.returns) == 0
    masked = any_game.knobs["declaration"] == "masked"
    assert (outcome.reason, outcome.offender) == (("illegal", seat) if masked else ("finished", None))


@pytest.mark.parametrize("turns", [0, 1])
def test_in_an_environment(any_game, turns):
    env = aec_env(any_game)
    env.reset(seed=3)
    for _ in range(turns):
        env.step(DRAW_CLOSED)
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    env.step(DRAW_CLOSED)
    loser, winner = env.agents[turns], env.agents[1 - turns]
    env.step(DECLARE)
    assert env.rewards == {loser: -1.0, winner: 1.0}
    assert all(env.terminations.values())


def test_in_games_side_by_side(any_game):
    games = VectorGames(any_game, 3, seed=3, illegal="lose")
    batch = games.step([DRAW_CLOSED] * 3)
    assert batch.mask[:, DECLARE].tolist() == [int(any_game.knobs["declaration"] == "open")] * 3
    discards = batch.mask.argmax(axis=1)
    batch = games.step([DECLARE, discards[1], DECLARE])
    assert batch.reward.tolist() == [[-1, 1], [0, 0], [-1, 1]]
    assert batch.done.tolist() == [True, False, True]


def test_before_drawing(any_game):
    """Thirteen cards are never declared: not even under the knob is it legal."""
    batch = VectorGames(any_game, 1, seed=3).batch
    assert batch.mask[0, DECLARE] == 0
    batch = VectorGames(any_game, 1, seed=3, illegal="lose").step([DECLARE])
    assert batch.reward.tolist() == [[-1, 1]]
