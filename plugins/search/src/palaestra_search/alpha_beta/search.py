"""Iterative deepening negamax with alpha-beta, for two players, perfect information and no chance.

Scores are those of the seat to move. They are negated, and the window turned, where the turn passes to the other
seat, and kept where the same seat moves again. The search keeps its own stack, so that it can stop after any number
of nodes and go on later.

At the root the window stays open by one below the best score so far: the scores of all best actions are exact, and
ties are broken among them.

Source: D. E. Knuth and R. W. Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6 (1975), with bounds
beyond the window (fail-soft) as in J. P. Fishburn, "Another Optimization of Alpha-Beta Search", SIGART Newsletter 84
(1983).
"""

from __future__ import annotations

from typing import Final

from palaestra import POLICY, FloatArray, IntArray, Kernel, copy, jit, random_below
from palaestra_search.alpha_beta.ordering import order_actions, remember_cutoff, take_next
from palaestra_search.alpha_beta.scores import INFINITE, SURE, end_score, static_score
from palaestra_search.alpha_beta.table import COMPLETE, INFO, LOWER, UPPER, entry_depth, find, store, table_key
from palaestra_search.alpha_beta.workspace import (
    ALPHA,
    BEST,
    BEST_ACTION,
    BETA,
    CAPPED,
    CHOSEN,
    COUNT,
    DECISION,
    DONE,
    FINISHED,
    FLOOR,
    ITERATION,
    KILLER,
    NEXT,
    NODES,
    PLY,
    PROVEN,
    ROOT_ACTIONS,
    SEAT,
    STATE,
    TABLE_KEY,
    Settings,
    Workspace,
    read_settings,
    workspace,
)

_ALL: Final = 1 << 62


@jit
def _init_frame(kernel: Kernel, ws: Workspace, any_ply: bool, frame: int, ply: int, alpha: int, beta: int) -> None:
    """Begin the search of the state in a frame; its seat and its key in the table are there already."""
    memory = ws.memory
    first = frame + STATE
    middle = first + kernel.state_size
    memory[frame + ALPHA] = alpha
    memory[frame + BETA] = beta
    memory[frame + FLOOR] = alpha
    memory[frame + BEST] = -INFINITE
    memory[frame + BEST_ACTION] = 0
    memory[frame + NEXT] = 0
    memory[frame + PROVEN] = 1
    memory[frame + COUNT] = kernel.legal_actions(memory[first:middle], memory[middle : middle + kernel.max_legal])
    order_actions(kernel, ws, any_ply, frame, ply)


@jit
def _update_frame(kernel: Kernel, ws: Workspace, frame: int, ply: int, score: int, proven: int) -> None:
    """Give a frame the score, for its own seat, of the action that it has tried last."""
    memory = ws.memory
    index = frame + STATE + kernel.state_size + memory[frame + NEXT] - 1
    if ply == 0:
        tried = memory[frame + NEXT] - 1
        ws.spent[tried] = memory[NODES] - ws.spent[tried]
        memory[index + kernel.max_legal] = score
    if score > memory[frame + BEST]:
        memory[frame + BEST] = score
        memory[frame + BEST_ACTION] = memory[index]
        # At the root alpha stays one below the best: an action that is exactly as good must not be cut off as worse.
        memory[frame + ALPHA] = max(memory[frame + ALPHA], score - 1 if ply == 0 else score)
    if score >= memory[frame + BETA]:
        memory[frame + PROVEN] = proven  # a refutation rests on this one action, whatever the others rest on
        memory[frame + COUNT] = memory[frame + NEXT]
        remember_cutoff(kernel, memory, ws.history, frame, memory[ITERATION] - ply, memory[index])
    else:
        memory[frame + PROVEN] &= proven


@jit
def _bound(memory: IntArray, entry: int, alpha: int, beta: int) -> int:
    """Return a score that an entry proves outside of the window or exact, else INFINITE."""
    depth = entry_depth(memory[entry + INFO])
    # A bound of another depth would be true of another question, and make the result depend on what the table holds.
    if depth != COMPLETE and depth != memory[ITERATION]:
        return INFINITE
    lower = memory[entry + LOWER]
    if lower >= beta or lower == memory[entry + UPPER]:
        return int(lower)
    upper = memory[entry + UPPER]
    return int(upper) if upper <= alpha else INFINITE


