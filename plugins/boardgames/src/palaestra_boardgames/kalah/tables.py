"""Lookup tables for sowing, for every board from one to twelve pits in a row.

A row of pits is held in two words of six fields, ten bits each, so that a sowing is one addition to each word: see
:mod:`palaestra_boardgames.kalah.layout`.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

MAX_PITS: Final = 12
FIELD_BITS: Final = 10
FIELD_MASK: Final = (1 << FIELD_BITS) - 1
FIELDS: Final = 6
"""Pits in one word."""

# Columns of SOWING, for the row of the sower ("own") and of the opponent ("other").
OWN_LOW: Final = 0
OWN_HIGH: Final = 1
OTHER_LOW: Final = 2
OTHER_HIGH: Final = 3
OWN_MASK: Final = 4
OTHER_MASK: Final = 5
LANDING: Final = 6
_COLUMNS: Final = 7

COUNT_SHIFT: Final = 4 * MAX_PITS


def _field(pit: int) -> tuple[int, int]:
    """Return one seed in `pit` of a row, as (low word, high word)."""
    seed = 1 << FIELD_BITS * (pit % FIELDS)
    return (seed, 0) if pit < FIELDS else (0, seed)


def _sowing(pits: int) -> list[list[int]]:
    """Return the rows of SOWING for one board, by pit and then by number of seeds."""
    rows = []
    for pit in range(pits):
        row = [0] * _COLUMNS
        row[OWN_MASK] = row[LANDING] = 1 << pit  # no seed left after full laps: the last one fell into the pit itself
        rows.append(row)
        row = [0] * _COLUMNS
        for cell in range(pit + 1, pit + 2 * pits + 1):
            row = row.copy()
            place = cell % (2 * pits + 1)
            low, high = _field(place if place < pits else place - pits - 1)
            if place < pits:
                row[OWN_LOW] += low
                row[OWN_HIGH] += high
                row[OWN_MASK] |= 1 << place
            elif place > pits:
                row[OTHER_LOW] += low
                row[OTHER_HIGH] += high
                row[OTHER_MASK] |= 1 << place - pits - 1
            row[LANDING] = 1 << place if place < pits else 0
            rows.append(row)
    return rows


def _choices() -> NDArray[np.int64]:
    table = np.zeros(1 << MAX_PITS, dtype=np.int64)
    count = np.zeros_like(table)
    masks = np.arange(1 << MAX_PITS)
    for pit in range(MAX_PITS):
        chosen = masks >> pit & 1
        table |= chosen * pit << 4 * count
        count += chosen
    return table | count << COUNT_SHIFT


def _starts() -> NDArray[np.int64]:
    sizes = [pits * (2 * pits + 1) for pits in range(MAX_PITS + 1)]
    return np.concatenate(([0], np.cumsum(sizes)[:-1])).astype(np.int64)


def _laps() -> NDArray[np.int64]:
    laps = np.zeros((MAX_PITS + 1, 2), dtype=np.int64)
    for pits in range(1, MAX_PITS + 1):
        laps[pits] = np.sum([_field(pit) for pit in range(pits)], axis=0)
    return laps


SOWING: Final = np.array([row for pits in range(MAX_PITS + 1) for row in _sowing(pits)], dtype=np.int64)
"""What less than a full lap adds: row ``SOWING_START[pits] + pit * (2 * pits + 1) + seeds``.

Columns: the seeds added to each word, the masks of the pits that receive any, and as a mask the own pit in which the
last seed falls (0 when it falls elsewhere).
"""

SOWING_START: Final = _starts()
"""The first row of SOWING for each number of pits."""

LAPS: Final = _laps()
"""One seed in every pit of a row, as low and high word, for each number of pits."""

CHOICES: Final = _choices()
"""The pits of a mask in ascending order, four bits each, and above ``COUNT_SHIFT`` how many there are."""
