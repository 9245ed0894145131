"""A whole training: learning with checks until N is known, then the snapshots, interruptible at any moment.

Snapshots are wanted at shares of N. Where N is the budget they are taken on the way. Else it is known only 5,000 games
later: so the same training is played once more from its seed, without checks, and stopped at each share.

A training with a folder keeps there what it needs to go on: ``checkpoint.npz``, and at its end ``snapshots.npz``, the
checks as ``checks.csv`` and everything together as ``training.json``.
"""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from palaestra import Game, InterruptedRun, InvalidValueError, UserError, installed_plugins
from palaestra_learning.q_learning.checkpoint import Checkpoint, load_checkpoint, locked, save_checkpoint
from palaestra_learning.q_learning.checks import Checker, Row
from palaestra_learning.q_learning.convergence import Convergence
from palaestra_learning.q_learning.learner import DEFAULT_MEMORY, Learner, kernel_game
from palaestra_learning.q_learning.opponents import teacher_policy
from palaestra_learning.q_learning.settings import Settings
from palaestra_learning.q_learning.snapshots import (
    PERCENTS,
    Snapshot,
    SnapshotSet,
    game_identity,
    save_snapshots,
)
from palaestra_learning.q_learning.walk import walk_game

CHECKPOINT: Final = "checkpoint.npz"
SNAPSHOTS: Final = "snapshots.npz"
CHECKS: Final = "checks.csv"
REPORT: Final = "training.json"
CHECKPOINT_SECONDS: Final = 20.0

Progress = Callable[[str, int, Row | None], None]
"""Called with what is being done (``training`` or ``snapshots``), the games so far, and the check just made or None."""


@dataclass(frozen=True, slots=True)
class TrainingResult:
    """What a training came to.

    Attributes:
        n: games of training of the frozen table.
        converged: whether N was found by the criterion; otherwise it is the budget.
        convergences: the verdict of each kind of check.
        rows: all checks.
        snapshots: the tables.
    """

    n: int
    converged: bool
    convergences: tuple[Convergence, ...]
    rows: tuple[Row, ...]
    snapshots: SnapshotSet


def _no_progress(what: str, games: int, row: Row | None) -> None:
    del what, games, row


