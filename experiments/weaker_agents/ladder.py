"""How strong the snapshots Q-10 to Q-100 are: a ladder of weaker agents, over ten seeds of training.

    python experiments/weaker_agents/ladder.py [--seeds 10] [--pairs N] [NAME ...]

NAME is that of a ladder or of a game. For each seed one training, one file of snapshots, and one tournament of all of
them and the random player, every match-up `pairs` times in both seats (50, or 500 without a file), rated by
`palaestra`. In tic-tac-toe N is what the paper says, 8,000, and once more what the training shows; the expected scores
against random and perfect play are exact. The ladders of large tables are played by ``matches.py``.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from chart import Line, line_chart
from common import RESULTS, SEEDS, mean_interval, save, span, table, told, write_page
from matches import standings, trained_tables

from palaestra import load_game, run_tournament
from palaestra_leaderboards.standings import leaderboard_rows
from palaestra_learning.q_learning.learner import kernel_game
from palaestra_learning.q_learning.settings import Settings, make_settings
from palaestra_learning.q_learning.snapshots import PERCENTS, SnapshotSet
from palaestra_learning.q_learning.training import Training
from palaestra_learning.q_learning.walk import Side, Walker, random_side, walk_game

STEPS = (0, *PERCENTS)
MEMORY_BYTES = 4_000_000_000
"""Of a table; such a training takes about twice as much with its snapshots."""

Runs = Sequence[Mapping[str, Any]]


@dataclass(frozen=True)
class Ladder:
    """A training of which snapshots are taken, and what to call it.

    Attributes:
        name: of its result.
        game: the id of its game.
        settings: of the training, but for the seed.
        says: the teacher and N, in words.
        knobs: of the game.
        large: whether the tables are too many and too large for the entrants of one tournament.
    """

    name: str
    game: str
    settings: Settings
    says: str
    knobs: Mapping[str, Any] = field(default_factory=dict)
    large: bool = False


LADDERS = (
    Ladder(
        "tic_tac_toe-8000",
        "tic_tac_toe",
        make_settings(games=8_000, epsilon=0.1, seats="alternating", criterion="budget", cadence=1_000),
        "exploring twin, N = 8,000 as in the paper",
    ),
    Ladder(
        "tic_tac_toe-converged",
        "tic_tac_toe",
        make_settings(games=50_000),
        "the preset `paper`: exploring twin, N by convergence against the teacher",
    ),
    Ladder(
        "tic_tac_toe-perfect",
        "tic_tac_toe",
        make_settings("perfect", cadence=5_000),
        "the preset `perfect`: greedy twin, N = 40,000",
    ),
    Ladder(
        "kalah",
        "kalah",
        make_settings(games=100_000, epsilon=0.1, seats="alternating", criterion="budget", cadence=10_000),
        "exploring twin, N = the budget of 100,000: it does not stop losing",
    ),
    Ladder(
        "nine_mens_morris",
        "nine_mens_morris",
        make_settings(games=20_000, epsilon=0.1, seats="alternating", criterion="budget", cadence=10_000),
        "exploring twin, N = the budget of 20,000: it does not stop losing",
    ),
    Ladder(
        "kalah-four_pits",
        "kalah",
        make_settings(games=400_000, epsilon=0.1, seats="alternating", criterion="budget", cadence=400_000),
        "four pits of four seeds, exploring twin, N = the budget of 400,000",
        knobs={"pits": 4, "seeds": 4},
        large=True,
    ),
    Ladder(
        "kalah-random",
        "kalah",
        make_settings(games=1_000_000, teacher="random", seats="alternating", criterion="budget", cadence=1_000_000),
        "random teacher, N = the budget of 1,000,000",
        large=True,
    ),
    Ladder(
        "nine_mens_morris-random",
        "nine_mens_morris",
        make_settings(
            games=200_000,
            teacher="random",
            epsilon=0.3,
            seats="alternating",
            symmetry=True,
            criterion="budget",
            cadence=200_000,
        ),
        "random teacher, symmetric positions as one, N = the budget of 200,000",
        large=True,
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
    game = kernel_game(load_game(ladder.game, **ladder.knobs))
    walker = None if ladder.large else walk_game(game)
    runs = []
    for seed in seeds:
        began = time.process_time()
        settings = make_settings(**{**ladder.settings.as_dict(), "seed": seed})
        run: dict[str, Any] = {"seed": seed}
        if ladder.large:
            tables = trained_tables(game, settings, PERCENTS, MEMORY_BYTES)
            last = tables[PERCENTS[-1]]
            run |= {"n": settings.games, "converged": False, "exact": {}, "positions": last.positions}
            run["standings"] = standings(game, settings, tables, pairs)
            del tables, last
        else:
            with tempfile.TemporaryDirectory() as folder:
                result = Training(game, settings, folder=Path(folder)).run()
                run["standings"] = tournament(ladder, Path(folder) / "snapshots.npz", seed, pairs)
            exact = exact_rows(result.snapshots, walker) if walker is not None else {}
            run |= {"n": result.n, "converged": result.converged, "exact": exact}
        runs.append({**run, "seconds": time.process_time() - began})
        print(ladder.name, seed, run["n"], [row["entrant"] for row in run["standings"]], flush=True)
        name = f"ladder-{ladder.name}"  # after every training: an interruption leaves those that are done
        page(
            name, save(name, {"settings": ladder.settings.as_dict(), "pairs": pairs, "runs": runs}, seeds[: len(runs)])
        )


def of_seeds(runs: Runs, percent: int, key: str) -> list[float]:
    """Return one number of a snapshot for every seed."""
    return [next(row[key] for row in run["standings"] if row["entrant"] == f"Q-{percent}") for run in runs]


def inversions(runs: Runs, key: str) -> float:
    """Return how many of the steps Q-10 to Q-100 go down, on the mean over the seeds."""
    counts = []
    for run in runs:
        values = [of_seeds([run], percent, key)[0] for percent in PERCENTS]
        counts.append(sum(b < a for a, b in pairwise(values)))
    return statistics.fmean(counts)


def exact_cell(runs: Runs, percent: int, name: str) -> str:
    """Return an exact value of a snapshot over the seeds."""
    values = [run["exact"][f"Q-{percent}"][name] for run in runs]
    return span(values) if "lines" in name else f"{statistics.fmean(values):.3f}"


def rows_of(runs: Runs) -> list[list[str]]:
    """Return the rows of the table, one for each snapshot."""
    rows = []
    for percent in STEPS:
        rating, half = mean_interval(of_seeds(runs, percent, "rating"))
        low, high = of_seeds(runs, percent, "low"), of_seeds(runs, percent, "high")
        within = statistics.fmean((above - below) / 2 for above, below in zip(high, low, strict=True))
        row = [f"Q-{percent}", f"{statistics.fmean(of_seeds(runs, percent, 'score')):.3f}"]
        row += [f"{round(rating)} ± {half:.0f}", f"± {within:.0f}"]
        if "v random" in runs[0]["standings"][0]:
            score, half = mean_interval(of_seeds(runs, percent, "v random"))
            row.append(f"{score:.3f} ± {half:.3f}")
        rows.append([*row, *(exact_cell(runs, percent, name) for name in exact_names(runs))])
    return rows


def exact_names(runs: Runs) -> list[str]:
    """Return what is known exactly of each snapshot."""
    return list(runs[0]["exact"]["Q-0"]) if runs[0]["exact"] else []


def rising(runs: Runs, key: str) -> str:
    """Return how many of the steps Q-10 to Q-100 go down, in the mean and in a single training."""
    means = [statistics.fmean(of_seeds(runs, percent, key)) for percent in PERCENTS]
    down = sum(b < a for a, b in pairwise(means))
    rise = "rise with every step" if down == 0 else f"go down in {down} of the 9 steps"
    return f"{rise}; in a single training {inversions(runs, key):.1f} of the 9 steps go down."


def notes_of(runs: Runs) -> str:
    """Return what is to be said below the table."""
    notes = [f"From Q-10 to Q-100 the mean ratings {rising(runs, 'rating')}"]
    if "v random" in runs[0]["standings"][0]:
        notes.append(f"The mean scores against random play {rising(runs, 'v random')}")
    notes.append("N: " + ", ".join(f"{run['n']:,}" for run in runs) + ".")
    if "positions" in runs[0]:
        notes.append(f"Positions in the table at N: {span([run['positions'] for run in runs])}.")
    if runs[0]["exact"]:
        lines = [name for name in exact_names(runs) if "lines" in name]
        perfect = sum(all(run["exact"]["Q-100"][name] == 0 for name in lines) for run in runs)
        notes.append(f"Q-100 has no losing line in {perfect} of {len(runs)} trainings.")
    return " ".join(notes)


def page(name: str, data: Mapping[str, Any]) -> None:
    """Write the page of a result and its chart."""
    runs = data["runs"]
    ladder = next(ladder for ladder in LADDERS if f"ladder-{ladder.name}" == name)
    heads = ["snapshot", "score", "Elo", "within", *(["v random"] if ladder.large else []), *exact_names(runs)]
    body = (
        f"{ladder.says[0].upper()}{ladder.says[1:]}. Q-0 is random play. {len(runs)} trainings; each has a tournament "
        f"of its own in which every match-up is played {2 * data['pairs']} times.\n\n"
        f"{told(data['settings'])}\n\n"
        "`score` is the mean score in the tournaments; `Elo` the mean of its rating over the trainings with the 95 % "
        "interval of that mean; `within` the usual half width of the interval of one tournament, which does not know "
        "that another training would have given another table."
        + (" `v random` is the mean score against random play with its 95 % interval." if ladder.large else "")
        + (
            " Exact values, by expectation over all games, are means over the trainings and both seats; those of lines "
            "median and range over the trainings."
            if runs[0]["exact"]
            else ""
        )
        + f"\n\n{table(heads, rows_of(runs))}\n\n{notes_of(runs)}\n\n![ratings by snapshot]({name}.svg)"
    )
    chart(name, runs)
    write_page(name, f"Snapshots as a ladder: {ladder.name}", body, data)


def chart(name: str, runs: Runs) -> None:
    """Draw the ratings of each training and their means."""
    lines = [Line("", "#c9d6e8", STEPS, [of_seeds([run], percent, "rating")[0] for percent in STEPS]) for run in runs]
    means, halves = zip(*(mean_interval(of_seeds(runs, percent, "rating")) for percent in STEPS), strict=True)
    lines.append(Line("mean, 95 %", "#1f4e9c", STEPS, means, halves if len(runs) > 1 else ()))
    title = f"Snapshots: {name.removeprefix('ladder-')}"
    line_chart(RESULTS / f"{name}.svg", title, "per cent of N", "Elo", lines)


def main() -> None:
    """Run the ladders that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seeds", type=int, default=len(SEEDS))
    parser.add_argument("--pairs", type=int)
    options = parser.parse_args()
    for ladder in LADDERS:
        if not options.names or {ladder.name, ladder.game} & set(options.names):
            play(ladder, range(1, options.seeds + 1), options.pairs or (500 if ladder.large else 50))


if __name__ == "__main__":
    main()
