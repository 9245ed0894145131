"""How many games of training each teacher takes: Tables 2 to 4 of the paper.

    python experiments/weaker_agents/teachers.py [--seeds 10] [--seats first] [--depths 1,2] [--cadence 100] [GAME ...]

The preset `paper`: alpha 0.4, gamma 0.9, epsilon 0.2, Q0 = 0, the learner in the first seat, a check of 100 games every
100 games of training. N is the smallest number of games after which no check has a lost game for 5,000 games more. All
budgets are played to their end, so that N against every opponent comes from the same training. Games beside those of
the paper: kalah_3x2, three pits of two seeds.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Mapping, Sequence
from typing import Any

from common import SEEDS, Setup, chosen, save, span, spread, table, told, write_page

from palaestra import load_game
from palaestra_learning.q_learning.settings import HOLD, Seats, Settings, Teacher, make_settings
from palaestra_learning.q_learning.training import Training

CADENCE = 100
AGAINST = ("teacher", "perfect", "random", "exact")
PUBLISHED = {"twin": "about 8,000", "random_minmax": "about 6,000", "minmax": "lowest", "random": "not in 50,000"}

Runs = Sequence[Mapping[str, Any]]


def settings_of(
    setup: Setup, seats: Seats, depths: tuple[int, ...] = (), cadence: int = CADENCE
) -> dict[str, Settings]:
    """Return the settings of each teacher, the budget played to its end; `depths` = min-max teachers of these only."""

    def make(teacher: Teacher, depth: int = 0) -> Settings:
        return make_settings(
            games=setup.games + HOLD,
            criterion="budget",
            teacher=teacher,
            depth=depth,
            seats=seats,
            cadence=cadence,
            lost_seat=setup.lost_seat,
        )

    found = {} if depths else {"twin": make("twin"), "greedy_twin": make("greedy_twin")}
    for depth in depths or setup.depths:
        for teacher in ("minmax", "random_minmax"):
            found[f"{teacher} depth {depth}" if depth else teacher] = make(teacher, depth)
    if setup.random_teacher and not depths:
        found["random"] = make("random")
    return found


def cell(runs: Runs, against: str) -> str:
    """Return median and range of N over the seeds, and how many never came."""
    verdicts = [run["n"].get(against) for run in runs]
    if verdicts[0] is None:
        return "-"
    found = [verdict for verdict in verdicts if isinstance(verdict, int)]
    missing = [verdict for verdict in verdicts if not isinstance(verdict, int)]
    if not found:
        return f"{missing[0]}"
    return span(found) if not missing else f"{span(found)}, {missing[0]} in {len(missing)} of {len(verdicts)}"


def by_seed(runs: Runs) -> list[str]:
    """Return N against the teacher for each seed, then mean and standard deviation of those found."""
    verdicts = [run["n"]["teacher"] for run in runs]
    found = [verdict for verdict in verdicts if isinstance(verdict, int)]
    words = [f"{verdict:,}" if isinstance(verdict, int) else verdict for verdict in verdicts]
    return [*words, spread(found, 0) if len(found) > 1 else "-"]


def losing(runs: Runs) -> str:
    """Return the median share of games lost to a random player in the last check."""
    return f"{statistics.median(run['last']['random_losses'] for run in runs):g} %"


def play(name: str, setup: Setup, seats: Seats, seeds: range, depths: tuple[int, ...], cadence: int) -> None:
    """Run one game and write its table."""
    game = load_game(setup.game, **setup.knobs)
    data: dict[str, list[dict[str, Any]]] = {}
    for teacher, settings in settings_of(setup, seats, depths, cadence).items():
        runs = data.setdefault(teacher, [])
        for seed in seeds:
            began = time.process_time()
            result = Training(game, make_settings(**{**settings.as_dict(), "seed": seed}), percents=()).run()
            verdicts = {c.against: c.games or c.verdict for c in result.convergences}
            runs.append(
                {"seed": seed, "n": verdicts, "last": dict(result.rows[-1]), "seconds": time.process_time() - began}
            )
        print(name, seats, teacher, {against: cell(runs, against) for against in AGAINST}, flush=True)
    made = {teacher: s.as_dict() for teacher, s in settings_of(setup, seats, depths, cadence).items()}
    suffix = ("" if seats == "first" else f"-{seats}") + "".join(f"-depth_{depth}" for depth in depths)
    suffix += f"-every_{cadence}" if cadence != CADENCE else ""
    called = f"teachers-{name}{suffix}"
    page(called, save(called, {"settings": made, "runs": data}, seeds))


def page(name: str, data: Mapping[str, Any]) -> None:
    """Write the page of a result."""
    game, runs = name.split("-")[1], data["runs"]
    settings = next(iter(data["settings"].values()))
    published = PUBLISHED if game == "tic_tac_toe" else {}
    heads = ["teacher", *(["paper"] if published else []), "N v teacher", "N v perfect", "N v random", "N exact"]
    rows = [
        [
            teacher,
            *([published.get(teacher, "")] if published else []),
            *(cell(of, against) for against in AGAINST),
            losing(of),
        ]
        for teacher, of in runs.items()
    ]
    seed_heads = ["teacher", *(f"seed {seed}" for seed in data["seeds"]), "mean ± spread of those found"]
    body = (
        f"N over the seeds: median [least .. most], looked for up to {settings['games'] - HOLD:,} games, all budgets "
        "played to their end. `impossible` = it never came, and a seat of the learner is lost against perfect play. "
        "The last column is the share of games that the table loses to a random player after all its training.\n\n"
        f"{told(settings, checks=True)} The `twin` explores as the learner does, the `greedy_twin` not.\n\n"
        + table([*heads, "lost v random"], rows)
        + "\n\nN v teacher, every training:\n\n"
        + table(seed_heads, [[teacher, *by_seed(of)] for teacher, of in runs.items()])
    )
    write_page(name, f"Games of training by teacher: {game}, {settings['seats']} seat", body, data)


def main() -> None:
    """Run the games that are named, or all of the paper."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seeds", type=int, default=len(SEEDS))
    parser.add_argument("--depths", help="of the min-max teachers, in place of the usual ones; no others are tried")
    parser.add_argument("--seats", choices=("first", "second", "alternating"), default="first")
    parser.add_argument("--cadence", type=int, default=CADENCE, help="games of training between two checks")
    options = parser.parse_args()
    for name, setup in chosen(options.games).items():
        depths = tuple(map(int, options.depths.split(","))) if options.depths else ()
        play(name, setup, options.seats, range(1, options.seeds + 1), depths, options.cadence)


if __name__ == "__main__":
    main()
