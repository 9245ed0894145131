"""Positions and actions of nine men's morris as text.

A position is 24 points row by row of ``.WB``, the men in hand of White and of Black, and the side to move:
``"W.W......BB....W......B. 0 0 W"``. Two optional parts follow: ``remove`` when the side to move has closed a mill
and removes a man, and ``turn N`` after N > 0 turns, which matters for the draw by length only.

Actions: ``d7`` places a man, ``d7-g7`` moves one, ``xd7`` removes one, ``pass``.
"""

from __future__ import annotations

import re
from typing import Final

from palaestra import IntArray, PositionError
from palaestra_boardgames.nine_mens_morris.board import NUM_POINTS, POINT_NAMES, bits, count_mills
from palaestra_boardgames.nine_mens_morris.rules import (
    BLACK_WON,
    FEWEST,
    HAND,
    MAX_TURNS,
    MEN,
    MEN_EACH,
    PASS,
    PLAYING,
    REMOVAL,
    RESULT,
    SIDE,
    TURNS,
    WHITE_WON,
    settle,
)

_LETTERS: Final = ("W", "B")
_COLOURS: Final = ("White", "Black")
_FORM: Final = re.compile(r"(\S+) (\d{1,9}) (\d{1,9}) (\S+?)( remove)?(?: turn (\d{1,9}))?")


class MorrisNotation:
    """Strings of nine men's morris, both ways."""

    def action_to_string(self, state: IntArray, action: int) -> str:
        """Return the action as text."""
        if action == PASS:
            return "pass"
        if action >= NUM_POINTS:
            start, to = divmod(action - NUM_POINTS, NUM_POINTS)
            return f"{POINT_NAMES[start]}-{POINT_NAMES[to]}"
        return ("x" if state[REMOVAL] else "") + POINT_NAMES[action]

    def position_to_string(self, state: IntArray) -> str:
        """Return the text of a position."""
        board = "".join(
            next((letter for i, letter in enumerate(_LETTERS) if state[MEN + i] >> point & 1), ".")
            for point in range(NUM_POINTS)
        )
        text = f"{board} {state[HAND]} {state[HAND + 1]} {_LETTERS[state[SIDE]]}"
        if state[REMOVAL]:
            text += " remove"
        return text + (f" turn {state[TURNS]}" if state[TURNS] else "")

    def position(self, text: str, state: IntArray) -> None:
        """Write the position into a fresh state; a finished one (a blocked player, two men left) is one too.

        Raises:
            PositionError: the text cannot be read, or no game with nine men each has such a position.
        """
        form = _FORM.fullmatch(" ".join(text.split()))
        if form is None:
            raise PositionError(
                f"position {text!r}; expected 24 points of '.WB', men in hand of White and Black, W or B to move, "
                "then 'remove' and 'turn N' where they apply"
            )
        board, white_hand, black_hand, side, removal, turns = form.groups()
        _check_board(board)
        if side not in _LETTERS:
            raise PositionError(f"side to move is {side!r}; expected W or B")
        for i, hand in enumerate((white_hand, black_hand)):
            state[MEN + i] = bits([point for point, letter in enumerate(board) if letter == _LETTERS[i]])
            state[HAND + i] = _checked_hand(i, board.count(_LETTERS[i]), int(hand))
        played = int(turns or 0)
        if played > state[MAX_TURNS]:
            raise PositionError(f"turn is {played}; expected at most {state[MAX_TURNS]}")
        state[SIDE] = _LETTERS.index(side)
        _finish(state, played)
        if removal:
            _check_removal(state)
            state[REMOVAL] = 1


def _check_board(board: str) -> None:
    if len(board) != NUM_POINTS:
        raise PositionError(f"board {board!r} has {len(board)} points; expected {NUM_POINTS}")
    for point, letter in enumerate(board):
        if letter not in (".", *_LETTERS):
            raise PositionError(f"point {point} ({POINT_NAMES[point]}) is {letter!r}; expected one of '.', 'W', 'B'")


def _checked_hand(seat: int, on_board: int, hand: int) -> int:
    if on_board + hand > MEN_EACH:
        raise PositionError(
            f"{_COLOURS[seat]} has {on_board} men on the board and {hand} in hand; expected at most {MEN_EACH} in all"
        )
    return hand


def _finish(state: IntArray, turns: int) -> None:
    """Set the turns and find out whether the game is over."""
    totals = [int(state[MEN + i]).bit_count() + int(state[HAND + i]) for i in range(2)]
    if max(totals) < FEWEST:
        raise PositionError(f"White has {totals[0]} men and Black {totals[1]}; expected 3 or more on one side")
    settle(state, turns)
    for i in range(2):
        if totals[i] < FEWEST:
            state[RESULT] = BLACK_WON if i == 0 else WHITE_WON


def _check_removal(state: IntArray) -> None:
    side = int(state[SIDE])
    if state[RESULT] != PLAYING:
        raise PositionError(f"'remove' for {_COLOURS[side]}; expected none, the game is over")
    if count_mills(int(state[MEN + side])) == 0 or state[MEN + 1 - side] == 0:
        raise PositionError(
            f"'remove' for {_COLOURS[side]}; expected a mill of {_COLOURS[side]} and a man of {_COLOURS[1 - side]}"
        )


NOTATION: Final = MorrisNotation()
