"""Perft: counting all move sequences of a given length, which tests rules move by move.

Published counts exist for many games. A game that ends exactly at the given depth counts, one that ended earlier
does not.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import numpy as np
from numba import int64

from palaestra.compiler import copy, jit
from palaestra.errors import GameError, InvalidValueError
from palaestra.game import Game, KernelGame, KernelState, State
from palaestra.kernel import KERNEL, STATE, IntArray

Unit = Literal["ply", "turn"]
"""``"ply"``: every action counts one; ``"turn"``: a whole run of actions by one player counts one.

Two sequences of actions are two sequences, even where one turn reaches the same position by both. A state in the
middle of a turn counts the rest of it as the first one.
"""

NODES_EACH_CALL: Final = 1 << 20
"""Positions visited in one compiled call; Ctrl-C works between calls."""

LEFT: Final = 0
DONE: Final = 1
LEVEL: Final = 0
TOTAL: Final = 1


@jit(int64(KERNEL, int64, int64, int64[:, ::1], int64[:, ::1], int64[:, ::1], STATE, int64))
def _search(
    kernel: Any,
    depth: int,
    by_turn: int,
    states: IntArray,
    legal: IntArray,
    track: IntArray,
    progress: IntArray,
    nodes: int,
) -> int:
    """Continue a depth-first search for `nodes` positions; return 1 if it stopped because it needs another row.

    Row ``level`` of the arrays belongs to the position after ``level`` actions: the state, its legal actions, and in
    `track` how many of these are left to try (LEFT) and how many units are complete (DONE). ``progress`` holds the
    current level, -1 at the end, and the sequences found.
    """
    level = progress[LEVEL]
    total = progress[TOTAL]
    while level >= 0 and nodes > 0:
        left = track[level, LEFT]
        if left == 0:
            level -= 1
            continue
        if level + 1 == states.shape[0]:
            break
        state, moves = states[level], legal[level]
        child, child_moves = states[level + 1], legal[level + 1]
        mover = kernel.current_player(state)
        deeper = 0
        while left > 0 and deeper == 0:  # over actions whose positions need no search of their own
            left -= 1
            nodes -= 1
            copy(child, state)
            kernel.step(child, moves[left])
            seat = kernel.current_player(child)
            done = track[level, DONE]
            if by_turn == 0 or seat != mover:
                done += 1
            if done == depth:
                total += 1
            elif seat >= 0:
                n = kernel.legal_actions(child, child_moves)
                if by_turn == 0 and done + 1 == depth:
                    total += n  # the last plies are counted without being played
                else:
                    track[level + 1, LEFT] = n
                    track[level + 1, DONE] = done
                    deeper = 1
        track[level, LEFT] = left
        level += deeper
    progress[LEVEL] = level
    progress[TOTAL] = total
    return 1 if level + 1 == states.shape[0] else 0


def perft(game: Game, state: State, depth: int, unit: Unit = "ply") -> int:
    """Return the number of move sequences of exactly `depth` units from `state`.

    Args:
        game: the game, with or without a kernel; without one the count runs in plain Python.
        state: where to begin; it is not changed.
        depth: number of units, at least 0. At depth 0 there is one sequence, the empty one.
        unit: what counts as one, see :data:`Unit`.

    Raises:
        InvalidValueError: a depth or unit that does not fit.
    """
    _check(depth, unit)
    if depth == 0:
        return 1
    if state.is_terminal:
        return 0
    if isinstance(game, KernelGame):
        return _compiled(game, state, depth, unit) if depth <= game.sizes.max_plies else 0  # no game is so long
    return sum(_after(game, state, action, depth, unit) for action in state.legal_actions())


def divide(game: Game, state: State, depth: int, unit: Unit = "ply") -> dict[int, int]:
    """Return what :func:`perft` counts, for each legal action of `state` by itself.

    Raises:
        InvalidValueError: a depth below 1, or a unit that does not exist.
    """
    _check(depth, unit, least=1)
    return {action: _after(game, state, action, depth, unit) for action in state.legal_actions()}


def _check(depth: int, unit: str, least: int = 0) -> None:
    if depth < least:
        raise InvalidValueError("perft depth", depth, f"a whole number of at least {least}")
    if unit not in ("ply", "turn"):
        raise InvalidValueError("perft unit", unit, "'ply' or 'turn'")


def _after(game: Game, state: State, action: int, depth: int, unit: Unit) -> int:
    """Return the count of the sequences that begin with `action`."""
    child = state.copy()
    child.step(action)
    complete = unit == "ply" or child.current_player != state.current_player
    return perft(game, child, depth - complete, unit)


def _compiled(game: KernelGame, state: State, depth: int, unit: Unit) -> int:
    """Return the count below a state that is not over."""
    if not isinstance(state, KernelState):
        raise GameError(f"{game.spec.id} was given a state of another kind: {type(state).__name__}")
    root = state.legal_actions()
    if unit == "ply" and depth == 1:
        return len(root)
    rows = depth + 1  # enough for plies; turns of several actions get more when needed
    states = np.zeros((rows, game.sizes.state_size), dtype=np.int64)
    legal = np.zeros((rows, game.sizes.max_legal), dtype=np.int64)
    track = np.zeros((rows, 2), dtype=np.int64)
    states[0] = state.array
    legal[0, : len(root)] = root
    track[0, LEFT] = len(root)
    progress = np.zeros(2, dtype=np.int64)
    by_turn = int(unit == "turn")
    while progress[LEVEL] >= 0:
        if _search(game.kernel, depth, by_turn, states, legal, track, progress, NODES_EACH_CALL):
            states, legal, track = _doubled(states), _doubled(legal), _doubled(track)
    return int(progress[TOTAL])


def _doubled(rows: IntArray) -> IntArray:
    """Return a copy with as many rows again."""
    return np.concatenate([rows, np.zeros_like(rows)])
