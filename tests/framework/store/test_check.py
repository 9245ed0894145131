import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from palaestra.store.check import check
from palaestra.store.engine import reading


def problems_after(db: Path, sql: str) -> list[str]:
    with sqlite3.connect(db) as connection:
        connection.execute(sql)
    connection.close()
    with reading(db) as connection_for_reading:
        return check(connection_for_reading)


@pytest.fixture
def three_games(stored: Callable[..., Path], records: Any) -> Path:
    return stored(records.game(1), records.game(2), records.game(1, number=2))


@pytest.mark.parametrize(
    ("sql", "problem"),
    [
        ("SELECT 1", None),
        (
            "UPDATE pair_cells SET pair_win_loss = 5, first_only_win = 0",
            "pair_cells: league, ann - bob, decks standard - standard: "
            "pair_win_loss is 5, games say 1; first_only_win is 0, games say 1",
        ),
        (
            "DELETE FROM pair_cells",
            "pair_cells: league, ann - bob, decks standard - standard: "
            "pair_win_loss is 0, games say 1; first_only_win is 0, games say 1",
        ),
        (
            "INSERT INTO pair_cells SELECT tournament_id, 2, 3, first_deck, second_deck, 7, 0, 0, 0, 0, 0, 0, 0, 0, "
            "0, 0, 0, 0, 0, 0 FROM pair_cells",
            "pair_cells: league, bob - cy, decks standard - standard: pair_loss_loss is 7, games say 0",
        ),
        ("DELETE FROM entrants WHERE name = 'cy'", None),
        ("UPDATE attempts SET detail = ''", None),
    ],
)
def test_cells_that_differ_from_the_games_are_found(three_games: Path, sql: str, problem: str | None) -> None:
    assert problems_after(three_games, sql) == ([] if problem is None else [problem])


def test_games_without_actions_are_found(three_games: Path, records: Any) -> None:
    game_id = records.game(2).game.id
    assert problems_after(three_games, "DELETE FROM game_actions WHERE number = 2") == [
        f"games: {game_id} has no actions"
    ]


def test_dangling_rows_are_found(three_games: Path) -> None:
    found = problems_after(three_games, "INSERT INTO game_actions VALUES (99, x'01')")
    assert found == ["game_actions: row 99 refers to a missing row of games"]


def test_a_damaged_file_is_found(three_games: Path) -> None:
    content = bytearray(three_games.read_bytes())
    with sqlite3.connect(three_games) as connection:
        (page,) = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'sqlite_autoindex_games_1'"
        ).fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    start = (page - 1) * size + 8
    content[start : start + size - 8] = bytes(size - 8)
    three_games.write_bytes(content)
    with reading(three_games) as connection_for_reading:
        found = check(connection_for_reading)
    assert found
    assert all(problem.startswith("file: ") for problem in found)


def test_returns_that_no_game_of_zero_sum_has_are_found(three_games: Path, records: Any) -> None:
    """As a wider win for both they leave the counts alone."""
    game_id = records.game(1).game.id
    sql = "UPDATE games SET first_return = first_return + 0.5, second_return = second_return / 2 WHERE number = 1"
    assert problems_after(three_games, sql) == [
        f"games: {game_id} has the returns 1.5 and -0.5; expected numbers from -1 to 1 with the sum 0"
    ]
