"""How strong the snapshots Q-10 to Q-100 are: a ladder of weaker agents, over ten seeds of training.

    python experiments/weaker_agents/ladder.py [--seeds 10] [--pairs 50] [GAME ...]

For each seed one training with the exploring twin, one file of snapshots, and one tournament of all of them and the
random player, every match-up `pairs` times in both seats, rated by `palaestra`. In tic-tac-toe N is what the paper
says, 8,000, and once more what the training shows; the expected scores against random and perfect play are exact.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from chart import Line, line_chart
from common import RESULTS, SEEDS, SETUPS, mean_interval, table, write

from palaestra import load_game, run_tournament
from palaestra_leaderboards.standings import leaderboard_rows
from palaestra_learning.q_learning.settings import Settings, make_settings
from palaestra_learning.q_learning.snapshots import PERCENTS, SnapshotSet
from palaestra_learning.q_learning.training import Training
from palaestra_learning.q_learning.walk import Side, Walker, random_side, walk_game

STEPS = (0, *PERCENTS)


@dataclass(frozen=True)
class Ladder:
    """A training of which snapshots are taken, and what to call it."""

    name: str
    game: str
    settings: Settings
    says: str


LADDERS = (
    Ladder(
        "tic_tac_toe-8000",
        "tic_tac_toe",
        make_settings(games=8_000, epsilon=0.1, seats="alternating", criterion="budget", cadence=1_000),
        "exploring twin, epsilon 0.1, both seats, N = 8,000 as in the paper",
    ),
    Ladder(
        "tic_tac_toe-converged",
        "tic_tac_toe",
        make_settings(games=50_000),
        "the preset `paper`: exploring twin, epsilon 0.2, first seat, N by convergence against the teacher",
    ),
    Ladder(
        "tic_tac_toe-perfect",
        "tic_tac_toe",
        make_settings("perfect", cadence=5_000),
        "the preset `perfect`: greedy twin, epsilon 0.5, both seats, N = 40,000",
    ),
    Ladder(
        "kalah",
        "kalah",
        make_settings(games=100_000, epsilon=0.1, seats="alternating", criterion="budget", cadence=10_000),
        "exploring twin, epsilon 0.1, both seats, N = the budget of 100,000: it does not stop losing",
    ),
    Ladder(
        "nine_mens_morris",
        "nine_mens_morris",
        make_settings(games=20_000, epsilon=0.1, seats="alternating", criterion="budget", cadence=10_000),
        "exploring twin, epsilon 0.1, both seats, N = the budget of 20,000: it does not stop losing",
    ),
)


def tournament(ladder: Ladder, file: Path, seed: int, pairs: int) -> list[dict[str, Any]]:
    """Play the snapshots of one training against each other and return their standings."""
    entrants = [
        {
            "agent": "q_snapshot",
            "name": f"Q-{percent}",
            "parameters": {"file": str(file), "percent": percent} if percent else {},
        }
        for percent in STEPS
    ]
    spec = {
        "tournament": {"name": f"ladder-{seed}", "game": ladder.game, "pairs": pairs, "root_seed": seed},
        "entrant": entrants,
    }
    db = file.with_suffix(".db")
    run_tournament(spec, db, workers=0)
    rows = leaderboard_rows(str(db), f"ladder-{seed}").rows
    return [{"entrant": r.entrant, "score": r.score, "rating": r.rating, "low": r.low, "high": r.high} for r in rows]


def exact_rows(snapshots: SnapshotSet, walker: Walker) -> dict[str, dict[str, float]]:
    """Return the exact values of each snapshot: both seats alike, and its losing lines."""
    found = {}
    for percent in STEPS:
        side = Side(snapshots.table(percent), snapshots.rule)
        found[f"Q-{percent}"] = {
            "score v random": statistics.fmean(walker.score(side, random_side(), seat) for seat in (0, 1)),
            "lost v perfect": statistics.fmean(walker.losses(side, walker.perfect(), seat) for seat in (0, 1)),
            "losing lines, first seat": walker.losing_lines(side, 0),
            "losing lines, second seat": walker.losing_lines(side, 1),
        }
    return found


def play(ladder: Ladder, seeds: range, pairs: int) -> None:
    """Run one ladder and write its table and chart."""
    game = load_game(ladder.game)
    walker = walk_game(game)
    runs = []
    for seed in seeds:
        settings = make_settings(**{**ladder.settings.as_dict(), "seed": seed})
        with tempfile.TemporaryDirectory() as folder:
            result = Training(game, settings, folder=Path(folder)).run()
            standings = tournament(ladder, Path(folder) / "snapshots.npz", seed, pairs)
        exact = exact_rows(result.snapshots, walker) if walker is not None else {}
        runs.append(
            {"seed": seed, "n": result.n, "converged": result.converged, "standings": standings, "exact": exact}
        )
        print(ladder.name, seed, result.n, [row["entrant"] for row in standings], flush=True)
    report(ladder, runs, seeds, pairs)


def of_seeds(runs: list[dict[str, Any]], percent: int, key: str) -> list[float]:
    """Return one number of a snapshot for every seed."""
    return [next(row[key] for row in run["standings"] if row["entrant"] == f"Q-{percent}") for run in runs]


def inversions(runs: list[dict[str, Any]], key: str) -> float:
    """Return how many of the steps Q-10 to Q-100 go down, on the mean over the seeds."""
    counts = []
    for run in runs:
        values = [next(row[key] for row in run["standings"] if row["entrant"] == f"Q-{p}") for p in PERCENTS]
        counts.append(sum(b < a for a, b in pairwise(values)))
    return statistics.fmean(counts)


def report(ladder: Ladder, runs: list[dict[str, Any]], seeds: range, pairs: int) -> None:
    """Write what came out."""
    rows, means, halves = [], [], []
    exact_names = list(runs[0]["exact"]["Q-0"]) if runs[0]["exact"] else []
    for percent in STEPS:
        ratings = of_seeds(runs, percent, "rating")
        mean, half = mean_interval(ratings)
        means.append(mean)
        halves.append(half)
        scores = of_seeds(runs, percent, "score")
        within = statistics.fmean(
            (high - low) / 2
            for high, low in zip(of_seeds(runs, percent, "high"), of_seeds(runs, percent, "low"), strict=True)
        )
        exact = [
            f"{statistics.fmean(run['exact'][f'Q-{percent}'][name] for run in runs):.3f}"
            if "lines" not in name
            else f"{statistics.median(run['exact'][f'Q-{percent}'][name] for run in runs):,.0f}"
            for name in exact_names
        ]
        rows.append(
            [f"Q-{percent}", f"{statistics.fmean(scores):.3f}", f"{mean:.0f} ± {half:.0f}", f"± {within:.0f}", *exact]
        )
    rising = all(b >= a for a, b in pairwise(means))
    perfect = (
        [sum(run["exact"]["Q-100"][name] == 0 for name in exact_names if "lines" in name) == 2 for run in runs]
        if exact_names
        else []
    )
    notes = [
        f"The means {'rise with every step' if rising else 'do not rise with every step'}; in a single training "
        f"{inversions(runs, 'rating'):.1f} of the 9 steps from Q-10 to Q-100 go down.",
        f"N: {', '.join(str(run['n']) for run in runs)}.",
    ]
    if perfect:
        notes.append(f"Q-100 has no losing line in {sum(perfect)} of {len(perfect)} trainings.")
    body = (
        f"{ladder.says}. Q-0 is random play. {len(runs)} trainings; each has a tournament of its own in which every "
        f"match-up is played {2 * pairs} times.\n\n"
        "`score` is the mean score in the tournaments; `Elo` the mean of its rating over the trainings with the 95 % "
        "interval of that mean; `within` the usual half width of the interval of one tournament, which does not know "
        "that another training would have given another table."
        + (" Exact values are means over the trainings and both seats, those of lines medians." if exact_names else "")
        + "\n\n"
        + table(["snapshot", "score", "Elo", "within", *exact_names], rows)
        + "\n\n"
        + " ".join(notes)
        + f"\n\n![ratings by snapshot](ladder-{ladder.name}.svg)"
    )
    RESULTS.mkdir(exist_ok=True)
    colours = ["#c9d6e8"] * len(runs)
    lines = [
        Line("", colours[i], STEPS, [of_seeds([run], percent, "rating")[0] for percent in STEPS])
        for i, run in enumerate(runs)
    ]
    lines.append(Line("mean, 95 %", "#1f4e9c", STEPS, means, halves))
    line_chart(RESULTS / f"ladder-{ladder.name}.svg", f"Snapshots: {ladder.name}", "per cent of N", "Elo", lines)
    data = {"settings": ladder.settings.as_dict(), "pairs": pairs, "runs": runs}
    write(f"ladder-{ladder.name}", f"Snapshots as a ladder: {ladder.name}", body, data, seeds)


def main() -> None:
    """Run the ladders of the games that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seeds", type=int, default=len(SEEDS))
    parser.add_argument("--pairs", type=int, default=50)
    options = parser.parse_args()
    for ladder in LADDERS:
        if ladder.game in (options.games or SETUPS):
            play(ladder, range(1, options.seeds + 1), options.pairs)


if __name__ == "__main__":
    main()