@jit
def _store_frame(ws: Workspace, any_ply: bool, frame: int, ply: int) -> None:
    """Store what has come out of a frame, unless it rests on the length of the game while plies are merged."""
    memory = ws.memory
    if any_ply and memory[frame + PROVEN] == 0:
        return
    # Fail-soft (Fishburn 1983): a score at or below alpha is an upper bound, one at or above beta a lower one.
    best = memory[frame + BEST]
    store(
        memory,
        ws.table,
        ws.table_mask,
        memory[frame + TABLE_KEY],
        best if best > memory[frame + FLOOR] else -INFINITE,
        best if best < memory[frame + BETA] else INFINITE,
        memory[frame + BEST_ACTION],
        ply,
        COMPLETE if memory[frame + PROVEN] else memory[ITERATION],
        memory[DECISION],
    )


@jit(inline=True)
def _try_next(kernel: Kernel, settings: Settings, ws: Workspace, frame: int, ply: int) -> bool:
    """Try the next action of a frame; return whether what comes after it must be searched in the next frame."""
    memory = ws.memory
    size = kernel.state_size
    child = frame + ws.frame_size
    action = take_next(kernel, memory, frame)
    if ply == 0:
        ws.spent[memory[frame + NEXT] - 1] = memory[NODES]
    memory[NODES] += 1
    state = memory[child + STATE : child + STATE + size]
    copy(state, memory[frame + STATE : frame + STATE + size])
    kernel.step(state, action)
    seat = memory[frame + SEAT]
    mover = kernel.current_player(state)
    if mover < 0:
        by_length = int(settings.any_ply and kernel.capped(state) != 0)
        memory[CAPPED] |= by_length
        score = end_score(kernel, state, seat, ply + 1, settings.quick, ws.outcome)
        _update_frame(kernel, ws, frame, ply, score, 1 - by_length)
        return False
    # A static value in the middle of a turn misleads: the mover is about to gain what it does not show yet.
    left = memory[ITERATION] - ply - 1
    if left <= 0 and (mover != seat or left <= -settings.quiescence):
        _update_frame(kernel, ws, frame, ply, static_score(kernel, state, seat), 0)
        return False
    alpha, beta = memory[frame + ALPHA], memory[frame + BETA]
    if mover != seat:  # negamax, but a seat may move twice in a row
        alpha, beta = -beta, -alpha
    memory[child + SEAT] = mover
    if left > 0 and ws.table_mask > 0:
        key = table_key(kernel.key(state), mover, 0 if settings.any_ply else ply + 1, memory[DECISION])
        memory[child + TABLE_KEY] = key
        entry = find(memory, ws.table, ws.table_mask, key)
        score = _bound(memory, entry, alpha, beta) if entry != 0 else INFINITE
        if score != INFINITE:
            proven = int(entry_depth(memory[entry + INFO]) == COMPLETE)
            _update_frame(kernel, ws, frame, ply, score if mover == seat else -score, proven)
            return False
    _init_frame(kernel, ws, settings.any_ply, child, ply + 1, alpha, beta)
    return True


@jit
def search_nodes(kernel: Kernel, settings: Settings, ws: Workspace, nodes: int) -> bool:
    """Search on for so many nodes; return whether the search of this depth is completed."""
    memory = ws.memory
    stop = memory[NODES] + nodes
    ply = memory[PLY]
    frame = ws.frames + ply * ws.frame_size
    while True:
        if memory[frame + NEXT] < memory[frame + COUNT]:
            if memory[NODES] >= stop:
                memory[PLY] = ply
                return False
            if _try_next(kernel, settings, ws, frame, ply):
                ply += 1
                frame += ws.frame_size
            continue
        if ws.table_mask > 0 and ply < memory[ITERATION]:
            _store_frame(ws, settings.any_ply, frame, ply)
        if ply == 0:
            memory[PLY] = 0
            return True
        score, proven = memory[frame + BEST], memory[frame + PROVEN]
        parent = frame - ws.frame_size
        if memory[frame + SEAT] != memory[parent + SEAT]:
            score = -score
        ply -= 1
        frame = parent
        _update_frame(kernel, ws, frame, ply, score, proven)


