"""Random playouts per CPU-second beside OpenSpiel's C++ rollouts, in one process, in alternating rounds.

    pip install open_spiel
    python benchmarks/playouts_vs_openspiel.py [--rounds 7] [--seconds 0.5] [GAME ...]

Ours: :func:`palaestra.kernel.play_out` from the opening position, through the kernel and its `playout` slot, array
bounds checked unless PALAESTRA_BOUNDSCHECK=0. OpenSpiel's: its fastest way that can be reached, random rollouts inside
an MCTSBot with 500 rollouts for each leaf (their positions are a ply or two later). Each round measures both in CPU
time; the table shows the best round of each, and the median of the ratios within the rounds.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
from machine import machine_line
from numba import int64, void

import palaestra
from palaestra import KERNEL, STATE, IntArray, copy, jit, play_out, random_int64
from palaestra.compiler import BOUNDSCHECK

OPENSPIEL_NAMES = {"tic_tac_toe": "tic_tac_toe", "nine_mens_morris": "nine_mens_morris", "kalah": "mancala"}
ROLLOUTS = 500


@jit(void(KERNEL, STATE, STATE, STATE, STATE, int64))
def play_many(kernel: Any, opening: IntArray, state: IntArray, legal: IntArray, words: IntArray, games: int) -> None:
    """Play `games` random games from `opening`, each with random words of its own."""
    for _ in range(games):
        copy(state, opening)
        state[0] = random_int64(words)
        state[1] = random_int64(words) | 1
        play_out(kernel, state, legal)


def our_playouts(name: str) -> Callable[[int], None]:
    """Return a function that plays so many random games."""
    game = palaestra.load_game(name)
    opening = game.new_state().array
    scratch = (opening.copy(), np.zeros(game.sizes.max_legal, dtype=np.int64), np.array([1, 3], dtype=np.int64))
    return lambda games: play_many(game.kernel, opening, *scratch, games)


def their_playouts(name: str) -> Callable[[int], None]:
    """Return a function that plays so many random games, rounded to whole simulations."""
    state = pyspiel.load_game(OPENSPIEL_NAMES[name]).new_initial_state()

    def play(games: int) -> None:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
        simulations = max(2, games // ROLLOUTS)
        bot = pyspiel.MCTSBot(state.get_game(), evaluator, 2.0, simulations, 100, False, 1, False)
        bot.step(state)

    return play


def rate(play: Callable[[int], None], seconds: float) -> float:
    """Return games per CPU-second, over about `seconds`."""
    games = 2 * ROLLOUTS
    while True:
        began = time.process_time()
        play(games)
        elapsed = time.process_time() - began
        if elapsed >= seconds / 2:
            return games // ROLLOUTS * ROLLOUTS / elapsed
        games = int(games * min(10.0, seconds / max(elapsed, 1e-4))) // ROLLOUTS * ROLLOUTS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(OPENSPIEL_NAMES), metavar="GAME")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=0.5)
    options = parser.parse_args()
    print(machine_line())
    print(f"random playouts per CPU-second, bounds {'checked' if BOUNDSCHECK else 'unchecked'}")
    print(f"{'game':<18} {'palaestra':>12} {'OpenSpiel':>12} {'ratio':>7}")
    for name in options.games:
        ours, theirs = our_playouts(name), their_playouts(name)
        ours(ROLLOUTS)
        rounds = [(rate(ours, options.seconds), rate(theirs, options.seconds)) for _ in range(options.rounds)]
        ratio = statistics.median(one / other for one, other in rounds)
        best = [max(column) for column in zip(*rounds, strict=True)]
        print(f"{name:<18} {best[0]:>12,.0f} {best[1]:>12,.0f} {ratio:>6.1f}x", flush=True)


if __name__ == "__main__":
    main()
