"""A writer for tests to kill: stores the games of pairs FIRST to LAST - 1 in batches, with a line for each commit.

Run as ``python writer_process.py DB FIRST LAST BATCH``. Pairs that are stored already are left out.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import islice

from palaestra.record import EntrantRecord, GameRecord, Provenance, ScheduledGame, TournamentRecord
from palaestra.store.writes import GameWriter

NAMES = ("ann", "bob")
NOWHERE = Provenance()


def games(first: int, last: int) -> Iterator[GameRecord]:
    for number in range(first, last):
        pair = f"{number:020x}"
        for half, entrants in ((1, NAMES), (2, NAMES[::-1])):
            scheduled = ScheduledGame(f"{pair}-{half}", pair, number, entrants, ("standard", "standard"), number)
            result = float(number * half % 3 - 1)
            yield GameRecord(
                scheduled, (result, -result), "finished", None, (1, 2, 3), None, "compiled", 0, 1e9 + number
            )


def main(db: str, first: int, last: int, batch: int) -> None:
    tournament = TournamentRecord("league", "kalah", "1", {}, "mirror", "1", False, NOWHERE, 10, ("standard",))
    entrants = [EntrantRecord(name, "random", "1", {}, NOWHERE) for name in NAMES]
    with GameWriter(db) as writer:
        writer.register_tournament(tournament, entrants)
        stream = games(first, last)
        while records := list(islice(stream, batch)):
            if new := writer.add(records):
                print(new, flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *(int(argument) for argument in sys.argv[2:]))
