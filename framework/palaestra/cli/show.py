"""``palaestra show``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Final

import typer

from palaestra.cli.notices import announce_compiling, notice
from palaestra.cli.options import DEFAULT_DB, DbOption, FormatOption, TableFormat
from palaestra.cli.output import print_fields, print_json, print_table
from palaestra.cli.readings import reading_fields, reading_lines, readings_of
from palaestra.errors import PalaestraError
from palaestra.plugins import installed_plugins

if TYPE_CHECKING:
    from palaestra.game import State
    from palaestra.referee.explain import Reading
    from palaestra.store.reads import StoredGame

SEATS: Final = ("first", "second")


@dataclass(frozen=True, slots=True)
class Move:
    """One action of a shown game; seat and text are None where the game's plugin cannot tell them.

    Attributes:
        ply: from 1.
        action: id of the action.
        seat: 0 or 1.
        text: the action in words.
    """

    ply: int
    action: int
    seat: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Replayed:
    """What replaying a game told.

    Attributes:
        moves: every stored action.
        boards: the board before each replayed action, and the last one; empty if none is wanted.
        difference: how the replay differs from what is stored; empty if it does not.
        failure: why there was no replay.
    """

    moves: list[Move]
    boards: list[str]
    difference: str
    failure: PalaestraError | None


def show(
    game_id: Annotated[str, typer.Argument(help="Id of the game, or its beginning.", metavar="GAME_ID")],
    verify: Annotated[bool, typer.Option("--verify", help="Replay it; exit with 1 if anything differs.")] = False,
    board: Annotated[bool, typer.Option("--board", help="Draw the board before every action.")] = False,
    explain: Annotated[bool, typer.Option("--explain", help="Ask the agents again: how did they read it?")] = False,
    db: DbOption = DEFAULT_DB,
    format: FormatOption = "table",
) -> None:
    """Show a stored game, move by move."""
    from palaestra.store.engine import reading
    from palaestra.store.reads import game

    with reading(db) as connection:
        stored = game(connection, game_id)
    replayed = _replayed(stored, board)
    if replayed.failure is not None:
        if verify:
            raise replayed.failure
        notice(f"the moves are shown as numbers: {replayed.failure}")
    readings = readings_of(stored) if explain else []
    _print(stored, replayed, readings, format)
    _judge(replayed.difference, verify)


def _print(stored: StoredGame, replayed: Replayed, readings: list[Reading], format: TableFormat) -> None:
    fields = _fields(stored)
    columns = ("ply", "seat", "entrant", "action", "move")
    rows = [_row(move, stored) for move in replayed.moves]
    if format == "json":
        boards = {"boards": replayed.boards} if replayed.boards else {}
        told = {"readings": [reading_fields(reading) for reading in readings]} if readings else {}
        print_json({**fields, "moves": [dict(zip(columns, row, strict=True)) for row in rows], **boards, **told})
        return
    if format == "table":
        print_fields(fields)
        print()
    print_table(columns, rows, format)
    for ply, board in enumerate(replayed.boards if format == "table" else (), start=1):
        move = replayed.moves[ply - 1] if ply <= len(replayed.moves) else None
        print(f"\n{board}" if move is None else f"\n{board}\n\nply {ply}: {move.text}")
    for reading in readings if format == "table" else ():
        print("\n" + "\n".join(reading_lines(reading, stored.record.game.entrants)))


def _replayed(stored: StoredGame, board: bool) -> Replayed:
    """Return the game with all that its rules can tell."""
    record = stored.record
    moves: list[Move] = []
    boards: list[str] = []
    difference, failure = "", None
    try:
        installed_plugins().stored_game(stored.tournament)  # fails before numba is imported, which takes a second
        announce_compiling()
        from palaestra.referee.replay import game_of, replay

        game = game_of(stored.tournament)

        def watch(state: State, action: int | None) -> None:
            if board:
                boards.append(game.render(state))
            if action is not None:
                moves.append(Move(len(moves) + 1, action, state.current_player, game.action_to_string(state, action)))

        difference = replay(game, record, watch)
    except PalaestraError as error:
        failure = error
    moves += [Move(ply, action) for ply, action in enumerate(record.actions[len(moves) :], start=len(moves) + 1)]
    return Replayed(moves, boards, difference, failure)


def _fields(stored: StoredGame) -> dict[str, object]:
    from palaestra.store.codec import iso_time

    record, tournament = stored.record, stored.tournament
    seats = [
        f"{entrant.name} ({entrant.agent}{_parameters(entrant.parameters)}), deck {deck}"
        for entrant, deck in zip(stored.entrants, record.game.decks, strict=True)
    ]
    return {
        "id": record.game.id,
        "pair": record.game.pair,
        "tournament": tournament.name,
        "game": tournament.game,
        "version": tournament.version,
        "knobs": dict(tournament.knobs),
        "first": seats[0],
        "second": seats[1],
        "pair_number": record.game.pair_number,
        "deal": record.game.deal,
        "returns": list(record.returns),
        "reason": record.reason,
        "offender": None if record.offender is None else record.game.entrants[record.offender],
        "detail": record.detail or None,
        "exit_code": record.exit_code,
        "stderr": record.stderr or None,
        "isolation": list(record.isolation) or None,
        "plies": record.plies,
        "seconds": None if record.seconds is None else list(record.seconds),
        "lane": record.lane,
        "played_at": iso_time(record.played_at),
    }


def _parameters(parameters: Mapping[str, object]) -> str:
    return "".join(f", {name}={value}" for name, value in parameters.items())


def _row(move: Move, stored: StoredGame) -> tuple[object, ...]:
    if move.seat is None:
        return move.ply, None, None, move.action, None
    return move.ply, SEATS[move.seat], stored.record.game.entrants[move.seat], move.action, move.text


def _judge(difference: str, verify: bool) -> None:
    """Tell how the replay went; exit with 1 if it was asked for and differs."""
    if difference:
        notice(f"the replay differs: {difference}")
        if verify:
            raise typer.Exit(1)
    elif verify:
        notice("the replay is the same")
