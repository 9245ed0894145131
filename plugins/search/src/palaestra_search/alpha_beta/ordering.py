"""The order in which actions are tried: the sooner a good one, the more is cut off."""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, Kernel, copy, jit
from palaestra_search.alpha_beta.scores import WIN, static_score
from palaestra_search.alpha_beta.table import COMPLETE, INFO, LOWER, UPPER, entry_action, entry_depth, find, table_key
from palaestra_search.alpha_beta.workspace import (
    BEST,
    BEST_ACTION,
    BETA,
    COUNT,
    DECISION,
    ITERATION,
    KILLER,
    NEXT,
    PROVEN,
    SEAT,
    STATE,
    TABLE_KEY,
    Workspace,
)

_BEST: Final = 1 << 61
_KILLER: Final = 1 << 60


@jit
def _outlook(kernel: Kernel, before: IntArray, state: IntArray, seat: int, action: int) -> int:
    """Return the static score after an action, and a win more where the same seat moves again; `state` is scratch."""
    copy(state, before)
    kernel.step(state, action)
    score = static_score(kernel, state, seat)
    return score + WIN if kernel.current_player(state) == seat else score


@jit(inline=True)
def _cuts_off(kernel: Kernel, ws: Workspace, any_ply: bool, frame: int, ply: int, after: IntArray, action: int) -> bool:
    """Return whether, and close the frame if, the table proves that an action is good enough for a cutoff."""
    memory = ws.memory
    mover = kernel.current_player(after)
    if mover < 0:
        return False
    key = table_key(kernel.key(after), mover, 0 if any_ply else ply + 1, memory[DECISION])
    entry = find(memory, ws.table, ws.table_mask, key)
    if entry == 0:
        return False
    depth = entry_depth(memory[entry + INFO])
    score = memory[entry + LOWER] if mover == memory[frame + SEAT] else -memory[entry + UPPER]
    if score < memory[frame + BETA] or (depth != COMPLETE and depth != memory[ITERATION]):
        return False
    memory[frame + BEST] = score
    memory[frame + BEST_ACTION] = action
    memory[frame + PROVEN] = int(depth == COMPLETE)
    memory[frame + COUNT] = 0
    return True


@jit
def order_actions(kernel: Kernel, ws: Workspace, any_ply: bool, frame: int, ply: int) -> None:
    """Give every legal action of a frame its place: the largest number is tried first.

    First the best action that the table knows from an earlier search. Then, in a game with an evaluation and more than
    a ply above the depth, by the value right after them, actions after which the same seat moves again before all
    others, and equal ones by the history of cutoffs: how many each has made in this decision. Killers before that took
    seven times as many positions in Kalah, and equal ones by their ids up to ten times as many. What comes after them
    is looked up in the table, which may cut off at once: enhanced transposition cutoffs, A. Plaat, J. Schaeffer, W.
    Pijls and A. de Bruin, "Exploiting graph properties of game trees", AAAI 1996. Else first the two actions that made
    the last cutoffs at this ply (killers), then by the history.
    """
    memory, history = ws.memory, ws.history
    actions = frame + STATE + kernel.state_size
    best = -1
    if ws.table_mask > 0 and ply < memory[ITERATION]:
        entry = find(memory, ws.table, ws.table_mask, memory[frame + TABLE_KEY])
        if entry != 0:
            best = entry_action(memory[entry + INFO])
    seat = memory[frame + SEAT]
    first = seat * kernel.num_actions
    child = frame + ws.frame_size
    before = memory[frame + STATE : frame + STATE + kernel.state_size]
    after = memory[child + STATE : child + STATE + kernel.state_size]
    looks_ahead = kernel.has_evaluate != 0 and memory[ITERATION] - ply > 1
    for i in range(actions, actions + memory[frame + COUNT]):
        action = memory[i]
        if action == best:
            place = _BEST
        elif looks_ahead:
            place = _outlook(kernel, before, after, seat, action) + history[first + action]
            if ply > 0 and ws.table_mask > 0 and _cuts_off(kernel, ws, any_ply, frame, ply, after, action):
                return
        elif action + 1 == memory[frame + KILLER] or action + 1 == memory[frame + KILLER + 1]:
            place = _KILLER
        else:
            place = history[first + action]
        memory[i + kernel.max_legal] = place


@jit
def take_next(kernel: Kernel, memory: IntArray, frame: int) -> int:
    """Move the action with the largest place to the front of those not yet tried, and return it."""
    actions = frame + STATE + kernel.state_size
    front = actions + memory[frame + NEXT]
    # Selection, not a sort: most frames are cut off after an action or two.
    chosen = front
    for i in range(front + 1, actions + memory[frame + COUNT]):
        if memory[i + kernel.max_legal] > memory[chosen + kernel.max_legal]:
            chosen = i
    action, place = memory[chosen], memory[chosen + kernel.max_legal]
    memory[chosen], memory[chosen + kernel.max_legal] = memory[front], memory[front + kernel.max_legal]
    memory[front], memory[front + kernel.max_legal] = action, place
    memory[frame + NEXT] += 1
    return int(action)


@jit
def remember_cutoff(kernel: Kernel, memory: IntArray, history: IntArray, frame: int, left: int, action: int) -> None:
    """Learn from a cutoff, `left` plies above the depth of the search."""
    if memory[frame + KILLER] != action + 1:
        memory[frame + KILLER + 1] = memory[frame + KILLER]
        memory[frame + KILLER] = action + 1
    if left > 0:
        history[memory[frame + SEAT] * kernel.num_actions + action] += 1
