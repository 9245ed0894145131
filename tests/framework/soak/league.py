"""The league of the soak: two honest entrants and a stranger that misbehaves in half of its games.

Two of three games are the stranger's, so every third game has a fault. Run as a script it plays the league into a
database, and says on stdout how many games are stored.
"""

import json
import sys

from palaestra.agent import AgentRng
from palaestra.seeding import agent_seed
from palaestra.testing.fake_plugin import fake_plugins
from palaestra.testing.misbehaving.stranger import StrangerParameters, choose
from palaestra.tournament.run import Silent, run_tournament

MATCH_UPS = 3


def spec(pairs, level, stranger):
    """Return the league with so many game pairs of each of its three match-ups."""
    return {
        "tournament": {
            "name": "soak",
            "game": "nim",
            "pairs": pairs,
            "isolation": level,
            "memory_mb": 512,
            "clock": {"per_move": 0.5, "margin": 0.0},
        },
        "entrant": [
            {"agent": "first_legal"},
            {"agent": "random_legal"},
            {"agent": "stranger", "parameters": stranger},
        ],
    }


BUSY = "fake_forks_hundreds"
"""Starting 300 processes may take this one longer than the clock allows."""


def expected_ends(game, level, stranger):
    """Return how a scheduled game may end: reasons, each with the seat to blame, if any."""
    if "stranger" not in game.entrants:
        return {("finished", None)}
    seat = game.entrants.index("stranger")
    fake = choose(StrangerParameters(**stranger), AgentRng(agent_seed(game.id, seat, "stranger")))
    reason = "finished" if fake is None else fake.recorded[level]
    ends = {(reason, None if reason == "finished" else seat)}
    return ends | {("timeout", seat)} if fake is not None and fake.spec.id == BUSY else ends


class Told(Silent):
    """Says how many games are stored."""

    def start(self, tournament, total, stored, workers):
        self.stored = stored
        print(self.stored, flush=True)

    def advance(self, games):
        self.stored += games
        print(self.stored, flush=True)


if __name__ == "__main__":
    _, database, what = sys.argv
    result = run_tournament(spec(**json.loads(what)), database, workers=2, plugins=fake_plugins(), progress=Told())
    sys.exit(3 if result.unfinished else 0)
