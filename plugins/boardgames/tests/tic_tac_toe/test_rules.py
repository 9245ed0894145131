"""Tic-tac-toe against values that are known exactly, every position of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from palaestra import KernelGame, KernelState, build_game, play_out
from palaestra.testing.counting import perft
from palaestra_boardgames.tic_tac_toe.spec import TIC_TAC_TOE

KNOWN: dict[str, Any] = json.loads((Path(__file__).parents[1] / "data" / "perft.json").read_text())["tic_tac_toe"]
Outcome = tuple[Fraction, ...]


@pytest.fixture(scope="module")
def game() -> KernelGame:
    built = build_game(TIC_TAC_TOE, {})
    assert isinstance(built, KernelGame)
    return built


def followers(state: KernelState) -> Iterator[KernelState]:
    for action in state.legal_actions():
        after = state.copy()
        after.step(action)
        yield after


@pytest.fixture(scope="module")
def positions(game: KernelGame) -> dict[str, KernelState]:
    """Every position that can be reached, by its text."""
    start = game.new_state()
    found = {game.position_to_string(start): start}
    waiting = [start]
    while waiting:
        for after in followers(waiting.pop()):
            text = game.position_to_string(after)
            if text not in found:
                found[text] = after
                waiting.append(after)
    return found


@pytest.mark.parametrize("depth", range(10))
def test_perft(game: KernelGame, depth: int) -> None:
    assert perft(game, game.new_state(), depth) == KNOWN["perft"][str(depth)]
    assert perft(game, game.new_state(), depth, unit="turn") == KNOWN["perft"][str(depth)]


def test_games_by_length_and_winner(game: KernelGame, positions: dict[str, KernelState]) -> None:
    @cache
    def ended(text: str) -> dict[tuple[int, float], int]:
        state = positions[text]
        if state.is_terminal:
            return {(0, state.returns()[0]): 1}
        counts: Counter[tuple[int, float]] = Counter()
        for after in followers(state):
            for (plies, result), n in ended(game.position_to_string(after)).items():
                counts[plies + 1, result] += n
        return counts

    counts = ended("......... X")
    words = {1.0: "x", -1.0: "o", 0.0: "draw"}
    by_ply: dict[str, dict[str, int]] = {}
    for (plies, result), n in counts.items():
        by_ply.setdefault(str(plies), {"x": 0, "o": 0, "draw": 0})[words[result]] = n
    assert by_ply == KNOWN["ended_at_ply"]
    assert sum(counts.values()) == KNOWN["games"]
    assert sum(n for (_, result), n in counts.items() if result == 1) == KNOWN["x_wins"]
    assert sum(n for (_, result), n in counts.items() if result == -1) == KNOWN["o_wins"]
    assert sum(n for (_, result), n in counts.items() if result == 0) == KNOWN["draws"]


def test_numbers_of_positions(game: KernelGame, positions: dict[str, KernelState]) -> None:
    states = list(positions.values())
    over = [state for state in states if state.is_terminal]
    assert len(states) == KNOWN["positions"]
    assert len(over) == KNOWN["terminal_positions"]
    assert sum(state.returns()[0] == 1 for state in over) == KNOWN["x_won"]
    assert sum(state.returns()[0] == -1 for state in over) == KNOWN["o_won"]
    assert sum(state.returns()[0] == 0 for state in over) == KNOWN["drawn"]
    assert sum(state.current_player == 0 for state in states) == KNOWN["nonterminal_x_to_move"]
    assert sum(state.current_player == 1 for state in states) == KNOWN["nonterminal_o_to_move"]
    assert sum(len(state.legal_actions()) for state in states) == KNOWN["state_action_pairs"]


def test_numbers_of_positions_up_to_symmetry(game: KernelGame, positions: dict[str, KernelState]) -> None:
    representatives = set()
    for state in positions.values():
        out = np.zeros_like(state.array)
        assert game.rules.canonical is not None
        game.rules.canonical(state.array, out)
        representatives.add(tuple(out[2:].tolist()))
    assert len(representatives) == KNOWN["positions_mod_symmetry"]


def test_keys_tell_positions_apart(game: KernelGame, positions: dict[str, KernelState]) -> None:
    assert game.rules.key is not None
    assert len({game.rules.key(state.array) for state in positions.values()}) == KNOWN["positions"]


def test_value_of_the_game_and_of_all_openings(game: KernelGame, positions: dict[str, KernelState]) -> None:
    @cache
    def value(text: str) -> float:
        """Return the first seat's result under best play."""
        state = positions[text]
        if state.is_terminal:
            return state.returns()[0]
        values = [value(game.position_to_string(after)) for after in followers(state)]
        return max(values) if state.current_player == 0 else min(values)

    assert value("......... X") == KNOWN["value_for_first"]
    assert [value(game.position_to_string(after)) for after in followers(game.new_state())] == [0.0] * 9


