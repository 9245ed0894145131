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

import numpy as np

from palaestra import POLICY, FloatArray, IntArray, Kernel, copy, jit, random_below
from palaestra_search.alpha_beta.ordering import order_actions, remember_cutoff, take_next
from palaestra_search.alpha_beta.scores import INFINITE, SURE, end_score, static_score
from palaestra_search.alpha_beta.table import COMPLETE, INFO, LOWER, UPPER, entry_depth, find, store, table_key
from palaestra_search.alpha_beta.workspace import (
    ALPHA,
    BEST,
    BEST_ACTION,
    BETA,
    BUDGET,
    CAPPED,
    CHOSEN,
    COUNT,
    DECISION,
    DEPTH,
    DONE,
    FINISHED,
    FLOOR,
    FRAME_WORDS,
    FRAMES,
    HEADER_WORDS,
    ITERATION,
    MERGES,
    NEXT,
    NODES,
    PLY,
    PROVEN,
    QUICK,
    QUIESCENCE,
    RANDOM_TIES,
    RESULTS,
    ROOT_ACTIONS,
    SEAT,
    STATE_WORD,
    TABLE,
    TABLE_KEY,
    TABLE_MASK,
    lay_out,
)

_ALL: Final = 1 << 62


@jit
def _open(kernel: Kernel, memory: IntArray, frame: int, ply: int, alpha: int, beta: int) -> None:
    """Begin the search of the state in a frame; its seat and its key in the table are there already."""
    first = frame + STATE_WORD
    middle = first + kernel.state_size
    memory[frame + ALPHA] = alpha
    memory[frame + BETA] = beta
    memory[frame + FLOOR] = alpha
    memory[frame + BEST] = -INFINITE
    memory[frame + BEST_ACTION] = 0
    memory[frame + NEXT] = 0
    memory[frame + PROVEN] = 1
    memory[frame + COUNT] = kernel.legal_actions(memory[first:middle], memory[middle : middle + kernel.max_legal])
    order_actions(kernel, memory, frame, ply)


@jit
def _take(kernel: Kernel, memory: IntArray, frame: int, ply: int, score: int, proven: int) -> None:
    """Give a frame the score, for its own seat, of the action that it has tried last."""
    index = frame + STATE_WORD + kernel.state_size + memory[frame + NEXT] - 1
    if ply == 0:
        spent = memory[RESULTS] + 3 * kernel.max_legal + memory[frame + NEXT] - 1
        memory[spent] = memory[NODES] - memory[spent]
        memory[index + kernel.max_legal] = score
    if score > memory[frame + BEST]:
        memory[frame + BEST] = score
        memory[frame + BEST_ACTION] = memory[index]
        memory[frame + ALPHA] = max(memory[frame + ALPHA], score - 1 if ply == 0 else score)
    if score >= memory[frame + BETA]:
        memory[frame + PROVEN] = proven
        memory[frame + COUNT] = memory[frame + NEXT]
        remember_cutoff(kernel, memory, frame, memory[ITERATION] - ply, memory[index])
    else:
        memory[frame + PROVEN] &= proven


@jit
def _bound(memory: IntArray, entry: int, alpha: int, beta: int) -> int:
    """Return a score that an entry proves outside of the window or exact, else INFINITE."""
    depth = entry_depth(memory[entry + INFO])
    if depth != COMPLETE and depth != memory[ITERATION]:
        return INFINITE
    lower = memory[entry + LOWER]
    if lower >= beta or lower == memory[entry + UPPER]:
        return int(lower)
    upper = memory[entry + UPPER]
    return int(upper) if upper <= alpha else INFINITE


@jit
def _keep(memory: IntArray, frame: int, ply: int) -> None:
    """Store what has come out of a frame, unless it rests on the length of the game while plies are merged."""
    if memory[MERGES] != 0 and memory[frame + PROVEN] == 0:
        return
    best = memory[frame + BEST]
    store(
        memory,
        memory[TABLE],
        memory[TABLE_MASK],
        memory[frame + TABLE_KEY],
        best if best > memory[frame + FLOOR] else -INFINITE,
        best if best < memory[frame + BETA] else INFINITE,
        memory[frame + BEST_ACTION],
        ply,
        COMPLETE if memory[frame + PROVEN] else memory[ITERATION],
        memory[DECISION],
    )


@jit
def _try_next(kernel: Kernel, params: FloatArray, memory: IntArray, frame: int, ply: int) -> int:
    """Try the next action of a frame; return 1 if what comes after it must be searched in the next frame."""
    size = kernel.state_size
    child = frame + memory[FRAME_WORDS]
    action = take_next(kernel, memory, frame)
    if ply == 0:
        memory[memory[RESULTS] + 3 * kernel.max_legal + memory[frame + NEXT] - 1] = memory[NODES]
    memory[NODES] += 1
    state = memory[child + STATE_WORD : child + STATE_WORD + size]
    copy(state, memory[frame + STATE_WORD : frame + STATE_WORD + size])
    kernel.step(state, action)
    seat = memory[frame + SEAT]
    mover = kernel.current_player(state)
    if mover < 0:
        outcome = memory[HEADER_WORDS : HEADER_WORDS + kernel.players].view(np.float64)
        by_length = int(memory[MERGES] != 0 and kernel.capped(state) != 0)
        memory[CAPPED] |= by_length
        score = end_score(kernel, state, seat, ply + 1, int(params[QUICK]), outcome)
        _take(kernel, memory, frame, ply, score, 1 - by_length)
        return 0
    left = memory[ITERATION] - ply - 1
    if left <= 0 and (mover != seat or left <= -int(params[QUIESCENCE])):
        _take(kernel, memory, frame, ply, static_score(kernel, state, seat), 0)
        return 0
    alpha, beta = memory[frame + ALPHA], memory[frame + BETA]
    if mover != seat:
        alpha, beta = -beta, -alpha
    memory[child + SEAT] = mover
    if left > 0 and memory[TABLE_MASK] > 0:
        key = table_key(kernel.key(state), mover, 0 if memory[MERGES] != 0 else ply + 1, memory[DECISION])
        memory[child + TABLE_KEY] = key
        entry = find(memory, memory[TABLE], memory[TABLE_MASK], key)
        score = _bound(memory, entry, alpha, beta) if entry != 0 else INFINITE
        if score != INFINITE:
            proven = int(entry_depth(memory[entry + INFO]) == COMPLETE)
            _take(kernel, memory, frame, ply, score if mover == seat else -score, proven)
            return 0
    _open(kernel, memory, child, ply + 1, alpha, beta)
    return 1


