"""What the experiments share: the games with their teachers, the results and how they are written."""

from __future__ import annotations

import datetime
import json
import os
import platform
import statistics
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import palaestra

RESULTS = Path(__file__).parent / "results"
SEEDS = tuple(range(1, 11))


@dataclass(frozen=True)
class Setup:
    """A game of the experiments.

    Attributes:
        game: its id.
        games: the budget of training.
        depths: of the min-max agents; 0 = the whole game.
        play_depth: of the min-max agents in tournaments, for alpha_beta.
        random_teacher: whether the random teacher is tried; the paper drops it after tic-tac-toe.
    """

    game: str
    games: int
    depths: tuple[int, ...]
    play_depth: int
    random_teacher: bool = True


SETUPS = {
    setup.game: setup
    for setup in (
        Setup("tic_tac_toe", 50_000, (0,), 9),
        Setup("kalah", 50_000, (1, 2), 1),
        Setup("nine_mens_morris", 10_000, (1,), 1, random_teacher=False),
    )
}


def chosen(names: Sequence[str]) -> list[Setup]:
    """Return the set-ups of the games named on the command line, or all."""
    return [SETUPS[name] for name in names] if names else list(SETUPS.values())


def provenance(seeds: Sequence[int]) -> dict[str, Any]:
    """Return where and when a result was made, and how."""
    return {
        "command": " ".join(["python", f"experiments/weaker_agents/{Path(sys.argv[0]).name}", *sys.argv[1:]]),
        "date": datetime.date.today().isoformat(),
        "seeds": list(seeds),
        "palaestra": palaestra.__version__,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
    }


def write(name: str, title: str, body: str, data: Mapping[str, Any], seeds: Sequence[int]) -> None:
    """Write ``results/NAME.md`` and ``results/NAME.json``."""
    made = provenance(seeds)
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps({**made, **data}) + "\n", encoding="utf-8")
    seed_words = f"training seeds {seeds[0]} to {seeds[-1]}" if len(seeds) > 1 else f"seed {seeds[0]}"
    end = f"`{made['command']}`, {made['date']}, {seed_words}, Palaestra {made['palaestra']}."
    (RESULTS / f"{name}.md").write_text(f"# {title}\n\n{body}\n\n{end}\n", encoding="utf-8")
    print(f"results/{name}.md", flush=True)


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def spread(values: Sequence[float], digits: int = 3) -> str:
    """Return mean and standard deviation over the seeds."""
    deviation = statistics.stdev(values) if len(values) > 1 else 0.0
    return f"{statistics.fmean(values):.{digits}f} ± {deviation:.{digits}f}"


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean over the seeds and the half of its 95 % interval by Student's t."""
    from scipy.stats import t

    n = len(values)
    half = float(t.ppf(0.975, n - 1)) * statistics.stdev(values) / n**0.5 if n > 1 else float("nan")
    return statistics.fmean(values), half
