"""``palaestra train``."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from palaestra import UserError
from palaestra.cli import (
    FormatOption,
    KnobOption,
    TableFormat,
    announce_compiling,
    notice,
    print_fields,
    print_json,
    print_table,
)
from palaestra_learning.commands.options import GameOption, named_game
from palaestra_learning.q_learning.settings import (
    HOLD,
    Criterion,
    LostSeat,
    Preset,
    Schedule,
    Seats,
    Settings,
    Teacher,
    make_settings,
)

if TYPE_CHECKING:
    from palaestra_learning.q_learning.training import TrainingResult

_TOLD_EVERY: Final = 2.0
"""Seconds between two lines of progress."""


def train(
    learner: Annotated[Literal["q_learning"], typer.Argument(help="What learns: tabular Q-learning.")],
    game: GameOption,
    knob: KnobOption = None,
    preset: Annotated[
        Preset, typer.Option(help="What is not given otherwise: paper, or perfect for strength.")
    ] = "paper",
    games: Annotated[int | None, typer.Option(help="Games of training; N is looked for up to here.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of everything random.")] = None,
    teacher: Annotated[
        Teacher | None,
        typer.Option(
            help="Who plays the other seat: its exploring or greedy twin, min-max without or with random ties."
        ),
    ] = None,
    depth: Annotated[
        int | None, typer.Option(help="Plies that a min-max teacher searches; 0 = the whole game.")
    ] = None,
    seats: Annotated[Seats | None, typer.Option(help="The learner's seat.")] = None,
    alpha: Annotated[float | None, typer.Option(help="Share of a new target in an update.")] = None,
    gamma: Annotated[float | None, typer.Option(help="Discount from one own action to the next.")] = None,
    q0: Annotated[float | None, typer.Option(help="Value of an action before its first update.")] = None,
    q0_width: Annotated[float | None, typer.Option(help="Width of a random number that is added to it.")] = None,
    draw_reward: Annotated[float | None, typer.Option(help="Reward of a draw.")] = None,
    epsilon: Annotated[float | None, typer.Option(help="Probability of a random action.")] = None,
    schedule: Annotated[Schedule | None, typer.Option(help="How epsilon changes.")] = None,
    epsilon_end: Annotated[float | None, typer.Option(help="The end of a linear schedule.")] = None,
    epsilon_games: Annotated[int | None, typer.Option(help="Games until that end; harmonic: until a half.")] = None,
    symmetry: Annotated[bool | None, typer.Option(help="Learn symmetric positions as one.")] = None,
    cadence: Annotated[int | None, typer.Option(help="Games of training between two checks.")] = None,
    check_games: Annotated[int | None, typer.Option(help="Games of a check against each opponent.")] = None,
    criterion: Annotated[Criterion | None, typer.Option(help="Which checks N goes by; budget = N is --games.")] = None,
    lost_seat: Annotated[
        LostSeat | None, typer.Option(help="A seat that is known to lose against perfect play.")
    ] = None,
    percents: Annotated[
        str, typer.Option(help="The snapshots wanted, in per cent of N.", metavar="P,P,...")
    ] = "10,20,30,40,50,60,70,80,90,100",
    memory: Annotated[int, typer.Option(help="Memory of the table, in millions of bytes.", min=1)] = 1_000,
    out: Annotated[Path | None, typer.Option(help="The folder of this training; by default named after it.")] = None,
    format: FormatOption = "table",
) -> None:
    """Train an agent, and keep weaker ones: its table after 10 %, 20 % ... of its training.

    The same command goes on after an interruption, and does nothing when all is done. The folder then holds
    snapshots.npz for the agent q_snapshot, all checks as checks.csv, and everything together as training.json.
    """
    given = locals()  # all options; `learner` has one choice so far
    settings = make_settings(preset, **{field.name: given[field.name] for field in fields(Settings)})
    wanted = _percents(percents)
    built = named_game(game, knob)
    announce_compiling()
    folder = out or Path(f"q_learning-{game}-{settings.teacher}-{settings.seed}")
    notice(f"q_learning of {game}: " + ", ".join(f"{name}={value}" for name, value in _told(settings).items()))
    from palaestra_learning.q_learning.training import Training

    training = Training(
        built, settings, memory_bytes=memory * 10**6, percents=wanted, folder=folder, progress=_Progress()
    )
    _print_training(training.run(), settings, folder, format)


def _told(settings: Settings) -> dict[str, object]:
    """Return all that decides the course of a training, what is not said otherwise included."""
    twin = {"twin_explores": settings.teacher == "twin"} if settings.is_twin else {}
    return {**settings.as_dict(), **twin, "hold": HOLD}


def _percents(text: str) -> tuple[int, ...]:
    try:
        percents = tuple(int(part) for part in text.split(",") if part.strip())
    except ValueError:
        percents = (0,)
    if not percents or not all(1 <= percent <= 100 for percent in percents):
        raise UserError(f"--percents is '{text}'; expected whole numbers from 1 to 100 with commas between them")
    return percents


class _Progress:
    """Tells now and then how the training goes."""

    def __init__(self) -> None:
        self._told = time.monotonic()

    def __call__(self, what: str, games: int, row: Mapping[str, float] | None) -> None:
        if time.monotonic() - self._told < _TOLD_EVERY:
            return
        if row is None and what == "training":
            return
        self._told = time.monotonic()
        notice(f"{what}: {games:,} games" + ("" if row is None else _results(row)))


def _results(row: Mapping[str, float]) -> str:
    against = [name.removesuffix("_wins") for name in row if name.endswith("_wins") and not name.startswith("train")]
    counts = [f"{name} {row[f'{name}_wins']:g}-{row[f'{name}_draws']:g}-{row[f'{name}_losses']:g}" for name in against]
    lines = [f"{name.replace('_', ' ')} {value:g}" for name, value in row.items() if name.startswith("losing_lines")]
    return f", {row['positions']:,} positions; wins-draws-losses: " + ", ".join([*counts, *lines])


def _print_training(result: TrainingResult, settings: Settings, folder: Path, format: TableFormat) -> None:
    verdicts = {c.against: c.verdict if c.games is None else c.games for c in result.convergences}
    if format == "json":
        print_json({"folder": str(folder), "n": result.n, "converged": result.converged, "convergence": verdicts})
        return
    if format != "table":
        print_table(("against", "verdict", "n"), [(c.against, c.verdict, c.games) for c in result.convergences], format)
        return
    how = f"converged against {settings.criterion}" if result.converged else "the budget: not converged"
    print(f"N = {result.n:,} games ({'the budget' if settings.criterion == 'budget' else how})")
    told = {name: f"never for {HOLD:,} games on end" if v == "never" else v for name, v in verdicts.items()}
    print_fields({f"no loss against {name}" if name != "exact" else "no losing line": v for name, v in told.items()})
    if result.rows:
        print(f"last check{_results(result.rows[-1])}")
    print(f"snapshots: {folder / 'snapshots.npz'}")
