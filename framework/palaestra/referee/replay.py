"""Playing stored games again, from their deals, decks and actions: do the rules still give the same results?

Agents are not asked. A replay returns the first difference in one line, or that there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import Final

import numpy as np

from palaestra.compiler import jit
from palaestra.errors import UserError
from palaestra.game import Game, KernelGame, KernelState, State, build_game
from palaestra.kernel import FloatArray, IntArray, Kernel
from palaestra.plugins import Plugins, installed_plugins
from palaestra.record import FAULTS, GameRecord, TournamentRecord
from palaestra.referee.faults import fault_returns

OVER: Final = 0
CAPPED: Final = 1
GOING_ON: Final = 2
ILLEGAL: Final = 3
TOO_MANY: Final = 4

_TOLERANCE: Final = 1e-12


def game_of(tournament: TournamentRecord, plugins: Plugins | None = None) -> Game:
    """Return the game that a stored tournament was played with.

    Args:
        tournament: what is stored.
        plugins: where to look for the game; default: the installed plugins.

    Raises:
        UnknownNameError: no plugin provides it.
        PluginError: its code cannot be imported, or it is another version.
        UserError: several plugins claim its name, or its knobs do not fit any more.
    """
    spec = (plugins or installed_plugins()).stored_game(tournament)
    return build_game(spec, dict(tournament.knobs))  # type: ignore[arg-type]


Watch = Callable[[State, int | None], None]
"""Called before each action with the state, not to be changed, and the action; at the end with None."""


def replay(game: Game, record: GameRecord, watch: Watch | None = None) -> str:
    """Return the first difference between a stored game and its replay, in one line; empty if there is none.

    Args:
        game: the game under the tournament's knobs.
        record: the stored game.
        watch: called before every action that is replayed, and at the end.
    """
    try:
        state = game.new_state(record.game.decks, record.game.deal)
    except UserError as error:
        return f"the decks cannot be dealt: {error}"
    for ply, action in enumerate(record.actions):
        if state.is_terminal:
            return _too_many(ply, record)
        if action not in state.legal_actions():
            return _illegal(ply, action)
        if watch is not None:
            watch(state, action)
        state.step(action)
    if watch is not None:
        watch(state, None)
    if not state.is_terminal:
        return _compare(record, GOING_ON, ())
    capped = isinstance(state, KernelState) and state.capped
    return _compare(record, CAPPED if capped else OVER, state.returns())


def replay_many(game: Game, records: Sequence[GameRecord]) -> Iterator[str]:
    """Yield what :func:`replay` returns for each record, in order; games with a kernel run in compiled code."""
    for decks, group in groupby(records, key=lambda record: record.game.decks):
        same_decks = list(group)
        if not isinstance(game, KernelGame):
            yield from (replay(game, record) for record in same_decks)
            continue
        try:
            yield from _replay_compiled(game, decks, same_decks)
        except UserError as error:
            yield from [f"the decks cannot be dealt: {error}"] * len(same_decks)


def _illegal(ply: int, action: int) -> str:
    return f"action {action} is not legal at ply {ply + 1}"


def _too_many(ply: int, record: GameRecord) -> str:
    return f"the game is over after {ply} plies; {record.plies} are stored"


def _compare(record: GameRecord, status: int, returns: Sequence[float]) -> str:
    """Return how the end of a replayed game differs from what is stored of it."""
    if record.reason in FAULTS or record.reason == "abandoned":
        if status != GOING_ON:
            return f"the game is over after {record.plies} plies; stored is that it ended there by {record.reason}"
        if record.offender is None:
            return ""
        returns = fault_returns(record.offender, len(record.returns))
    elif status == GOING_ON:
        return f"the game is not over after {record.plies} plies; stored is that it {_ended(record.reason)}"
    elif record.reason != _REASONS[status]:
        return f"the game {_ended(_REASONS[status])}; stored is that it {_ended(record.reason)}"
    if all(abs(ours - stored) <= _TOLERANCE for ours, stored in zip(returns, record.returns, strict=True)):
        return ""
    return f"the returns are {_numbers(returns)}; stored are {_numbers(record.returns)}"


_REASONS: Final = {OVER: "finished", CAPPED: "cap"}


def _ended(reason: str) -> str:
    return "ended by its length" if reason == "cap" else reason


def _numbers(values: Sequence[float]) -> str:
    return " ".join(f"{value:g}" for value in values)


@jit
def _replay_slice(
    kernel: Kernel,
    config: IntArray,
    deals: IntArray,
    actions: IntArray,
    lengths: IntArray,
    statuses: IntArray,
    plies: IntArray,
    state: IntArray,
    legal: IntArray,
    returns: FloatArray,
    players: int,
) -> None:
    """Replay games of the same decks; ``actions`` holds those of all games, one after the other.

    Writes for each game a status, the plies replayed, and the returns of its `players`; ``state`` and ``legal`` are
    scratch.
    """
    offset = 0
    for game in range(deals.shape[0]):
        state[:] = 0
        kernel.init(state, config, deals[game])
        status, ply = GOING_ON, 0
        while ply < lengths[game] and status == GOING_ON:
            if kernel.current_player(state) < 0:
                status = TOO_MANY
                break
            action = actions[offset + ply]
            status = ILLEGAL
            for i in range(kernel.legal_actions(state, legal)):
                if legal[i] == action:
                    status = GOING_ON
            if status == GOING_ON:
                kernel.step(state, action)
                ply += 1
        if status == GOING_ON and kernel.current_player(state) < 0:
            status = CAPPED if kernel.capped(state) != 0 else OVER
            kernel.returns(state, returns[game * players : (game + 1) * players])
        statuses[game] = status
        plies[game] = ply
        offset += lengths[game]


def _replay_compiled(game: KernelGame, decks: tuple[str, ...], records: list[GameRecord]) -> list[str]:
    """Return the differences of games of the same decks.

    Raises:
        UserError: the decks cannot be dealt.
    """
    count, players = len(records), game.spec.players
    lengths = np.array([record.plies for record in records], dtype=np.int64)
    statuses, plies = np.zeros(count, dtype=np.int64), np.zeros(count, dtype=np.int64)
    returns = np.zeros(count * players)
    config = game.config(decks)
    try:
        _replay_slice(
            game.kernel,
            config,
            np.array([record.game.deal for record in records], dtype=np.int64),
            np.array([action for record in records for action in record.actions], dtype=np.int64),
            lengths,
            statuses,
            plies,
            np.zeros(game.sizes.state_size, dtype=np.int64),
            np.zeros(game.sizes.max_legal, dtype=np.int64),
            returns,
            players,
        )
    except Exception as error:
        if count == 1:
            return [f"the rules fail: {type(error).__name__}: {error}"]
        return [difference for record in records for difference in _replay_compiled(game, decks, [record])]
    ends = zip(statuses.tolist(), plies.tolist(), returns.reshape(count, players).tolist(), strict=True)
    return [_difference(record, *end) for record, end in zip(records, ends, strict=True)]


def _difference(record: GameRecord, status: int, ply: int, returns: list[float]) -> str:
    if status == ILLEGAL:
        return _illegal(ply, record.actions[ply])
    if status == TOO_MANY:
        return _too_many(ply, record)
    return _compare(record, status, returns)