def test_uniformly_random_play_exactly(game: KernelGame, positions: dict[str, KernelState]) -> None:
    @cache
    def play(text: str) -> Outcome:
        """Return the probabilities of a win of X, a win of O and a draw, and the mean number of plies left."""
        state = positions[text]
        if state.is_terminal:
            result = state.returns()[0]
            return Fraction(result == 1), Fraction(result == -1), Fraction(result == 0), Fraction(0)
        outcomes = [play(game.position_to_string(after)) for after in followers(state)]
        mean = [sum(values, Fraction(0)) / len(outcomes) for values in zip(*outcomes, strict=True)]
        return mean[0], mean[1], mean[2], mean[3] + 1

    known = KNOWN["uniform_random_play"]
    wanted = [known["x"][0], known["o"][0], known["draw"][0], KNOWN["uniform_random_mean_plies"][0]]
    assert play("......... X") == tuple(Fraction(text) for text in wanted)


def test_playouts_are_uniformly_random(game: KernelGame) -> None:
    n = 20_000
    counts: Counter[float] = Counter()
    legal = np.zeros(9, dtype=np.int64)
    for seed in range(n):
        state = game.new_state(seed=seed)
        play_out(game.kernel, state.array, legal)
        counts[state.returns()[0]] += 1
    for result, word in ((1.0, "x"), (-1.0, "o"), (0.0, "draw")):
        p = KNOWN["uniform_random_play"][word][1]
        # Five standard deviations of a binomial count.
        assert abs(counts[result] - n * p) < 5 * (n * p * (1 - p)) ** 0.5


def test_playout_draws_as_the_generic_loop_does(game: KernelGame, positions: dict[str, KernelState]) -> None:
    from palaestra import random_below

    rng = np.random.default_rng(3)
    unfinished = [state for state in positions.values() if not state.is_terminal]
    for index in rng.choice(len(unfinished), 200, replace=False):
        fast, slow = unfinished[index].copy(), unfinished[index].copy()
        assert game.rules.playout is not None
        game.rules.playout(fast.array)
        while not slow.is_terminal:
            legal = slow.legal_actions()
            slow.step(legal[random_below(slow.array, len(legal))])
        assert fast.array.tolist() == slow.array.tolist()


def test_evaluation_is_exact_at_the_end_and_between_before(positions: dict[str, KernelState], game: KernelGame) -> None:
    evaluate = game.rules.evaluate
    assert evaluate is not None
    for state in positions.values():
        values = [evaluate(state.array, player) for player in range(2)]
        assert values[0] == -values[1]
        if state.is_terminal:
            assert values == state.returns()
        else:
            assert -1 < values[0] < 1


def test_evaluation_prefers_open_lines(game: KernelGame) -> None:
    evaluate = game.rules.evaluate
    assert evaluate is not None
    centre, edge = (evaluate(game.position(text).array, 0) for text in ("....X.... O", ".X....... O"))
    assert centre > edge > 0


def test_encoding_shows_own_marks_first(game: KernelGame) -> None:
    state = game.position("X.O.X.... O")
    own, other = [0.0] * 9, [0.0] * 9
    own[2] = 1.0
    other[0] = other[4] = 1.0
    assert state.features(1).tolist() == [*own, *other, 1.0]
    assert state.features(0).tolist() == [*other, *own, 0.0]
