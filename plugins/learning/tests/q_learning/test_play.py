"""The learning rule, on numbers of the paper and by hand, and games that depend on the seed alone."""

import hashlib

import numpy as np
import pytest

from palaestra import load_game
from palaestra.testing import check_plain_python
from palaestra_learning.q_learning.learner import Learner, results_of
from palaestra_learning.q_learning.opponents import minmax_policy, random_policy
from palaestra_learning.q_learning.play import learn
from palaestra_learning.q_learning.rule import ALPHA, GAMMA, NUM_RULE, Q0, epsilon_at
from palaestra_learning.q_learning.settings import make_settings
from palaestra_learning.q_learning.table import MISSING, QTable, find

WIDTH = 3


def learn_game(table, rule, decisions, rewards):
    """Learn from decisions (key, place, seat)."""
    table.make_room(10, 100, 1 << 20)
    history = np.zeros(5 * len(decisions), dtype=np.int64)
    for row, (key, place, seat) in zip(history.reshape(-1, 5), decisions, strict=True):
        row[:] = key, find(table.index, key, WIDTH), WIDTH, place, seat
    learn(table.index, table.values, table.head, rule, history, len(decisions), np.array(rewards, dtype=np.float64))


def value(table, key, place):
    offset = find(table.index, key, WIDTH)
    return 0.0 if offset == MISSING else table.values[offset + place]


@pytest.fixture
def paper_rule():
    rule = np.zeros(NUM_RULE)
    rule[ALPHA], rule[GAMMA] = 0.4, 0.9
    return rule


def test_the_example_of_the_paper(paper_rule):
    table = QTable.empty()
    learn_game(table, paper_rule, [(1, 0, 0), (2, 1, 0), (3, 2, 0)], [1, -1])
    assert value(table, 3, 2) == pytest.approx(0.4)
    assert value(table, 2, 1) == pytest.approx(0.144)
    assert value(table, 1, 0) == pytest.approx(0.05184)


def test_a_loss_is_seen_before_it_only_when_every_action_loses(paper_rule):
    table = QTable.empty()
    for place in range(WIDTH):
        assert value(table, 1, 0) == 0.0
        learn_game(table, paper_rule, [(1, 0, 0), (2, place, 0)], [-1, 1])
    assert [value(table, 2, place) for place in range(WIDTH)] == pytest.approx([-0.4] * WIDTH)
    assert value(table, 1, 0) == pytest.approx(0.4 * 0.9 * -0.4)


def test_both_seats_of_a_twin_learn_from_their_own_next_decision(paper_rule):
    table = QTable.empty()
    learn_game(table, paper_rule, [(1, 0, 0), (2, 0, 1), (3, 0, 0)], [1, -1])
    assert value(table, 3, 0) == pytest.approx(0.4)
    assert value(table, 2, 0) == pytest.approx(-0.4)
    assert value(table, 1, 0) == pytest.approx(0.144)


def test_positions_that_learn_nothing_are_not_stored(paper_rule):
    table = QTable.empty()
    learn_game(table, paper_rule, [(1, 0, 0), (2, 0, 1), (3, 0, 0)], [0, 0])
    assert table.positions == 0
    learn_game(table, paper_rule, [(1, 0, 0), (2, 0, 0)], [-1, 1])
    assert table.positions == 1


def test_a_position_that_comes_again_in_a_game_is_learnt_twice(paper_rule):
    table = QTable.empty()
    learn_game(table, paper_rule, [(1, 0, 0), (1, 0, 0)], [1, -1])
    assert table.positions == 1
    assert value(table, 1, 0) == pytest.approx(0.6 * 0.4 + 0.4 * 0.9 * 0.4)


