"""Rules that fail say which one, where, and after which actions; those that never return are reported."""

from __future__ import annotations

import re
import threading
from dataclasses import replace
from typing import Any

import pytest
from tests.framework.testing.broken_games import nim_game, plain

from palaestra.game import KernelGame
from palaestra.kernel import IntArray, Sizes, rule
from palaestra.spec import Knobs
from palaestra.testing import ConformanceError, check_game
from palaestra.testing.games import NIM, nim
from palaestra.testing.guard import RuleError, guarded, watched


@rule("legal_actions")
def forgets_the_end_of_the_list(state: IntArray, out: IntArray) -> int:
    """List one action too many, once two plies are played."""
    n = nim.legal_actions(state, out)
    if state[nim.PLIES] == 2:
        out[out.shape[0]] = 0
    return n


def test_the_rule_the_place_and_the_actions_are_named() -> None:
    game = nim_game(legal_actions=forgets_the_end_of_the_list)
    with pytest.raises(ConformanceError) as caught:
        check_game(game, reference=False)
    message = str(caught.value)
    assert "rule 'legal_actions' raised IndexError: index 15 is out of bounds for axis 0 with size 15" in message
    assert re.search(r"\(test_guard.py, line \d+: out\[out.shape\[0\]\] = 0\)", message)
    assert "max_legal 15" in message
    cause: Any = caught.value.__cause__
    assert isinstance(cause, RuleError)
    assert isinstance(cause.__cause__, IndexError)
    assert cause.actions is not None
    assert len(cause.actions) == 2
    assert f"actions: {' '.join(map(str, cause.actions))}]" in message


@pytest.mark.parametrize(
    ("changes", "rule_name", "size"),
    [
        ({"state_size": nim.STATE_SIZE - 1}, "legal_actions", "state_size 11"),
        ({"num_features": 2}, "encode", "num_features 2"),
        ({"num_features": 2, "state_size": 3}, "init", "state_size 3"),
    ],
)
def test_a_size_that_is_too_small_is_reported_with_the_rule(changes: dict[str, int], rule_name: str, size: str) -> None:
    def sizes(knobs: Knobs) -> Sizes:
        return replace(nim.sizes(knobs), **changes)  # type: ignore[arg-type]

    with pytest.raises(ConformanceError, match=rf"rule '{rule_name}' raised IndexError: index \d+ .* size \d+.*{size}"):
        check_game(nim_game(sizes), reference=False)


def test_an_action_that_cannot_be_played_is_named() -> None:
    @rule("step")
    def refuses_two(state: IntArray, action: int) -> None:
        if action == 2:
            raise ValueError("two is too many")
        nim.step(state, action)

    told = r"rule 'step' raised ValueError: two is too many \(test_guard.*; action 2"
    with pytest.raises(ConformanceError, match=told):
        check_game(nim_game(step=refuses_two), reference=False)


def test_honest_games_play_as_before() -> None:
    game = nim.GAME.build(NIM, NIM.resolve_knobs({}))
    assert check_game(game, games=3, reference=False).positions > 3
    assert isinstance(guarded(game), KernelGame)
    assert game.complete_rules is not guarded(game).complete_rules


def test_a_rule_that_does_not_return_is_reported(capfd: pytest.CaptureFixture[str]) -> None:
    reported = threading.Event()

    def waits(state: IntArray) -> int:
        reported.wait(60)
        return nim.current_player(state)

    game = guarded(nim_game(**plain(current_player=waits)))
    state = game.new_state(seed=1)
    texts: list[str] = []

    def report(text: str) -> None:
        texts.append(text)
        reported.set()

    with watched(game, patience=0.05, report=report):
        assert state.current_player == 0
    assert texts == ["rule 'current_player' of 'nim' does not return: an endless loop?"]
