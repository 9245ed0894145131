"""How perfect a table of tic-tac-toe is, exactly: every line it loses, over all replies and all its equally good moves.

    python experiments/weaker_agents/perfect.py [--seeds 40]

The preset `perfect`, and the paper's own setting, 8,000 games with the exploring twin, in both seats. The score against
random play and the share lost to perfect play are expectations over all games, nothing is sampled.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Mapping
from typing import Any

from common import save, span, spread, table, told, write_page

from palaestra import load_game
from palaestra_learning.q_learning.agents import train_table
from palaestra_learning.q_learning.learner import kernel_game
from palaestra_learning.q_learning.settings import make_settings
from palaestra_learning.q_learning.walk import Side, need_walker, random_side

SETTINGS = {
    "perfect": make_settings("perfect"),
    "twin, 8,000 games": make_settings(games=8_000, epsilon=0.1, seats="alternating", criterion="budget"),
}
SEATS = ("first", "second")


def measured(label: str, seed: int) -> dict[str, float]:
    """Return what is known exactly of the table of one training."""
    game = kernel_game(load_game("tic_tac_toe"))
    walker = need_walker(game, "every line")
    settings = make_settings(**{**SETTINGS[label].as_dict(), "seed": seed})
    side = Side(*train_table(game, settings, 10**9))
    found: dict[str, float] = {"seed": seed}
    for number, seat in enumerate(SEATS):
        found[f"losing lines, {seat} seat"] = walker.losing_lines(side, number)
        found[f"score v random, {seat} seat"] = walker.score(side, random_side(), number)
        found[f"lost v perfect, {seat} seat"] = walker.losses(side, walker.perfect(), number)
    return found


def page(name: str, data: Mapping[str, Any]) -> None:
    """Write the page of the result."""
    rows, told_of = [], []
    for label, runs in data["runs"].items():
        clean = sum(all(run[f"losing lines, {seat} seat"] == 0 for seat in SEATS) for run in runs)
        cells = [label, f"{clean} of {len(runs)}"]
        for seat in SEATS:
            cells += [
                span([run[f"losing lines, {seat} seat"] for run in runs]),
                spread([run[f"score v random, {seat} seat"] for run in runs]),
                f"{statistics.fmean(run[f'lost v perfect, {seat} seat'] for run in runs):.3f}",
            ]
        rows.append(cells)
        bad = [run["seed"] for run in runs if any(run[f"losing lines, {seat} seat"] for seat in SEATS)]
        with_lines = f" Seeds with a losing line: {', '.join(map(str, bad))}." if 0 < len(bad) < len(runs) else ""
        settings = data["settings"][label]
        told_of.append(f"`{label}`: teacher {settings['teacher']}. {told(settings)}{with_lines}")
    heads = ["training", "no losing line in either seat"]
    for seat in SEATS:
        heads += [f"losing lines, {seat} seat", "score v random", "lost v perfect"]
    body = (
        "Of all games against every reply, and over all equally good moves of its own, those that the table loses: "
        "median [least .. most] over the trainings. A player that moves at random has 77,904 in the first seat and "
        "131,184 in the second.\n\n" + table(heads, rows) + "\n\n" + "\n\n".join(told_of)
    )
    write_page(name, "Losing lines in tic-tac-toe", body, data)


def main() -> None:
    """Train, walk and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=40)
    seeds = range(1, parser.parse_args().seeds + 1)
    runs = {label: [measured(label, seed) for seed in seeds] for label in SETTINGS}
    data = {"settings": {label: settings.as_dict() for label, settings in SETTINGS.items()}, "runs": runs}
    page("perfect", save("perfect", data, seeds))


if __name__ == "__main__":
    main()
