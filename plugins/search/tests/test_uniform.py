"""`random` takes every legal action as often as any other."""

import numpy as np
import toy_games as toys

from palaestra_search.plugin import RANDOM


def test_every_legal_action_is_as_likely():
    game = toys.guess_game(hidden=False)
    agent = toys.make_agent(RANDOM, game, seed=1)
    view = toys.look(game, game.new_state())
    counts = np.bincount([agent.act(view) for _ in range(6000)], minlength=6)
    chi_square = ((counts - 1000.0) ** 2 / 1000.0).sum()
    assert chi_square < 20.5  # 99.9 % quantile for 5 degrees of freedom


def test_only_legal_actions_are_taken():
    game = toys.guess_game(hidden=False)
    agent = toys.make_agent(RANDOM, game, seed=1)
    view = toys.look(game, game.new_state())
    view.legal_actions = (1, 4)
    assert {agent.act(view) for _ in range(50)} == {1, 4}


def test_the_stream_of_random_numbers_decides():
    game = toys.guess_game(hidden=False)
    view = toys.look(game, game.new_state())

    def moves(seed):
        agent = toys.make_agent(RANDOM, game, seed=seed)
        return [agent.act(view) for _ in range(20)]

    assert moves(1) == moves(1)
    assert moves(1) != moves(2)
