"""``palaestra perft``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from palaestra.cli.notices import announce_compiling
from palaestra.cli.options import FormatOption, KnobOption
from palaestra.cli.output import print_table
from palaestra.cli.values import parse_knobs
from palaestra.plugins import installed_plugins


def perft(
    game: Annotated[str, typer.Argument(help="The game.")],
    depth: Annotated[int, typer.Argument(help="How many units deep.")],
    knob: KnobOption = None,
    position: Annotated[str | None, typer.Option(help="Begin here instead of a fresh deal.", metavar="TEXT")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the deal.", min=0, max=2**63 - 1)] = 0,
    unit: Annotated[Literal["ply", "turn"], typer.Option(help="What counts as one.")] = "ply",
    divide: Annotated[bool, typer.Option("--divide", help="Count for each first action by itself.")] = False,
    format: FormatOption = "table",
) -> None:
    """Count the sequences of DEPTH plies or turns, to check a game's rules against published counts."""
    spec = installed_plugins().game(game)
    knobs = parse_knobs(spec, knob or ())
    announce_compiling()
    from palaestra.game import build_game
    from palaestra.testing import counting

    built = build_game(spec, knobs)
    state = built.new_state(seed=seed) if position is None else built.position(position, seed)
    if divide:
        counts = counting.divide(built, state, depth, unit)
        rows = [(built.action_to_string(state, action), count) for action, count in counts.items()]
        print_table(("action", "count"), rows, format)
        return
    count = counting.perft(built, state, depth, unit)
    if format == "table":
        print(count)
    else:
        print_table(("game", "depth", "unit", "count"), [(spec.id, depth, unit, count)], format)
