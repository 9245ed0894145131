"""Slow twins are held against kernels move for move."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.framework.testing.broken_games import plain

from palaestra.errors import InvalidValueError
from palaestra.game import KernelGame
from palaestra.kernel import IntArray
from palaestra.testing import ConformanceError, compare_with_reference
from palaestra.testing.games import NIM, nim
from palaestra.testing.games.nim import NimReference


class OverlooksOne(NimReference):
    """Overlooks the first action."""

    def legal_actions(self) -> list[int]:
        return super().legal_actions()[1:]


class BeginsAgain(NimReference):
    """Does not read positions."""

    @classmethod
    def from_position(cls, text: str, knobs: object) -> NimReference:
        return NimReference(NIM.resolve_knobs({}), ("standard", "standard"), 0)


def game_with(reference: str | None) -> KernelGame:
    return replace(nim.GAME, reference=reference).build(NIM, NIM.resolve_knobs({}))


def test_equal_rules_agree() -> None:
    compare_with_reference(game_with(nim.GAME.reference), games=10)


@pytest.mark.parametrize(("twin", "what"), [(OverlooksOne, "legal_actions"), (BeginsAgain, "from position")])
def test_a_difference_is_reported(twin: type, what: str) -> None:
    with pytest.raises(ConformanceError, match=what):
        compare_with_reference(game_with(f"{__name__}:{twin.__name__}"), games=10)


def test_a_difference_deep_in_a_game_is_found() -> None:
    def forgetful_step(state: IntArray, action: int) -> None:
        nim.step(state, action)
        if state[nim.PLIES] == 4:
            state[nim.SEAT] = 0

    rules = replace(nim.RULES, **plain(step=forgetful_step))
    game = replace(nim.GAME, rules=rules).build(NIM, NIM.resolve_knobs({}))
    with pytest.raises(ConformanceError) as caught:
        compare_with_reference(game, games=20)
    assert caught.value.law == "the kernel agrees with its slow twin"
    assert len(caught.value.actions) >= 3


def test_a_game_without_a_twin_is_refused() -> None:
    with pytest.raises(InvalidValueError, match="reference of nim"):
        compare_with_reference(game_with(None))
