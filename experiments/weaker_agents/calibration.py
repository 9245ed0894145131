"""How far a calibrated agent is off, by the games that its calibration may play.

    python experiments/weaker_agents/calibration.py [--repeats 200]

Perfect play of tic-tac-toe mixed with random moves, against random play: targets drawn evenly from 0.55 to 0.9, found
by games alone, and held against the exact score of what was found.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from statistics import fmean
from typing import Any

import numpy as np
from common import save, table, write_page

from palaestra import load_game
from palaestra.agent import CompiledPolicy
from palaestra_learning.q_learning.calibrate import calibrate
from palaestra_learning.q_learning.learner import kernel_game
from palaestra_learning.q_learning.opponents import random_policy
from palaestra_learning.q_learning.policy import table_policy
from palaestra_learning.q_learning.rule import NUM_RULE, RANDOMNESS
from palaestra_learning.q_learning.walk import Side, need_walker, random_side

GAMES = (1_600, 6_400, 25_600)


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=200)
    options = parser.parse_args()
    game = kernel_game(load_game("tic_tac_toe"))
    walker = need_walker(game, "the exact scores")

    def side(randomness: float) -> Side:
        rule = np.zeros(NUM_RULE)
        rule[RANDOMNESS] = randomness
        return Side(walker.exact, rule)

    def make(randomness: float) -> CompiledPolicy:
        return table_policy(game, walker.exact, side(randomness).rule)

    data = {}
    for games in GAMES:
        rng = np.random.default_rng(1)
        errors, covered = [], 0
        for repeat in range(options.repeats):
            target = float(rng.uniform(0.55, 0.9))
            found = calibrate(game, make, random_policy(game), target, games, 1000 + repeat, exact=False)
            truth = fmean(walker.score(side(found.randomness), random_side(), seat) for seat in (0, 1))
            errors.append(truth - target)
            covered += abs(found.achieved.score - truth) <= found.achieved.margin
        data[games] = {"errors": errors, "covered": covered}
    page("calibration", save("calibration", {"runs": data}, [1]))


def page(name: str, data: Mapping[str, Any]) -> None:
    """Write the page of the result."""
    rows = []
    for games, run in data["runs"].items():
        off = np.abs(run["errors"])
        rows.append(
            [
                f"{int(games):,}",
                f"{np.sqrt(np.mean(off**2)):.4f}",
                f"{np.quantile(off, 0.95):.4f}",
                f"{100 * run['covered'] / len(off):.0f} %",
            ]
        )
    heads = ["games", "root mean square error", "95 in 100 are off by less than", "interval holds the exact score"]
    body = f"{len(off)} calibrations each; as many games more measure what was found.\n\n" + table(heads, rows)
    write_page(name, "How exact a calibration is", body, data)


if __name__ == "__main__":
    main()
