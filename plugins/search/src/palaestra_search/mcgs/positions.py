"""Positions as nodes: their keys, what is kept of them, and how a simulation is sent to one."""

from __future__ import annotations

from typing import Final

import numpy as np

from palaestra import IntArray, Kernel, copy, jit, reseed
from palaestra_search.mcgs.graph import NODE_SIZE, SEAT, Workspace, add_node, mixed
from palaestra_search.mcgs.settings import Settings

_OFFSET: Final = -3750763034362895579


@jit(inline=True)
def position_key(kernel: Kernel, settings: Settings, ws: Workspace, seat: int, way: int) -> int:
    """Return the key of the node of the state in the workspace.

    Args:
        kernel: the game.
        settings: how positions are told apart.
        ws: the workspace; at the end of the game the returns are written to it.
        seat: who moves; -1 at the end.
        way: a hash of the way to the state, for trees.
    """
    value = mixed(_OFFSET, seat)
    if seat < 0:
        # Ends need no position: all that the search can learn there is the result.
        kernel.returns(ws.state, ws.outcome)
        returns = ws.outcome.view(np.int64)
        for i in range(kernel.players):
            value = mixed(value, returns[i])
    elif settings.by_key:
        value = mixed(value, kernel.key(ws.state))
    else:
        kernel.observe(ws.state, seat, ws.spare)
        value = mixed(value, kernel.abstract(ws.spare))
    return mixed(value, way) if settings.is_tree else value


@jit(inline=True)
def new_node(kernel: Kernel, payload: int, ws: Workspace, key: int, seat: int, player: int) -> int:
    """Return a new node for the state, with what a simulation needs that is sent there; 0 if the graph is full."""
    node = add_node(ws.memory, key, seat, payload)
    if node == 0 or payload == 0:
        return node
    behind = ws.memory[node + NODE_SIZE : node + NODE_SIZE + kernel.state_size]
    if seat == player:
        kernel.observe(ws.state, seat, behind)  # not the state, which knows what the searcher does not
    elif seat >= 0:
        copy(behind, ws.state)
    else:
        copy(ws.memory[node + NODE_SIZE : node + NODE_SIZE + payload], ws.outcome.view(np.int64))
    return node


@jit(inline=True)
def enter(kernel: Kernel, ws: Workspace, node: int, player: int, rng: IntArray) -> None:
    """Make the state one of this node; at the end of a game, make the outcome that of the node."""
    memory, state = ws.memory, ws.state
    first = node + NODE_SIZE
    seat = memory[node + SEAT]
    if seat < 0:
        copy(ws.outcome.view(np.int64), memory[first : first + kernel.players])
    elif seat == player:
        kernel.determinize(memory[first : first + kernel.state_size], player, rng, state)
    else:
        copy(state, memory[first : first + kernel.state_size])
        reseed(state, rng)
