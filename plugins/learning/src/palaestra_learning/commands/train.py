"""``palaestra train``."""

from __future__ import annotations

import inspect
import time
from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, get_type_hints

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
from palaestra_learning.q_learning.settings import HOLD, Preset, Settings, make_settings

if TYPE_CHECKING:
    from palaestra_learning.q_learning.training import TrainingResult

_PROGRESS_SECONDS: Final = 2.0
"""Seconds between two lines of progress."""


def _with_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command an option for each setting of a training, behind its `preset`, in place of its ``**given``."""
    types = get_type_hints(Settings)
    parameters: list[inspect.Parameter] = []
    written = inspect.signature(command, eval_str=True)
    for own in written.parameters.values():
        if own.kind is not own.VAR_KEYWORD:
            parameters.append(own)
        if own.name == "preset":
            parameters += [_option(setting, types[setting.name]) for setting in fields(Settings)]
    command.__signature__ = written.replace(parameters=parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {each.name: each.annotation for each in parameters}
    return command


def _option(setting: Field[Any], kind: Any) -> inspect.Parameter:
    """Return the option of a setting; without it, the preset decides."""
    help = setting.metadata["help"]
    declared = typer.Option(help=f"{help[0].upper()}{help[1:]}.")
    return inspect.Parameter(
        setting.name,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        default=None,
        annotation=Annotated[kind | None, declared],
    )


@_with_settings
def train(
    learner: Annotated[Literal["q_learning"], typer.Argument(help="What learns: tabular Q-learning.")],
    game: GameOption,
    knob: KnobOption = None,
    preset: Annotated[
        Preset, typer.Option(help="What is not given otherwise: paper, or perfect for strength.")
    ] = "paper",
    percents: Annotated[
        str, typer.Option(help="The snapshots wanted, in per cent of N.", metavar="P,P,...")
    ] = "10,20,30,40,50,60,70,80,90,100",
    memory: Annotated[int, typer.Option(help="Memory of the table, in millions of bytes.", min=1)] = 1_000,
    out: Annotated[Path | None, typer.Option(help="The folder of this training; by default named after it.")] = None,
    format: FormatOption = "table",
    **given: Any,
) -> None:
    """Train an agent, and keep weaker ones: its table after 10 %, 20 % ... of its training.

    The same command goes on after an interruption, and does nothing when all is done. The folder then holds
    snapshots.npz for the agent q_snapshot, all checks as checks.csv, and everything together as training.json.
    """
    del learner  # has one choice so far
    settings = make_settings(preset, **given)
    wanted = _percents(percents)
    built = named_game(game, knob)
    announce_compiling()
    folder = out or Path(f"q_learning-{game}-{settings.teacher}-{settings.seed}")
    notice(f"q_learning of {game}: " + ", ".join(f"{name}={value}" for name, value in _all_settings(settings).items()))
    from palaestra_learning.q_learning.training import Training

    training = Training(
        built, settings, memory_bytes=memory * 10**6, percents=wanted, folder=folder, progress=_Progress()
    )
    _print_training(training.run(), settings, folder, format)


def _all_settings(settings: Settings) -> dict[str, object]:
    """Return all that decides the course of a training, with what follows from the settings."""
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
    """Prints now and then how the training goes."""

    def __init__(self) -> None:
        self._printed = time.monotonic()

    def __call__(self, what: str, games: int, row: Mapping[str, float] | None) -> None:
        if time.monotonic() - self._printed < _PROGRESS_SECONDS:
            return
        if row is None and what == "training":
            return
        self._printed = time.monotonic()
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
    shown = {name: f"never for {HOLD:,} games on end" if v == "never" else v for name, v in verdicts.items()}
    print_fields({f"no loss against {name}" if name != "exact" else "no losing line": v for name, v in shown.items()})
    if result.rows:
        print(f"last check{_results(result.rows[-1])}")
    print(f"snapshots: {folder / 'snapshots.npz'}")
