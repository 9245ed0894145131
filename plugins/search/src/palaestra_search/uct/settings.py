"""What a search is told: the numbers that compiled code reads, and the size of its workspace."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from palaestra import FloatArray, Game, GameError, Kernel, jit
from palaestra_search.parameters import TreeParameters, UctParameters
from palaestra_search.ucb import RECORD_SIZE, Exploration
from palaestra_search.uct.compact import node_records
from palaestra_search.uct.tree import RECORDS_PER_SIMULATION, root_index

BY_GAME: Final = 0
"""A closed tree where all is seen and nothing is random, else the open loop."""
OPEN_LOOP: Final = 1
"""The open loop in every game."""
FIXED: Final = 2
"""One determinization for the whole tree: closed where nothing is random, else an open loop with ever new luck."""

TABLE_SIZE: Final = 4096
_NUMBERS: Final = 9


class Settings(NamedTuple):
    """How a tree is searched.

    Attributes:
        iterations: simulations for each decision; 0 = as many as there is time for.
        exploration: UCB1 or PUCT.
        solver: back up proven results; closed trees of two seats only.
        reuse: take up the tree of the last decision; closed trees only.
        playout_depth: plies of a playout before the game's evaluation; negative = to the end.
        tree: BY_GAME, OPEN_LOOP or FIXED.
        node_records: the records in the room for nodes.
        makes_room: whether the search itself makes room where a node finds none, not its caller.
    """

    iterations: int
    exploration: Exploration
    solver: bool
    reuse: bool
    playout_depth: int
    tree: int
    node_records: int
    makes_room: bool


@jit
def read_settings(params: FloatArray) -> Settings:
    """Return what :func:`search_params` has written."""
    return Settings(
        int(params[0]),
        Exploration(params[1], params[2] > 0.0, params[_NUMBERS:]),
        params[3] > 0.0,
        params[4] > 0.0,
        int(params[5]),
        int(params[6]),
        int(params[7]),
        params[8] > 0.0,
    )


def search_params(parameters: TreeParameters, simulations: int | None, tree: int = BY_GAME) -> FloatArray:
    """Return what the compiled search reads; `simulations` None = as many as there is time for.

    Behind the numbers stands a table of the exploration term for small counts.
    """
    puct = parameters.selection == "puct"
    size = TABLE_SIZE if simulations is None else min(simulations + 1, TABLE_SIZE)
    counts = np.maximum(np.arange(size), 1).astype(np.float64)
    numbers = (
        simulations or 0,
        parameters.exploration,
        puct,
        isinstance(parameters, UctParameters) and parameters.solver,
        isinstance(parameters, UctParameters) and parameters.reuse,
        0 if parameters.leaf == "evaluate" else parameters.playout_depth or -1,
        tree,
        search_room(parameters, simulations)[0],
        simulations is not None,
    )
    table = parameters.exploration * np.sqrt(counts if puct else np.log(counts))
    return np.concatenate((np.array(numbers, dtype=np.float64), table))


def kernel_of(game: Game, agent: str) -> Kernel:
    """Return the kernel of a game; raise GameError if it has none."""
    if game.kernel is None:
        raise GameError(f"game '{game.spec.id}' has no kernel, which {agent} needs")
    return game.kernel


def search_room(parameters: TreeParameters, simulations: int | None) -> tuple[int, int]:
    """Return the records of the room for nodes and of the spare room; simulations None = as many as there is time."""
    wanted = parameters.max_nodes if simulations is None else 1 + RECORDS_PER_SIMULATION * simulations
    growing = simulations is None or (isinstance(parameters, UctParameters) and parameters.reuse)
    return node_records(wanted, parameters.max_nodes, growing)


def workspace_size(kernel: Kernel, parameters: TreeParameters, simulations: int | None) -> int:
    """Return the length of the workspace that a search needs."""
    return int(root_index(kernel)) + RECORD_SIZE * sum(search_room(parameters, simulations))
