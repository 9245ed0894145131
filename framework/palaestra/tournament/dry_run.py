"""What a run would do: how many games are missing, and about how long they take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from palaestra.plugins import Plugins, installed_plugins
from palaestra.store.engine import current, reading
from palaestra.tournament.plan import make_plan
from palaestra.tournament.run import Source
from palaestra.tournament.specfile import load_tournament
from palaestra.tournament.trial import hold_trial

SAMPLE: Final = 2000
"""Missing games from which trial games are chosen."""


@dataclass(frozen=True, slots=True)
class DryRun:
    """What a run would do.

    Attributes:
        tournament: its name.
        total: games in the schedule.
        missing: games that would be played.
        workers: worker processes that would play them; 0 = this process.
        seconds: about how long that would take; if no trial game was played, it takes longer than that.
        trial_games: games that were played for this estimate, in this process and on one core.
        basis: what the estimate `seconds` is based on, as text.
        failing: entrants that failed in all of their trial games, and how.
        notes: what the user should know before the games begin.
    """

    tournament: str
    total: int
    missing: int
    workers: int
    seconds: float = 0.0
    trial_games: int = 0
    basis: str = ""
    failing: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def dry_run(
    source: Source, db: str | Path = "palaestra.db", *, workers: int | None = None, plugins: Plugins | None = None
) -> DryRun:
    """Return what :func:`palaestra.tournament.run.run_tournament` would do, without storing anything.

    Takes some seconds, for trial games; see :mod:`palaestra.tournament.trial`.

    Raises:
        SpecError, SpecChangedError, StoreError: as a run would.
    """
    tournament = load_tournament(source, plugins or installed_plugins())
    connect = partial(reading, db) if current(db) else None
    plan = make_plan(tournament, connect, workers)
    name, total, notes = plan.record.name, len(plan.schedule), tuple(plan.notes(workers))
    if not plan.missing:
        return DryRun(name, total, 0, plan.workers, notes=notes)
    trial = hold_trial(tournament.cast(), list(islice(plan.missing_games(), SAMPLE)))
    seconds = trial.seconds * plan.missing / max(plan.workers, 1)
    return DryRun(name, total, plan.missing, plan.workers, seconds, trial.games, trial.basis, trial.failing, notes)
