"""Every law of games catches a game that breaks it, and good games pass."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.framework.testing.broken_games import (
    BROKEN_NIM,
    BROKEN_TWENTY_ONE,
    MutantGame,
    all_open_observe,
    both_win,
    mutated,
    nim_game,
    plain,
    public_cards_observe,
    two_of_a_kind,
)

from palaestra.game import build_game
from palaestra.kernel import Rules
from palaestra.spec import KnobValue
from palaestra.testing import ConformanceError, check_game
from palaestra.testing.games import KUHN_POKER, NIM, TWENTY_ONE, kuhn_poker


@pytest.mark.parametrize(
    ("spec", "knobs"),
    [
        (NIM, {}),
        (NIM, {"takes": 3}),
        (NIM, {"cap": 4}),
        (NIM, {"heaps": 1, "size": 1}),
        (KUHN_POKER, {}),
        (TWENTY_ONE, {}),
        (TWENTY_ONE, {"goal": 1}),
    ],
    ids=lambda value: getattr(value, "id", str(value)),
)
def test_good_games_pass(spec: Any, knobs: dict[str, KnobValue]) -> None:
    report = check_game(build_game(spec, knobs), games=10)
    assert report.games == 10
    assert report.positions > 10
    assert "legal actions are applicable" in report.laws


@pytest.mark.parametrize(("law", "changes"), BROKEN_NIM, ids=lambda value: value if isinstance(value, str) else "")
def test_a_kernel_that_breaks_a_law_is_caught(law: str, changes: dict[str, Any]) -> None:
    with pytest.raises(ConformanceError) as caught:
        check_game(nim_game(**changes))
    assert caught.value.law == law
    assert caught.value.subject == "nim"
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("law", "changes"),
    [
        ("hidden information is hidden", {"observe": all_open_observe}),
        ("determinizations fit the observation", {"observe": public_cards_observe}),
        ("determinizations fit the observation", {"determinize": two_of_a_kind}),
    ],
)
def test_a_game_that_hides_badly_is_caught(law: str, changes: dict[str, Any]) -> None:
    rules: Rules = replace(kuhn_poker.RULES, **plain(**changes))
    with pytest.raises(ConformanceError) as caught:
        check_game(replace(kuhn_poker.GAME, rules=rules).build(KUHN_POKER, {}))
    assert caught.value.law == law


def test_words_of_actions_that_tell_what_is_hidden_are_caught() -> None:
    telling = replace(kuhn_poker.GAME, notation="tests.framework.testing.broken_games:TELLTALE")
    with pytest.raises(ConformanceError) as caught:
        check_game(telling.build(KUHN_POKER, {}))
    assert caught.value.law == "action texts need only the observation"


def test_the_unbroken_mutant_passes() -> None:
    assert check_game(mutated(MutantGame), games=3).games == 3


@pytest.mark.parametrize(("law", "kind"), BROKEN_TWENTY_ONE)
def test_a_game_without_a_kernel_that_breaks_a_law_is_caught(law: str, kind: type[MutantGame]) -> None:
    with pytest.raises(ConformanceError) as caught:
        check_game(mutated(kind))
    assert caught.value.law == law


def test_an_endless_game_is_caught() -> None:
    with pytest.raises(ConformanceError, match="goes on after 6 plies") as caught:
        check_game(mutated(MutantGame), longest=6)
    assert caught.value.law == "games end within max_plies"


def test_every_law_has_a_game_that_breaks_it() -> None:
    """A new law needs a new mutant."""
    tried = {law for law, _ in BROKEN_NIM} | {law for law, _ in BROKEN_TWENTY_ONE}
    tried |= {"games end within max_plies", "hidden information is hidden"}
    tried |= {"action texts need only the observation"}
    laws = check_game(build_game(NIM, {}), games=1).laws + check_game(build_game(TWENTY_ONE, {}), games=1).laws
    assert set(laws) == tried


def test_the_error_leads_back_to_the_broken_position() -> None:
    with pytest.raises(ConformanceError) as caught:
        check_game(nim_game(returns=both_win))
    error = caught.value
    state = build_game(NIM, {}).new_state()
    for action in error.actions:
        state.step(action)
    assert state.is_terminal
    assert "seed" in error.context


def test_a_check_is_the_same_every_time() -> None:
    messages = []
    for _ in range(2):
        with pytest.raises(ConformanceError) as caught:
            check_game(nim_game(timeout_action=lambda state: 3), seed=5)
        messages.append(str(caught.value))
    assert messages[0] == messages[1]
