"""Random games on any board: laws, slow twin, conservation of seeds, playouts, frequencies, plain Python."""

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palaestra import build_game, random_below
from palaestra.testing import check_game, check_plain_python
from palaestra.testing.twin import compare_with_reference
from palaestra_boardgames.kalah.layout import BOARD, MASK, PLIES_LEFT, SIDE_WORDS, TOTAL, read_board
from palaestra_boardgames.kalah.spec import KALAH

any_knobs = st.fixed_dictionaries(
    {
        "pits": st.integers(1, 12),
        "seeds": st.integers(1, 24),
        "capture": st.sampled_from(["standard", "empty"]),
        "end": st.sampled_from(["either", "mover"]),
        "scoring": st.sampled_from(["win", "margin"]),
    }
)

PLAIN_PYTHON = """
from palaestra import build_game
from palaestra_boardgames.kalah.spec import KALAH
for knobs in ({"pits": 3}, {"pits": 8, "seeds": 9, "capture": "empty", "end": "mover"}):
    game = build_game(KALAH, knobs)
    for seed in range(10):
        state = game.new_state(seed=seed)
        game.rules.playout(state.array)
        print(*state.array, game.rules.key(state.array), *state.features(1), *state.returns())
"""


@pytest.mark.parametrize(
    "knobs",
    [
        {},
        {"pits": 1, "seeds": 5, "end": "mover", "scoring": "margin"},
        {"pits": 8, "seeds": 3, "capture": "empty", "end": "mover"},
    ],
)
def test_laws(knobs):
    report = check_game(build_game(KALAH, knobs), games=10)
    assert "the kernel agrees with its slow twin" in report.laws


@pytest.mark.parametrize("name", ["standard", "variant"])
def test_golden_playthrough(check_playthrough, name):
    knobs = {"standard": {}, "variant": {"pits": 7, "seeds": 3, "capture": "empty", "end": "mover"}}[name]
    check_playthrough(Path(__file__).parent / f"{name}.txt", build_game(KALAH, knobs), seed=4)


@settings(max_examples=40, deadline=None)
@given(any_knobs, st.integers(0, 2**32))
def test_kernel_plays_as_the_twin_does(knobs, seed):
    compare_with_reference(build_game(KALAH, knobs), games=1, seed=seed)


@settings(max_examples=40, deadline=None)
@given(any_knobs, st.integers(0, 2**62))
def test_seeds_are_conserved_and_masks_kept(knobs, seed):
    game = build_game(KALAH, knobs)
    state, rng = game.new_state(), np.random.default_rng(seed)
    total = 2 * knobs["pits"] * knobs["seeds"]
    stores = (0, 0)
    while not state.is_terminal:
        state.step(int(rng.choice(state.legal_actions())))
        board = read_board(state.array)
        assert board.total == state.array[TOTAL] == total
        assert all(after >= before for before, after in zip(stores, board.stores, strict=True))
        stores = board.stores
        for seat in (0, 1):
            mask = sum(1 << pit for pit, seeds in enumerate(board.pits[seat]) if seeds)
            assert state.array[BOARD + seat * SIDE_WORDS + MASK] == mask
    assert sum(stores) == total


@settings(max_examples=40, deadline=None)
@given(any_knobs, st.integers(0, 2**62), st.integers(0, 30))
def test_playout_plays_what_the_loop_over_the_slots_plays(knobs, seed, plies):
    game = build_game(KALAH, knobs)
    state = game.new_state(seed=seed)
    legal = np.zeros(game.sizes.max_legal, dtype=np.int64)
    for _ in range(plies):
        if not state.is_terminal:
            n = game.rules.legal_actions(state.array, legal)
            game.rules.step(state.array, legal[random_below(state.array, n)])
    fused = state.copy()
    game.rules.playout(fused.array)
    while not state.is_terminal:
        n = game.rules.legal_actions(state.array, legal)
        game.rules.step(state.array, legal[random_below(state.array, n)])
    np.testing.assert_array_equal(fused.array, state.array)


def test_random_play_ends_as_often_as_counted_elsewhere():
    # 500,000 games of an independent program: first seat .4850, second .4524, draw .0626, mean length 43.96.
    game = build_game(KALAH, {})
    games, plies = 40_000, 0
    outcomes = {1.0: 0, -1.0: 0, 0.0: 0}
    state, config, returns = game.new_state(), game.config(), np.zeros(2)
    for seed in range(games):
        game.rules.init(state.array, config, seed)
        game.rules.playout(state.array)
        game.rules.returns(state.array, returns)
        outcomes[returns[0]] += 1
        plies += game.sizes.max_plies - state.array[PLIES_LEFT]
    for outcome, expected in ((1.0, 0.4850), (-1.0, 0.4524), (0.0, 0.0626)):
        error = math.sqrt(expected * (1 - expected) * (1 / games + 1 / 500_000))
        assert outcomes[outcome] / games == pytest.approx(expected, abs=4 * error)
    assert plies / games == pytest.approx(43.96, abs=0.25)


def test_plain_python_plays_the_same_games():
    assert len(check_plain_python(PLAIN_PYTHON)) == 20
