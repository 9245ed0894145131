"""Every benchmark, one after the other, each beside its peer: ``make bench``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
BENCHMARKS = (
    "start_up.py",
    "playouts_vs_openspiel.py",
    "uct_vs_openspiel.py",
    "alpha_beta_nodes.py",
    "q_learning.py",
    "vector_games.py",
    "time_budget.py",
    "rummy_analyser.py",
    "hearthstone_speed.py",
    "rummy_games.py",
    "tournament_speed.py",
    "isolation.py",
    "leaderboard_speed.py",
)


def main() -> int:
    worst = 0
    for name in BENCHMARKS:
        print(f"\n== {name}", flush=True)
        worst = max(worst, subprocess.run([sys.executable, str(HERE / name)], check=False).returncode)
    return worst


if __name__ == "__main__":
    sys.exit(main())
