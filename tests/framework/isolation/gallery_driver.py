"""A worker for test_gallery.py: plays one game for every line that it reads, and tells how it ended.

Its argument is the folder of the traces that fakes leave.
"""

import json
import os
import sys
from pathlib import Path

from palaestra.game import build_game
from palaestra.limits import Confinement, TimeControl
from palaestra.record import GameRecord, ScheduledGame
from palaestra.referee.arena import Arena, Cast
from palaestra.testing.fakes import FIRST_LEGAL
from palaestra.testing.games import TWENTY_ONE
from palaestra.testing.misbehaving import GALLERY
from palaestra.testing.misbehaving.base import MisbehavingParameters

MEMORY_MB = 512
EXCUSES = 5
CLOCK = TimeControl(per_move=0.3, margin=0.0)

FAKES = {fake.spec.id: fake for fake in GALLERY}


def children(process="self"):
    """Return the ids of the living children of a process."""
    found = []
    for path in Path(f"/proc/{process}/task").glob("*/children"):
        found += path.read_text().split()
    return [pid for pid in found if state(pid) != "Z"]


def state(pid):
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def unwrapped(server):
    """Return the process that forks, below those of bubblewrap that it is wrapped in."""
    while Path(f"/proc/{server}/comm").read_text() == "bwrap\n":
        (server,) = children(server)
    return server


def told(played):
    if isinstance(played, GameRecord):
        return {
            "reason": played.reason,
            "offender": played.offender,
            "detail": f"{played.detail}\n{played.stderr}",
            "actions": played.actions,
            "isolation": played.isolation,
        }
    return {"reason": "void", "offender": None, "detail": played.detail, "actions": [], "isolation": []}


class Stage:
    """One level of isolation, with a clock or without: all fakes, and an honest opponent."""

    def __init__(self, level, clock, folder):
        told = {name: str(folder / name) for name in ("beats", "lifeline", "database")}
        parameters = MisbehavingParameters(after=1, kills=level != "none", **told)
        entrants = {name: (fake.spec, parameters) for name, fake in FAKES.items()}
        entrants["good"] = (FIRST_LEGAL, FIRST_LEGAL.parameters())
        knobs = build_game(TWENTY_ONE, {}).knobs
        confinements = dict.fromkeys(entrants, Confinement(level, MEMORY_MB))
        self.arena = Arena(Cast(TWENTY_ONE, knobs, entrants, True, confinements, clock), worker=1)
        self.arena.warm_up()

    def play(self, name):
        """Play against a fake; an overloaded machine excuses it once."""
        game = ScheduledGame("0-1", "0", 1, ("good", name), ("standard", "standard"), 1)
        played = self._play(game)
        for _ in range(EXCUSES):
            if isinstance(played, GameRecord) or played.reason != "overload":
                break
            played = self._play(game._replace(unexcused=(1,)))
        return played

    def _play(self, game):
        return next(iter(self.arena.play([game])))[0]


def main():
    folder = Path(sys.argv[1])
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    stages = {}
    for line in sys.stdin:
        name, level = json.loads(line)
        clock = CLOCK if FAKES[name].recorded[level] == "timeout" else None
        if (level, clock) not in stages:
            stages[level, clock] = Stage(level, clock, folder)
        reply = told(stages[level, clock].play(name))
        servers = children()
        reply["left"] = [pid for server in servers for pid in children(unwrapped(server))]
        print(json.dumps(reply), file=replies, flush=True)
    for stage in stages.values():
        stage.arena.close()
    print(json.dumps(children()), file=replies, flush=True)


if __name__ == "__main__":
    main()
