"""``palaestra show``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, astuple, dataclass
from typing import TYPE_CHECKING, Annotated, Final, Literal

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
UNSEEN: Final = "acts unseen"


@dataclass(frozen=True, slots=True)
class Move:
    """One action of a shown game; what its plugin cannot say, or the seat that looks at it did not see, is None.

    Attributes:
        ply: from 1.
        action: id of the action.
        seat: 0 or 1.
        text: the action as text.
    """

    ply: int
    action: int | None
    seat: int | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Replayed:
    """The result of replaying a game.

    Attributes:
        moves: every stored action.
        boards: the board before each replayed action, and the last one; empty if none is wanted.
        positions: the same as texts that the game reads; empty if none is wanted, or the seat that looks may not know.
        difference: how the replay differs from what is stored; empty if it does not.
        failure: why there was no replay.
    """

    moves: list[Move]
    boards: list[str]
    positions: list[str]
    difference: str
    failure: PalaestraError | None


def show(
    game_id: Annotated[str, typer.Argument(help="Id of the game, or its beginning.", metavar="GAME_ID")],
    verify: Annotated[bool, typer.Option("--verify", help="Replay it; exit with 1 if anything differs.")] = False,
    board: Annotated[bool, typer.Option("--board", help="Draw the board before every action.")] = False,
    seat: Annotated[
        Literal["first", "second"] | None, typer.Option(help="Show what this seat saw; default: everything.")
    ] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Ask the agents again; show what they expect.")] = False,
    db: DbOption = DEFAULT_DB,
    format: FormatOption = "table",
) -> None:
    """Show a stored game, move by move."""
    from palaestra.store.engine import reading
    from palaestra.store.reads import game

    with reading(db) as connection:
        stored = game(connection, game_id)
    player = None if seat is None else SEATS.index(seat)
    replayed = _replayed(stored, board, player)
    if replayed.failure is not None:
        if verify or player is not None:  # without a replay it is unknown what a seat saw
            raise replayed.failure
        notice(f"the moves are shown as numbers: {replayed.failure}")
    readings = [reading for reading in readings_of(stored) if player in {None, reading.seat}] if explain else []
    if format == "json":
        print_json(_data(stored, replayed, readings, player))
    else:
        _print(stored, replayed, readings, player, format)
    _report_replay(replayed.difference, verify)


def _print(
    stored: StoredGame, replayed: Replayed, readings: list[Reading], player: int | None, format: TableFormat
) -> None:
    if format == "table":
        print_fields(_fields(stored, player))
        print()
    print_table(_COLUMNS, [_row(move, stored) for move in replayed.moves], format)
    if format != "table":
        return
    for ply, board in enumerate(replayed.boards, start=1):
        move = replayed.moves[ply - 1] if ply <= len(replayed.moves) else None
        print(f"\n{board}" if move is None else f"\n{board}\n\nply {ply}: {move.text}")
    for reading in readings:
        print("\n" + "\n".join(reading_lines(reading, stored.record.game.entrants)))


_COLUMNS: Final = ("ply", "seat", "entrant", "action", "move")


def _replayed(stored: StoredGame, board: bool, player: int | None) -> Replayed:
    """Return the game with all that its rules can say, or with what `player` saw of it."""
    record = stored.record
    moves: list[Move] = []
    boards: list[str] = []
    positions: list[str] = []
    difference, failure = "", None
    try:
        installed_plugins().stored_game(stored.tournament)  # fails before numba is imported, which takes a second
        announce_compiling()
        import numpy as np

        from palaestra.referee.replay import game_of, replay
        from palaestra.referee.sight import is_seen

        game = game_of(stored.tournament)
        rng = np.random.default_rng(0)
        last: list[State] = []

        def hide_unseen(state: State) -> None:
            """Replace the last action by what `player` saw of it, which follows from the state it led to."""
            if not last or player is None or moves[-1].seat == player:
                return
            ply, action, seat, _ = astuple(moves[-1])
            if not is_seen(game, last.pop(), action, state, player, rng):
                moves[-1] = Move(ply, None, seat, UNSEEN)

        def watch(state: State, action: int | None) -> None:
            hide_unseen(state)
            if board:
                boards.append(game.render(state, player))
            if board and (player is None or game.spec.information == "perfect"):
                positions.append(game.position_to_string(state))
            if action is not None:
                moves.append(Move(len(moves) + 1, action, state.current_player, game.action_to_string(state, action)))
                last[:] = [state.copy()] if player is not None else []

        difference = replay(game, record, watch)
    except PalaestraError as error:
        failure = error
    moves += [Move(ply, action) for ply, action in enumerate(record.actions[len(moves) :], start=len(moves) + 1)]
    return Replayed(moves, boards, positions, difference, failure)


def _data(stored: StoredGame, replayed: Replayed, readings: list[Reading], player: int | None) -> dict[str, object]:
    """Return all that is known of a game as JSON values."""
    record, tournament = stored.record, stored.tournament
    moves = [dict(zip(_COLUMNS, _row(move, stored), strict=True)) for move in replayed.moves]
    data = {
        **_fields(stored, player),
        "first": record.game.entrants[0],
        "second": record.game.entrants[1],
        "decks": list(record.game.decks),
        "seats": [
            {
                "seat": name,
                "entrant": entrant.name,
                "agent": entrant.agent,
                "agent_version": entrant.version,
                "parameters": dict(entrant.parameters),
                "deck": deck,
            }
            for name, entrant, deck in zip(SEATS, stored.entrants, record.game.decks, strict=True)
        ],
        "clock": None if tournament.clock is None else asdict(tournament.clock),
        "actions": [move.action for move in replayed.moves],
        "moves": moves,
    }
    if replayed.boards:
        data["boards"] = replayed.boards
    if replayed.positions:
        data["positions"] = replayed.positions
    if readings:
        data["readings"] = [reading_fields(reading) for reading in readings]
    return data


def _fields(stored: StoredGame, player: int | None) -> dict[str, object]:
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
        "deal": record.game.deal if player is None else None,  # it gives away everything hidden
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


def _report_replay(difference: str, verify: bool) -> None:
    """Print how the replay went; exit with 1 if it was asked for and differs."""
    if difference:
        notice(f"the replay differs: {difference}")
        if verify:
            raise typer.Exit(1)
    elif verify:
        notice("the replay is the same")
