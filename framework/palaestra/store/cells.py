"""Counting games into cells: one for each two entrants of a tournament and each ordered pair of decks.

The two games of a pair are counted together, for their results are not independent: they share a deal. A game
whose other half is not stored yet waits in counts of its own, and moves when that half arrives.
"""

from __future__ import annotations

from typing import Final

from palaestra.store.tables import COUNTS, FIRST_ONLY_COUNTS, PAIR_COUNTS

Outcome = tuple[int, int]
"""Results of the first and of the second seat: 0 loss, 1 draw, 2 win."""

CellKey = tuple[int, int, str, str]
"""Ids of the entrants, the smaller first, and the decks of the first and the second seat."""

_FIRST_ONLY: Final = len(PAIR_COUNTS)
_SECOND_ONLY: Final = _FIRST_ONLY + len(FIRST_ONLY_COUNTS)


class CellChanges:
    """What a batch of new games changes in the cells.

    Attributes:
        outcomes: by id, the games of the batch so far, and the stored ones among their other halves.
        changes: for each cell, what to add to its counts, in the order of :data:`palaestra.store.tables.COUNTS`.
    """

    def __init__(self, outcomes: dict[str, Outcome]) -> None:
        """Begin without changes.

        Args:
            outcomes: by id, the stored ones among the games to come and their other halves; is added to.
        """
        self.changes: dict[CellKey, list[int]] = {}
        self.outcomes = outcomes

    def add(self, game_id: str, first: int, second: int, decks: tuple[str, str], outcome: Outcome) -> None:
        """Count a game that was not stored before; an entrant's game against itself is not counted."""
        outcomes = self.outcomes
        outcomes[game_id] = outcome
        if first == second:
            return
        a_first = first < second
        key: CellKey = (first, second, *decks) if a_first else (second, first, *decks)
        counts = self.changes.get(key)
        if counts is None:
            counts = self.changes[key] = [0] * len(COUNTS)
        other = outcomes.get(other_half(game_id))
        if a_first:
            if other is None:
                counts[_FIRST_ONLY + outcome[0]] += 1
            else:
                counts[3 * outcome[0] + other[1]] += 1
                counts[_SECOND_ONLY + other[1]] -= 1
        elif other is None:
            counts[_SECOND_ONLY + outcome[1]] += 1
        else:
            counts[3 * other[0] + outcome[1]] += 1
            counts[_FIRST_ONLY + other[0]] -= 1


def other_half(game_id: str) -> str:
    """Return the id of the game with the same deal and the entrants swapped."""
    return game_id[:-1] + ("2" if game_id[-1] == "1" else "1")


def outcome_of(first_return: float, second_return: float) -> Outcome:
    """Return the results of both seats: a return above 0 is a win, below 0 a loss."""
    return (
        2 if first_return > 0 else 1 if first_return == 0 else 0,
        2 if second_return > 0 else 1 if second_return == 0 else 0,
    )
