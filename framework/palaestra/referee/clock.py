"""The clock of one game: pure bookkeeping of how long answers took.

A player is late when its answer took longer than what it had left for the move, the turn or the game, and the margin.
Time in which it waited for a core of the machine is no thinking time, nor is time in which the referee was stopped: if
it would have been in time without it, the attempt is void, not lost.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

from palaestra.agent import Clock
from palaestra.limits import TimeControl
from palaestra.referee.seat import Allowance

Ruling = Literal["in_time", "turn_over", "late", "starved", "stopped"]
"""In time; only the turn's time is over; late for the move or the game; late because the machine was overloaded, or
because the referee was stopped."""

GRACE_SECONDS: Final = 5.0
"""How long a late answer is waited for if a late turn does not lose the game."""


class GameClock:
    """What the players of one game have left.

    A turn is all that a player does until another one is to move.
    """

    def __init__(
        self, control: TimeControl, players: int, *, turn_goes_on: bool = False, unexcused: Collection[int] = ()
    ) -> None:
        """Begin a game.

        Args:
            control: the limits.
            players: number of seats.
            turn_goes_on: whether a player whose turn's time is over may still go on with the game.
            unexcused: seats that no overload of the machine excuses.
        """
        self._control = control
        self._games = [control.per_game] * players
        self._turn = control.per_turn
        self._player = -1
        self._grace = GRACE_SECONDS if turn_goes_on else 0.0
        self._unexcused = frozenset(unexcused)

    def allow(self, player: int) -> Allowance:
        """Return what `player`, who is to move, may take for this action."""
        if player != self._player:
            self._player, self._turn = player, self._control.per_turn
        move, turn, game = self._control.per_move, self._turn, self._games[player]
        seconds = min(left for left in (move, turn, game) if left is not None)
        grace = self._grace if turn == seconds else 0.0
        return Allowance(seconds, self._control.margin, Clock(move, turn, game), grace)

    def charge(self, seconds: float, starved: float = 0.0, stopped: float = 0.0) -> Ruling:
        """Take the time of an answer from the player of the last :meth:`allow`, and judge it.

        Args:
            seconds: wall time of the answer.
            starved: how much of it the agent waited for a core.
            stopped: how much of it the referee was stopped; no player is charged for it.
        """
        if self._judge(seconds) != "in_time" and self._judge(seconds - stopped) == "in_time":
            return "stopped"
        seconds = max(0.0, seconds - stopped)
        ruling = self._judge(seconds)
        if ruling != "in_time" and self._player not in self._unexcused and self._judge(seconds - starved) == "in_time":
            return "starved"
        if self._turn is not None:
            self._turn = max(0.0, self._turn - seconds)
        game = self._games[self._player]
        if game is not None:
            self._games[self._player] = max(0.0, game - seconds) + self._control.increment
        return ruling

    def _judge(self, seconds: float) -> Ruling:
        used = seconds - self._control.margin
        if any(left is not None and used > left for left in (self._control.per_move, self._games[self._player])):
            return "late"
        return "turn_over" if self._turn is not None and used > self._turn else "in_time"
