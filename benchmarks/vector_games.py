"""Random steps per CPU-second in environments for learners, in one process and on one core, in alternating rounds.

    pip install open_spiel pettingzoo pygame
    python benchmarks/vector_games.py [GAME ...] [--rounds 5] [--seconds 0.5] [--games 128 512 1024]

A step is one player's action with what a learner needs of the next decision: the mask of its legal actions, and the
observation where "encoded" is said. Ours: ``VectorGames.step`` on actions that compiled code has drawn, called from
Python; "inside" is :meth:`VectorGames.play_random`, many steps in one call; "aec" is our PettingZoo environment, one
game in Python. Theirs, where they can be imported: OpenSpiel's state from Python (``legal_actions_mask``, and
``observation_tensor`` where encoded), PettingZoo's own environment of the same game. For Indian Rummy the peer is
gin rummy, a smaller game: 10 cards instead of 13. All draw uniformly at random.

Each round measures all in CPU time; the table shows the best round of each.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from machine import machine_line

from palaestra import PalaestraError
from palaestra.compiler import BOUNDSCHECK
from palaestra.environments import VectorGames, aec_env

GAMES = ("tic_tac_toe", "kalah", "nine_mens_morris", "indian_rummy")
OPENSPIEL = {
    "tic_tac_toe": "tic_tac_toe",
    "kalah": "mancala",
    "nine_mens_morris": "nine_mens_morris",
    "indian_rummy": "gin_rummy",
}
PETTINGZOO = {"tic_tac_toe": "tictactoe_v3", "indian_rummy": "gin_rummy_v4"}

Player = Callable[[int], int]
"""Plays about so many steps; returns how many it was."""


def vector_player(name: str, n: int, encode: bool, inside: bool) -> Player:
    games = VectorGames(name, n, seed=1, encode=encode)

    def play(steps: int) -> int:
        times = max(1, steps // n)
        if inside:
            games.play_random(times)
        else:
            for _ in range(times):
                games.step(games.random_actions())
        return times * n

    return play


def env_player(env: Any) -> Player:
    """Return a player of a PettingZoo environment; who leaves after the end counts as no step."""
    rng = np.random.default_rng(1)

    def play(steps: int) -> int:
        played = 0
        while played < steps:
            env.reset(seed=int(rng.integers(2**31)))
            for _ in env.agent_iter():
                observation, _, termination, truncation, _ = env.last()
                if termination or truncation:
                    env.step(None)
                else:
                    env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
                    played += 1
        return played

    return play


def openspiel_player(name: str, encode: bool) -> Player | None:
    try:
        import pyspiel
    except ImportError:
        return None
    game, rng = pyspiel.load_game(OPENSPIEL[name]), np.random.default_rng(1)

    def play(steps: int) -> int:
        played = 0
        while played < steps:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    actions = [action for action, _ in state.chance_outcomes()]
                else:
                    actions = np.flatnonzero(state.legal_actions_mask())
                    if encode:
                        np.array(state.observation_tensor(), dtype=np.float32)
                    played += 1
                state.apply_action(int(actions[rng.integers(len(actions))]))
        return played

    return play


def pettingzoo_player(name: str) -> Player | None:
    if name not in PETTINGZOO:
        return None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            classic = __import__(f"pettingzoo.classic.{PETTINGZOO[name]}", fromlist=["env"])
        except (ImportError, AttributeError):
            return None
        return env_player(classic.env())


def players_of(name: str, sizes: list[int]) -> dict[str, Player | None]:
    """Return everything that is measured of a game, by its row's name."""
    rows: dict[str, Player | None] = {}
    for encode in (False, True):
        words = "encoded" if encode else "plain"
        for n in sizes:
            rows[f"{words}, {n} games, inside"] = vector_player(name, n, encode, inside=True)
            rows[f"{words}, {n} games"] = vector_player(name, n, encode, inside=False)
        rows[f"{words}, OpenSpiel {OPENSPIEL[name]}"] = openspiel_player(name, encode)
    rows["encoded, aec"] = env_player(aec_env(name))
    rows[f"encoded, PettingZoo {PETTINGZOO.get(name, '')}"] = pettingzoo_player(name)
    return rows


def rate(play: Player, seconds: float) -> float:
    """Return steps per CPU-second, over about `seconds`."""
    steps = 100
    while True:
        began = time.process_time()
        played = play(steps)
        elapsed = time.process_time() - began
        if elapsed >= seconds / 2:
            return played / elapsed
        steps = int(steps * min(10.0, 1.2 * seconds / max(elapsed, 1e-4))) + 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(GAMES), metavar="GAME", help="default: all")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--games", type=int, nargs="+", default=[128, 512, 1024])
    options = parser.parse_args()
    print(machine_line())
    print(f"random steps per CPU-second, bounds {'checked' if BOUNDSCHECK else 'unchecked'}")
    for name in options.names:
        try:
            rows = {row: play for row, play in players_of(name, options.games).items() if play is not None}
        except PalaestraError as error:
            print(f"{name}: {error}")
            continue
        best = dict.fromkeys(rows, 0.0)
        for _ in range(options.rounds):
            for row, play in rows.items():
                best[row] = max(best[row], rate(play, options.seconds))
        print(name)
        for row, value in best.items():
            print(f"  {row:<40} {value:>12,.0f}", flush=True)


if __name__ == "__main__":
    main()
