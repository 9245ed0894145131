"""How far a calibrated agent is off, by the games that its calibration may play.

    python experiments/weaker_agents/calibration.py [--repeats 200]
    python experiments/weaker_agents/calibration.py nine_mens_morris

Perfect play of tic-tac-toe mixed with random moves, against random play: targets drawn evenly from 0.55 to 0.9, found
by games alone, and held against the exact score of what was found.

In nine men's morris search agents are weakened: to a score against others, and step by step.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

import numpy as np
from common import save, table, write_page

from palaestra import CompiledPolicy, load_game, load_policy
from palaestra_learning.calibrate import Scorer, calibrate, elo_of_score, need_policy, score_of_elo
from palaestra_learning.q_learning.learner import kernel_game
from palaestra_learning.q_learning.opponents import random_policy
from palaestra_learning.q_learning.policy import table_policy
from palaestra_learning.q_learning.rule import NUM_RULE, RANDOMNESS
from palaestra_learning.q_learning.walk import Side, need_walker, random_side

GAMES = (1_600, 6_400, 25_600)

Player = tuple[str, Mapping[str, Any]]
"""An agent and its parameters."""

UCT: Player = ("uct", {"iterations": 50})
ALPHA_BETA: Player = ("alpha_beta", {"depth": 2, "ties": "random"})
RANDOM: Player = ("random", {})
TARGETS = ((UCT, UCT, 0.3), (ALPHA_BETA, ALPHA_BETA, 0.3), (ALPHA_BETA, UCT, score_of_elo(0.0)))
"""Who is weakened, against whom, and to what score."""
STEPS = ((UCT, UCT), (ALPHA_BETA, ALPHA_BETA), (ALPHA_BETA, RANDOM))
SHARES = (0.0, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0)
TARGET_GAMES = 1_600
STEP_GAMES = 400


def main() -> None:
    """Measure and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", choices=("tic_tac_toe", "nine_mens_morris"), default="tic_tac_toe")
    parser.add_argument("--repeats", type=int, default=200)
    options = parser.parse_args()
    if options.game == "nine_mens_morris":
        name = f"calibration-{options.game}"
        page(name, save(name, weaken(options.game), [1]))
    else:
        page("calibration", save("calibration", {"runs": measure(options.repeats)}, [1]))


def measure(repeats: int) -> dict[int, Any]:
    """Return how far calibrations of tic-tac-toe are off."""
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
        for repeat in range(repeats):
            target = float(rng.uniform(0.55, 0.9))
            found = calibrate(game, make, random_policy(game), target, games, 1000 + repeat, exact=False)
            truth = fmean(walker.score(side(found.randomness), random_side(), seat) for seat in (0, 1))
            errors.append(truth - target)
            covered += abs(found.achieved.score - truth) <= found.achieved.margin
        data[games] = {"errors": errors, "covered": covered}
    return data


def weaken(name: str) -> dict[str, Any]:
    """Return what randomness gives search agents their targets, and their scores step by step."""
    game = kernel_game(load_game(name))

    def policy(player: Player, randomness: float | None = None) -> CompiledPolicy:
        agent, given = player
        if randomness is None:
            return need_policy(load_policy(agent, game, **given), agent)
        return need_policy(load_policy("weakened", game, agent=agent, randomness=randomness, **given), agent)

    targets: list[dict[str, Any]] = []
    for own, other, target in TARGETS:
        found = calibrate(game, lambda share, own=own: policy(own, share), policy(other), target, TARGET_GAMES, 1)  # type: ignore[misc]
        again = Scorer(game, policy(other), policy(own), 2).score(policy(own, found.randomness), TARGET_GAMES)
        scores = {"found": found.achieved.score, "found_margin": found.achieved.margin}
        scores |= {"again": again.score, "again_margin": again.margin}
        targets.append({"own": own, "other": other, "target": target, "randomness": found.randomness, **scores})
    steps = []
    for own, other in STEPS:
        scorer = Scorer(game, policy(other), policy(own), 3)
        measured = [scorer.score(policy(own, share), STEP_GAMES) for share in SHARES]
        steps.append({"own": own, "other": other, "scores": [(score.score, score.margin) for score in measured]})
    return {"targets": targets, "steps": steps}


def page(name: str, data: Mapping[str, Any]) -> None:
    """Write the page of the result."""
    if "targets" in data:
        weakened_page(name, data)
        return
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


def weakened_page(name: str, data: Mapping[str, Any]) -> None:
    """Write the page of weakened search agents."""
    rows = [
        [
            told_player(case["own"]),
            told_player(case["other"]),
            f"{case['target']:.3f}",
            f"{case['randomness']:.3f}",
            f"{case['found']:.3f} ± {case['found_margin']:.3f}",
            f"{case['again']:.3f} ± {case['again_margin']:.3f}",
            f"{elo_of_score(case['again']):+.0f}",
        ]
        for case in data["targets"]
    ]
    heads = ["weakened", "against", "target", "randomness", "score", "again, by other seeds", "Elo"]
    body = f"{TARGET_GAMES:,} games to find the probability of a random action, as many to measure it, as many again."
    body += "\n\n" + table(heads, rows)
    rows = [
        [told_player(case["own"]), told_player(case["other"]), *(f"{s:.3f} ± {m:.3f}" for s, m in case["scores"])]
        for case in data["steps"]
    ]
    body += f"\n\nScores by that probability, {STEP_GAMES} games each, ± 95 %:\n\n"
    body += table(["weakened", "against", *(f"{share:g}" for share in SHARES)], rows)
    write_page(name, "Weakened search agents in nine men's morris", body, data)


def told_player(player: Sequence[Any]) -> str:
    """Return an agent with its parameters in words."""
    agent, given = player
    return " ".join([f"`{agent}`", *(f"{name} {value}" for name, value in given.items())])


if __name__ == "__main__":
    main()
