"""How the games of a learner end while it learns: Figures 2 and 3 of the paper, for every teacher and game.

    python experiments/weaker_agents/curves.py [--seed 1] [GAME ...]

From no training to N + 5,000 games, or to the end of the budget where N is never reached: shares of won, drawn and lost
games in the checks against the teacher.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from chart import Line, line_chart
from common import RESULTS, Setup, chosen, save, table, told, write_page
from teachers import settings_of

from palaestra import load_game
from palaestra_learning.q_learning.training import Training

COLOURS = {"wins": "#2a9d3a", "draws": "#2b5fb3", "losses": "#c9302c"}
MOST_POINTS = 300


def play(name: str, setup: Setup, seed: int) -> None:
    """Draw the curves of one game."""
    data: dict[str, Any] = {}
    for teacher, settings in settings_of(setup, "first").items():
        sought = replace(settings, games=setup.games, criterion="teacher", seed=seed)
        result = Training(load_game(setup.game, **setup.knobs), sought, percents=()).run()
        every = max(1, len(result.rows) // MOST_POINTS)
        checks = [dict(row) for row in result.rows[::every]]
        data[teacher] = {
            "settings": sought.as_dict(),
            "n": result.n,
            "converged": result.converged,
            "checks": checks,
        }
        print(name, teacher, result.n if result.converged else "never", flush=True)
    called = f"curves-{name}"
    page(called, save(called, {"runs": data}, [seed]))


def page(name: str, data: Mapping[str, Any]) -> None:
    """Write the page of a result and its charts."""
    game, rows = name.split("-")[1], []
    for teacher, run in data["runs"].items():
        file = f"curve-{game}-{teacher.replace(' ', '_')}.svg"
        games = [row["games"] for row in run["checks"]]
        lines = [
            Line(kind, colour, games, [row[f"teacher_{kind}"] for row in run["checks"]])
            for kind, colour in COLOURS.items()
        ]
        title = f"{game}: learner in the first seat against {teacher}"
        marks = [run["n"]] if run["converged"] else []
        line_chart(RESULTS / file, title, "games of training", "% of 100 games", lines, marks)
        rows.append([teacher, f"{run['n']:,}" if run["converged"] else "never", f"![{teacher}]({file})"])
    settings = next(iter(data["runs"].values()))["settings"]
    body = (
        "Shares of won, drawn and lost games in checks of 100 games against the teacher; the broken line is N.\n\n"
        f"{told(settings)}\n\n" + table(["teacher", "N", ""], rows)
    )
    write_page(name, f"Learning curves: {game}", body, data)


def main() -> None:
    """Draw the games that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for name, setup in chosen(options.games).items():
        play(name, setup, options.seed)


if __name__ == "__main__":
    main()
