"""What the experiments share: the games with their teachers, the results and how they are written.

The numbers of a result are stored as JSON, with all that its page needs: ``pages.py`` writes every page anew.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import statistics
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import palaestra
from palaestra_learning.q_learning.settings import HOLD, LostSeat

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
        knobs: of the game.
        lost_seat: known to lose against perfect play; where the game can be walked it is found.
    """

    game: str
    games: int
    depths: tuple[int, ...]
    play_depth: int
    random_teacher: bool = True
    knobs: Mapping[str, Any] = field(default_factory=dict)
    lost_seat: LostSeat = "none"


PAPER = {
    "tic_tac_toe": Setup("tic_tac_toe", 50_000, (0,), 9),
    "kalah": Setup("kalah", 50_000, (1, 2), 1, lost_seat="second"),
    "nine_mens_morris": Setup("nine_mens_morris", 10_000, (1,), 1, random_teacher=False),
}
"""The games of the paper. The first player wins Kalah (Irving, Donkers and Uiterwijk, "Solving Kalah", ICGA Journal
23(3), 2000)."""

SETUPS = {**PAPER, "kalah_3x2": Setup("kalah", 50_000, (0,), 9, knobs={"pits": 3, "seeds": 2})}
"""By the name of their results; Kalah with three pits of two seeds can be walked as a whole."""


def chosen(names: Sequence[str]) -> dict[str, Setup]:
    """Return the set-ups that are named on the command line, or those of the paper."""
    return {name: SETUPS[name] for name in names} if names else PAPER


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


def save(name: str, data: Mapping[str, Any], seeds: Sequence[int]) -> dict[str, Any]:
    """Write ``results/NAME.json`` and return it as it is read."""
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps({**provenance(seeds), **data}) + "\n", encoding="utf-8")
    read: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return read


def write_page(name: str, title: str, body: str, data: Mapping[str, Any]) -> None:
    """Write ``results/NAME.md``."""
    seeds = data["seeds"]
    seed_rng = f"training seeds {seeds[0]} to {seeds[-1]}" if len(seeds) > 1 else f"seed {seeds[0]}"
    end = f"`{data['command']}`, {data['date']}, {seed_rng}, Palaestra {data['palaestra']}."
    (RESULTS / f"{name}.md").write_text(f"# {title}\n\n{body}\n\n{end}\n", encoding="utf-8")
    print(f"results/{name}.md", flush=True)


def told(settings: Mapping[str, Any], checks: bool = False) -> str:
    """Return in one line all that decides the course of a training but its teacher and its seed.

    Args:
        settings: by name.
        checks: whether to tell of its checks although N is the budget.
    """
    s = settings
    q0 = f"Q0 {s['q0']:g}" + (f" + U(0, {s['q0_width']:g})" if s["q0_width"] else "")
    epsilon = {
        "constant": f"epsilon {s['epsilon']:g}",
        "linear": f"epsilon {s['epsilon']:g} to {s['epsilon_end']:g} in {s['epsilon_games']:,} games",
        "harmonic": f"epsilon {s['epsilon']:g}, halved after {s['epsilon_games']:,} games and so on",
    }[s["schedule"]]
    parts = [
        f"alpha {s['alpha']:g}",
        f"gamma {s['gamma']:g}",
        q0,
        f"reward of a draw {s['draw_reward']:g}",
        epsilon,
        f"seats {s['seats']}",
        f"symmetry {'on' if s['symmetry'] else 'off'}",
        f"{s['games']:,} games" + ("" if s["criterion"] == "budget" else " at most"),
    ]
    if checks or s["criterion"] != "budget":
        parts.append(f"a check of {s['check_games']} greedy games against each opponent every {s['cadence']:,}")
    if s["criterion"] != "budget":
        parts.append(f"N by no loss to the {s['criterion']} for {HOLD:,} games")
    return "Settings: " + ", ".join(parts) + "."


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def spread(values: Sequence[float], digits: int = 3) -> str:
    """Return mean and standard deviation over the seeds."""
    deviation = statistics.stdev(values) if len(values) > 1 else 0.0
    return f"{statistics.fmean(values):,.{digits}f} ± {deviation:,.{digits}f}"


def span(values: Sequence[float]) -> str:
    """Return median and range."""
    return f"{statistics.median(values):,.0f} [{min(values):,.0f} .. {max(values):,.0f}]"


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean over the seeds and the half of its 95 % interval by Student's t."""
    from scipy.stats import t

    n = len(values)
    half = float(t.ppf(0.975, n - 1)) * statistics.stdev(values) / n**0.5 if n > 1 else float("nan")
    return statistics.fmean(values), half
