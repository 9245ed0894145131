"""Limits of agents in a tournament: time, memory, and what they can reach."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Final, Literal, get_args

from palaestra.errors import InvalidValueError, UserError

IsolationLevel = Literal["none", "process", "sandbox"]
ISOLATION_LEVELS: Final = get_args(IsolationLevel)
"""Where an agent runs: in the worker's process; in a process of its own; in one that can reach only the referee."""

LONGEST_SECONDS: Final = 1e7
"""Upper limit of every time: some months; a larger value is a mistake."""

MEMORY_MB: Final = 2048
"""Default memory of an agent in a process of its own: enough for numba and for torch."""

LEAST_MEMORY_MB: Final = 64
LARGEST_MEMORY_MB: Final = 1 << 24

MARGIN_SECONDS: Final = 0.05
STARTUP_SECONDS: Final = 60.0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long agents may think, in seconds; None = unlimited.

    Attributes:
        per_move: for one action.
        per_turn: for all actions of a player until another one is to move.
        per_game: for all actions of a game.
        increment: added to what is left of `per_game` after every action.
        margin: tolerance beyond each limit.

    Raises:
        InvalidValueError: a time outside its range.
        UserError: no limit, or an increment without `per_game`.
    """

    per_move: float | None = None
    per_turn: float | None = None
    per_game: float | None = None
    increment: float = 0.0
    margin: float = MARGIN_SECONDS

    def __post_init__(self) -> None:
        """Check the values."""
        for field in fields(self):
            value = getattr(self, field.name)
            limit = field.name.startswith("per_")
            if value is None and limit:
                continue
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or not 0 <= value <= LONGEST_SECONDS or (limit and value == 0):
                least = "above 0" if limit else "of at least 0"
                raise InvalidValueError(
                    field.name, value, f"a number of seconds {least} and at most {LONGEST_SECONDS:g}"
                )
            object.__setattr__(self, field.name, float(value))
        if self.per_move is None and self.per_turn is None and self.per_game is None:
            raise UserError("a clock needs at least one of per_move, per_turn and per_game")
        if self.increment and self.per_game is None:
            raise UserError("increment adds to per_game, which is missing")


@dataclass(frozen=True, slots=True)
class Confinement:
    """How an entrant's agents are isolated from the rest of the machine.

    Attributes:
        level: the requested level; the level in force is stored with every game.
        memory_mb: most memory of a process of the agent, in MB of 2**20 bytes; not enforced at ``"none"``.
        startup_seconds: time within which it must be ready to play; not enforced at ``"none"``.
    """

    level: IsolationLevel = "none"
    memory_mb: int = MEMORY_MB
    startup_seconds: float = STARTUP_SECONDS


UNCONFINED: Final = Confinement()
