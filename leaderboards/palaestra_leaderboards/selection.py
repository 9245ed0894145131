"""How a leaderboard is computed; imports nothing heavy."""

from __future__ import annotations

from typing import Literal

RatingMethod = Literal["bradley-terry", "elo"]
"""Maximum likelihood, or Elo updates game by game."""

IntervalKind = Literal["pairs", "wilson"]
"""What an interval of a score takes as its unit: the game pair, or the game."""
