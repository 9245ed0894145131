"""The soak: a league with a fault in every third game, whose manager is killed again and again, ends as it must.

``python tests/framework/soak/soak.py --games 2000 --kills 3`` takes some minutes. It ends with exit code 0 if

- all games are stored, once, each with the reason that its stranger was bound to cause;
- after every kill, and in the end, no process is left. This process adopts what its descendants leave behind, so that
  its own children are all that can be left.
"""

import argparse
import json
import os
import select
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.framework.soak.league import MATCH_UPS, expected_ends

from palaestra.isolation.descendants import children
from palaestra.isolation.linux import adopt_orphans
from palaestra.isolation.probe import offered
from palaestra.store import reads
from palaestra.store.check import check
from palaestra.store.engine import reading

LEAGUE = Path(__file__).with_name("league.py")
GONE_SECONDS = 20.0


def soak(games, kills, level, folder, say=print):
    """Play the league of about so many games; returns what is wrong, one line each."""
    lifeline = folder / "lifeline"
    os.mkfifo(lifeline)
    lifeline_end = os.open(lifeline, os.O_RDONLY | os.O_NONBLOCK)
    stranger = {"level": level, "lifeline": str(lifeline), "kills": True}
    pairs = -(-games // (2 * MATCH_UPS))
    total = 2 * MATCH_UPS * pairs
    what = {"pairs": pairs, "level": level, "stranger": stranger}
    database = folder / "soak.db"
    wrong = []
    for number in range(1, kills + 1):
        stored, _ = play(database, what, until=number * total // (kills + 1))
        wrong += left_over(f"kill {number}")
        say(f"killed the manager after {stored} of {total} games")
    _, code = play(database, what)
    if code != 0:
        wrong.append(f"the last manager ended with exit code {code}")
    wrong += left_over("the end")
    if os.read(lifeline_end, 1):
        wrong.append("somebody holds the lifeline")
    os.close(lifeline_end)
    return wrong + judge(database, what, total, say)


def play(database, what, until=None):
    """Let a manager play, killed when so many games are stored; returns how many were, and its exit code."""
    path = [str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")]
    process = subprocess.Popen(
        [sys.executable, str(LEAGUE), str(database), json.dumps(what)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))},
    )
    stored = 0
    for line in process.stdout:
        stored = int(line)
        if until is not None and stored >= until:
            process.kill()
            break
    process.stdout.close()
    return stored, process.wait()


def left_over(when):
    """Wait for all descendants to be gone; returns who is not."""
    deadline = time.monotonic() + GONE_SECONDS
    while children():
        try:
            os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            break
        if time.monotonic() > deadline:
            return [f"after {when}, {len(children())} processes are left"]
        select.select([], [], [], 0.01)
    return []


def judge(database, what, total, say):
    """Yield what is wrong with the stored games."""
    wrong = []
    reasons = Counter()
    with reading(database) as connection:
        wrong += check(connection)
        stored = list(reads.iterate_games(connection))
    for game in stored:
        record = game.record
        expected = expected_ends(record.game, what["level"], what["stranger"])
        reasons[record.reason] += 1
        if (record.reason, record.offender) not in expected:
            wrong.append(
                f"game {record.game.id} {record.game.entrants}: {record.reason} by {record.offender}; "
                f"expected {expected}: {record.detail} {record.stderr}"
            )
    if len(stored) != total:
        wrong.append(f"{len(stored)} games are stored; expected {total}")
    say(f"{len(stored)} games: {', '.join(f'{count} {reason}' for reason, count in reasons.most_common())}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--level", choices=("process", "sandbox"))
    asked = parser.parse_args()
    level = asked.level or ("sandbox" if offered().sandbox else "process")
    adopt_orphans()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        wrong = soak(asked.games, asked.kills, level, Path(folder))
    for line in wrong:
        print(line, file=sys.stderr)
    print(f"level {level}: {'failed' if wrong else 'all as it must be'}, in {time.monotonic() - began:.0f} s")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
