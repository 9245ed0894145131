"""What decides the course of a training: every choice is named, printed and stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
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

HOLD: Final = 5_000
"""Games of training without a lost game in any check that make a convergence."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All parameters of a training. The paper states `alpha` and `gamma` only.

    Attributes:
        games: games of training; with a criterion, N is looked for up to here.
        seed: of everything random.
        teacher: ``twin`` = the learner's own table, exploring as the learner does; ``greedy_twin`` = the same, never
            exploring, but learning; ``minmax`` plays the first of the best actions, ``random_minmax`` any of them;
            ``random`` any legal action.
        depth: plies that the two min-max teachers search, by alpha-beta with the game's own evaluation; 0 = to the
            end of the game, which must be small enough to be walked as a whole.
        seats: the learner's seat.
        alpha: share of a new target in an update.
        gamma: discount from one own decision to the next.
        q0: initial value of every action.
        q0_width: width of a uniform random number that is added to it.
        draw_reward: reward of a draw.
        epsilon: probability of a random action of the learner.
        schedule: ``constant``; ``linear`` to `epsilon_end` after `epsilon_games`; ``harmonic``, halved by then.
        epsilon_end: the end of a linear schedule.
        epsilon_games: the time of a schedule, in games.
        symmetry: replace positions by their representatives under the symmetries of the game.
        cadence: games of training between two checks.
        check_games: games of a check against each opponent.
        criterion: which checks N goes by; ``budget`` = none, N is `games`.
        lost_seat: a seat that is known to lose against perfect play; in games that can be walked it is found.
    """

    games: int = 50_000
    seed: int = 1
    teacher: Teacher = "twin"
    depth: int = 0
    seats: Seats = "first"
    alpha: float = 0.4
    gamma: float = 0.9
    q0: float = 0.0
    q0_width: float = 0.0
    draw_reward: float = 0.0
    epsilon: float = 0.2
    schedule: Schedule = "constant"
    epsilon_end: float = 0.0
    epsilon_games: int = 10_000
    symmetry: bool = False
    cadence: int = 100
    check_games: int = 100
    criterion: Criterion = "teacher"
    lost_seat: LostSeat = "none"

    def __post_init__(self) -> None:
        for name, (low, high, words) in _RANGES.items():
            value = getattr(self, name)
            kinds = int | float if isinstance(low, float) else int
            if isinstance(value, bool) or not isinstance(value, kinds) or not low <= value <= high:
                raise InvalidValueError(name, value, words)
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise InvalidValueError(name, getattr(self, name), "one of " + ", ".join(choices))

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


_RANGES: Final = {
    "games": (1, 10**12, "a whole number from 1 to 10**12"),
    "seed": (0, 2**63 - 1, "a whole number from 0 to 2**63 - 1"),
    "depth": (0, 100, "a whole number from 0 to 100"),
    "alpha": (0.0, 1.0, "a number from 0 to 1"),
    "gamma": (0.0, 1.0, "a number from 0 to 1"),
    "q0": (-1.0, 1.0, "a number from -1 to 1"),
    "q0_width": (0.0, 1.0, "a number from 0 to 1"),
    "draw_reward": (-1.0, 1.0, "a number from -1 to 1"),
    "epsilon": (0.0, 1.0, "a number from 0 to 1"),
    "epsilon_end": (0.0, 1.0, "a number from 0 to 1"),
    "epsilon_games": (1, 10**12, "a whole number from 1 to 10**12"),
    "cadence": (1, 10**9, "a whole number from 1 to 10**9"),
    "check_games": (1, 10**6, "a whole number from 1 to 10**6"),
}
_CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "teacher": get_args(Teacher),
    "seats": get_args(Seats),
    "schedule": get_args(Schedule),
    "criterion": get_args(Criterion),
    "lost_seat": get_args(LostSeat),
}

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
    names = [field.name for field in fields(Settings)]
    for name in given:
        if name not in names:
            raise UnknownNameError("setting of a training", name, names)
    base = PRESETS[preset]
    values = {name: getattr(base, name) for name in names}
    return Settings(**{**values, **{name: value for name, value in given.items() if value is not None}})
