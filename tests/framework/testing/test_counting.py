"""Perft on tiny games, against published counts and against a count in plain Python."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from palaestra.errors import InvalidValueError
from palaestra.game import Game, State, build_game
from palaestra.spec import KnobValue
from palaestra.testing import counting as perft_module
from palaestra.testing.counting import divide, perft
from palaestra.testing.games import KUHN_POKER, NIM, TWENTY_ONE


def slow(state: State, depth: int, *, turns: bool) -> int:
    """Count by the definition."""
    if depth == 0:
        return 1
    total = 0
    for action in state.legal_actions():
        after = state.copy()
        after.step(action)
        complete = not turns or after.current_player != state.current_player
        total += slow(after, depth - complete, turns=turns)
    return total


@pytest.mark.parametrize("heaps", [1, 2, 3])
def test_nim_with_all_single_counters_has_factorially_many_sequences(heaps: int) -> None:
    game = build_game(NIM, {"heaps": 4})
    state = game.position(",".join(["1"] * heaps) + " 1")
    for depth in range(heaps + 2):
        expected = math.perm(heaps, depth) if depth <= heaps else 0
        assert perft(game, state, depth) == expected


def test_one_heap_of_nim_is_counted_by_compositions() -> None:
    game = build_game(NIM, {"heaps": 1, "size": 6})
    # Ways to take exactly d times from 6, whether or not counters are left: sums of binomial coefficients.
    for depth in range(1, 8):
        expected = sum(math.comb(taken - 1, depth - 1) for taken in range(depth, 7))
        assert perft(game, game.new_state(), depth) == expected


@pytest.mark.parametrize("unit", ["ply", "turn"])
@pytest.mark.parametrize("knobs", [{}, {"takes": 2}, {"takes": 3}, {"cap": 3}], ids=str)
def test_equals_the_definition(knobs: dict[str, KnobValue], unit: perft_module.Unit) -> None:
    game = build_game(NIM, {"heaps": 2, "size": 2, **knobs})
    for depth in range(5):
        assert perft(game, game.new_state(), depth, unit) == slow(game.new_state(), depth, turns=unit == "turn")


def test_a_position_within_a_turn_counts_the_rest_as_the_first_turn() -> None:
    game = build_game(NIM, {"heaps": 1, "size": 5, "takes": 3})
    state = game.position("3 1 1")
    # One taking is left: after 1 or 2 counters the other seat's turn follows, after 3 the game is over.
    assert perft(game, state, 1, "turn") == 3
    # Two counters: both at once or one by one, each the last of the game; one counter: once.
    assert perft(game, state, 2, "turn") == 3


def test_turns_longer_than_the_room_first_given_are_counted() -> None:
    game = build_game(NIM, {"heaps": 1, "size": 6, "takes": 4})
    state = game.new_state()
    assert perft(game, state, 1, "turn") == slow(state, 1, turns=True) == 31


def test_counting_goes_on_after_every_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    game = build_game(NIM, {})
    whole = [perft(game, game.new_state(), 5, unit) for unit in ("ply", "turn")]  # type: ignore[arg-type]
    monkeypatch.setattr(perft_module, "NODES_EACH_CALL", 1)
    assert [perft(game, game.new_state(), 4, "ply"), perft(game, game.new_state(), 4, "turn")] == [4338, 4338]
    monkeypatch.setattr(perft_module, "NODES_EACH_CALL", 37)
    assert [perft(game, game.new_state(), 5, unit) for unit in ("ply", "turn")] == whole  # type: ignore[arg-type]


def test_the_state_is_not_changed() -> None:
    game = build_game(NIM, {})
    state = game.new_state()
    before = state.observation(0).tolist()
    perft(game, state, 4)
    assert state.observation(0).tolist() == before


@pytest.mark.parametrize("unit", ["ply", "turn"])
def test_a_game_without_a_kernel_is_counted_in_python(unit: perft_module.Unit) -> None:
    game = build_game(TWENTY_ONE, {"goal": 8})
    # Ordered sums of d numbers 1, 2 or 3: trinomial coefficients, those that pass or reach 8 too early left out.
    ways = np.ones(1, dtype=np.int64)
    for depth in range(1, 9):
        ways = np.convolve(ways[:8], [0, 1, 1, 1])[:9]
        assert perft(game, game.new_state(), depth, unit) == ways.sum()


def test_chance_follows_the_future_that_the_state_holds() -> None:
    game = build_game(KUHN_POKER, {})
    assert [perft(game, game.new_state(seed=seed), 3) for seed in range(4)] == [2] * 4
    assert [perft(game, game.new_state(), depth) for depth in range(5)] == [1, 2, 4, 2, 0]


@pytest.mark.parametrize("spec", [NIM, TWENTY_ONE], ids=lambda spec: spec.id)
def test_divide_splits_the_count_by_first_action(spec: Any) -> None:
    game: Game = build_game(spec, {})
    parts = divide(game, game.new_state(), 3)
    assert list(parts) == game.new_state().legal_actions()
    assert sum(parts.values()) == perft(game, game.new_state(), 3)
    assert set(divide(game, game.new_state(), 1).values()) == {1}


def test_a_finished_game_has_the_empty_sequence_only() -> None:
    game = build_game(NIM, {})
    over = game.position("0 1")
    assert [perft(game, over, depth) for depth in range(3)] == [1, 0, 0]
    assert divide(game, over, 1) == {}


@pytest.mark.parametrize(("depth", "unit"), [(-1, "ply"), (1, "move")])
def test_what_does_not_fit_is_refused(depth: int, unit: Any) -> None:
    game = build_game(NIM, {})
    with pytest.raises(InvalidValueError):
        perft(game, game.new_state(), depth, unit)
    with pytest.raises(InvalidValueError):
        divide(game, game.new_state(), 0)