@jit
def init_decision(kernel: Kernel, ws: Workspace, observation: IntArray, player: int, rng: IntArray) -> None:
    """Prepare the workspace for a decision, and forget what the last one has learnt about ordering."""
    memory = ws.memory
    for i in range(ws.history.shape[0]):
        ws.history[i] = 0
    for frame in range(ws.frames, ws.table, ws.frame_size):
        memory[frame + KILLER] = 0
        memory[frame + KILLER + 1] = 0
    memory[NODES] = 0
    memory[ITERATION] = 0
    memory[DECISION] += 1  # a part of the keys, so that the table need not be cleared
    memory[DONE] = 0
    memory[FINISHED] = 0
    memory[ROOT_ACTIONS] = 0
    memory[CAPPED] = 0
    root = ws.frames
    memory[root + SEAT] = player
    state = memory[root + STATE : root + STATE + kernel.state_size]
    kernel.determinize(observation, player, rng, state)
    memory[root + TABLE_KEY] = table_key(kernel.key(state), player, 0, memory[DECISION])


@jit
def init_search(kernel: Kernel, ws: Workspace, any_ply: bool, depth: int, alpha: int, beta: int) -> None:
    """Begin a search of the root to a depth in plies, with a window."""
    memory = ws.memory
    memory[ITERATION] = depth
    memory[PLY] = 0
    _init_frame(kernel, ws, any_ply, ws.frames, 0, alpha, beta)


@jit
def _complete(kernel: Kernel, settings: Settings, ws: Workspace) -> None:
    """Keep the results of a completed search, and note whether a deeper one would change them."""
    memory = ws.memory
    root = ws.frames
    n = memory[root + COUNT]
    actions = root + STATE + kernel.state_size
    for i in range(n):
        ws.actions[i] = memory[actions + i]
        ws.scores[i] = memory[actions + kernel.max_legal + i]
        ws.nodes[i] = ws.spent[i]
    memory[ROOT_ACTIONS] = n
    memory[DONE] = memory[ITERATION]
    won = settings.quick and memory[root + BEST] >= SURE
    memory[FINISHED] = int(won or memory[root + PROVEN] != 0 or memory[DONE] >= settings.depth)
    memory[ITERATION] = 0


@jit
def deepen(kernel: Kernel, settings: Settings, ws: Workspace, nodes: int) -> bool:
    """Search on for so many nodes, one ply deeper after each completed search; return whether more is of use."""
    memory = ws.memory
    stop = memory[NODES] + nodes
    # Shallow searches cost little beside the last one, and their best actions come first there: Slate and Atkin,
    # "Chess 4.5", in P. W. Frey (ed.), "Chess Skill in Man and Machine" (1977).
    while memory[FINISHED] == 0:
        if memory[ITERATION] == 0:
            init_search(kernel, ws, settings.any_ply, memory[DONE] + 1, -INFINITE, INFINITE)
        if not search_nodes(kernel, settings, ws, stop - memory[NODES]):
            return True
        _complete(kernel, settings, ws)
    return False


@jit
def best_action(ws: Workspace, random_ties: bool, rng: IntArray) -> int:
    """Return the best action of the last completed search; ties go to the lowest id, or are broken at random."""
    scores, actions = ws.scores, ws.actions
    best = 0
    ties = 1
    for i in range(1, ws.memory[ROOT_ACTIONS]):
        if scores[i] > scores[best]:
            best = i
            ties = 1
        elif scores[i] == scores[best]:
            ties += 1
            if random_ties:
                if random_below(rng, ties) == 0:
                    best = i
            elif actions[i] < actions[best]:
                best = i
    ws.memory[CHOSEN] = actions[best]
    return int(actions[best])


@jit(POLICY)
def choose(
    kernel: Kernel,
    observation: IntArray,
    player: int,
    legal: IntArray,
    params: FloatArray,
    memory: IntArray,
    rng: IntArray,
) -> int:
    """Return the best action that the budget finds; a forced action at once."""
    settings = read_settings(params)
    ws = workspace(kernel, settings, memory)
    init_decision(kernel, ws, observation, player, rng)
    if legal.shape[0] == 1:
        return int(legal[0])
    budget = settings.budget if settings.budget > 0 else _ALL
    if deepen(kernel, settings, ws, budget) and memory[DONE] == 0:
        # The first ply in any case: an action must come out, and all of them must have been compared.
        search_nodes(kernel, settings, ws, _ALL)
        _complete(kernel, settings, ws)
    return best_action(ws, settings.random_ties, rng)
