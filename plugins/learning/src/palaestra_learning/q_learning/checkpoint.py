"""What a training keeps in its folder to go on, and the lock of the folder."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from palaestra import IntArray, UserError
from palaestra_learning.q_learning.checks import Row
from palaestra_learning.q_learning.play import GAMES, NUM_TALLY
from palaestra_learning.q_learning.snapshots import Snapshot, load_arrays, save_arrays, snapshot_arrays, snapshots_in
from palaestra_learning.q_learning.table import QTable

if sys.platform != "win32":
    import fcntl


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A training between two games.

    Attributes:
        identity: what decides the course of the training.
        rows: the checks so far.
        n: the games of the frozen table; None = not known yet.
        table: the learner's.
        tally: the learner's.
        taken: the snapshots so far.
    """

    identity: Mapping[str, Any]
    rows: list[Row]
    n: int | None
    table: QTable
    tally: IntArray
    taken: Mapping[int, Snapshot]


def save_checkpoint(path: Path, checkpoint: Checkpoint) -> None:
    """Write a file that :func:`load_checkpoint` reads; it is whole at any moment.

    Raises:
        UserError: it cannot be written.
    """
    keys, widths = checkpoint.table.entries()
    arrays: dict[str, Any] = {
        "identity": np.array(json.dumps(checkpoint.identity)),
        "rows": np.array(json.dumps(checkpoint.rows)),
        "n": np.array(checkpoint.n or 0),
        "keys": keys,
        "widths": widths,
        "values": checkpoint.table.used_values,
        "tally": checkpoint.tally,
        **snapshot_arrays(checkpoint.taken),
    }
    save_arrays(path, arrays)


def load_checkpoint(path: Path) -> Checkpoint:
    """Return what a file holds.

    Raises:
        UserError: the file is damaged, or of another kind.
    """
    arrays = load_arrays(path)
    try:
        checkpoint = Checkpoint(
            identity=json.loads(str(arrays["identity"])),
            rows=json.loads(str(arrays["rows"])),
            n=int(arrays["n"]) or None,
            table=QTable.from_entries(arrays["keys"], arrays["widths"], arrays["values"]),
            tally=arrays["tally"],
            taken=snapshots_in(arrays, arrays["keys"], arrays["widths"]),
        )
        fits = _fits(checkpoint)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise UserError(f"'{path}' is no checkpoint of a training; choose another --out") from error
    if not fits:
        raise UserError(f"'{path}' is no checkpoint of a training; choose another --out")
    return checkpoint


def _fits(checkpoint: Checkpoint) -> bool:
    tally, rows = checkpoint.tally, checkpoint.rows
    return (
        isinstance(checkpoint.identity, dict)
        and isinstance(rows, list)
        and all(isinstance(row, dict) and "games" in row for row in rows)
        and (checkpoint.n is None or checkpoint.n > 0)
        and tally.dtype == np.int64
        and tally.shape == (NUM_TALLY,)
        and int(tally[GAMES]) >= 0
    )


@contextlib.contextmanager
def locked(folder: Path | None) -> Iterator[None]:
    """Lock a folder against a second training at the same time; do nothing where there are no locks.

    Raises:
        UserError: another training is at work there.
    """
    if folder is None or sys.platform == "win32":
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UserError(
                f"another training is at work in folder '{folder}'; wait, or choose another --out"
            ) from None
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        os.close(handle)