def test_initial_values_count_for_what_was_never_tried(paper_rule):
    paper_rule[Q0] = 0.5
    table = QTable.empty()
    learn_game(table, paper_rule, [(1, 0, 0), (2, 0, 0)], [-1, 1])
    assert value(table, 2, 0) == pytest.approx(0.6 * 0.5 - 0.4)
    assert value(table, 2, 1) == 0.5
    assert value(table, 1, 0) == pytest.approx(0.6 * 0.5 + 0.4 * 0.9 * 0.5)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"epsilon": 0.2}, [0.2, 0.2, 0.2]),
        ({"epsilon": 0.4, "schedule": "linear", "epsilon_end": 0.1, "epsilon_games": 200}, [0.4, 0.25, 0.1]),
        ({"epsilon": 0.4, "schedule": "harmonic", "epsilon_games": 100}, [0.4, 0.2, 0.1]),
    ],
)
def test_epsilon_schedules(given, expected):
    rule = make_settings(**given).rule()
    assert [epsilon_at(rule, game) for game in (0, 100, 300)] == pytest.approx(expected)


def digest(learner):
    keys, widths = learner.table.entries()
    parts = (keys, widths, learner.table.used_values, learner.tally)
    return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()


@pytest.mark.parametrize("teacher", ["twin", "greedy_twin", "random"])
def test_the_seed_decides_everything_and_pauses_nothing(tic_tac_toe, teacher):
    def train(seed, stops):
        learner = Learner(tic_tac_toe, make_settings(seed=seed, teacher=teacher), random_policy(tic_tac_toe))
        for stop in stops:
            learner.train(stop)
            learner.check(None, 0, 10)
        return digest(learner)

    assert train(1, [3000]) == train(1, [1, 7, 500, 501, 3000])
    assert train(1, [3000]) != train(2, [3000])


def test_seats_alternate(tic_tac_toe):
    for seats, expected in (("first", (100, 0)), ("second", (0, 100)), ("alternating", (50, 50))):
        settings = make_settings(seats=seats, teacher="random")
        learner = Learner(tic_tac_toe, settings, random_policy(tic_tac_toe))
        learner.train(100)
        results = results_of(learner.tally)
        assert (sum(results.first), sum(results.second)) == expected


def test_symmetric_positions_are_learnt_as_one(tic_tac_toe):
    """5,478 positions of tic-tac-toe, 765 up to symmetry; 627 of them are not over."""
    sizes = {}
    for symmetry in (False, True):
        settings = make_settings(symmetry=symmetry, epsilon=1.0)
        learner = Learner(tic_tac_toe, settings, random_policy(tic_tac_toe))
        learner.train(60_000)
        sizes[symmetry] = learner.table.positions
    assert 4000 < sizes[False] <= 4520
    assert 550 < sizes[True] <= 627


@pytest.mark.parametrize("depth", [1, 2])
def test_a_fixed_shallow_teacher_is_soon_beaten_in_kalah(depth):
    game = load_game("kalah")
    settings = make_settings(teacher="minmax", depth=depth)
    teacher = minmax_policy(game, depth, first_of_ties=True)
    learner = Learner(game, settings, teacher)
    learner.train(1000)
    results = learner.check(learner._teacher, 0, 100)
    assert results.losses == 0


PLAIN = """
import hashlib
from palaestra import load_game
from palaestra_learning.q_learning.learner import Learner
from palaestra_learning.q_learning.opponents import random_policy
from palaestra_learning.q_learning.settings import make_settings

for name, games, given in [
    ("tic_tac_toe", 60, {"seats": "alternating"}),
    ("tic_tac_toe", 40, {"q0_width": 0.1, "symmetry": True}),
    ("kalah", 6, {"teacher": "random"}),
]:
    game = load_game(name)
    learner = Learner(game, make_settings(**given), random_policy(game))
    learner.train(games)
    keys, widths = learner.table.entries()
    parts = (keys, widths, learner.table.used_values, learner.tally)
    print(hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest())
"""


def test_plain_python_learns_the_same():
    assert len(check_plain_python(PLAIN)) == 3