class Training:
    """A training of one game with one set of settings.

    Args:
        game: a game of two players with a kernel.
        settings: everything that decides its course.
        memory_bytes: that the table may take.
        percents: the snapshots wanted, in per cent of N.
        folder: where to keep it; None = nowhere.
        progress: called now and then with how it goes.

    Raises:
        UserError: settings that the game does not allow, or a folder of another training.
    """

    def __init__(
        self,
        game: Game,
        settings: Settings,
        *,
        memory_bytes: int = DEFAULT_MEMORY,
        percents: Sequence[int] = PERCENTS,
        folder: Path | None = None,
        progress: Progress | None = None,
    ) -> None:
        self._game = kernel_game(game)
        self._settings = settings
        self._memory_bytes = memory_bytes
        self._percents = tuple(sorted(set(percents)))
        self._folder = folder
        self._progress = progress or _no_progress
        if settings.symmetry and self._game.rules.canonical is None:
            raise InvalidValueError("symmetry", True, f"false: {self._game.spec.id} declares no symmetries")
        walker = walk_game(self._game)
        self._teacher = teacher_policy(self._game, settings, walker)
        self._checker = Checker(self._game, settings, self._teacher, walker)
        if settings.criterion not in (*self._checker.series, "budget"):
            known = ", ".join((*self._checker.series, "budget"))
            raise InvalidValueError("criterion", settings.criterion, f"one of {known} in {self._game.spec.id}")
        self._rows: list[Row] = []
        self._n: int | None = None
        self._taken: dict[int, Snapshot] = {}
        self._learner = self._fresh()
        self._saved = time.monotonic()
        if folder is not None:
            self._open(folder)

    def run(self) -> TrainingResult:
        """Train to the end and return the result.

        Raises:
            InterruptedRun: Ctrl-C; the same training goes on from there if it has a folder.
            UserError: another training is at work in the folder, or it cannot be written to.
            TableFullError: the table needs more memory than it may have; it goes on when it is allowed more.
        """
        with locked(self._folder):
            return self._run()

    def _run(self) -> TrainingResult:
        try:
            if self._n is None:
                self._find_n()
            self._take_snapshots()
            return self._finish()
        except KeyboardInterrupt as interrupt:
            self._save()
            kept = f"; the same command goes on from game {self._learner.games}" if self._folder is not None else ""
            raise InterruptedRun(f"training of {self._game.spec.id} was interrupted{kept}") from interrupt
        except UserError:
            self._save()
            raise

    def _fresh(self) -> Learner:
        return Learner(self._game, self._settings, self._teacher, self._memory_bytes)

    def _between(self) -> None:
        self._progress("training" if self._n is None else "snapshots", self._learner.games, None)
        if self._folder is not None and time.monotonic() - self._saved >= CHECKPOINT_SECONDS:
            self._save()

    def _find_n(self) -> None:
        """Learn and check until the criterion has its N, or the budget is spent."""
        settings, learner = self._settings, self._learner
        shares = self._shares(settings.games) if settings.criterion == "budget" else {}
        n: int | None = None
        while True:
            last = self._rows[-1]["games"] if self._rows else -1
            if learner.games % settings.cadence == 0 and learner.games > last:
                self._rows.append(self._checker.check(learner))
                self._progress("training", learner.games, self._rows[-1])
            for percent in (percent for percent, share in shares.items() if share == learner.games):
                self._take_snapshot(percent)
            if settings.criterion != "budget":
                n = self._checker.found(self._rows, settings.criterion)
            if n is not None or learner.games >= settings.last_game:
                break
            check = (learner.games // settings.cadence + 1) * settings.cadence
            ahead = [share for share in shares.values() if share > learner.games]
            learner.train(min(check, settings.last_game, *ahead), self._between)
        if not self._taken.keys() >= set(self._percents):  # or an earlier version has begun this training
            self._taken, learner = {}, self._fresh()
        self._n, self._learner = n or settings.games, learner  # at once: an interruption between would mix them up

    def _take_snapshots(self) -> None:
        for percent, share in self._shares(self._n or self._settings.games).items():
            if percent not in self._taken:
                self._learner.train(share, self._between)
                self._take_snapshot(percent)

    def _shares(self, n: int) -> dict[int, int]:
        """Return how many games of training each percentage is."""
        return {percent: round(n * percent / 100) for percent in self._percents}

    def _take_snapshot(self, percent: int) -> None:
        table = self._learner.table
        self._taken[percent] = Snapshot(self._learner.games, table.positions, table.used_values.copy())

    def _finish(self) -> TrainingResult:
        settings = self._settings
        convergences = self._checker.judge(self._rows)
        n = self._n or settings.games
        converged = any(c.against == settings.criterion and c.games is not None for c in convergences)
        about = {
            **game_identity(self._game),
            "settings": settings.as_dict(),
            "n": n,
            "converged": converged,
            "convergences": [asdict(convergence) for convergence in convergences],
        }
        keys, widths = self._learner.table.entries()
        last = max((snapshot.positions for snapshot in self._taken.values()), default=0)
        snapshots = SnapshotSet(about, settings.rule(), keys[:last], widths[:last], dict(self._taken))
        if self._folder is not None:
            save_snapshots(self._folder / SNAPSHOTS, snapshots)
            _write(self._folder / CHECKS, csv_text(self._rows))
            _write(self._folder / REPORT, json.dumps({**about, "checks": self._rows}, indent=1))
            self._save()
        return TrainingResult(n, converged, convergences, tuple(self._rows), snapshots)

    def _identity(self) -> dict[str, Any]:
        sources = installed_plugins().provenance(self._game.spec).source_hash
        settings = self._settings.as_dict()
        return {**game_identity(self._game), "sources": sources, **settings, "percents": list(self._percents)}

    def _save(self) -> None:
        """Write the checkpoint: a later training with the same settings goes on from here."""
        if self._folder is None:
            return
        learner = self._learner
        checkpoint = Checkpoint(self._identity(), self._rows, self._n, learner.table, learner.tally, self._taken)
        save_checkpoint(self._folder / CHECKPOINT, checkpoint)
        self._saved = time.monotonic()

    def _open(self, folder: Path) -> None:
        """Take up what a folder holds, or make it."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UserError(f"cannot make folder '{folder}': {error.strerror}") from error
        path = folder / CHECKPOINT
        if not path.exists():
            return
        kept = load_checkpoint(path)
        for name, value in self._identity().items():
            if kept.identity.get(name) != value:
                held = f"{name} {kept.identity.get(name)!r}, not {value!r}"
                if name == "sources":
                    held = f"other sources of '{self._game.spec.id}'"
                raise UserError(f"folder '{folder}' holds a training with {held}; choose another --out")
        self._rows, self._n, self._taken = kept.rows, kept.n, dict(kept.taken)
        self._learner.table, self._learner.tally = kept.table, kept.tally


def csv_text(rows: Sequence[Mapping[str, object]]) -> str:
    """Return rows of one kind as CSV, names first."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _write(path: Path, text: str) -> None:
    beside = path.with_name(f"{path.name}.part")
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise UserError(f"cannot write '{path}': {error.strerror}") from error
