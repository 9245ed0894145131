"""Filters and orders, against the same done in Python on all rows."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palaestra.errors import InvalidValueError, UnknownNameError
from palaestra.record import GameRecord
from palaestra.store.engine import reading
from palaestra.store.history import HISTORY_COLUMNS, HistoryFilter, HistoryRow, history

NEW_YEAR_2030 = 1_893_456_000.0  # 2030-01-01T00:00:00Z


def some_games(records: Any) -> list[GameRecord]:
    games = []
    pairings = [("ann", "bob"), ("ann", "cy"), ("cy", "bob")]
    for number in range(1, 7):
        for entrants in pairings:
            for half in (1, 2):
                index = len(games)
                fault = index % 11 == 0
                games.append(
                    records.game(
                        half,
                        -1.0 if fault else (1.0, 0.0, -1.0, 0.5)[index * 7 % 4],
                        entrants=entrants,
                        number=number,
                        decks=("mage", "rogue") if number % 2 else ("rogue", "rogue"),
                        reason="timeout" if fault else "finished",
                        offender=0 if fault else None,
                        actions=tuple(range(index * 5 % 13)),
                        seconds=(index / 8, 1.0) if index % 3 else None,
                        lane="python" if index % 3 else "compiled",
                        played_at=NEW_YEAR_2030 + 3600.0 * (index * 17 % 40),
                    )
                )
    return games


@pytest.fixture
def rows(stored: Callable[..., Path], records: Any) -> tuple[Path, list[HistoryRow]]:
    """A database and all of its rows, in the order of storing."""
    db = stored(*some_games(records), decks=("mage", "rogue"))
    stored(records.game(1, tournament="cup"), tournament="cup", game="chess")
    with reading(db) as connection:
        return db, history(connection, HistoryFilter(descending=False))


def test_a_row_tells_the_game(stored: Callable[..., Path], records: Any) -> None:
    game = records.game(2, -0.5, number=3, decks=("mage", "rogue"), seconds=(0.5, 2.0), lane="python", played_at=1e9)
    with reading(stored(game, records.game(1, played_at=0.0))) as connection:
        newest, row = history(connection)
    assert newest.first_seconds is newest.second_seconds is None
    assert row == HistoryRow(
        id=game.game.id,
        pair=game.game.pair,
        tournament="league",
        game="kalah",
        first="bob",
        second="ann",
        first_deck="mage",
        second_deck="rogue",
        pair_number=3,
        first_return=-0.5,
        reason="finished",
        plies=5,
        first_seconds=0.5,
        second_seconds=2.0,
        played_at="2001-09-09T01:46:40.000Z",
    )


def has(row: HistoryRow, name: str, seat: str | None = None) -> bool:
    return name in {getattr(row, s) for s in (("first", "second") if seat is None else (seat,))}


def won(row: HistoryRow, name: str) -> float:
    return row.first_return if row.first == name else -row.first_return


@pytest.mark.parametrize(
    ("filters", "passes"),
    [
        ({}, lambda row: True),
        ({"tournament": "cup"}, lambda row: row.tournament == "cup"),
        ({"entrant": "ann"}, lambda row: has(row, "ann")),
        ({"entrant": "ann", "tournament": "league"}, lambda row: has(row, "ann") and row.tournament == "league"),
        ({"entrant": "ann", "opponent": "cy"}, lambda row: has(row, "ann") and has(row, "cy")),
        ({"entrant": "cy", "seat": "second"}, lambda row: row.second == "cy"),
        ({"entrant": "cy", "seat": "first", "opponent": "bob"}, lambda row: (row.first, row.second) == ("cy", "bob")),
        ({"entrant": "bob", "result": "win"}, lambda row: has(row, "bob") and won(row, "bob") > 0),
        ({"entrant": "bob", "result": "loss"}, lambda row: has(row, "bob") and won(row, "bob") < 0),
        ({"entrant": "bob", "result": "draw"}, lambda row: has(row, "bob") and row.first_return == 0),
        ({"result": "win"}, lambda row: row.first_return > 0),
        ({"deck": "mage"}, lambda row: "mage" in (row.first_deck, row.second_deck)),
        ({"entrant": "ann", "deck": "mage"}, lambda row: row.first == "ann" and row.first_deck == "mage"),
        (
            {"entrant": "ann", "opponent_deck": "mage"},
            lambda row: (
                (row.first == "ann" and row.second_deck == "mage") or (row.second == "ann" and row.first_deck == "mage")
            ),
        ),
        ({"reason": "timeout"}, lambda row: row.reason == "timeout"),
        ({"reason": "fault"}, lambda row: row.offender is not None),
        ({"min_plies": 5, "max_plies": 8}, lambda row: 5 <= row.plies <= 8),
        ({"since": "2030-01-01T05:00"}, lambda row: row.played_at >= "2030-01-01T05:00:00.000Z"),
        ({"until": "2030-01-01T05:00Z"}, lambda row: row.played_at <= "2030-01-01T05:00:00.000Z"),
        ({"since": "2030-01-01T05:00+02:00"}, lambda row: row.played_at >= "2030-01-01T03:00:00.000Z"),
        ({"since": "2030-01-02"}, lambda row: row.played_at >= "2030-01-02"),
        ({"until": "2030-01-01"}, lambda row: row.played_at < "2030-01-02"),
    ],
)
def test_filters(
    rows: tuple[Path, list[HistoryRow]], filters: dict[str, Any], passes: Callable[[HistoryRow], bool]
) -> None:
    db, everything = rows
    with reading(db) as connection:
        found = history(connection, HistoryFilter(**filters))
    expected = [row for row in reversed(everything) if passes(row)]
    assert expected, "a filter that nothing passes shows nothing"
    assert found == expected


@pytest.mark.parametrize("column", HISTORY_COLUMNS)
@pytest.mark.parametrize("descending", [True, False])
def test_orders(rows: tuple[Path, list[HistoryRow]], column: str, descending: bool) -> None:
    db, everything = rows
    with reading(db) as connection:
        found = history(connection, HistoryFilter(sort=column, descending=descending, limit=30))

    def key(row: HistoryRow) -> tuple[bool, Any]:
        value = getattr(row, column)
        return (value is not None, value if value is not None else 0)  # SQLite sorts null first

    ordered = sorted(enumerate(everything), key=lambda item: (key(item[1]), item[0]), reverse=descending)
    assert found == [row for _, row in ordered[:30]]


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        ({"tournament": "leage"}, "unknown tournament 'leage'; did you mean 'league'"),
        ({"entrant": "anne"}, "unknown entrant 'anne'; did you mean 'ann'"),
        ({"entrant": "ann", "opponent_deck": "x"}, "unknown deck 'x'; known: mage, rogue, standard"),
        ({"entrant": "ann", "opponent": "x"}, "unknown entrant 'x'; known: ann, bob, cy"),
        ({"deck": "mages"}, "unknown deck 'mages'; did you mean 'mage'"),
        ({"reason": "time-out"}, "unknown reason 'time-out'; did you mean 'timeout'"),
        ({"sort": "plie"}, "unknown column 'plie'; did you mean 'plies'"),
    ],
)
def test_unknown_names_are_told(rows: tuple[Path, Any], filters: dict[str, Any], message: str) -> None:
    with reading(rows[0]) as connection, pytest.raises(UnknownNameError, match=message):
        history(connection, HistoryFilter(**filters))


@pytest.mark.parametrize(
    ("filters", "message"),
    [
        ({"seat": "first"}, "seat is 'first'; expected an entrant beside it"),
        ({"opponent": "ann"}, "opponent is 'ann'; expected an entrant beside it"),
        ({"opponent_deck": "mage"}, "opponent_deck is 'mage'; expected an entrant beside it"),
        ({"entrant": "ann", "seat": "third"}, "seat is 'third'; expected one of first, second"),
        ({"result": "lost"}, "result is 'lost'; expected one of win, draw, loss"),
        ({"since": "yesterday"}, "since is 'yesterday'; expected a date or time in ISO 8601"),
        ({"limit": 0}, "limit is 0; expected a whole number of at least 1"),
    ],
)
def test_wrong_values_are_told(rows: tuple[Path, Any], filters: dict[str, Any], message: str) -> None:
    with reading(rows[0]) as connection, pytest.raises(InvalidValueError, match=message):
        history(connection, HistoryFilter(**filters))
