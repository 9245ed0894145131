"""What decides the course of a training: every choice is named, printed and stored."""
# ruff: noqa: RUF009 - option() declares a field

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Final, Literal, get_args

from palaestra import InvalidValueError, UnknownNameError

if TYPE_CHECKING:
    from palaestra import FloatArray

Teacher = Literal["twin", "greedy_twin", "minmax", "random_minmax", "random"]
Seats = Literal["first", "second", "alternating"]
Schedule = Literal["constant", "linear", "harmonic"]
Criterion = Literal["teacher", "perfect", "random", "exact", "budget"]
LostSeat = Literal["none", "first", "second"]
Preset = Literal["paper", "perfect"]

LARGEST_SEED: Final = 2**63 - 1
HOLD: Final = 5_000
"""Games of training without a lost game in any check that make a convergence."""


def option(
    default: Any,
    help: str,
    *,
    in_agent: str = "",
    minimum: float | None = None,
    maximum: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """Declare an option of a training, for the command ``train`` and the agent ``q_learning`` alike.

    Args:
        default: of the preset ``paper``.
        help: what the command says of it, without capital letter and full stop.
        in_agent: what the agent says of it, where that is something else.
        minimum: smallest value allowed.
        maximum: largest value allowed.
        choices: the only values allowed, if not empty.
    """
    metadata = {
        "help": help,
        "in_agent": in_agent or help,
        "minimum": minimum,
        "maximum": maximum,
        "choices": choices,
    }
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Settings:
    """All parameters of a training: the one place where they are declared. The paper states `alpha` and `gamma` only.

    ``twin`` is the learner's own table, exploring as the learner does; ``greedy_twin`` the same, never exploring, but
    learning; ``minmax`` plays the first of the best actions, ``random_minmax`` any of them, both by alpha-beta to
    `depth` plies with the game's own evaluation, or to the end of a game that is small enough to be walked as a whole.

    Epsilon is ``constant``, ``linear`` to `epsilon_end` within `epsilon_games`, or is ``harmonic``: halved by then.

    Raises:
        InvalidValueError: a value that is not allowed.
    """

    games: int = option(
        50_000, "games of training; N is looked for up to here", in_agent="games of training", minimum=1, maximum=10**12
    )
    seed: int = option(1, "seed of everything random", in_agent="seed of the training", minimum=0, maximum=LARGEST_SEED)
    teacher: Teacher = option(
        "twin",
        "who plays the other seat: its exploring or greedy twin, min-max without or with random ties",
        in_agent="who plays the other seat: twin, greedy_twin, minmax, random_minmax or random",
        choices=get_args(Teacher),
    )
    depth: int = option(0, "plies that a min-max teacher searches; 0 = the whole game", minimum=0, maximum=100)
    seats: Seats = option(
        "first",
        "the learner's seat",
        in_agent="the learner's seat in training: first, second or alternating",
        choices=get_args(Seats),
    )
    alpha: float = option(0.4, "share of a new target in an update", minimum=0.0, maximum=1.0)
    gamma: float = option(0.9, "discount from one own action to the next", minimum=0.0, maximum=1.0)
    q0: float = option(0.0, "value of an action before its first update", minimum=-1.0, maximum=1.0)
    q0_width: float = option(0.0, "width of a random number that is added to it", minimum=0.0, maximum=1.0)
    draw_reward: float = option(0.0, "reward of a draw", minimum=-1.0, maximum=1.0)
    epsilon: float = option(
        0.2,
        "probability of a random action",
        in_agent="probability of a random action in training",
        minimum=0.0,
        maximum=1.0,
    )
    schedule: Schedule = option("constant", "how epsilon changes", choices=get_args(Schedule))
    epsilon_end: float = option(0.0, "the end of a linear schedule", minimum=0.0, maximum=1.0)
    epsilon_games: int = option(10_000, "games until that end; harmonic: until a half", minimum=1, maximum=10**12)
    symmetry: bool = option(False, "learn symmetric positions as one")
    cadence: int = option(100, "games of training between two checks", minimum=1, maximum=10**9)
    check_games: int = option(100, "games of a check against each opponent", minimum=1, maximum=10**6)
    criterion: Criterion = option(
        "teacher", "which checks N goes by; budget = N is --games", choices=get_args(Criterion)
    )
    lost_seat: LostSeat = option(
        "none", "a seat that is known to lose against perfect play", choices=get_args(LostSeat)
    )

    def __post_init__(self) -> None:
        for declared in fields(self):
            _check(declared.name, getattr(self, declared.name), declared.metadata)

    @property
    def is_twin(self) -> bool:
        """Whether the teacher is the learner's own table."""
        return self.teacher in ("twin", "greedy_twin")

    @property
    def learner_seats(self) -> tuple[int, ...]:
        """The seats that the learner plays in."""
        return {"first": (0,), "second": (1,), "alternating": (0, 1)}[self.seats]

    @property
    def last_game(self) -> int:
        """The games of training at most: as many more as a convergence in the last moment must hold."""
        return self.games if self.criterion == "budget" else self.games + HOLD

    def as_dict(self) -> dict[str, Any]:
        """Return all parameters by name."""
        return asdict(self)

    def rule(self) -> FloatArray:
        """Return what compiled code reads while training."""
        import numpy as np

        from palaestra_learning.q_learning import rule as r

        rule = np.zeros(r.NUM_RULE)
        rule[r.ALPHA], rule[r.GAMMA], rule[r.DRAW_REWARD] = self.alpha, self.gamma, self.draw_reward
        rule[r.Q0], rule[r.Q0_WIDTH], rule[r.SALT] = self.q0, self.q0_width, self.seed % (1 << 53)
        rule[r.SCHEDULE] = get_args(Schedule).index(self.schedule)
        rule[r.EPSILON], rule[r.EPSILON_END], rule[r.EPSILON_GAMES] = self.epsilon, self.epsilon_end, self.epsilon_games
        rule[r.SEATS] = get_args(Seats).index(self.seats)
        rule[r.TWIN], rule[r.TWIN_EXPLORES] = self.is_twin, self.teacher == "twin"
        rule[r.LEARNS], rule[r.SYMMETRY] = 1, self.symmetry
        return rule


def _check(name: str, value: object, allowed: Mapping[str, Any]) -> None:
    """Raise InvalidValueError for a value outside the range or the choices of an option."""
    low, high, choices = allowed["minimum"], allowed["maximum"], allowed["choices"]
    if choices and value not in choices:
        raise InvalidValueError(name, value, "one of " + ", ".join(choices))
    if low is None:
        return
    kinds = int | float if isinstance(low, float) else int
    if isinstance(value, bool) or not isinstance(value, kinds) or not low <= value <= high:
        number = "a number" if isinstance(low, float) else "a whole number"
        raise InvalidValueError(name, value, f"{number} from {low:g} to {_limit(high)}")


def _limit(number: float) -> str:
    """Return the largest value allowed as people write it."""
    if number == LARGEST_SEED:
        return "2**63 - 1"
    zeros = len(f"{number:.0f}") - 1
    return f"10**{zeros}" if zeros >= 6 and number == 10**zeros else f"{number:g}"


PRESETS: Final[Mapping[Preset, Settings]] = {
    "paper": Settings(),
    "perfect": Settings(games=40_000, teacher="greedy_twin", seats="alternating", epsilon=0.5, criterion="budget"),
}
"""``paper`` fills what the paper leaves open with the choice under which its order of teachers comes out; ``perfect``
learns tic-tac-toe without a losing line."""


def make_settings(preset: Preset = "paper", **given: Any) -> Settings:
    """Return the settings of a preset with other values for what is given; None = the preset's.

    Raises:
        InvalidValueError: no such preset, or a value that does not fit.
        UnknownNameError: no such setting.
    """
    if preset not in PRESETS:
        raise InvalidValueError("preset", preset, "one of " + ", ".join(PRESETS))
    names = [declared.name for declared in fields(Settings)]
    for name in given:
        if name not in names:
            raise UnknownNameError("setting of a training", name, names)
    base = PRESETS[preset]
    values = {name: getattr(base, name) for name in names}
    return Settings(**{**values, **{name: value for name, value in given.items() if value is not None}})
