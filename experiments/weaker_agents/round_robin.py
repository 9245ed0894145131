"""The tournament of the paper: min-max, min-max with random ties, Q-100, Q-50 and random, every ordered pair.

    python experiments/weaker_agents/round_robin.py [--seeds 10] [--pairs 100] [GAME ...]

One tournament for each seed of training: every ordered pair of entrants, each against itself too, plays `pairs` games.
The Q agents are snapshots of a training with the exploring twin. The paper says neither how deep its min-max agents
look nor what they value: here they are `alpha_beta` with the game's own evaluation, to the end of the game in
tic-tac-toe and to one ply, a turn that is not over being followed, in the other games.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from common import SEEDS, SETUPS, Setup, chosen, save, spread, table, told, write_page

from palaestra import load_game, run_tournament
from palaestra.store.engine import reading
from palaestra_learning.q_learning.settings import Settings, make_settings
from palaestra_learning.q_learning.training import Training

PLAYERS = ("DMM", "NDMM", "Q-100", "Q-50", "random")
PAPER = {
    "tic_tac_toe": "DMM first, Q-100 second",
    "nine_mens_morris": "DMM first, Q-100 second",
    "kalah": "DMM first, NDMM second",
}


def settings_of(setup: Setup, seed: int) -> Settings:
    """Return the training: N by convergence in tic-tac-toe, elsewhere the budget, since it never stops losing."""
    if setup.game == "tic_tac_toe":
        return make_settings(games=setup.games, seed=seed)
    return make_settings(
        games=2 * setup.games, seed=seed, seats="alternating", epsilon=0.1, criterion="budget", cadence=10_000
    )


def entrants(setup: Setup, file: Path) -> list[dict[str, Any]]:
    """Return the five."""
    minmax = {"depth": setup.play_depth}
    return [
        {"agent": "alpha_beta", "name": "DMM", "parameters": {**minmax, "ties": "first"}},
        {"agent": "alpha_beta", "name": "NDMM", "parameters": {**minmax, "ties": "random"}},
        {"agent": "q_snapshot", "name": "Q-100", "parameters": {"file": str(file), "percent": 100}},
        {"agent": "q_snapshot", "name": "Q-50", "parameters": {"file": str(file), "percent": 50}},
        {"agent": "random", "name": "random"},
    ]


def points(db: Path, name: str) -> dict[tuple[str, str], float]:
    """Return the mean score of the first seat for every ordered pair."""
    from sqlalchemy import text

    query = text(
        "select a.name, b.name, avg((1.0 + g.first_return) / 2.0) from games g "
        "join tournaments t on t.id = g.tournament_id join entrants a on a.id = g.first_id "
        "join entrants b on b.id = g.second_id where t.name = :name group by a.name, b.name"
    )
    with reading(str(db)) as connection:
        return {(first, second): float(score) for first, second, score in connection.execute(query, {"name": name})}


def play(setup: Setup, seeds: range, pairs: int) -> None:
    """Run one game and write its tables."""
    game = load_game(setup.game, **setup.knobs)
    runs = []
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            result = Training(game, settings_of(setup, seed), folder=Path(folder), percents=(50, 100)).run()
            name, db = f"five-{seed}", Path(folder) / "five.db"
            head = {"name": name, "game": setup.game, "pairs": pairs, "root_seed": seed, "self_play": True}
            run_tournament(
                {"tournament": head, "entrant": entrants(setup, Path(folder) / "snapshots.npz")}, db, workers=0
            )
            scores = points(db, name)
        total = {
            player: statistics.fmean(
                [scores[player, other] for other in PLAYERS] + [1.0 - scores[other, player] for other in PLAYERS]
            )
            for player in PLAYERS
        }
        order = sorted(PLAYERS, key=lambda player: -total[player])
        cells = {f"{first} - {second}": score for (first, second), score in scores.items()}
        runs.append(
            {
                "seed": seed,
                "n": result.n,
                "converged": result.converged,
                "score": total,
                "order": order,
                "first seat": cells,
            }
        )
        print(setup.game, seed, result.n, order, flush=True)
    name = f"round_robin-{setup.game}"
    page(name, save(name, {"settings": settings_of(setup, 1).as_dict(), "pairs": pairs, "runs": runs}, seeds))


def page(name: str, data: Mapping[str, Any]) -> None:
    """Write the page of a result."""
    setup, runs = SETUPS[name.split("-")[1]], data["runs"]
    ranked = sorted(PLAYERS, key=lambda player: -statistics.fmean(run["score"][player] for run in runs))
    overall = table(
        ["entrant", "mean score ± spread over the trainings", "places taken (1st to 5th)"],
        [
            [
                player,
                spread([run["score"][player] for run in runs]),
                " ".join(str(sum(run["order"][place] == player for run in runs)) for place in range(5)),
            ]
            for player in ranked
        ],
    )
    cells = table(
        ["first \\ second", *PLAYERS],
        [
            [
                first,
                *(
                    f"{statistics.fmean(run['first seat'][f'{first} - {second}'] for run in runs):.2f}"
                    for second in PLAYERS
                ),
            ]
            for first in PLAYERS
        ],
    )
    orders = Counter(" > ".join(run["order"]) for run in runs).most_common()
    seen = "; ".join(f"{order} ({count})" for order, count in orders)
    depth = "to the end of the game" if setup.game == "tic_tac_toe" else f"to depth {setup.play_depth}"
    body = (
        f"{data['pairs']} games for every ordered pair, mirror matches among them; min-max {depth}; the Q agents are "
        f"snapshots of a training with the exploring twin. The paper: {PAPER[setup.game]}.\n\n"
        f"{told(data['settings'])}\n\n"
        f"{overall}\n\nScore of the first seat:\n\n{cells}\n\nOrders seen: {seen}.\n\n"
        f"N: {', '.join(str(run['n']) for run in runs)}."
    )
    write_page(name, f"Five agents: {setup.game}", body, data)


def main() -> None:
    """Run the games that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seeds", type=int, default=len(SEEDS))
    parser.add_argument("--pairs", type=int, default=100)
    options = parser.parse_args()
    for setup in chosen(options.games).values():
        play(setup, range(1, options.seeds + 1), options.pairs)


if __name__ == "__main__":
    main()
