"""What a search is told: the numbers that compiled code reads, and the size of its workspace."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from palaestra import FloatArray, Game, GameError, Kernel
from palaestra_search.uct.compact import node_records
from palaestra_search.uct.select import BY_GAME, FIXED, OPEN_LOOP, TABLE_SIZE
from palaestra_search.uct.tree import NODE_WORDS, RECORDS_PER_SIMULATION, scratch_end

Selection = Literal["ucb1", "puct"]
Leaf = Literal["playout", "evaluate"]
Tree = Literal["by_game", "open_loop", "fixed"]
_TREES: Final = {"by_game": BY_GAME, "open_loop": OPEN_LOOP, "fixed": FIXED}


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How a tree is searched; the fields are those of `uct`.

    Attributes:
        exploration: the constant c.
        selection: UCB1, or PUCT with the same prior for all legal actions.
        solver: back up proven results; closed trees of two seats only.
        reuse: take up the tree of the last decision; closed trees only.
        leaf: what a new node is worth: a playout, or the game's evaluation.
        playout_depth: plies of a playout before the game's evaluation; 0 = to the end.
        max_nodes: records of 64 bytes at most.
        tree: by the game, an open loop in every game, or one determinization for the whole tree.
    """

    exploration: float = 1.4
    selection: Selection = "ucb1"
    solver: bool = False
    reuse: bool = False
    leaf: Leaf = "playout"
    playout_depth: int = 0
    max_nodes: int = 1 << 20
    tree: Tree = "by_game"


def kernel_of(game: Game, agent: str) -> Kernel:
    """Return the kernel of a game; raise GameError if it has none."""
    if game.kernel is None:
        raise GameError(f"game '{game.spec.id}' has no kernel, which {agent} needs")
    return game.kernel


def search_room(settings: SearchSettings, simulations: int | None) -> tuple[int, int]:
    """Return the records of the room for nodes and of the spare room; simulations None = as many as there is time."""
    wanted = settings.max_nodes if simulations is None else 1 + RECORDS_PER_SIMULATION * simulations
    return node_records(wanted, settings.max_nodes, settings.reuse or simulations is None)


def search_params(settings: SearchSettings, simulations: int | None) -> FloatArray:
    """Return what the compiled search reads; see the indices in :mod:`palaestra_search.uct.select`.

    Behind them stands a table of the exploration term for small counts.
    """
    puct = settings.selection == "puct"
    size = TABLE_SIZE if simulations is None else min(simulations + 1, TABLE_SIZE)
    counts = np.maximum(np.arange(size), 1).astype(np.float64)
    plies = 0 if settings.leaf == "evaluate" else settings.playout_depth or -1
    head = (
        simulations or 0,
        settings.exploration,
        puct,
        settings.solver,
        settings.reuse,
        plies,
        _TREES[settings.tree],
        search_room(settings, simulations)[0],
        simulations is not None,
    )
    table = settings.exploration * np.sqrt(counts if puct else np.log(counts))
    return np.concatenate((np.array(head, dtype=np.float64), table))


def workspace_words(kernel: Kernel, settings: SearchSettings, simulations: int | None) -> int:
    """Return the words that a search uses at most."""
    return int(scratch_end(kernel)) + NODE_WORDS * sum(search_room(settings, simulations))
