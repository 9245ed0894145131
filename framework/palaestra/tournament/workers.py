"""How many worker processes play, and why not as many as were asked for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from palaestra.tournament.spec import TournamentSpec

INLINE_GAMES: Final = 2
"""At most so many missing games are played in this process if neither a number of workers nor a clock is given."""

_SIBLINGS: Final = "/sys/devices/system/cpu/cpu{}/topology/thread_siblings_list"


def cores() -> int:
    """Return how many cores this process may use, each hardware thread counted."""
    return len(_usable()) or os.cpu_count() or 1


def physical_cores() -> int:
    """Return how many physical cores this process may use."""
    try:
        return len({Path(_SIBLINGS.format(core)).read_text().strip() for core in _usable()}) or cores()
    except OSError:
        return cores()


def _usable() -> set[int]:
    return set(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else set()


def most_workers(spec: TournamentSpec) -> int:
    """Return the largest number of workers that makes sense.

    More than there are cores would play no faster, and make agents lose on time that the others took; by a clock,
    two that share one core would take each other's.
    """
    return cores() if spec.clock is None else physical_cores()


def worker_count(asked: int | None, spec: TournamentSpec, missing: int) -> int:
    """Return how many worker processes play `missing` games; 0 = this process plays them."""
    wanted = asked if asked is not None else spec.workers
    most = most_workers(spec)
    if wanted is None:
        wanted = 0 if missing <= INLINE_GAMES and spec.clock is None else most
    return min(wanted, missing, most)


def worker_note(asked: int | None, spec: TournamentSpec) -> str:
    """Return why fewer workers play than were asked for; empty if as many do."""
    wanted, most = asked if asked is not None else spec.workers, most_workers(spec)
    if wanted is None or wanted <= most:
        return ""
    if spec.clock is None:
        return f"workers is {wanted}; {most} are used, one for each core: more would play no faster"
    return f"workers is {wanted}; {most} are used, one for each physical core: more would take each other's time"
