"""The parameters of `mcgs`: a plain dataclass, light to import, since listing plugins imports it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from palaestra import InvalidValueError, parameter
from palaestra_search.parameters import BudgetParameters

if TYPE_CHECKING:
    from palaestra import Game


@dataclass(frozen=True, slots=True)
class McgsParameters(BudgetParameters):
    """The parameters of `mcgs`.

    Raises:
        InvalidValueError: parameters that contradict each other.
    """

    exploration: float = parameter(
        1.4, "the constant c of UCB1, for returns from -1 to 1: larger values spread the simulations", minimum=0.0
    )
    merge: Literal["auto", "abstract", "key", "none"] = parameter(
        "auto",
        "which positions are one node: those with an equal key, those whose abstract hash of what the mover sees is "
        "equal, or none; auto = key where information is perfect, else abstract",
        choices=("auto", "abstract", "key", "none"),
    )
    opponent: Literal["random", "searched"] = parameter(
        "random",
        "how opponents move in the graph: at random, or by the search, each for its own return",
        choices=("random", "searched"),
    )
    width: int = parameter(
        20, "different positions that one action may lead to in the graph, sparse sampling", minimum=1
    )
    pruning: Literal["none", "filter", "evaluate"] = parameter(
        "none",
        "what playouts leave out: nothing, what one of the game's filters removes (drawn at random for each action), "
        "or the actions with the worst evaluation after them; random opponents are not pruned",
        choices=("none", "filter", "evaluate"),
    )
    keep: float | None = parameter(
        None,
        "share of the actions kept by pruning = evaluate, rounded up to a whole number of actions; 0.5 if not given",
        minimum=0.0,
        maximum=1.0,
    )
    leaf: Literal["playout", "evaluate"] = parameter(
        "playout",
        "what a new node is worth: a random playout, or the game's own evaluation",
        choices=("playout", "evaluate"),
    )
    playout_depth: int = parameter(
        0,
        "actions of a playout before the game's own evaluation is taken (a draw where it has none); 0 = to the end",
        minimum=0,
    )
    max_nodes: int | None = parameter(
        None,
        "positions that the graph may hold; by default one for each simulation, within 256 megabytes",
        minimum=1,
        maximum=100_000_000,
    )

    def __post_init__(self) -> None:
        if self.keep is not None and self.pruning != "evaluate":
            wanted = f"nothing, or pruning = 'evaluate' in place of {self.pruning!r}"
            raise InvalidValueError("parameter 'keep' of mcgs", self.keep, wanted)
        if self.leaf == "playout":
            return
        if self.playout_depth > 0:
            raise InvalidValueError(
                "parameter 'playout_depth' of mcgs", self.playout_depth, "0 where leaf = 'evaluate'"
            )
        if self.pruning != "none":
            raise InvalidValueError("parameter 'pruning' of mcgs", self.pruning, "'none' with leaf = 'evaluate'")

    def check_game(self, game: Game) -> None:
        """Raise InvalidValueError for a game that these values do not fit."""
        name = game.spec.id
        if self.merge == "key" and game.spec.information != "perfect":
            wanted = f"'auto', 'abstract' or 'none': {name} hides what its key would tell"
            raise InvalidValueError("parameter 'merge' of mcgs", self.merge, wanted)
        rules: Any = getattr(game, "rules", None)
        if rules is None:
            return
        if self.pruning == "filter" and not rules.filters:
            raise InvalidValueError("parameter 'pruning' of mcgs", "filter", f"another: {name} has no filters")
        if self.pruning == "evaluate" and rules.evaluate is None:
            raise InvalidValueError("parameter 'pruning' of mcgs", "evaluate", f"another: {name} has no evaluation")
        if self.leaf == "evaluate" and rules.evaluate is None:
            raise InvalidValueError("parameter 'leaf' of mcgs", "evaluate", f"'playout': {name} has no evaluation")
