"""Checks of a learner: games against its teacher, perfect and random play, and all its losing lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from palaestra import CompiledPolicy, KernelGame
from palaestra_learning.q_learning.convergence import Convergence, converged_at, judge
from palaestra_learning.q_learning.learner import Learner, Opponent, results_of
from palaestra_learning.q_learning.opponents import perfect_policy, random_policy
from palaestra_learning.q_learning.settings import Settings
from palaestra_learning.q_learning.walk import Side, Walker

Row = Mapping[str, float]
"""One check: names and numbers, the same names in all checks of a training."""

_SEATS: Final = ("first", "second")


class Checker:
    """Checks a learner, always in the same way."""

    def __init__(self, game: KernelGame, settings: Settings, teacher: CompiledPolicy, walker: Walker | None) -> None:
        self._settings = settings
        self._walker = walker
        self._lost = walker.lost_seats() if walker is not None else known_lost(settings)
        opponents: dict[str, Opponent | None] = {"teacher": None if settings.is_twin else Opponent(teacher)}
        if walker is not None:
            opponents["perfect"] = Opponent(perfect_policy(game, walker))
        opponents["random"] = Opponent(random_policy(game))
        self._opponents = opponents

    def check(self, learner: Learner) -> dict[str, float]:
        """Return the row of a learner as it is now.

        The columns are the games of training, epsilon, the positions in the table, the games of training so far by
        result, then for each opponent the games of this check by result, then the losing lines in each seat of the
        learner (in games that can be walked).
        """
        row: dict[str, float] = {
            "games": learner.games,
            "epsilon": learner.epsilon,
            "positions": learner.table.positions,
        }
        trained = results_of(learner.tally)
        row |= {"train_wins": trained.wins, "train_draws": trained.draws, "train_losses": trained.losses}
        for number, (name, opponent) in enumerate(self._opponents.items()):
            results = learner.check(opponent, number, self._settings.check_games)
            row |= {
                f"{name}_wins": results.wins,
                f"{name}_draws": results.draws,
                f"{name}_losses": results.losses,
            }
        if self._walker is not None:
            side = Side(learner.table, learner.rule)
            for seat in self._settings.learner_seats:
                row[f"losing_lines_{_SEATS[seat]}"] = self._walker.losing_lines(side, seat)
        return row

    @property
    def series(self) -> tuple[str, ...]:
        """The kinds of checks by which convergence can be judged."""
        exact = ("exact",) if self._walker is not None else ()
        return (*self._opponents, *exact)

    def found(self, rows: Sequence[Row], against: str) -> int | None:
        """Return N by one kind of check, or None so far."""
        return converged_at([int(row["games"]) for row in rows], _losses(rows, against))

    def judge(self, rows: Sequence[Row]) -> tuple[Convergence, ...]:
        """Return the verdict of each kind of check."""
        games = [int(row["games"]) for row in rows]
        lost = any(seat in self._lost for seat in self._settings.learner_seats)
        return tuple(
            judge(against, games, _losses(rows, against), self._settings.games, lost) for against in self.series
        )


def known_lost(settings: Settings) -> tuple[int, ...]:
    """Return the seats that the settings say are lost."""
    return {"none": (), "first": (0,), "second": (1,)}[settings.lost_seat]


def _losses(rows: Sequence[Row], against: str) -> list[float]:
    if against == "exact":
        return [sum(value for name, value in row.items() if name.startswith("losing_lines_")) for row in rows]
    return [row[f"{against}_losses"] for row in rows]
