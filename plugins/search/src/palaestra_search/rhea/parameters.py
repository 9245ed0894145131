"""The parameters of `rhea_vanilla` and `rhea`: plain dataclasses, light to import, since listing imports them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from palaestra import InvalidValueError, UnknownNameError, parameter
from palaestra_search.parameters import BudgetParameters

if TYPE_CHECKING:
    from palaestra import Game

MOST_FILTERS: Final = 48
_LEAST_RATE: Final = 0.01


@dataclass(frozen=True, slots=True)
class RheaVanillaParameters(BudgetParameters):
    """The parameters of `rhea_vanilla`, and those that `rhea` shares."""

    iterations: int = parameter(
        500,
        "sequences evaluated before each move, the first population included; not used where seconds is set",
        minimum=1,
        maximum=1_000_000,
    )
    population: int = parameter(50, "sequences in a population", minimum=1, maximum=1000)
    tournament: int = parameter(2, "sequences drawn for each tournament; the best of them survives", minimum=1)
    elite: int = parameter(1, "sequences that survive because they are the best of all", minimum=0)
    crossover_rate: float = parameter(
        0.5,
        "share of the population that is crossed with another sequence in each generation",
        minimum=0.0,
        maximum=1.0,
    )
    mutation_rate: float = parameter(
        0.5, "share of the population that is mutated in each generation", minimum=0.0, maximum=1.0
    )
    evaluation: str = parameter(
        "playouts",
        "what the end of the turn is worth: the mean return of random playouts, or what the game's own evaluation says",
        choices=("playouts", "evaluate"),
    )
    states: int = parameter(
        20,
        "sampled states that a sequence is tried in, where information is hidden or chance decides; elsewhere they "
        "multiply the playouts",
        minimum=1,
        maximum=10_000,
    )
    playouts: int = parameter(
        20, "random playouts from the end of the turn in each sampled state", minimum=1, maximum=10_000
    )
    horizon: int = parameter(
        100, "actions of the longest sequence; a longer turn is cut and evaluated there", minimum=1, maximum=1000
    )

    def __post_init__(self) -> None:
        """Refuse what contradicts itself."""
        if self.elite > self.population:
            raise InvalidValueError("parameter 'elite'", self.elite, f"at most the population, {self.population}")
        if self.population == 1 and self.crossover_rate > 0.0:
            raise InvalidValueError("parameter 'crossover_rate'", self.crossover_rate, "0 with a population of 1")
        if max(self.crossover_rate, self.mutation_rate) < _LEAST_RATE:
            wanted = f"at least {_LEAST_RATE}, or a crossover_rate of that"
            raise InvalidValueError("parameter 'mutation_rate'", self.mutation_rate, wanted)

    def check_game(self, game: Game) -> None:
        """Raise InvalidValueError for a game that these values do not fit."""
        rules: Any = getattr(game, "rules", None)
        if self.evaluation == "evaluate" and rules is not None and rules.evaluate is None:
            wanted = f"'playouts': game '{game.spec.id}' has no evaluation of its own"
            raise InvalidValueError("parameter 'evaluation'", "evaluate", wanted)


@dataclass(frozen=True, slots=True)
class RheaParameters(RheaVanillaParameters):
    """The parameters of `rhea`."""

    crossover: str = parameter(
        "tree",
        "each gene by the statistical tree from what is legal of a parent (PC of the paper), or from either parent at "
        "the same place, repaired (VC)",
        choices=("tree", "uniform"),
    )
    mutation: str = parameter(
        "tree",
        "all genes from a random one on anew by the statistical tree (PM of the paper), or one gene at random, the "
        "others repaired (VM)",
        choices=("tree", "point"),
    )
    gamma: float = parameter(
        0.0,
        "a gene is chosen at random with the rate gamma ** N, N the visits of the tree's node: 0 = by the tree "
        "wherever it has visits, 1 = always at random",
        minimum=0.0,
        maximum=1.0,
    )
    exploration: float = parameter(
        0.2,
        "the constant C of the upper confidence bound, as a multiple of the range of fitness seen in the turn",
        minimum=0.0,
    )
    unseen: float = parameter(
        0.5,
        "probability of taking an action that the tree does not have yet, if there is one, when the tree decides",
        minimum=0.0,
        maximum=1.0,
    )
    keep_tree: bool = parameter(True, "the tree of the action played serves the next decision of the same turn")
    tree_nodes: int = parameter(
        50_000, "nodes of the tree (40 bytes each); a full tree stores no new actions", minimum=1, maximum=10_000_000
    )
    cache: int = parameter(
        4096,
        "evaluations kept (24 bytes each), a power of two; new ones replace old ones; 0 = none",
        minimum=0,
        maximum=1 << 24,
    )
    filters: str = parameter(
        "",
        "names of the game's action filters for the first population and for mutation by the tree, with commas between "
        "them; empty = none",
    )
    fallback_filter: str | None = parameter(
        None, "name of the filter for an action to which none of the filters applies"
    )

    def __post_init__(self) -> None:
        """Refuse what contradicts itself."""
        RheaVanillaParameters.__post_init__(self)
        if self.cache & (self.cache - 1) != 0:
            raise InvalidValueError("parameter 'cache'", self.cache, "a power of two, or 0")
        names = self.filter_names()
        if len(set(names)) != len(names) or len(names) > MOST_FILTERS:
            raise InvalidValueError("parameter 'filters'", self.filters, f"at most {MOST_FILTERS} different names")
        if self.fallback_filter is not None and not names:
            raise InvalidValueError("parameter 'fallback_filter'", self.fallback_filter, "none without filters")

    def filter_names(self) -> tuple[str, ...]:
        """Return the names in `filters`."""
        return tuple(name.strip() for name in self.filters.split(",")) if self.filters.strip() else ()

    def check_game(self, game: Game) -> None:
        """Raise InvalidValueError or UnknownNameError for a game that these values do not fit."""
        RheaVanillaParameters.check_game(self, game)
        known: tuple[str, ...] = getattr(getattr(game, "rules", None), "filters", ())
        asked = self.filter_names() + ((self.fallback_filter,) if self.fallback_filter is not None else ())
        for name in asked:
            if name not in known:
                raise UnknownNameError(f"filter of {game.spec.id}", name, known)
