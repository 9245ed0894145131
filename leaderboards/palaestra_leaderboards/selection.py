"""What a leaderboard is asked for; imports nothing heavy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

RatingMethod = Literal["bradley-terry", "elo"]
"""Maximum likelihood, or Elo updates game by game."""

IntervalKind = Literal["pairs", "wilson"]
"""What an interval of a score takes as its unit: the game pair, or the game."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Which stored games count.

    Attributes:
        tournament: name of the tournament; None = all tournaments.
        game: id of a game, only whose tournaments count; None = any.
        deck: name of a deck; only games in which either seat held it count. In a complete game pair both entrants
            held it equally often, so nobody gains by it. None = all games.
    """

    tournament: str | None = None
    game: str | None = None
    deck: str | None = None
