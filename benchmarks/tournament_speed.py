"""Whole tournaments per second: tic-tac-toe, random against random, every game stored and rated.

    pip install pettingzoo
    python benchmarks/tournament_speed.py [--games 100000] [--workers 2] [--rounds 3]

Ours: `palaestra run` as a fresh process, from start to printed leaderboard, games and their actions stored in SQLite;
once with compiled policies, once with agents that have only Python (5,000 games). PettingZoo's: a loop over
`tictactoe_v3` with random legal actions, one process, nothing stored or rated. Wall time, best of the rounds.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from machine import machine_line

PYTHON_GAMES = 5_000
PETTINGZOO_GAMES = 500

SPEC = """
[tournament]
name = "speed"
game = "tic_tac_toe"
pairs = {pairs}
root_seed = 1
[[entrant]]
agent = "{agent}"
name = "one"
[[entrant]]
agent = "{agent}"
name = "two"
"""


def run_seconds(folder: Path, games: int, agent: str, workers: int, extra: list[str]) -> tuple[float, float]:
    """Return the wall time of a run that plays `games`, and of one that then plays nothing: start-up and rating."""
    spec, db = folder / "speed.toml", folder / "speed.db"
    for old in folder.glob("speed.db*"):
        old.unlink()
    spec.write_text(SPEC.format(pairs=games // 2, agent=agent))
    command = [sys.executable, *extra, "run", str(spec), "--db", str(db), "--workers", str(workers), "--quiet"]
    times = []
    for _ in range(2):
        began = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - began)
    return times[0], times[1]


def pettingzoo_rate(games: int) -> float:
    """Return random games per second of PettingZoo's tic-tac-toe."""
    from pettingzoo.classic import tictactoe_v3

    words = random.Random(1)
    env = tictactoe_v3.env()
    began = time.perf_counter()
    for seed in range(games):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            over = termination or truncation
            mask = observation["action_mask"]
            env.step(None if over else words.choice([action for action in range(9) if mask[action]]))
    return games / (time.perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print(machine_line())
    plain = str(Path(__file__).parent / "plain_agents.py")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run_seconds(folder, 2, "random", options.workers, ["-m", "palaestra"])  # compiles what the cache lacks
        for title, games, agent, extra in (
            ("compiled lane", options.games, "random", ["-m", "palaestra"]),
            ("python lane", PYTHON_GAMES, "plain_random", [plain]),
        ):
            rounds = [run_seconds(folder, games, agent, options.workers, extra) for _ in range(options.rounds)]
            whole = min(first for first, _ in rounds)
            fixed = min(second for _, second in rounds)
            print(
                f"{title:<14} {games:>7,} games, {options.workers} workers: {games / whole:>9,.0f} games/s whole run, "
                f"{games / (whole - fixed):>9,.0f} without the {fixed:.1f} s of start-up and rating",
                flush=True,
            )
    best = max(pettingzoo_rate(PETTINGZOO_GAMES) for _ in range(options.rounds))
    print(f"{'PettingZoo':<14} {PETTINGZOO_GAMES:>7,} games, 1 process, none stored or rated: {best:>9,.0f} games/s")


if __name__ == "__main__":
    main()
