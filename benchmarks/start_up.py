"""Wall time of short commands as fresh processes: how long a person waits.

    python benchmarks/start_up.py [--runs 9]

Beside them stand a bare Python, and the import of numba and SQLAlchemy that a run cannot do without.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from machine import machine_line

ONE_GAME = """
[tournament]
name = "one-{number}"
game = "tic_tac_toe"
pairs = 1
[[entrant]]
agent = "random"
[[entrant]]
agent = "greedy"
"""


def seconds(command: list[str]) -> float:
    """Return the wall time of a process."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=9)
    options = parser.parse_args()
    print(machine_line())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        spec, db = folder / "one.toml", str(folder / "one.db")

        def one_pair(number: int) -> list[str]:
            spec.write_text(ONE_GAME.format(number=number))
            return [sys.executable, "-m", "palaestra", "run", str(spec), "--db", db]

        commands = {
            "python -c pass": lambda _: [sys.executable, "-c", "pass"],
            "import numba, sqlalchemy": lambda _: [sys.executable, "-c", "import numba, sqlalchemy"],
            "palaestra --help": lambda _: [sys.executable, "-m", "palaestra", "--help"],
            "palaestra games": lambda _: [sys.executable, "-m", "palaestra", "games"],
            "palaestra run, one game pair": one_pair,
            "palaestra leaderboard": lambda _: [sys.executable, "-m", "palaestra", "leaderboard", "--db", db],
        }
        for title, command in commands.items():
            seconds(command(0))
            times = [seconds(command(number + 1)) for number in range(options.runs)]
            print(f"{title:<30} best {min(times):.2f} s, median {statistics.median(times):.2f} s", flush=True)


if __name__ == "__main__":
    main()
