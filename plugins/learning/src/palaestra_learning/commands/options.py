"""What both commands take."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated

import typer

from palaestra import installed_plugins
from palaestra.cli import parse_knobs

if TYPE_CHECKING:
    from palaestra import Game

GameOption = Annotated[str, typer.Option("--game", "-g", metavar="GAME", help="The game.")]


def named_game(name: str, knob: Iterable[str] | None) -> Game:
    """Return an installed game under the knobs given as ``key=value``."""
    from palaestra import build_game

    spec = installed_plugins().game(name)
    return build_game(spec, parse_knobs(spec, knob or ()))
