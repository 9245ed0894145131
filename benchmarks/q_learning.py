"""Games of tabular Q-learning per CPU second, beside OpenSpiel's own Python learner in the same run.

    pip install open_spiel
    python benchmarks/q_learning.py [--rounds 5] [--seconds 1.0] [GAME ...]

Both learn with alpha 0.4, gamma 0.9 and epsilon 0.2, against a second learner or against random play. Ours is
one table for both seats in a hash map, theirs two ``tabular_qlearner.QLearner`` (or one and a ``RandomAgent``) over
``rl_environment``, as in OpenSpiel's own example. Rounds alternate; the table shows the best round of each side and the
median of the ratios within the rounds. A fresh table is trained in each round. Last, the positions of our table after
the games of a round, and its bytes for each.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from machine import machine_line
from open_spiel.python import rl_environment, rl_tools
from open_spiel.python.algorithms import random_agent, tabular_qlearner

from palaestra import load_game
from palaestra_learning.q_learning.learner import Learner
from palaestra_learning.q_learning.opponents import random_policy
from palaestra_learning.q_learning.settings import make_settings

OPENSPIEL_NAMES = {"tic_tac_toe": "tic_tac_toe", "nine_mens_morris": "nine_mens_morris", "kalah": "mancala"}
ALPHA, GAMMA, EPSILON = 0.4, 0.9, 0.2
TEACHERS = ("twin", "random")


def our_training(name: str, teacher: str) -> Learner:
    """Return a learner of ours."""
    game = load_game(name)
    settings = make_settings(teacher=teacher, alpha=ALPHA, gamma=GAMMA, epsilon=EPSILON, seats="alternating")
    return Learner(game, settings, random_policy(game), memory_bytes=4 * 10**9)


def their_training(name: str, teacher: str) -> Callable[[], None]:
    """Return one game of training of OpenSpiel's learner."""
    environment = rl_environment.Environment(OPENSPIEL_NAMES[name])
    actions = environment.action_spec()["num_actions"]
    schedule = rl_tools.ConstantSchedule(EPSILON)
    learners = [
        tabular_qlearner.QLearner(seat, actions, step_size=ALPHA, epsilon_schedule=schedule, discount_factor=GAMMA)
        for seat in range(2)
    ]
    agents = learners if teacher == "twin" else [learners[0], random_agent.RandomAgent(1, actions)]

    def play() -> None:
        moment = environment.reset()
        while not moment.last():
            answer = agents[moment.observations["current_player"]].step(moment)
            moment = environment.step([answer.action])
        for agent in agents:
            agent.step(moment)

    return play


def our_rate(name: str, teacher: str, seconds: float) -> tuple[float, Learner]:
    """Return our games per CPU second, and the learner."""
    learner = our_training(name, teacher)
    start = time.process_time()
    while (used := time.process_time() - start) < seconds:
        learner.train(learner.games + max(1, learner.games // 4))
    return learner.games / used, learner


def their_rate(name: str, teacher: str, seconds: float) -> float:
    """Return their games per CPU second."""
    play = their_training(name, teacher)
    games, start = 0, time.process_time()
    while (used := time.process_time() - start) < seconds:
        play()
        games += 1
    return games / used


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(OPENSPIEL_NAMES), help="games (default: all three)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU seconds for each side in each round")
    options = parser.parse_args()
    print(machine_line())
    print(
        f"{'game':<18}{'against':<9}{'palaestra':>12}{'OpenSpiel':>11}{'ratio':>8}{'positions':>12}{'bytes each':>12}"
    )
    for name in options.games:
        for teacher in TEACHERS:
            our_rate(name, teacher, 0.01)  # compiles
            rounds = []
            for _ in range(options.rounds):
                ours, learner = our_rate(name, teacher, options.seconds)
                rounds.append((ours, their_rate(name, teacher, options.seconds)))
            best, best_of_theirs = (max(column) for column in zip(*rounds, strict=True))
            ratio = statistics.median(ours / theirs for ours, theirs in rounds)
            table = learner.table
            print(
                f"{name:<18}{teacher:<9}{best:>12,.0f}{best_of_theirs:>11,.0f}{ratio:>8,.0f}"
                f"{table.positions:>12,}{table.nbytes / table.positions:>12,.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
