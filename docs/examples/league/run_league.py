"""A tournament from Python: play it, rank it."""

import sys

from palaestra import run_tournament
from palaestra_leaderboards.standings import leaderboard_rows


def league(db: str) -> None:
    """Play what `db` lacks of the league and print its ranking."""
    spec = {
        "tournament": {"name": "from-python", "game": "tic_tac_toe", "pairs": 5, "root_seed": 7},
        "entrant": [
            {"agent": "uct", "name": f"uct-{iterations}", "parameters": {"iterations": iterations}}
            for iterations in (10, 40, 160)
        ],
    }
    result = run_tournament(spec, db)
    print(f"{result.played} of {result.total} games played in {result.seconds:.1f} s")
    board = leaderboard_rows(db, result.tournament)
    for row in board.rows:
        print(row.rank, row.entrant, row.rating, row.low, row.high)
    for note in board.notes:
        print("note:", note)


if __name__ == "__main__":  # worker processes import this file
    league(sys.argv[1] if len(sys.argv) > 1 else "palaestra.db")
