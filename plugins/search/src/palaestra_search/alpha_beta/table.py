"""The transposition table: what the search knows of positions it has left, in the caller's workspace.

An entry has four fields: the key, a lower and an upper bound of the score, and packed in one number the best action,
the ply, the depth of the search and the decision it belongs to. The key is the game's own, mixed with the seat to move,
the ply below the root and the number of the decision. So

- an entry serves only in the decision that made it: what an agent plays depends on the position alone;
- an entry serves only at the same ply. Then the plies that are left until a cap on the length of the game are the
  same too, although the keys of games leave their counters out, and a score that counts the plies until a win is the
  same from there. A search for exact values does without this, see :mod:`palaestra_search.alpha_beta.solve`: it would
  look at three times as many nodes in Kalah;
- games whose key leaves more out than what the ply tells, a counter of plies since the last capture say, are searched
  as if that did not matter (the graph history interaction problem).

A bound is *complete* when its proof rests on ends of the game alone. It holds in deeper searches too; any other bound
holds in the search of the same depth only. So the table changes the time of a search and never its result.

Replacement: two neighbouring entries share an index. A position takes its own entry, else the first if that is of an
earlier decision or as far from the root or farther, else the second.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import IntArray, jit, wrapping

KEY: Final = 0
LOWER: Final = 1
UPPER: Final = 2
INFO: Final = 3
ENTRY_SIZE: Final = 4

COMPLETE: Final = 0
"""The depth that marks complete bounds."""

_ACTION_SHIFT: Final = 41
_PLY_SHIFT: Final = 25
_DEPTH_SHIFT: Final = 9
_FIELD: Final = 0xFFFF
_DECISIONS: Final = 0xFF
_USED: Final = 1

_PRIME: Final = np.int64(-7046029254386353131)
_HIGH: Final = 0xFFFFFFFF


@jit
@wrapping
def table_key(key: int, seat: int, ply: int, decision: int) -> int:
    """Return a position's key in the table; different positions of one ply, seat and decision keep different keys."""
    # Multiplication by an odd number and a shifted xor can both be undone: nothing is lost.
    salt = np.int64(decision << 24 | ply << 8 | seat + 1) * _PRIME
    value = (np.int64(key) ^ salt ^ (salt >> 32 & _HIGH)) * _PRIME
    return int(value ^ (value >> 32 & _HIGH))


@jit
def find(memory: IntArray, table: int, mask: int, key: int) -> int:
    """Return the index of the entry with this key, 0 if there is none; `mask` is the number of entries less one."""
    entry = table + ENTRY_SIZE * (key & mask)
    if memory[entry + KEY] == key and memory[entry + INFO] != 0:
        return entry
    entry = table + ENTRY_SIZE * (key & mask ^ 1)
    if memory[entry + KEY] == key and memory[entry + INFO] != 0:
        return entry
    return 0


@jit
def entry_action(info: int) -> int:
    """Return the best action of an entry."""
    return info >> _ACTION_SHIFT


@jit
def entry_depth(info: int) -> int:
    """Return the depth of the search that made an entry, or COMPLETE."""
    return info >> _DEPTH_SHIFT & _FIELD


@jit
def _place(memory: IntArray, table: int, mask: int, key: int, ply: int, decision: int) -> int:
    """Return the index of the entry that a new one replaces."""
    entry = table + ENTRY_SIZE * (key & mask)
    info = memory[entry + INFO]
    if info >> 1 & _DECISIONS != decision & _DECISIONS or info >> _PLY_SHIFT & _FIELD >= ply:
        return entry
    return table + ENTRY_SIZE * (key & mask ^ 1)


@jit
def store(
    memory: IntArray,
    table: int,
    mask: int,
    key: int,
    lower: int,
    upper: int,
    action: int,
    ply: int,
    depth: int,
    decision: int,
) -> None:
    """Keep bounds of a position; they join those of the same depth that are there."""
    entry = find(memory, table, mask, key)
    if entry == 0:
        entry = _place(memory, table, mask, key, ply, decision)
    elif entry_depth(memory[entry + INFO]) == depth:
        lower = max(lower, memory[entry + LOWER])
        upper = min(upper, memory[entry + UPPER])
    memory[entry + KEY] = key
    memory[entry + LOWER] = lower
    memory[entry + UPPER] = upper
    memory[entry + INFO] = (
        action << _ACTION_SHIFT | ply << _PLY_SHIFT | depth << _DEPTH_SHIFT | (decision & _DECISIONS) << 1 | _USED
    )
