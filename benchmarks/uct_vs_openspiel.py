"""Simulations per second of `uct` beside OpenSpiel's C++ MCTSBot, in one process, in alternating rounds.

    pip install open_spiel
    python benchmarks/uct_vs_openspiel.py [--simulations 2000] [--rounds 7] [--seconds 0.5] [GAME ...]

Both search the opening position: UCB1, one random playout per leaf, c = 2, no solver, the same number of simulations
for each call. Each round measures both, one after the other, in CPU time; the table shows the best round of each
and the median of the ratios within the rounds, since load on the machine moves both alike. Only speed is compared.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import time
from collections.abc import Callable

import numpy as np
import pyspiel

import palaestra
from palaestra import AgentRng, View
from palaestra.compiler import BOUNDSCHECK
from palaestra_search.parameters import UctParameters
from palaestra_search.uct.agent import UctAgent

OPENSPIEL_NAMES = {"tic_tac_toe": "tic_tac_toe", "nine_mens_morris": "nine_mens_morris", "kalah": "mancala"}
EXPLORATION = 2.0


def our_search(name: str, simulations: int) -> Callable[[], int]:
    """Return one search of our agent, ready to be called."""
    game = palaestra.load_game(name)
    state = game.new_state()
    agent = UctAgent(game, UctParameters(iterations=simulations, exploration=EXPLORATION), AgentRng(1))
    view = View(game, state.current_player, state.observation(state.current_player), tuple(state.legal_actions()))
    return lambda: agent.act(view)


def their_search(name: str, simulations: int) -> Callable[[], int]:
    """Return one search of OpenSpiel's bot, ready to be called."""
    game = pyspiel.load_game(OPENSPIEL_NAMES[name])
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, 1000, False, 1, False)
    state = game.new_initial_state()
    return lambda: bot.step(state)


def rate(search: Callable[[], int], simulations: int, seconds: float) -> float:
    """Return simulations per CPU second over repeated searches."""
    calls = 0
    start = time.process_time()
    while (used := time.process_time() - start) < seconds:
        search()
        calls += 1
    return calls * simulations / used


def compare(name: str, simulations: int, rounds: int, seconds: float) -> tuple[float, float, float]:
    """Return the best rate of each side and the median ratio."""
    ours, theirs = our_search(name, simulations), their_search(name, simulations)
    ours()
    theirs()
    pairs = [(rate(ours, simulations, seconds), rate(theirs, simulations, seconds)) for _ in range(rounds)]
    ratio = statistics.median(mine / other for mine, other in pairs)
    return max(mine for mine, _ in pairs), max(other for _, other in pairs), ratio


def machine() -> str:
    """Return a line that names the machine and the versions."""
    processor = platform.processor() or platform.machine()
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:  # noqa: PTH123 - one line of a pseudo file
            processor = next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    checks = "on" if BOUNDSCHECK else "off"
    return (
        f"{processor}, {os.cpu_count()} cores, Python {platform.python_version()}, numpy {np.__version__}, "
        f"palaestra {palaestra.__version__}, bounds checks {checks}"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(OPENSPIEL_NAMES), help="games (default: all three)")
    parser.add_argument("--simulations", type=int, default=2000, help="simulations for each search")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU seconds for each side in each round")
    options = parser.parse_args()
    print(machine())
    print(f"{'game':<18}{'palaestra uct/s':>18}{'MCTSBot/s':>14}{'ratio':>8}")
    for name in options.games:
        ours, theirs, ratio = compare(name, options.simulations, options.rounds, options.seconds)
        print(f"{name:<18}{ours:>18,.0f}{theirs:>14,.0f}{ratio:>8.2f}")


if __name__ == "__main__":
    main()
