"""Wall time of `palaestra leaderboard` over a large database, start-up included.

    python benchmarks/leaderboard_speed.py [--games 1000000] [--entrants 100] [--decks 1] [--runs 7] [--db FILE]

The database is filled through the store's own writer with made-up results of entrants of different strength: a round
robin in game pairs. A database that FILE holds already is used as it is. Each run is a fresh process; the first line
is that of `python -c "import sqlalchemy, numpy"`, below which no such command can come. On a busy machine only the
CPU time says something.
"""

from __future__ import annotations

import argparse
import os
import platform
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import combinations, islice
from pathlib import Path

from palaestra import GameRecord
from palaestra.record import EntrantRecord, Provenance, ScheduledGame, TournamentRecord
from palaestra.store.writes import GameWriter

BATCH = 20_000
STATISTICS = (min, statistics.median)
COMMANDS = {
    "leaderboard": ["leaderboard"],
    "leaderboard --format json": ["leaderboard", "--format", "json"],
    "leaderboard --all": ["leaderboard", "--all"],
    "crosstable --format json": ["crosstable", "--format", "json"],
    "leaderboard --method elo": ["leaderboard", "--method", "elo"],
}


def made_up_games(games: int, entrants: int, decks: int) -> Iterator[GameRecord]:
    """Yield at least `games` games, in whole rounds of all match-ups with all decks."""
    words = random.Random(1)
    names = [f"entrant-{index:03}" for index in range(entrants)]
    strength = dict(zip(names, (3.0 * index / entrants for index in range(entrants)), strict=True))
    made = 0
    for number in range(1, games + 1):
        for deck in range(decks):
            for one, other in combinations(names, 2):
                pair, deal = f"{words.getrandbits(80):020x}", words.getrandbits(63)
                for half, seats in enumerate([(one, other), (other, one)], start=1):
                    difference = strength[seats[0]] - strength[seats[1]]
                    result = min(1, max(-1, round(words.gauss(difference, 1.0))))
                    scheduled = ScheduledGame(f"{pair}-{half}", pair, number, seats, (f"deck-{deck}",) * 2, deal)
                    returns = (float(result), float(-result))
                    actions = tuple(range(9))
                    yield GameRecord(scheduled, returns, "finished", None, actions, None, "compiled", 1, 1.8e9 + made)
                    made += 1
        if made >= games:
            return


def fill(db: Path, games: int, entrants: int, decks: int) -> None:
    """Store a tournament of made-up games."""
    nowhere = Provenance()
    names = tuple(f"deck-{deck}" for deck in range(decks))
    tournament = TournamentRecord("made-up", "tic_tac_toe", "1", {}, "mirror", "1", False, nowhere, 1, names)
    records = [EntrantRecord(f"entrant-{index:03}", "random", "1", {}, nowhere) for index in range(entrants)]
    source = made_up_games(games, entrants, decks)
    begun, stored = time.perf_counter(), 0
    with GameWriter(db) as writer:
        writer.register_tournament(tournament, records)
        while batch := list(islice(source, BATCH)):
            stored += writer.add(batch)
    print(f"stored {stored:,} games in {time.perf_counter() - begun:.0f} s, {db.stat().st_size / 1e6:,.0f} MB")


def measure(command: list[str], runs: int) -> tuple[list[float], list[float]]:
    """Return wall and CPU seconds of fresh processes, after one that is not counted."""
    wall, cpu = [], []
    for _ in range(runs + 1):
        begun, used = time.perf_counter(), cpu_of_children()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wall.append(time.perf_counter() - begun)
        cpu.append(cpu_of_children() - used)
    return wall[1:], cpu[1:]


def cpu_of_children() -> float:
    """Return the CPU seconds of all processes that ended so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--entrants", type=int, default=100)
    parser.add_argument("--decks", type=int, default=1)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--db", type=Path)
    options = parser.parse_args()
    load = os.getloadavg()[0]
    print(
        f"{platform.platform()}, {platform.processor() or platform.machine()}, {os.cpu_count()} cores, load {load:.1f}"
    )
    print(f"Python {platform.python_version()}")
    with tempfile.TemporaryDirectory() as folder:
        db = options.db or Path(folder) / "speed.db"
        if not db.exists():
            fill(db, options.games, options.entrants, options.decks)
        print(f"seconds of {options.runs} runs, best and median {'wall time':>17} {'CPU time':>15}")
        measured = {f"palaestra {name}": ["-m", "palaestra", *rest, "--db", str(db)] for name, rest in COMMANDS.items()}
        for name, arguments in {"import sqlalchemy, numpy": ["-c", "import sqlalchemy, numpy"], **measured}.items():
            figures = [f(times) for times in measure([sys.executable, *arguments], options.runs) for f in STATISTICS]
            print(f"{name:<38}" + "".join(f"{figure:8.2f}" for figure in figures), flush=True)


if __name__ == "__main__":
    main()
