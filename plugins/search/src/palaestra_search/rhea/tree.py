"""The statistical tree: what became of individuals that began with the same actions.

A node stands for a sequence of own actions and nothing else, whatever states those led to (Sakurai and Hasebe 2023,
section 4.1). It counts the individuals that contain it and adds up their fitness. Nodes lie in a region of fixed
size; when that is full, sequences are stored as far as there are nodes for them. Making a child the root gives back
all nodes that are not below it.

A node is named by its index in the workspace; 0 is no node.
"""

from __future__ import annotations

from typing import Final

from palaestra import IntArray, jit
from palaestra_search.rhea.layout import FREE, HIGHEST, LOWEST, NODE_SIZE, ROOT, USED, Workspace

ACTION: Final = 0
VISITS: Final = 1
TOTAL: Final = 2
"""Float: the sum of the fitness of the individuals that contain the node."""
CHILD: Final = 3
NEXT: Final = 4
"""The next sibling; for a node given back, the next of those."""


@jit
def init_tree(ws: Workspace) -> int:
    """Start an empty tree and return its root."""
    memory = ws.memory
    root = ws.tree
    for i in range(root, root + NODE_SIZE):
        memory[i] = 0
    memory[ROOT] = root
    memory[USED] = root + NODE_SIZE
    memory[FREE] = 0
    return int(root)


@jit
def child_of(memory: IntArray, node: int, action: int) -> int:
    """Return the child of `node` for an action; 0 if there is none, or no node."""
    if node == 0:
        return 0
    child = memory[node + CHILD]
    while child != 0 and memory[child + ACTION] != action:
        child = memory[child + NEXT]
    return int(child)


@jit(inline=True)
def add_child(ws: Workspace, node: int, action: int) -> int:
    """Return a new child of `node` for an action that has none; 0 if the tree is full."""
    memory = ws.memory
    child = memory[FREE]
    if child != 0:
        memory[FREE] = memory[child + NEXT]
    else:
        child = memory[USED]
        if child + NODE_SIZE > ws.size:
            return 0
        memory[USED] = child + NODE_SIZE
    memory[child + ACTION] = action
    memory[child + VISITS] = 0
    memory[child + TOTAL] = 0  # the same bits as 0.0
    memory[child + CHILD] = 0
    memory[child + NEXT] = memory[node + CHILD]
    memory[node + CHILD] = child
    return int(child)


@jit(inline=True)
def store(ws: Workspace, first: int, length: int, fitness: float) -> None:
    """Count an individual with the genes ``memory[first : first + length]`` in every node on its way."""
    memory, values = ws.memory, ws.values
    node = memory[ROOT]
    if memory[node + VISITS] == 0:
        values[LOWEST] = fitness
        values[HIGHEST] = fitness
    values[LOWEST] = min(values[LOWEST], fitness)
    values[HIGHEST] = max(values[HIGHEST], fitness)
    memory[node + VISITS] += 1
    values[node + TOTAL] += fitness
    for i in range(first, first + length):
        child = child_of(memory, node, memory[i])
        if child == 0:
            child = add_child(ws, node, memory[i])
            if child == 0:
                return
        memory[child + VISITS] += 1
        values[child + TOTAL] += fitness
        node = child


@jit
def move_root(memory: IntArray, root: int) -> int:
    """Make a child of the root the root; give all nodes back that are not below it, and return how many."""
    # The list of nodes to give back is threaded through the nodes themselves, so that no stack is needed.
    old = memory[ROOT]
    waiting = memory[old + CHILD]
    freed = 1
    memory[old + NEXT] = memory[FREE]
    memory[FREE] = old
    while waiting != 0:
        node = waiting
        waiting = memory[node + NEXT]
        if node == root:
            continue
        last = memory[node + CHILD]
        if last != 0:
            first = last
            while memory[last + NEXT] != 0:
                last = memory[last + NEXT]
            memory[last + NEXT] = waiting
            waiting = first
        memory[node + NEXT] = memory[FREE]
        memory[FREE] = node
        freed += 1
    memory[root + NEXT] = 0
    memory[ROOT] = root
    return int(freed)
