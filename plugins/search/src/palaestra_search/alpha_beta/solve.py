"""Exact values, by search to the end of the game.

Searches with an empty window narrow the value down from both sides: each asks whether it is at least some bound, and
what is known of positions is kept between them.

Source: A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first fixed-depth minimax algorithms", Artificial
Intelligence 87 (1996): MTD(f).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from palaestra import GameError, IntArray, InvalidValueError, KernelGame, KernelState
from palaestra_search.alpha_beta.scores import INFINITE, MOST_PLIES, WIN
from palaestra_search.alpha_beta.search import init_decision, init_search, search_nodes
from palaestra_search.alpha_beta.workspace import BEST, CAPPED, NODES, Settings, workspace, workspace_size

_CHUNK: Final = 1 << 16
"""Nodes between two chances for an interrupt."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The exact value of a position.

    Attributes:
        value: the return of the seat to move under perfect play of both, exact to 2**-40.
        nodes: positions looked at.
    """

    value: float
    nodes: int


def solve(game: KernelGame, state: KernelState, table_bits: int = 20) -> Solution:
    """Return the exact value of a position of a game of two players without hidden information or chance.

    Positions are told apart by the game's key alone, however many plies they took. Where that could matter, because
    a line of the search ends by the length of the game, the position is solved again with plies told apart.

    Args:
        game: the game; its keys may leave out no more than the random numbers and what the number of plies tells.
        state: a position that is not over.
        table_bits: the table has 2 to this power entries of 32 bytes; large games want as many as there is memory.

    Raises:
        GameError: the game has chance, hidden information, or not two players.
        InvalidValueError: the game is over.
    """
    spec = game.spec
    if spec.players != 2 or spec.chance or spec.information != "perfect":
        raise GameError(f"game '{spec.id}' has chance, hidden information or not two players, so solve cannot take it")
    if state.is_terminal:
        raise InvalidValueError("position to solve", game.position_to_string(state), "one that is not over")
    depth = min(game.sizes.max_plies, MOST_PLIES)
    settings = Settings(
        depth, quiescence=0, budget=0, random_ties=False, quick=False, table_bits=table_bits, any_ply=True
    )
    memory = np.zeros(workspace_size(game.kernel, settings), dtype=np.int64)
    score, nodes = _narrow(game, state, settings, memory)
    if memory[CAPPED]:
        score, more = _narrow(game, state, settings._replace(any_ply=False), memory)
        nodes += more
    return Solution(score / WIN, nodes)


def solve_actions(game: KernelGame, state: KernelState, table_bits: int = 20) -> dict[int, float]:
    """Return the exact value of every legal action to the seat to move; see :func:`solve`."""
    values = {}
    player = state.current_player
    for action in state.legal_actions():
        after = state.copy()
        after.step(action)
        if after.is_terminal:
            values[action] = after.returns()[player]
        else:
            value = solve(game, after, table_bits).value
            values[action] = value if after.current_player == player else -value
    return values


def _narrow(game: KernelGame, state: KernelState, settings: Settings, memory: IntArray) -> tuple[int, int]:
    """Return the score of a position and the nodes it took."""
    kernel, player = game.kernel, state.current_player
    ws = workspace(kernel, settings, memory)
    no_chance = np.array([1, 1], dtype=np.int64)
    init_decision(kernel, ws, np.array(state.observation(player)), player, no_chance)
    score, lower, upper = 0, -INFINITE, INFINITE
    while lower < upper:
        beta = max(score, lower + 1)
        init_search(kernel, ws, settings.any_ply, settings.depth, beta - 1, beta)
        while not search_nodes(kernel, settings, ws, _CHUNK):
            pass
        score = int(memory[ws.frames + BEST])
        if score < beta:
            upper = score
        else:
            lower = score
    return score, int(memory[NODES])
