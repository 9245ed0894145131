"""Whole tournaments per second: tic-tac-toe, random against random, every game stored and rated.

    pip install pettingzoo
    python benchmarks/tournament_speed.py [--games 100000] [--workers 2] [--rounds 3]

Ours: `palaestra run` as a fresh process, from start to printed leaderboard, games and their actions stored in SQLite;
once with compiled policies, once with agents that have only Python (5,000 games). PettingZoo's: a loop over
`tictactoe_v3` with random legal actions, one process, nothing stored or rated. Wall time, best of the rounds; beside it
CPU time, ours of all processes together, which a busy machine spoils less.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Spent:
    """Seconds that something took."""

    wall: float
    cpu: float


def run_twice(folder: Path, games: int, agent: str, workers: int, extra: list[str]) -> tuple[Spent, Spent]:
    """Return what a run takes that plays `games`, and one that then plays nothing: loading, and rating."""
    spec, db = folder / "speed.toml", folder / "speed.db"
    for old in folder.glob("speed.db*"):
        old.unlink()
    spec.write_text(SPEC.format(pairs=games // 2, agent=agent))
    command = [sys.executable, *extra, "run", str(spec), "--db", str(db), "--workers", str(workers), "--quiet"]
    times = []
    for _ in range(2):
        began, used = time.perf_counter(), children_seconds()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        times.append(Spent(time.perf_counter() - began, children_seconds() - used))
    return times[0], times[1]


def children_seconds() -> float:
    """Return the CPU time of all finished child processes and their children."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def pettingzoo_seconds(games: int) -> Spent:
    """Return what random games of PettingZoo's tic-tac-toe take."""
    from pettingzoo.classic import tictactoe_v3

    words = random.Random(1)
    env = tictactoe_v3.env()
    began, used = time.perf_counter(), time.process_time()
    for seed in range(games):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, termination, truncation, _ = env.last()
            over = termination or truncation
            mask = observation["action_mask"]
            env.step(None if over else words.choice([action for action in range(9) if mask[action]]))
    return Spent(time.perf_counter() - began, time.process_time() - used)


def best(times: list[Spent]) -> Spent:
    """Return the least of each."""
    return Spent(min(spent.wall for spent in times), min(spent.cpu for spent in times))


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
        run_twice(folder, 2, "random", options.workers, ["-m", "palaestra"])  # compiles what the cache lacks
        for title, games, agent, extra in (
            ("compiled lane", options.games, "random", ["-m", "palaestra"]),
            ("python lane", PYTHON_GAMES, "plain_random", [plain]),
        ):
            rounds = [run_twice(folder, games, agent, options.workers, extra) for _ in range(options.rounds)]
            whole, fixed = best([first for first, _ in rounds]), best([second for _, second in rounds])
            print(
                f"{title:<14} {games:>7,} games, {options.workers} workers: {games / whole.wall:>9,.0f} games/s, "
                f"{games / (whole.wall - fixed.wall):>9,.0f} without the {fixed.wall:.1f} s of a run of none; "
                f"CPU {whole.cpu:.2f} s and {fixed.cpu:.2f} s, {1e6 * (whole.cpu - fixed.cpu) / games:.0f} us a game",
                flush=True,
            )
    peer = best([pettingzoo_seconds(PETTINGZOO_GAMES) for _ in range(options.rounds)])
    print(
        f"{'PettingZoo':<14} {PETTINGZOO_GAMES:>7,} games, 1 process, none stored or rated: "
        f"{PETTINGZOO_GAMES / peer.wall:>9,.0f} games/s; CPU {1e6 * peer.cpu / PETTINGZOO_GAMES:.0f} us a game"
    )


if __name__ == "__main__":
    main()
