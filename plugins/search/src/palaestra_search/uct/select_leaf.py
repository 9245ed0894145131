"""The way of one simulation from the root to a new node or to the end, in the two kinds of trees."""

from __future__ import annotations

from palaestra import IntArray, Kernel, jit, random_below
from palaestra_search.ucb import (
    AVAILABLE,
    EDGE,
    MEAN,
    PROVEN,
    RECORD_SIZE,
    SEAT_BITS,
    SEAT_MASK,
    VISITS,
    WIDTH,
    Exploration,
    exploration_term,
    select_child,
    select_legal_child,
)
from palaestra_search.uct.settings import Settings
from palaestra_search.uct.tree import CHILDREN, COUNT, LEGAL, ROOT, UNLIMITED, Workspace, add_child


@jit(inline=True)
def beats_untried(ws: Workspace, exploration: Exploration, node: int, child: int, n: int) -> bool:
    """Return whether PUCT takes `child` before an action without a child, of `n` legal ones; 0 is no child."""
    if child == 0:
        return False
    # An action without a child has mean 0 and no visits, so that its bound is the exploration term alone.
    explore = exploration_term(exploration, ws.memory[node + VISITS]) / n
    return bool(ws.values[child + MEAN] + explore * ws.values[child + WIDTH] > explore)


@jit(inline=True)
def best_child(ws: Workspace, exploration: Exploration, node: int, skip_proven: bool) -> int:
    """Return the child of a node of a closed tree with the highest bound; 0 if there is none."""
    explore = exploration_term(exploration, ws.memory[node + VISITS])
    if exploration.puct:
        explore /= ws.memory[node + LEGAL]
    return select_child(ws.memory, ws.values, ws.memory[node + CHILDREN], ws.memory[node + COUNT], explore, skip_proven)


@jit
def keep_untried(memory: IntArray, node: int, seat: int, legal: IntArray, n: int, tried: IntArray) -> int:
    """Move the legal actions of `seat` without a child to the front of `legal` and return how many they are.

    `tried`, a zero for each action id, is scratch.
    """
    first = memory[node + CHILDREN]
    end = first + RECORD_SIZE * memory[node + COUNT]
    for child in range(first, end, RECORD_SIZE):
        if memory[child + EDGE] & SEAT_MASK == seat:
            tried[memory[child + EDGE] >> SEAT_BITS] = 1
    untried = 0
    for i in range(n):
        if tried[legal[i]] == 0:
            legal[untried] = legal[i]
            untried += 1
    for child in range(first, end, RECORD_SIZE):
        tried[memory[child + EDGE] >> SEAT_BITS] = 0
    return untried


@jit(inline=True)
def select_leaf_closed(kernel: Kernel, settings: Settings, ws: Workspace, rng: IntArray) -> int:
    """Play the state from the root to a new node, to a proven one or to the end.

    Writes the nodes to the path and returns their number.
    """
    memory = ws.memory
    step = kernel.step
    puct = settings.exploration.puct
    node = memory[ROOT]
    depth = 0
    while True:
        count = memory[node + COUNT]
        child = 0
        # A node with all its children has been here before and is not over: the rules need not be asked.
        if count == 0 or count < memory[node + LEGAL]:
            seat = kernel.current_player(ws.state)
            if seat < 0:
                return depth
            n = kernel.legal_actions(ws.state, ws.legal)
            memory[node + LEGAL] = n
            best = best_child(ws, settings.exploration, node, False) if puct else 0
            if not beats_untried(ws, settings.exploration, node, best, n):
                untried = keep_untried(memory, node, seat, ws.legal, n, ws.child_of)
                action = ws.legal[random_below(rng, untried)]
                child = add_child(memory, node, action << SEAT_BITS | seat, n)
            if child == 0 and count == 0:
                return depth
        added = child != 0
        if not added:
            child = best_child(ws, settings.exploration, node, False)
            if memory[child + AVAILABLE] == PROVEN:
                # A proven child has nothing more to tell. Rare enough to look twice rather than to ask of every child.
                unproven = best_child(ws, settings.exploration, node, True)
                child = unproven if unproven != 0 else child
        step(ws.state, memory[child + EDGE] >> SEAT_BITS)
        ws.path[depth] = child
        depth += 1
        if added or memory[child + AVAILABLE] == PROVEN:
            return depth
        node = child


@jit(inline=True)
def select_leaf_open(kernel: Kernel, settings: Settings, ws: Workspace, rng: IntArray) -> int:
    """Play the state from the root to a new node or to the end; write the nodes to the path, return their number."""
    memory = ws.memory
    node = memory[ROOT]
    depth = 0
    added = False
    while not added:
        seat = kernel.current_player(ws.state)
        if seat < 0:
            break
        n = kernel.legal_actions(ws.state, ws.legal)
        child, untried = select_legal_child(
            memory,
            ws.values,
            memory[node + CHILDREN],
            memory[node + COUNT],
            seat,
            ws.legal,
            n,
            ws.child_of,
            settings.exploration,
            1,
            True,
        )
        if untried > 0 and not (settings.exploration.puct and beats_untried(ws, settings.exploration, node, child, n)):
            edge = ws.legal[random_below(rng, untried)] << SEAT_BITS | seat
            # What is legal differs from visit to visit: nobody knows how many children there will be.
            new = add_child(memory, node, edge, UNLIMITED)
            if new != 0:
                memory[new + AVAILABLE] = 1
                child = new
                added = True
        if child == 0:
            break
        kernel.step(ws.state, memory[child + EDGE] >> SEAT_BITS)
        ws.path[depth] = child
        depth += 1
        node = child
    return depth
