"""Records written by hand, of games whose course is plain: Nim with heaps of one and two counters.

Action 0 takes the counter of heap a, 2 one of heap b, 3 both of heap b. Seat 0 wins by 2, 0, 2.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from palaestra.errors import PluginError, UnknownNameError
from palaestra.game import Game, State, build_game
from palaestra.plugins import Plugins
from palaestra.plugins.loader import Plugin
from palaestra.record import GameRecord, Provenance, ScheduledGame, TournamentRecord
from palaestra.referee.replay import game_of, replay, replay_many
from palaestra.testing.games import KUHN_POKER, NIM, TWENTY_ONE

SCHEDULED = ScheduledGame("pair-1", "pair", 1, ("ann", "bob"), ("standard", "standard"), 5)
WON = GameRecord(SCHEDULED, (1.0, -1.0), "finished", None, (2, 0, 2), None, "python", 0, 0.0)
STARTED = WON._replace(actions=(2,), reason="timeout", offender=1)


@pytest.fixture(scope="module")
def nim() -> Game:
    return build_game(NIM, {"heaps": 2, "size": 1})


@pytest.mark.parametrize(
    ("record", "difference"),
    [
        (WON, ""),
        (STARTED, ""),
        (STARTED._replace(actions=(), reason="startup"), ""),
        (STARTED._replace(reason="abandoned", offender=None, returns=(0.0, 0.0)), ""),
        (WON._replace(actions=(2, 0, 0)), "action 0 is not legal at ply 3"),
        (WON._replace(actions=(-1,)), "action -1 is not legal at ply 1"),
        (WON._replace(actions=(2, 0, 2, 2, 2)), "the game is over after 3 plies; 5 are stored"),
        (WON._replace(actions=(2, 0)), "the game is not over after 2 plies; stored is that it finished"),
        (WON._replace(returns=(-1.0, 1.0)), "the returns are 1 -1; stored are -1 1"),
        (WON._replace(reason="cap"), "the game finished; stored is that it ended by its length"),
        (
            WON._replace(reason="crash", offender=0),
            "the game is over after 3 plies; stored is that it ended there by crash",
        ),
        (STARTED._replace(offender=0), "the returns are -1 1; stored are 1 -1"),
        (
            WON._replace(game=SCHEDULED._replace(decks=("standard", "best"))),
            "the decks cannot be dealt: unknown deck of nim 'best'",
        ),
    ],
)
def test_the_first_difference_is_told_the_same_with_and_without_a_kernel(
    nim: Game, record: GameRecord, difference: str
) -> None:
    told = replay(nim, record)
    assert told.startswith(difference)
    assert bool(told) == bool(difference)
    assert list(replay_many(nim, [WON, record, WON])) == ["", told, ""]


def test_a_capped_game_is_drawn() -> None:
    capped = build_game(NIM, {"heaps": 2, "size": 1, "cap": 2})
    record = WON._replace(actions=(2, 0), returns=(0.0, 0.0), reason="cap")
    assert replay(capped, record) == ""
    assert list(replay_many(capped, [record, WON])) == ["", "the game is over after 2 plies; 3 are stored"]


def test_another_deal_is_another_game() -> None:
    """In Kuhn poker with both checking the higher card wins: over many deals, each seat does."""
    game = build_game(KUHN_POKER, {})
    records = [
        WON._replace(game=SCHEDULED._replace(deal=deal), actions=(0, 0), returns=returns)
        for deal in range(20)
        for returns in ((0.5, -0.5), (-0.5, 0.5))
    ]
    results = list(replay_many(game, records))
    assert results == [replay(game, record) for record in records]
    wins = [results[i] == "" for i in range(0, 40, 2)]
    assert [result == "" for result in results] == [won for first in wins for won in (first, not first)]
    assert len(set(wins)) == 2


def test_games_without_a_kernel_are_replayed_too() -> None:
    game = build_game(TWENTY_ONE, {"goal": 4})
    legal = game.new_state().legal_actions()
    record = WON._replace(actions=(legal[2], legal[0]), returns=(-1.0, 1.0))
    assert replay(game, record) == ""
    assert list(replay_many(game, [record, WON])) == ["", replay(game, WON)]


def test_a_watcher_sees_every_state(nim: Game) -> None:
    seen: list[tuple[int, int | None]] = []

    def watch(state: State, action: int | None) -> None:
        seen.append((state.current_player, action))

    assert replay(nim, WON, watch) == ""
    assert seen == [(0, 2), (1, 0), (0, 2), (-1, None)]


def tournament(**changes: Any) -> TournamentRecord:
    """Return a stored tournament of Nim."""
    stored = TournamentRecord(
        name="sticks",
        game="nim",
        version="1",
        knobs={"heaps": 2, "size": 1, "takes": 1, "cap": 0},
        deck_pairing="mirror",
        root="7",
        secret=False,
        provenance=Provenance("two", "1", ""),
        pairs=1,
        decks=("standard",),
    )
    return dataclasses.replace(stored, **changes)


def plugin(distribution: str, version: str = "1") -> Plugin:
    """Return a plugin that provides Nim in some version."""
    return Plugin(distribution, "1", "p", games=(dataclasses.replace(NIM, version=version),))


def test_a_stored_game_is_found_at_its_distribution() -> None:
    plugins = Plugins([plugin("one", "9"), plugin("two")])
    assert game_of(tournament(), plugins).knobs["heaps"] == 2
    assert game_of(tournament(), Plugins([plugin("renamed")])).spec.id == "nim"


@pytest.mark.parametrize(
    ("plugins", "error", "message"),
    [
        ([], UnknownNameError, "unknown game 'nim'"),
        (
            [plugin("two", "9")],
            PluginError,
            "game 'nim' is version 9 here; tournament 'sticks' was played with version 1",
        ),
    ],
)
def test_a_game_that_is_gone_or_changed_is_refused(plugins: list[Plugin], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        game_of(tournament(), Plugins(plugins))
