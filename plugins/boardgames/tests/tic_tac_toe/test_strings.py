"""Strings and pictures of tic-tac-toe."""

from __future__ import annotations

import re

import pytest

from palaestra import ActionError, Game, PositionError, build_game
from palaestra_boardgames.tic_tac_toe.spec import TIC_TAC_TOE


@pytest.fixture
def game() -> Game:
    return build_game(TIC_TAC_TOE, {})


def test_actions_are_called_by_column_and_row(game: Game) -> None:
    state = game.new_state()
    names = [game.action_to_string(state, action) for action in range(9)]
    assert names == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    assert game.string_to_action(state, " B2 ") == 4


def test_a_taken_cell_has_no_name(game: Game) -> None:
    state = game.position("X........ O")
    with pytest.raises(ActionError, match="a1"):
        game.string_to_action(state, "a1")


def test_a_position_says_whose_turn_it_is(game: Game) -> None:
    state = game.position("X.O...... X")
    assert state.current_player == 0
    assert state.legal_actions() == [1, 3, 4, 5, 6, 7, 8]
    assert game.position_to_string(state) == "X.O...... X"


@pytest.mark.parametrize(
    ("text", "returns"),
    [
        ("XXXOO.... O", [1.0, -1.0]),
        ("OOOXX.X.. X", [-1.0, 1.0]),
        ("XOXXOOOXX O", [0.0, 0.0]),
        ("XOXOXOXOX O", [1.0, -1.0]),
    ],
)
def test_finished_positions(game: Game, text: str, returns: list[float]) -> None:
    state = game.position(text)
    assert state.is_terminal
    assert state.returns() == returns


@pytest.mark.parametrize(
    "text",
    [
        "",
        "X.O......",
        "X.O...... Y",
        "X.O..... X",
        "X.O...... O",
        "XX....... O",
        "O........ X",
        "XXXOOO... X",
        "XXXOO.... X",
        "XXXOO..O. X",
        "OOOXX.X.X O",
    ],
)
def test_impossible_positions_are_refused(game: Game, text: str) -> None:
    with pytest.raises(PositionError, match=re.escape(f"'{text}'")):
        game.position(text)


@pytest.mark.parametrize(
    ("text", "status"),
    [("X.O...... X", "X to move"), ("XXXOO.... O", "X wins"), ("OOOXX.X.. X", "O wins"), ("XOXXOOOXX O", "draw")],
)
def test_text_shows_board_and_status(game: Game, text: str, status: str) -> None:
    lines = game.render(game.position(text)).splitlines()
    assert lines[0] == "  a b c"
    assert [line[0] for line in lines[1:4]] == ["1", "2", "3"]
    assert "".join(line[2:].replace(" ", "") for line in lines[1:4]) == text.split(maxsplit=1)[0]
    assert lines[4] == status


def test_svg_has_a_shape_for_each_mark(game: Game) -> None:
    svg = game.render_svg(game.position("X.O.X.... O"))
    assert svg.count("<path") == 2
    assert svg.count("<circle") == 1
    assert "O to move" in svg
