"""Killed writers and several of them: nothing is lost that was stored, nothing counts twice, nothing is locked."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from palaestra.store import reads
from palaestra.store.check import check
from palaestra.store.engine import reading
from palaestra.store.writes import GameWriter

WRITER = Path(__file__).with_name("writer_process.py")


def start(db: Path, first: int, last: int, batch: int) -> subprocess.Popen[str]:
    command = [sys.executable, str(WRITER), str(db), str(first), str(last), str(batch)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_a_killed_writer_leaves_whole_batches_and_the_next_one_goes_on(db: Path) -> None:
    total = 0
    for _ in range(3):
        process = start(db, 1, 1_000_000, 50)
        assert process.stdout is not None
        announced = [int(process.stdout.readline()) for _ in range(10)]
        os.kill(process.pid, signal.SIGKILL)
        announced += [int(line) for line in process.stdout.read().splitlines()]
        process.wait()
        process.communicate()
        with reading(db) as connection:
            count = reads.count_games(connection)
            assert check(connection) == []
            stored = list(reads.iterate_games(connection))
        assert len({game.record.game.id for game in stored}) == len(stored) == count
        # Each line is written after a commit; one more batch may be stored whose line was not written any more.
        assert sum(announced) <= count - total <= sum(announced) + 50
        assert count % 50 == 0
        total = count
    assert total >= 1_500


def test_several_writers_wait_for_each_other(db: Path, records: Any) -> None:
    with GameWriter(db) as writer:
        writer.register_tournament(records.tournament(), records.entrants("ann", "bob"))
    # The ranges overlap by half: those games are played twice, and count once.
    with ThreadPoolExecutor(3) as pool:
        processes = [start(db, first, first + 200, 7) for first in (1, 101, 201)]
        outputs = list(pool.map(lambda process: process.communicate(), processes))
    assert [errors for _, errors in outputs] == ["", "", ""]
    assert sum(int(line) for output, _ in outputs for line in output.split()) == 800
    with reading(db) as connection:
        assert reads.count_games(connection) == 800
        assert check(connection) == []
