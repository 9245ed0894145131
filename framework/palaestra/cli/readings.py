"""The readings that ``palaestra show --explain`` prints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from palaestra.cli.notices import notice
from palaestra.cli.output import padded, text_width

if TYPE_CHECKING:
    from palaestra.referee.explain import Reading
    from palaestra.store.reads import StoredGame

_MOST_ACTIONS: Final = 8
"""Actions printed for each ply, most visited first."""


def readings_of(stored: StoredGame) -> list[Reading]:
    """Return the readings of a stored game; print a notice if an agent no longer plays as it did.

    Raises:
        PalaestraError: the game cannot be replayed here.
    """
    from palaestra.referee.explain import explain_game
    from palaestra.referee.replay import game_of

    readings = list(explain_game(game_of(stored.tournament), stored.record, stored.entrants))
    others = [reading for reading in readings if reading.answer is not None and reading.note]
    if others:
        first = others[0]
        who = stored.entrants[first.seat].name
        notice(f"{len(others)} of {len(readings)} actions differ now, the first at ply {first.ply}, by {who}")
    return readings


def reading_fields(reading: Reading) -> dict[str, object]:
    """Return a reading as JSON values."""
    return {
        "ply": reading.ply,
        "answer": reading.answer,
        "actions": [
            {"move": move, "visits": visits, "value": round(value, 6)} for move, visits, value in reading.actions
        ],
        "variation": list(reading.variation),
        "iterations": reading.iterations,
        "seconds": round(reading.seconds, 6),
        "note": reading.note or None,
    }


def reading_lines(reading: Reading, names: Sequence[str]) -> list[str]:
    """Return a reading as lines of text; `names` are those of the entrants in seat order."""
    lines = [f"ply {reading.ply}: {names[reading.seat]} played {reading.action}"]
    if reading.note:
        lines.append(f"  {reading.note}")
    if reading.answer is None:
        return lines
    if reading.iterations == 0:
        return [*lines, "  without a search"]
    lines.append(f"  {reading.iterations} iterations in {reading.seconds:.3f} s; expects {' '.join(reading.variation)}")
    width = max((text_width(move) for move, _, _ in reading.actions), default=0)
    for move, visits, value in reading.actions[:_MOST_ACTIONS]:
        lines.append(f"  {padded(move, width)} {visits:>8} {value:+.3f}")
    if len(reading.actions) > _MOST_ACTIONS:
        lines.append(f"  and {len(reading.actions) - _MOST_ACTIONS} more")
    return lines
