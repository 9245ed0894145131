"""``palaestra play``."""

from __future__ import annotations

import contextlib
import shlex
import sys
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from palaestra.cli.notices import announce_compiling
from palaestra.cli.options import DEFAULT_DB, DbOption, KnobOption
from palaestra.cli.streams import printable
from palaestra.cli.values import parse_command, parse_knobs, parse_parameters
from palaestra.errors import InterruptedRun
from palaestra.plugins import installed_plugins

if TYPE_CHECKING:
    from rich.console import Console

    from palaestra.play.person_game import PersonGame
    from palaestra.tournament.interruption import Interruption


def play(
    game: Annotated[str, typer.Argument(help="The game.")],
    against: Annotated[str, typer.Option(help="The agent to play against.", metavar="AGENT")],
    parameter: Annotated[
        list[str] | None, typer.Option("--parameter", "-p", metavar="KEY=VALUE", help="Of the agent; repeatable.")
    ] = None,
    command: Annotated[
        str | None, typer.Option(metavar="COMMAND", help="Of the agent 'external': its program and arguments.")
    ] = None,
    knob: KnobOption = None,
    deck: Annotated[str | None, typer.Option(help="Your deck; default: the game's first.")] = None,
    against_deck: Annotated[
        str | None, typer.Option(metavar="DECK", help="The agent's deck; default: the same as yours.")
    ] = None,
    seat: Annotated[
        Literal["first", "second", "random"], typer.Option(help="Your seat; random: one that the seed decides.")
    ] = "first",
    seed: Annotated[
        int | None, typer.Option(help="Seed of the deal; default: a random one.", min=0, max=2**63 - 1)
    ] = None,
    db: DbOption = DEFAULT_DB,
    no_color: Annotated[bool, typer.Option("--no-color", help="Print no colours, as with NO_COLOR=1.")] = False,
) -> None:
    """Play a game against an agent, at the terminal.

    You see what your seat sees. The game is stored under the tournament `play`, which is not rated; one that you leave
    is stored as abandoned.
    """
    knobs = parse_knobs(installed_plugins().game(game), knob or ())
    parameters = parse_parameters(parameter or ())
    program = parse_command(command or "")
    announce_compiling()
    from rich.console import Console

    from palaestra.play.person import Wanted, person_game, resolve
    from palaestra.tournament.interruption import Interruption

    wanted = Wanted(game, against, parameters, knobs, deck, against_deck, seat, seed, program)
    resolved = resolve(wanted, installed_plugins())
    console = Console(no_color=no_color or None, highlight=False)
    with Interruption() as interruption, person_game(wanted, resolved, db, interruption) as played:
        left = _play(played, console, interruption)
    _print_end(played, console, db)
    if left == "interrupted":
        raise InterruptedRun("interrupted; the game is stored as abandoned")


def _play(game: PersonGame, console: Console, interruption: Interruption) -> Literal["interrupted", "left"] | None:
    """Play to the end, or as long as the person wants to; return how they left if they did."""
    from palaestra.cli.table import PersonLeft, Table
    from palaestra.referee.faults import StopPlaying

    if sys.stdin.isatty():
        with contextlib.suppress(ImportError):
            import readline  # noqa: F401 - lines can then be edited, and earlier ones come back

    def ask(prompt: str) -> str:
        with interruption.raising():
            return input(prompt)

    try:
        Table(game, console, ask).play()
    except (StopPlaying, PersonLeft) as reason:
        console.print()  # the cursor is behind the prompt
        return "interrupted" if isinstance(reason, StopPlaying) else "left"
    return None


def _print_end(game: PersonGame, console: Console, db: str) -> None:
    """Print the result, and how to see the game again."""
    from rich.text import Text

    from palaestra.referee.faults import last_words

    record = game.record()
    if game.fault is not None:
        detail = printable(last_words(game.fault.detail, game.fault.stderr))
        result = f"you win: {game.opponent} failed ({game.fault.reason}): {detail}"
    elif record.reason == "abandoned":
        result = "you left: the game is stored as abandoned"
    else:
        own = record.returns[game.person]
        result = "a draw" if own == 0 else f"you {'win' if own > 0 else 'lose'}"
        result += f", {own:+g}" if abs(own) not in (0, 1) else ""
        result += ", by length" if record.reason == "cap" else ""
    shown = shlex.join(["palaestra", "show", record.game.id, *([] if db == DEFAULT_DB else ["--db", db])])
    console.print(Text.assemble((result, "bold"), f"\n`{shown}` shows it move by move"), soft_wrap=True)
