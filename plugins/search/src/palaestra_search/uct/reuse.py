"""The tree of the last decision, taken up at the position that has come out of it."""

from __future__ import annotations

from palaestra import IntArray, Kernel, copy, jit
from palaestra_search.ucb import EDGE, RECORD_SIZE, SEAT_BITS
from palaestra_search.uct.tree import CHILDREN, CHOSEN, COUNT


@jit
def shows(kernel: Kernel, state: IntArray, observation: IntArray, player: int, seen: IntArray) -> bool:
    """Return whether `player` sees `observation` in a state; `seen` is scratch."""
    kernel.observe(state, player, seen)
    for i in range(kernel.state_size):  # noqa: SIM110 - numba has no generators in all()
        if seen[i] != observation[i]:
            return False
    return True


@jit
def replay(kernel: Kernel, memory: IntArray, root_state: IntArray, state: IntArray, path: IntArray, depth: int) -> None:
    """Bring `state` to where the nodes ``path[:depth]`` lead to."""
    copy(state, root_state)
    for i in range(depth):
        kernel.step(state, memory[path[i] + EDGE] >> SEAT_BITS)


@jit
def next_in_order(memory: IntArray, path: IntArray, depth: int) -> int:
    """Replace the end of a path by the next sibling, of the last node that has one; return the depth, 0 at the end."""
    for last in range(depth - 1, 0, -1):
        parent = path[last - 1]
        sibling = path[last] + RECORD_SIZE
        if sibling < memory[parent + CHILDREN] + RECORD_SIZE * memory[parent + COUNT]:
            path[last] = sibling
            return last + 1
    return 0


@jit
def find(
    kernel: Kernel,
    memory: IntArray,
    root_state: IntArray,
    observation: IntArray,
    player: int,
    state: IntArray,
    seen: IntArray,
    path: IntArray,
) -> int:
    """Return the node below the last chosen action where `player` is to move and sees `observation`; 0 if none.

    Only others act on the way there. `state`, `seen` and `path` are scratch.
    """
    # Nodes hold no states: each candidate is replayed. There are few, the answers to one action that have been tried.
    depth = 1 if memory[CHOSEN] != 0 else 0
    path[0] = memory[CHOSEN]
    while depth > 0:
        node = path[depth - 1]
        replay(kernel, memory, root_state, state, path, depth)
        seat = kernel.current_player(state)
        if seat == player and shows(kernel, state, observation, player, seen):
            return int(node)
        if seat != player and seat >= 0 and memory[node + COUNT] > 0:
            path[depth] = memory[node + CHILDREN]
            depth += 1
        else:
            depth = next_in_order(memory, path, depth)
    return 0
