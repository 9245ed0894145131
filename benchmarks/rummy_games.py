"""Games of Indian Rummy between rules of thumb: whole stored tournaments, and games per CPU-second of one core.

    pip install open_spiel
    python benchmarks/rummy_games.py [--games 5000] [--workers 2] [--rounds 3] [AGENT ...]

Stored: `palaestra run` as a fresh process, the agent against itself under two names, every game with its actions in
SQLite, rated and printed at the end; less a run of 100 games, which is nearly all start-up. Wall time, and CPU time of
all processes together, best of the rounds. Played: the same games in one compiled call on one core, nothing stored, in
CPU time, best of the rounds. The peer is OpenSpiel's gin rummy with its own rule of thumb, both in C++: a smaller game,
10 cards, without wild cards and without the need of a pure sequence.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from machine import machine_line

import palaestra
from palaestra import KernelGame, load_policy
from palaestra.referee.lane import Lane, lane_side, new_batch

AGENTS = ("random", "min_score", "min_dist", "min_dist_guard")
GIN_GAMES = 100
FEW = 100

SPEC = """
[tournament]
name = "rummy-games"
game = "indian_rummy"
pairs = {pairs}
root_seed = 1
[[entrant]]
agent = "{agent}"
name = "one"
[[entrant]]
agent = "{agent}"
name = "two"
"""


def stored_seconds(folder: Path, agent: str, games: int, workers: int) -> tuple[float, float]:
    """Return wall and CPU seconds of a run that plays `games`."""
    spec, db = folder / "games.toml", folder / "games.db"
    for old in folder.glob("games.db*"):
        old.unlink()
    spec.write_text(SPEC.format(pairs=games // 2, agent=agent))
    options = ["--db", str(db), "--workers", str(workers), "--quiet"]
    began, used = time.perf_counter(), children_seconds()
    command = [sys.executable, "-m", "palaestra", "run", str(spec), *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began, children_seconds() - used


def children_seconds() -> float:
    """Return the CPU time of all finished child processes and their children."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class OneCore:
    """Games of an agent against itself in this process."""

    def __init__(self, agent: str) -> None:
        game = palaestra.load_game("indian_rummy")
        assert isinstance(game, KernelGame)
        policy = load_policy(agent, game)
        assert policy is not None
        self._lane = Lane(game, game.config(), lane_side(policy), lane_side(policy))
        self._plies = game.sizes.max_plies
        self.rate(2)

    def rate(self, games: int) -> tuple[float, float]:
        """Return games per CPU-second, and microseconds for each action."""
        seeds = np.random.default_rng(1).integers(1, 2**62, size=(games, 5)) | 1
        batch = new_batch(games, games * self._plies)
        began = time.process_time()
        self._lane.play(batch, seeds, 0, games)
        seconds = time.process_time() - began
        return games / seconds, 1e6 * seconds / int(batch.lengths.sum())


def gin_rummy_rate(games: int) -> float:
    """Return games per CPU-second of OpenSpiel's simple gin rummy bot against itself."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")
    bots = [pyspiel.make_simple_gin_rummy_bot(game.get_parameters(), seat) for seat in (0, 1)]
    began = time.process_time()
    for seed in range(games):
        for bot in bots:
            bot.restart()
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
    return games / (time.process_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("agents", nargs="*", default=AGENTS)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(machine_line())
    print(f"{'agent':<16} {'games/CPU-s':>12} {'us/action':>10}   stored: wall s    CPU s   start-up: wall s    CPU s")
    with tempfile.TemporaryDirectory() as name:
        for agent in options.agents:
            one_core = OneCore(agent)
            played = [one_core.rate(options.games) for _ in range(options.rounds)]
            rate, action = max(rate for rate, _ in played), min(action for _, action in played)
            few, many = [], []
            for _ in range(options.rounds + 1):  # the first compiles what the cache lacks
                few.append(stored_seconds(Path(name), agent, FEW, options.workers))
                many.append(stored_seconds(Path(name), agent, FEW + options.games, options.workers))
            start_wall, start_cpu = (min(run[i] for run in few) for i in (0, 1))
            wall, cpu = (min(run[i] for run in many) - start for i, start in ((0, start_wall), (1, start_cpu)))
            stored = f"{wall:>17.2f} {cpu:>8.2f} {start_wall:>18.2f} {start_cpu:>8.2f}"
            print(f"{agent:<16} {rate:>12,.0f} {action:>10.2f} {stored}", flush=True)
    theirs = max(gin_rummy_rate(GIN_GAMES) for _ in range(options.rounds))
    print(f"OpenSpiel gin rummy, simple bot: {theirs:,.0f} games/CPU-s")


if __name__ == "__main__":
    main()
