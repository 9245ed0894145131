"""The order in which actions are tried: the sooner a good one, the more is cut off."""

from __future__ import annotations

from typing import Any, Final

from numba import int64, void

from palaestra.jit import copy, jit
from palaestra.kernel import KERNEL, STATE, IntArray
from palaestra_search.alpha_beta.scores import WIN, static_score
from palaestra_search.alpha_beta.table import INFO, entry_action, find
from palaestra_search.alpha_beta.workspace import (
    COUNT,
    FRAME_WORDS,
    HISTORY,
    ITERATION,
    KILLER,
    NEXT,
    SEAT,
    STATE_WORD,
    TABLE,
    TABLE_KEY,
    TABLE_MASK,
)

_BEST: Final = 1 << 61
_KILLER: Final = 1 << 60


@jit(int64(KERNEL, STATE, int64, int64))
def _outlook(kernel: Any, memory: IntArray, frame: int, action: int) -> int:
    """Return the static score after an action, and a win more where the same seat moves again."""
    child = frame + memory[FRAME_WORDS] + STATE_WORD
    state = memory[child : child + kernel.state_size]
    seat = memory[frame + SEAT]
    copy(state, memory[frame + STATE_WORD : frame + STATE_WORD + kernel.state_size])
    kernel.step(state, action)
    score = static_score(kernel, state, seat)
    return score + WIN if kernel.current_player(state) == seat else score


@jit(int64(KERNEL, STATE, int64, int64))
def _merit(kernel: Any, memory: IntArray, frame: int, action: int) -> int:
    """Return the place of an action by what it has cut off before."""
    if action + 1 == memory[frame + KILLER] or action + 1 == memory[frame + KILLER + 1]:
        return _KILLER
    return int(memory[memory[HISTORY] + memory[frame + SEAT] * kernel.num_actions + action])


@jit(void(KERNEL, STATE, int64, int64))
def order_actions(kernel: Any, memory: IntArray, frame: int, ply: int) -> None:
    """Give every legal action of a frame its place: the largest number is tried first.

    First the best action that the table knows from an earlier search. Then, in a game with an evaluation and more than
    a ply above the depth, by the value right after them, actions after which the same seat moves again before all
    others; killers before that took seven times as many positions in Kalah. Else first the two actions that made the
    last cutoffs at this ply (killers), then by the history of cutoffs.
    """
    actions = frame + STATE_WORD + kernel.state_size
    best = -1
    if memory[TABLE_MASK] > 0 and ply < memory[ITERATION]:
        entry = find(memory, memory[TABLE], memory[TABLE_MASK], memory[frame + TABLE_KEY])
        if entry != 0:
            best = entry_action(memory[entry + INFO])
    looks_ahead = kernel.has_evaluate != 0 and memory[ITERATION] - ply > 1
    for i in range(actions, actions + memory[frame + COUNT]):
        action = memory[i]
        if action == best:
            place = _BEST
        elif looks_ahead:
            place = _outlook(kernel, memory, frame, action)
        else:
            place = _merit(kernel, memory, frame, action)
        memory[i + kernel.max_legal] = place


@jit(int64(KERNEL, STATE, int64))
def take_next(kernel: Any, memory: IntArray, frame: int) -> int:
    """Move the action with the largest place to the front of those not yet tried, and return it."""
    actions = frame + STATE_WORD + kernel.state_size
    front = actions + memory[frame + NEXT]
    chosen = front
    for i in range(front + 1, actions + memory[frame + COUNT]):
        if memory[i + kernel.max_legal] > memory[chosen + kernel.max_legal]:
            chosen = i
    action, place = memory[chosen], memory[chosen + kernel.max_legal]
    memory[chosen], memory[chosen + kernel.max_legal] = memory[front], memory[front + kernel.max_legal]
    memory[front], memory[front + kernel.max_legal] = action, place
    memory[frame + NEXT] += 1
    return int(action)


@jit(void(KERNEL, STATE, int64, int64, int64))
def remember_cutoff(kernel: Any, memory: IntArray, frame: int, left: int, action: int) -> None:
    """Learn from a cutoff, `left` plies above the depth of the search."""
    if memory[frame + KILLER] != action + 1:
        memory[frame + KILLER + 1] = memory[frame + KILLER]
        memory[frame + KILLER] = action + 1
    if left > 0:
        memory[memory[HISTORY] + memory[frame + SEAT] * kernel.num_actions + action] += left * left
