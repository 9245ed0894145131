"""How the games of a learner end while it learns: Figures 2 and 3 of the paper, for every teacher and game.

    python experiments/weaker_agents/curves.py [--seed 1] [GAME ...]

From no training to N + 5,000 games, or to the end of the budget where N is never reached: shares of won, drawn and lost
games in the checks against the teacher.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

from chart import Line, line_chart
from common import RESULTS, Setup, chosen, table, write
from teachers import settings_of

from palaestra import load_game
from palaestra_learning.q_learning.training import Training

COLOURS = {"wins": "#2a9d3a", "draws": "#2b5fb3", "losses": "#c9302c"}
MOST_POINTS = 300


def play(setup: Setup, seed: int) -> None:
    """Draw the curves of one game."""
    rows, data = [], {}
    for name, settings in settings_of(setup, "first").items():
        sought = replace(settings, games=setup.games, criterion="teacher", seed=seed)
        result = Training(load_game(setup.game), sought, percents=()).run()
        every = max(1, len(result.rows) // MOST_POINTS)
        checks = result.rows[::every]
        file = f"curve-{setup.game}-{name.replace(' ', '_')}.svg"
        lines = [
            Line(kind, colour, [row["games"] for row in checks], [row[f"teacher_{kind}"] for row in checks])
            for kind, colour in COLOURS.items()
        ]
        title = f"{setup.game}: learner in the first seat against {name}"
        line_chart(
            RESULTS / file, title, "games of training", "% of 100 games", lines, [result.n] if result.converged else []
        )
        n = f"{result.n:,}" if result.converged else "never"
        rows.append([name, n, f"![{name}]({file})"])
        data[name] = {"n": result.n, "converged": result.converged, "checks": [dict(row) for row in checks]}
        print(setup.game, name, n, flush=True)
    body = (
        "Shares of won, drawn and lost games in checks of 100 games against the teacher; the broken line is N.\n\n"
        + table(["teacher", "N", ""], rows)
    )
    write(f"curves-{setup.game}", f"Learning curves: {setup.game}", body, {"runs": data}, [seed])


def main() -> None:
    """Draw the games that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for setup in chosen(options.games):
        play(setup, options.seed)


if __name__ == "__main__":
    main()
