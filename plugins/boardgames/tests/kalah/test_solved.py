"""Margins of perfect play against the table of an independent solver."""

import json
from pathlib import Path

import numpy as np
import pytest
from numba import int64

from palaestra import build_game, copy, jit
from palaestra_boardgames.kalah import rules
from palaestra_boardgames.kalah.layout import BOARD, SIDE_WORDS, STORE, TOTAL
from palaestra_boardgames.kalah.spec import KALAH

TABLES = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())
SOLVED = TABLES["kalah_solved_margin_first_player"]
QUICK = 16
"""Boards with at most this many seeds in a row are solved in every run of the tests."""

ROWS = int64[:, ::1]
KEY, LOWER, UPPER = 0, 1, 2


@jit(int64(ROWS, ROWS, int64, int64, int64, ROWS))
def _margin(states, legal, level, alpha, beta, table):
    """Return the first seat's lead under perfect play by alpha-beta, exact inside (alpha, beta)."""
    state = states[level]
    mover = rules.current_player(state)
    if mover < 0:
        return state[BOARD + STORE] - state[BOARD + SIDE_WORDS + STORE]
    at_least = 2 * state[BOARD + STORE] - state[TOTAL]
    at_most = state[TOTAL] - 2 * state[BOARD + SIDE_WORDS + STORE]
    if at_least >= beta or at_most <= alpha:
        return at_least if at_least >= beta else at_most
    key = rules.key(state)
    entry = table[key & (table.shape[0] - 1)]
    if entry[KEY] == key:
        alpha, beta = max(alpha, entry[LOWER]), min(beta, entry[UPPER])
        if entry[LOWER] >= beta or alpha >= entry[UPPER] or alpha >= beta:
            return entry[LOWER] if entry[LOWER] >= beta else entry[UPPER]
    best = int64(-(1 << 30) if mover == 0 else 1 << 30)
    low, high = alpha, beta
    n = rules.legal_actions(state, legal[level])
    for i in range(2 * n):  # sowings that earn another one first, then the others, each from the right
        child = states[level + 1]
        copy(child, state)
        rules.step(child, legal[level, n - 1 - i % n])
        if (rules.current_player(child) == mover) != (i < n):
            continue
        value = _margin(states, legal, level + 1, low, high, table)
        if mover == 0:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    if entry[KEY] != key:
        entry[KEY], entry[LOWER], entry[UPPER] = key, -(1 << 30), 1 << 30
    if best > alpha:
        entry[LOWER] = max(entry[LOWER], best)
    if best < beta:
        entry[UPPER] = min(entry[UPPER], best)
    return best


def solve(state, plies, size=1 << 18):
    """Narrow the margin down by searches with an empty window: MTD(f) of Plaat and others, 1996."""
    states = np.zeros((plies + 1, len(state.array)), dtype=np.int64)
    states[0] = state.array
    legal = np.zeros((plies + 1, 12), dtype=np.int64)
    table = np.zeros((size, 3), dtype=np.int64)
    margin, lower, upper = 0, -2000, 2000
    while lower < upper:
        beta = max(margin, lower + 1)
        margin = _margin(states, legal, 0, beta - 1, beta, table)
        lower, upper = (lower, margin) if margin < beta else (margin, upper)
    return margin


def _cases():
    for name, margins in SOLVED.items():
        if name.startswith("kalah_6_3"):
            continue
        capture, end = name.split("/")
        knobs = {
            "capture": {"standard": "standard", "empty_capture": "empty"}[capture],
            "end": {"end_any_row_empty": "either", "end_mover_row_empty": "mover"}[end],
        }
        for board, margin in margins.items():
            pits, seeds = map(int, board.split(","))
            marks = [pytest.mark.slow] if pits * seeds > QUICK else []
            yield pytest.param({"pits": pits, "seeds": seeds, **knobs}, margin, id=f"{name}-{board}", marks=marks)


@pytest.mark.parametrize(("knobs", "margin"), list(_cases()))
def test_perfect_play_ends_with_the_published_margin(knobs, margin):
    game = build_game(KALAH, knobs)
    size = 1 << 18 if knobs["pits"] * knobs["seeds"] <= QUICK else 1 << 23
    assert solve(game.new_state(), game.sizes.max_plies, size) == margin


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize(("table", "capture"), [("standard", "standard"), ("empty_capture", "empty")])
def test_six_pits_with_three_seeds(table, capture):
    game = build_game(KALAH, {"pits": 6, "seeds": 3, "capture": capture})
    known = SOLVED["kalah_6_3_and_6_4_by_kalah64.c (end_any_row_empty)"][table]["6,3"]
    assert solve(game.new_state(), game.sizes.max_plies, 1 << 23) == known
