"""Snapshots: the table as it was after a part of its training, all in one file.

Q-p is the table after p % of N games. The pool of values only grows, so the positions of a snapshot are the first ones
of the last: the file holds the positions once, and the values of each snapshot. It is a ``.npz`` file of plain arrays,
read without pickle.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from palaestra import FloatArray, Game, IntArray, InvalidValueError, KernelGame, UserError
from palaestra_learning.q_learning.learner import kernel_game
from palaestra_learning.q_learning.rule import NUM_RULE
from palaestra_learning.q_learning.table import QTable, check_entries

FORMAT: Final = 1
PERCENTS: Final = tuple(range(10, 101, 10))
EMPTY: Final = 0
"""The percentage of the empty table, which any file has."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table after so many games."""

    games: int
    positions: int
    values: FloatArray


@dataclass(frozen=True, slots=True)
class SnapshotSet:
    """What a file holds.

    Attributes:
        about: game, version, knobs, the settings of the training, N and how it was found.
        rule: how the learner played, see :mod:`palaestra_learning.q_learning.rule`.
        keys: of all positions, in the order of insertion.
        widths: their numbers of legal actions.
        snapshots: by percentage.
    """

    about: Mapping[str, Any]
    rule: FloatArray
    keys: IntArray
    widths: IntArray
    snapshots: Mapping[int, Snapshot]

    def table(self, percent: int) -> QTable:
        """Return the table of Q-p; 0 is the empty one.

        Raises:
            InvalidValueError: the file has no such snapshot.
        """
        if percent == EMPTY:
            return QTable.empty()
        if percent not in self.snapshots:
            known = ", ".join(map(str, self.snapshots))
            raise InvalidValueError("percent", percent, f"one that the file has: 0, {known}")
        snapshot = self.snapshots[percent]
        return QTable.from_entries(self.keys[: snapshot.positions], self.widths[: snapshot.positions], snapshot.values)

    def check_game(self, game: KernelGame) -> None:
        """Raise InvalidValueError for another game than the one that was learnt."""
        for name, value in game_identity(game).items():
            if self.about.get(name) != value:
                raise InvalidValueError(f"{name} that was learnt", self.about.get(name), f"{value!r}, as it is played")


def game_identity(game: KernelGame) -> dict[str, Any]:
    """Return what a table is bound to."""
    return {"game": game.spec.id, "version": game.spec.version, "knobs": dict(game.knobs)}


def save_arrays(path: Path, arrays: Mapping[str, Any], *, compressed: bool = False) -> None:
    """Write arrays to a ``.npz`` file, beside it first and then renamed: the file is whole or as it was.

    Compressed, a table of two million positions of Kalah takes a quarter of the room and seventeen times the time.

    Raises:
        UserError: it cannot be written.
    """
    beside = path.with_name(f"{path.name}.part")
    try:
        with beside.open("wb") as file:
            (np.savez_compressed if compressed else np.savez)(file, **arrays)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise UserError(f"cannot write '{path}': {error.strerror}") from error


def load_arrays(path: Path) -> dict[str, Any]:
    """Return the arrays of a ``.npz`` file.

    Raises:
        UserError: the file is missing, or is not such a file.
    """
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except FileNotFoundError:
        raise UserError(f"no file '{path}'") from None
    except (OSError, ValueError, KeyError, AttributeError, EOFError, zipfile.BadZipFile) as error:
        raise UserError(f"cannot read '{path}' as arrays; expected an undamaged .npz file") from error


def save_snapshots(path: Path, snapshots: SnapshotSet) -> None:
    """Write a file that :func:`load_snapshots` reads."""
    arrays: dict[str, Any] = {
        "format": np.array(FORMAT),
        "about": np.array(json.dumps(snapshots.about)),
        "rule": snapshots.rule,
        "keys": snapshots.keys,
        "widths": snapshots.widths.astype(np.uint16),
    }
    save_arrays(path, arrays | snapshot_arrays(snapshots.snapshots), compressed=True)


def snapshot_arrays(snapshots: Mapping[int, Snapshot]) -> dict[str, Any]:
    """Return what :func:`snapshots_in` reads."""
    arrays: dict[str, Any] = {}
    for percent, snapshot in snapshots.items():
        arrays[f"values_{percent}"] = snapshot.values
        arrays[f"counts_{percent}"] = np.array([snapshot.games, snapshot.positions])
    return arrays


def snapshots_in(arrays: Mapping[str, Any], keys: IntArray, widths: IntArray) -> dict[int, Snapshot]:
    """Return the snapshots in the arrays of a file, by percentage.

    Raises:
        KeyError, ValueError, TypeError, AttributeError: they are none.
    """
    found = {}
    for name in arrays:
        if name.startswith("values_"):
            percent = int(name.removeprefix("values_"))
            games, positions = map(int, arrays[f"counts_{percent}"].tolist())
            if not 0 <= positions <= len(keys):
                raise ValueError(f"snapshot {percent} has {positions} positions of {len(keys)}")
            check_entries(keys[:positions], widths[:positions], arrays[name])
            found[percent] = Snapshot(games, positions, arrays[name])
    return dict(sorted(found.items()))


def load_snapshots(path: str | Path) -> SnapshotSet:
    """Return what a file holds.

    Raises:
        UserError: the file is missing, damaged or of another kind.
    """
    try:
        status = Path(path).stat()
    except OSError as error:
        raise UserError(f"cannot read '{path}': {error.strerror}") from error
    return _load(str(path), status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=4)
def _load(path: str, _changed: int, _size: int) -> SnapshotSet:
    arrays = load_arrays(Path(path))
    try:
        if int(arrays["format"]) != FORMAT:
            raise UserError(f"'{path}' has the format {arrays['format']}; expected {FORMAT}")
        about, rule = json.loads(str(arrays["about"])), arrays["rule"]
        keys, widths = arrays["keys"], arrays["widths"].astype(np.int64)
        snapshots = snapshots_in(arrays, keys, widths)
        whole = isinstance(about, dict) and rule.dtype == np.float64 and rule.shape == (NUM_RULE,)
    except (KeyError, ValueError, TypeError, AttributeError) as error:
        raise UserError(f"'{path}' holds no snapshots; expected a file that `palaestra train` wrote") from error
    if not whole:
        raise UserError(f"'{path}' holds no snapshots; expected a file that `palaestra train` wrote")
    return SnapshotSet(about, rule, keys, widths, snapshots)


def read_table(game: Game, path: str | Path | None, percent: int) -> tuple[QTable, FloatArray]:
    """Return a table from a file, and the rule of its learner; without a file an empty table.

    Raises:
        UserError: no such file or snapshot, or one of another game.
    """
    if path is None:
        return QTable.empty(), np.zeros(NUM_RULE)
    snapshots = load_snapshots(path)
    snapshots.check_game(kernel_game(game))
    return snapshots.table(percent), snapshots.rule
