"""``palaestra check``."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from palaestra.cli.notices import announce_compiling
from palaestra.cli.options import KnobOption
from palaestra.cli.values import parse_knobs, parse_parameters
from palaestra.plugins import installed_plugins


def check(
    name: Annotated[str, typer.Argument(help="The game; with --game, the agent.", metavar="NAME")],
    game: Annotated[str | None, typer.Option(help="The game that the agent is tried in.", metavar="GAME")] = None,
    parameter: Annotated[
        list[str] | None, typer.Option("--parameter", "-p", metavar="KEY=VALUE", help="Of the agent; repeatable.")
    ] = None,
    knob: KnobOption = None,
    games: Annotated[int, typer.Option(help="Random games to play.", min=1)] = 20,
    seed: Annotated[int, typer.Option(help="Seed of the deals and of all random choices.", min=0)] = 0,
    plain: Annotated[bool, typer.Option("--plain", help="Run the code as plain Python, with its tracebacks.")] = False,
) -> None:
    """Check that a game, or an agent, keeps the laws; name the one it breaks, and where."""
    if plain and os.environ.get("NUMBA_DISABLE_JIT") != "1":
        os.environ["NUMBA_DISABLE_JIT"] = "1"  # numba reads it when it is imported
        os.execv(sys.executable, [sys.executable, "-m", "palaestra", *sys.argv[1:]])
    announce_compiling()
    from palaestra.game import build_game
    from palaestra.testing import check_agent, check_game

    spec = installed_plugins().game(game or name)
    built = build_game(spec, parse_knobs(spec, knob or ()))
    try:
        if game is None:
            report = check_game(built, games=games, seed=seed)
        else:
            report = check_agent(name, built, parameters=parse_parameters(parameter or ()), games=games, seed=seed)
    except Exception as error:
        if plain and error.__cause__ is not None:
            import traceback

            traceback.print_exception(error.__cause__)
        raise
    print(f"{report.subject} keeps {len(report.laws)} laws in {report.games} games, {report.positions} positions")
