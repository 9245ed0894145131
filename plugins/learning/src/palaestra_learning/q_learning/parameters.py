"""What users may set for the agents of Q-learning: plain dataclasses, imported when plugins are listed."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final, Literal

from palaestra import parameter
from palaestra_learning.parameters import RANDOMNESS_HELP
from palaestra_learning.q_learning.settings import PRESETS, Settings, make_settings

if TYPE_CHECKING:
    from palaestra import Game

_OPTIONS: Final = {declared.name: declared.metadata for declared in fields(Settings)}


def _option(name: str, default: object = None, *, maximum: float | None = None, more: str = "") -> Any:
    """Return a parameter for an option of a training.

    Without a default the preset decides, within the range of the option; a default has an upper limit of its own.
    """
    option = _OPTIONS[name]
    most = option["maximum"] if default is None else maximum
    return parameter(default, option["in_agent"] + more, minimum=option["minimum"], maximum=most)


@dataclass(frozen=True, slots=True)
class QSnapshotParameters:
    """The parameters of `q_snapshot`."""

    file: str | None = parameter(None, "snapshots.npz of a training; none = an empty table, at random", file=True)
    percent: int = parameter(
        100, "which snapshot: the table after so many per cent of N; 0 = before the first game", minimum=0, maximum=100
    )
    randomness: float = parameter(0.0, RANDOMNESS_HELP, minimum=0.0, maximum=1.0)

    def check_game(self, game: Game) -> None:
        """Raise UserError for a file that cannot be read, of another game, or without this snapshot."""
        from palaestra_learning.q_learning.snapshots import read_table

        read_table(game, self.file, self.percent)


@dataclass(frozen=True, slots=True)
class QLearningParameters:
    """The parameters of `q_learning`; see `palaestra train q_learning --help` for their meaning."""

    preset: Literal["paper", "perfect"] = parameter("paper", "what is not set otherwise", choices=tuple(PRESETS))
    games: int = _option("games", 8_000, maximum=100_000_000)
    seed: int = _option("seed", 1)
    teacher: str | None = _option("teacher")
    depth: int | None = _option("depth")
    seats: str | None = _option("seats")
    epsilon: float | None = _option("epsilon")
    alpha: float | None = _option("alpha")
    gamma: float | None = _option("gamma")
    randomness: float = parameter(0.0, RANDOMNESS_HELP, minimum=0.0, maximum=1.0)
    memory: int = parameter(1_000, "memory of the table, in millions of bytes", minimum=1)

    def __post_init__(self) -> None:
        self.settings()

    def settings(self) -> Settings:
        """Return the settings of the training."""
        given = {name: getattr(self, name) for name in _OPTIONS if hasattr(self, name)}
        return make_settings(self.preset, criterion="budget", **given)

    def check_game(self, game: Game) -> None:
        """Raise UserError for a game that cannot be learnt, or from this teacher."""
        from palaestra_learning.q_learning.opponents import find_teacher

        find_teacher(game, self.settings())


@dataclass(frozen=True, slots=True)
class QPerfectParameters:
    """The parameters of `q_perfect`."""

    seed: int = _option("seed", 1, more="; with 1 no line is lost, with one in ten others a few are")
    randomness: float = parameter(0.0, RANDOMNESS_HELP, minimum=0.0, maximum=1.0)
