"""When a learner has stopped losing: *convergence-FS* of the paper, in the reading of this project.

The paper ends a training at "convergence-FS" and prints no definition; its figures go on for 5,000 games beyond it,
with 100 games of evaluation at each point, and a draw counts as good as a win. Here N is the smallest number of
games of training, among those at which there was a check, after which no check has a lost game for the next 5,000
games of training, the check at N included.

It does not last: with a constant alpha a later check may lose again. So the table is frozen at N.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from palaestra_learning.q_learning.settings import HOLD

Verdict = Literal["converged", "never", "impossible"]


def converged_at(games: Sequence[int], losses: Sequence[float], hold: int = HOLD) -> int | None:
    """Return N, or None if there is none yet.

    Args:
        games: games of training at each check, ascending; a check before the first game cannot be N.
        losses: lost games, or losing lines, in each check.
        hold: games of training without a loss.
    """
    start: int | None = None
    for game, lost in zip(games, losses, strict=True):
        if lost > 0:
            start = None
        elif start is None and game > 0:
            start = game
        if start is not None and game >= start + hold:
            return start
    return None


@dataclass(frozen=True, slots=True)
class Convergence:
    """What came out for one kind of check.

    Attributes:
        against: ``teacher``, ``perfect`` or ``random`` for games against them, ``exact`` for all losing lines.
        verdict: ``impossible`` where it never came and a seat of the learner loses against perfect play.
        games: N, where it came.
    """

    against: str
    verdict: Verdict
    games: int | None


def judge(against: str, games: Sequence[int], losses: Sequence[float], latest: int, seat_is_lost: bool) -> Convergence:
    """Return the verdict on a series of checks; N is at most `latest`."""
    found = converged_at(games, losses)
    if found is not None and found <= latest:
        return Convergence(against, "converged", found)
    return Convergence(against, "impossible" if seat_is_lost else "never", None)
