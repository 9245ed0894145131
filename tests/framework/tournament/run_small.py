"""Runs a small tournament of fakes; started by test_survival.py, to be interrupted and killed.

Run as ``python run_small.py DB WORKERS [secret]``: with the last argument the root seed is a secret.
"""

import sys

from palaestra.errors import InterruptedRun
from palaestra.testing.fake_plugin import fake_plugins
from palaestra.tournament.run import run_tournament

SPEC = {
    "tournament": {"name": "small", "game": "nim", "pairs": 40, "root_seed": 7},
    "entrant": [
        {"agent": "slow", "parameters": {"seconds": 0.005}},
        {"agent": "random_legal"},
        {"agent": "compiled_uniform"},
    ],
}


class Told:
    """Says on stdout how many games have been stored."""

    def start(self, tournament, total, stored, workers):
        print("start", stored, flush=True)

    def note(self, text):
        pass

    def advance(self, games):
        print("advance", games, flush=True)

    def finish(self):
        pass


if __name__ == "__main__":
    if sys.argv[3:] == ["secret"]:
        del SPEC["tournament"]["root_seed"]
    try:
        result = run_tournament(SPEC, sys.argv[1], workers=int(sys.argv[2]), plugins=fake_plugins(), progress=Told())
        print("played", result.played, flush=True)
    except InterruptedRun as error:
        print(error, flush=True)
        sys.exit(error.exit_code)
