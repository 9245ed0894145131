"""A referee for test_standstill.py that stops itself while it waits for an agent, and prints how the game ended."""

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

from palaestra.game import build_game
from palaestra.isolation.program import EXTERNAL, find_program
from palaestra.limits import Confinement, TimeControl
from palaestra.record import GameRecord, ScheduledGame
from palaestra.referee.arena import Arena
from palaestra.referee.cast import Cast
from palaestra.spec import AgentSpec, NoParameters
from palaestra.testing.fakes import FIRST_LEGAL, SLOW, FakeAgent, SlowParameters
from palaestra.testing.games import TWENTY_ONE

THINKS = 0.4
CLOCK = TimeControl(per_move=0.8, margin=0.0)
SLOW_PROGRAM = """
import json, sys, time
print('{"type":"ready"}', flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "question":
        time.sleep(%r)
        print(json.dumps({"type": "answer", "number": message["number"], "action": 0}), flush=True)
"""


class Stops(FakeAgent):
    """Stops the process that it is in, once."""

    def act(self, view):
        os.kill(os.getpid(), signal.SIGSTOP)
        return view.legal_actions[0]


class Holds(FakeAgent):
    """Computes for more than its time, and lets no other thread run."""

    def act(self, view):
        end = time.process_time() + 1.2
        while time.process_time() < end:
            sum(range(5_000_000))
        return view.legal_actions[0]


class StopsReferee:
    """In place of a beacon: when the first agent is asked, the process is stopped soon after."""

    def __init__(self):
        self.stopped = False

    def play(self, game):
        pass

    def ask(self, seat, starting=False):
        if not starting and not self.stopped:
            self.stopped = True
            threading.Timer(THINKS / 4, os.kill, (os.getpid(), signal.SIGSTOP)).start()

    def wait(self, until):
        pass

    def answered(self):
        pass


HERE = Path(__file__).parent
AGENTS = {
    "slow": lambda: (SLOW, SlowParameters(THINKS)),
    "external": lambda: (
        EXTERNAL,
        find_program([sys.executable, "-c", SLOW_PROGRAM % THINKS], HERE)[0],
    ),
    "stops": lambda: (AgentSpec("stops", "1", "", f"{__name__}:Stops"), NoParameters()),
    "holds": lambda: (AgentSpec("holds", "1", "", f"{__name__}:Holds"), NoParameters()),
}


def main():
    agent, level, *unexcused = sys.argv[1:]
    entrants = {agent: AGENTS[agent](), "good": (FIRST_LEGAL, NoParameters())}
    knobs = build_game(TWENTY_ONE, {}).knobs
    cast = Cast(TWENTY_ONE, knobs, entrants, True, {agent: Confinement(level)}, CLOCK, frozenset(entrants))
    arena = Arena(cast, beacon=StopsReferee() if agent in ("slow", "external") else None)
    arena.warm_up()
    game = ScheduledGame("0-1", "0", 1, (agent, "good"), ("standard", "standard"), 1, (0,) if unexcused else ())
    (played,) = next(iter(arena.play([game])))
    arena.close()
    if isinstance(played, GameRecord):
        print(json.dumps([played.reason, played.detail, played.offender]))
    else:
        print(json.dumps([f"void: {played.reason}", played.detail, played.seat]))


if __name__ == "__main__":
    main()