@jit
def advance(kernel: Kernel, params: FloatArray, memory: IntArray, nodes: int) -> int:
    """Search on for so many nodes; return 1 when the search of this depth is completed, else 0."""
    stop = memory[NODES] + nodes
    width = memory[FRAME_WORDS]
    ply = memory[PLY]
    frame = memory[FRAMES] + ply * width
    while True:
        if memory[frame + NEXT] < memory[frame + COUNT]:
            if memory[NODES] >= stop:
                memory[PLY] = ply
                return 0
            if _try_next(kernel, params, memory, frame, ply) != 0:
                ply += 1
                frame += width
            continue
        if memory[TABLE_MASK] > 0 and ply < memory[ITERATION]:
            _keep(memory, frame, ply)
        if ply == 0:
            memory[PLY] = 0
            return 1
        score, proven = memory[frame + BEST], memory[frame + PROVEN]
        parent = frame - width
        if memory[frame + SEAT] != memory[parent + SEAT]:
            score = -score
        ply -= 1
        frame = parent
        _take(kernel, memory, frame, ply, score, proven)


@jit
def begin(
    kernel: Kernel, params: FloatArray, observation: IntArray, player: int, memory: IntArray, rng: IntArray
) -> None:
    """Prepare the workspace for a decision."""
    lay_out(kernel, params, memory)
    memory[NODES] = 0
    memory[ITERATION] = 0
    memory[DECISION] += 1
    memory[DONE] = 0
    memory[FINISHED] = 0
    memory[ROOT_ACTIONS] = 0
    memory[CAPPED] = 0
    root = memory[FRAMES]
    memory[root + SEAT] = player
    state = memory[root + STATE_WORD : root + STATE_WORD + kernel.state_size]
    kernel.determinize(observation, player, rng, state)
    memory[root + TABLE_KEY] = table_key(kernel.key(state), player, 0, memory[DECISION])


@jit
def begin_search(kernel: Kernel, memory: IntArray, depth: int, alpha: int, beta: int) -> None:
    """Begin a search of the root to a depth in plies, with a window."""
    memory[ITERATION] = depth
    memory[PLY] = 0
    _open(kernel, memory, memory[FRAMES], 0, alpha, beta)


@jit
def _complete(kernel: Kernel, params: FloatArray, memory: IntArray) -> None:
    """Keep the results of a completed search, and tell whether a deeper one would change them."""
    root = memory[FRAMES]
    n = memory[root + COUNT]
    actions = root + STATE_WORD + kernel.state_size
    for i in range(n):
        memory[memory[RESULTS] + i] = memory[actions + i]
        memory[memory[RESULTS] + kernel.max_legal + i] = memory[actions + kernel.max_legal + i]
        memory[memory[RESULTS] + 2 * kernel.max_legal + i] = memory[memory[RESULTS] + 3 * kernel.max_legal + i]
    memory[ROOT_ACTIONS] = n
    memory[DONE] = memory[ITERATION]
    won = int(params[QUICK]) != 0 and memory[root + BEST] >= SURE
    memory[FINISHED] = int(won or memory[root + PROVEN] != 0 or memory[DONE] >= params[DEPTH])
    memory[ITERATION] = 0


@jit
def deepen(kernel: Kernel, params: FloatArray, memory: IntArray, nodes: int) -> int:
    """Search on for so many nodes, one ply deeper after each completed search; return 1 if more is of use."""
    stop = memory[NODES] + nodes
    while memory[FINISHED] == 0:
        if memory[ITERATION] == 0:
            begin_search(kernel, memory, memory[DONE] + 1, -INFINITE, INFINITE)
        if advance(kernel, params, memory, stop - memory[NODES]) == 0:
            return 1
        _complete(kernel, params, memory)
    return 0


@jit
def decide(kernel: Kernel, params: FloatArray, memory: IntArray, rng: IntArray) -> int:
    """Return the best action of the last completed search; ties go to the lowest id, or are broken at random."""
    results = memory[RESULTS]
    scores = results + kernel.max_legal
    best = 0
    ties = 1
    for i in range(1, memory[ROOT_ACTIONS]):
        if memory[scores + i] > memory[scores + best]:
            best = i
            ties = 1
        elif memory[scores + i] == memory[scores + best]:
            ties += 1
            if params[RANDOM_TIES] != 0.0:
                if random_below(rng, ties) == 0:
                    best = i
            elif memory[results + i] < memory[results + best]:
                best = i
    memory[CHOSEN] = memory[results + best]
    return int(memory[CHOSEN])


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
    begin(kernel, params, observation, player, memory, rng)
    if legal.shape[0] == 1:
        return int(legal[0])
    budget = int(params[BUDGET])
    if deepen(kernel, params, memory, budget if budget > 0 else _ALL) != 0 and memory[DONE] == 0:
        advance(kernel, params, memory, _ALL)
        _complete(kernel, params, memory)
    return decide(kernel, params, memory, rng)
