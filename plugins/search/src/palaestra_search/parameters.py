"""The parameters of the agents: plain dataclasses, light to import, since listing plugins imports them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from palaestra import InvalidValueError, parameter

if TYPE_CHECKING:
    from palaestra import Game


@dataclass(frozen=True, slots=True)
class BudgetParameters:
    """What agents share that search for a number of iterations or for a time."""

    iterations: int = parameter(
        1000, "simulations before each move; not used where seconds is set", minimum=1, maximum=1_000_000
    )
    seconds: float | None = parameter(
        None,
        "time for each move, in seconds, in place of iterations; games are then not the same when they are run again",
        minimum=0.0,
    )


@dataclass(frozen=True, slots=True)
class GreedyParameters:
    """The parameters of `greedy`."""

    samples: int = parameter(
        10,
        "determinized states looked at before each move where information is hidden or chance decides; otherwise 1 is "
        "enough and taken",
        minimum=1,
    )


@dataclass(frozen=True, slots=True)
class FlatMonteCarloParameters(BudgetParameters):
    """The parameters of `flat_monte_carlo`."""

    iterations: int = parameter(
        1000,
        "playouts before each move, of each legal action in turn; at least one of each; not used where seconds is set",
        minimum=1,
        maximum=100_000_000,
    )


@dataclass(frozen=True, slots=True)
class TreeParameters(BudgetParameters):
    """What agents share that search trees.

    Raises:
        InvalidValueError: parameters that contradict each other.
    """

    agent: ClassVar[str]

    exploration: float = parameter(
        1.4,
        "the constant c of UCB1 or PUCT, for returns from -1 to 1: larger values spread the simulations",
        minimum=0.0,
    )
    selection: Literal["ucb1", "puct"] = parameter(
        "ucb1", "how the tree is descended; puct has the same prior for all legal actions", choices=("ucb1", "puct")
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
        maximum=1_000_000,
    )
    max_nodes: int = parameter(
        1 << 20,
        "nodes of 64 bytes at most; when all are taken, seldom visited ones make room",
        minimum=64,
        maximum=1 << 28,
    )

    def __post_init__(self) -> None:
        """Refuse a depth of playouts where there are none."""
        if self.leaf == "evaluate" and self.playout_depth > 0:
            name = f"parameter 'playout_depth' of {self.agent}"
            raise InvalidValueError(name, self.playout_depth, "0 where leaf is 'evaluate'")

    def check_game(self, game: Game) -> None:
        """Raise InvalidValueError for a game that these values do not fit."""
        rules: Any = getattr(game, "rules", None)
        if self.leaf == "evaluate" and rules is not None and rules.evaluate is None:
            expected = f"'playout': {game.spec.id} has no evaluation"
            raise InvalidValueError(f"parameter 'leaf' of {self.agent}", self.leaf, expected)
        sizes: Any = getattr(game, "sizes", None)
        # The block of the root's children grows by doubling, the old one stays behind, and a third is spare room.
        if sizes is not None and self.max_nodes < 6 * sizes.max_legal:
            expected = (
                f"at least {6 * sizes.max_legal} in {game.spec.id}, six for each action that can be legal at once"
            )
            raise InvalidValueError(f"parameter 'max_nodes' of {self.agent}", self.max_nodes, expected)


@dataclass(frozen=True, slots=True)
class UctParameters(TreeParameters):
    """The parameters of `uct`."""

    agent: ClassVar[str] = "uct"

    reuse: bool = parameter(False, "take up the tree of the last move, where nothing is hidden and nothing random")
    solver: bool = parameter(False, "back up proven results, where nothing is hidden and nothing random and two play")

    def check_game(self, game: Game) -> None:
        """Raise InvalidValueError for a game that these values do not fit."""
        for name in ("reuse", "solver"):
            if getattr(self, name) and (game.spec.information == "hidden" or game.spec.chance):
                expected = f"false in {game.spec.id}, where something is hidden or random"
                raise InvalidValueError(f"parameter '{name}' of uct", True, expected)
        if self.solver and game.spec.players != 2:
            raise InvalidValueError("parameter 'solver' of uct", True, f"false in {game.spec.id}: not of two players")
        TreeParameters.check_game(self, game)


@dataclass(frozen=True, slots=True)
class IsmctsParameters(TreeParameters):
    """The parameters of `ismcts`."""

    agent: ClassVar[str] = "ismcts"


@dataclass(frozen=True, slots=True)
class DeterminizedUctParameters(TreeParameters):
    """The parameters of `determinized_uct`."""

    agent: ClassVar[str] = "determinized_uct"

    determinizations: int = parameter(
        10,
        "trees, each for one state that fits what the player knows; they share the iterations or the seconds evenly",
        minimum=1,
        maximum=10_000,
    )
    decision: Literal["visits", "votes"] = parameter(
        "visits", "how the trees decide: by the sum of their visits, or with one vote each", choices=("visits", "votes")
    )

    def __post_init__(self) -> None:
        """Refuse more trees than iterations."""
        TreeParameters.__post_init__(self)
        if self.seconds is None and self.determinizations > self.iterations:
            expected = f"at most iterations, {self.iterations}"
            raise InvalidValueError("parameter 'determinizations' of determinized_uct", self.determinizations, expected)


@dataclass(frozen=True, slots=True)
class AlphaBetaParameters:
    """The parameters of `alpha_beta`.

    Raises:
        InvalidValueError: both `nodes` and `seconds`.
    """

    depth: int | None = parameter(
        None,
        "plies to search at most, an action is one; 4 where neither nodes nor seconds is set, otherwise 64",
        minimum=1,
        maximum=10_000,
    )
    nodes: int | None = parameter(
        None,
        "positions looked at before each move; of the depth that this reaches, all actions are compared",
        minimum=1,
    )
    seconds: float | None = parameter(
        None, "time for each move, in seconds; games are then not the same when they are run again", minimum=0.0
    )
    quiescence: int = parameter(
        8, "plies at most that the search goes on beyond its depth while a turn is not over", minimum=0, maximum=1000
    )
    ties: Literal["first", "random"] = parameter(
        "first", "which of equally good actions is played: the lowest id, or any", choices=("first", "random")
    )
    quick: bool = parameter(True, "prefer the win in fewer plies and the loss in more; false = any win is as good")
    table_bits: int = parameter(
        16, "the transposition table has 2 to this power entries of 32 bytes; 0 = no table", minimum=0, maximum=28
    )

    def __post_init__(self) -> None:
        if self.nodes is not None and self.seconds is not None:
            raise InvalidValueError("parameter 'seconds' of alpha_beta", self.seconds, "nothing where nodes is set")
