"""Exact values of Kalah against the tables of an independent solver, and of games that end by their length."""

import json
from pathlib import Path

import pytest

from palaestra import GameError, InvalidValueError, build_game, load_game
from palaestra.testing.games import KUHN_POKER, NIM
from palaestra_search.alpha_beta.solve import solve, solve_actions

TABLES = json.loads((Path(__file__).parents[1] / "data" / "kalah_margins.json").read_text())
TABLE_BITS = 20
QUICK = 12
"""Boards with at most this many seeds in a row are solved in every run of the tests."""


def _cases():
    for rules, margins in TABLES["margins"].items():
        capture, end = rules.split("/")
        for board, margin in margins.items():
            pits, seeds = map(int, board.split(","))
            knobs = {"pits": pits, "seeds": seeds, "capture": capture, "end": end}
            marks = [pytest.mark.slow] if pits * seeds > QUICK else []
            yield pytest.param(knobs, margin, id=f"{rules}-{board}", marks=marks)


def margin_of(game, value):
    """Return a value as a lead in seeds."""
    seeds = 2 * int(game.knobs["pits"]) * int(game.knobs["seeds"])
    assert value * seeds == pytest.approx(round(value * seeds), abs=1e-6)
    return round(value * seeds)


@pytest.mark.parametrize(("knobs", "margin"), list(_cases()))
def test_the_margin_of_perfect_play(knobs, margin):
    game = load_game("kalah", scoring="margin", **knobs)
    assert margin_of(game, solve(game, game.new_state(), TABLE_BITS).value) == margin


@pytest.mark.parametrize(("pits", "seeds"), [(2, 2), (3, 2), (2, 4), (3, 4), (4, 3)])
def test_who_wins_is_the_sign_of_the_margin(pits, seeds):
    game = load_game("kalah", pits=pits, seeds=seeds)
    margin = TABLES["margins"]["standard/either"][f"{pits},{seeds}"]
    assert solve(game, game.new_state()).value == (margin > 0) - (margin < 0)


@pytest.mark.slow
def test_every_opening_of_six_pits_with_three_seeds():
    game = load_game("kalah", pits=6, seeds=3, scoring="margin")
    values = solve_actions(game, game.new_state(), 22)
    assert [margin_of(game, values[pit]) for pit in range(6)] == TABLES["openings of 6,3, standard/either"]


@pytest.mark.parametrize("heaps", [1, 2, 3])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_nim_by_the_sum_without_carry(heaps, size):
    # C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3 (1901).
    total = 0
    for heap in range(size, size + heaps):
        total ^= heap
    game = build_game(NIM, {"heaps": heaps, "size": size})
    assert solve(game, game.new_state()).value == (1.0 if total else -1.0)


@pytest.mark.parametrize("cap", range(1, 9))
def test_games_that_end_by_their_length(ab, cap):
    game = build_game(NIM, {"heaps": 3, "size": 2, "cap": cap})
    state = game.new_state()
    assert solve(game, state).value == ab.minimax(game, state, depth=100)


@pytest.mark.parametrize("bits", [0, 1, 6, 18])
def test_any_size_of_the_table_will_do(bits):
    game = load_game("kalah", pits=3, seeds=2, scoring="margin")
    assert margin_of(game, solve(game, game.new_state(), bits).value) == 4


def test_other_games_are_refused():
    game = build_game(KUHN_POKER, {})
    with pytest.raises(GameError, match="kuhn_poker"):
        solve(game, game.new_state())


def test_a_game_that_is_over_is_refused():
    game = load_game("tic_tac_toe")
    with pytest.raises(InvalidValueError, match="not over"):
        solve(game, game.position("XXXOO.... O"))
