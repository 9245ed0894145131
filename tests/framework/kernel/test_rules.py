"""The table of slots, the decorator of rules, and what is made of both."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from palaestra.errors import GameError, InvalidValueError, PluginError
from palaestra.game import GameDefinition, KernelGame, build_game
from palaestra.kernel import KERNEL, SLOTS, FloatArray, IntArray, PlainKernel, Rules, Sizes, rule
from palaestra.kernel.kernel import CONSTANTS
from palaestra.spec import GameSpec
from palaestra.testing.games import nim

REQUIRED = ("init", "current_player", "legal_actions", "step", "returns")
SPEC = GameSpec("countdown", "1", "", "")
HIDDEN = replace(SPEC, information="hidden")


def test_five_rules_are_required() -> None:
    assert tuple(slot.name for slot in SLOTS if not slot.default) == REQUIRED
    assert tuple(slot.name for slot in SLOTS) == tuple(field.name for field in fields(Rules) if field.name != "filters")


def test_every_kernel_has_the_slots_and_the_constants_in_this_order() -> None:
    names = [*(slot.name for slot in SLOTS), *CONSTANTS]
    assert list(PlainKernel._fields) == names
    assert list(KERNEL.field_dict) == names


@pytest.mark.parametrize("slot", SLOTS, ids=lambda slot: slot.name)
def test_signatures_have_as_many_arguments_as_names(slot: Any) -> None:
    assert len(slot.signature.args) == len(slot.arguments)


@rule
def init(state: IntArray, config: IntArray, seed: int) -> None:
    state[:] = 0
    state[1] = 1
    state[2] = 5


@rule
def current_player(state: IntArray) -> int:
    return -1 if state[2] == 0 else int(state[2] % 2)


@rule
def legal_actions(state: IntArray, out: IntArray) -> int:
    out[0] = 1
    return 1


@rule
def step(state: IntArray, action: int) -> None:
    state[2] -= action


@rule
def returns(state: IntArray, out: FloatArray) -> None:
    out[0] = 1.0
    out[1] = -1.0


COUNTDOWN = GameDefinition(
    Rules(init, current_player, legal_actions, step, returns), Sizes(state_size=3, num_actions=2, max_plies=5)
)


def test_a_rule_takes_the_signature_of_the_slot_that_it_is_named_after() -> None:
    assert step.signature == nim.step.signature  # type: ignore[attr-defined]


def test_a_rule_may_name_another_slot() -> None:
    @rule("evaluate")
    def value(state: IntArray, player: int) -> float:
        return 0.5

    assert replace(COUNTDOWN.rules, evaluate=value).evaluate is value


def test_the_nearest_slot_is_named() -> None:
    with pytest.raises(GameError, match=r"a game has no rule 'legal_action'; did you mean 'legal_actions'\?"):

        @rule
        def legal_action(state: IntArray, out: IntArray) -> int:
            return 0


def test_a_wrong_number_of_arguments_is_refused_where_it_is_written() -> None:
    with pytest.raises(GameError, match=r"rule 'step' takes \(state\); expected \(state, action\)"):
        rule("step")(lambda state: None)


def test_a_function_without_the_decorator_is_refused() -> None:
    def plain(state: IntArray, action: int) -> None: ...

    with pytest.raises(GameError, match="rule 'step' is 'plain', which is not compiled; expected a function"):
        replace(COUNTDOWN.rules, step=plain)


def test_swapped_rules_are_refused() -> None:
    with pytest.raises(GameError, match="rule 'step' is 'returns', compiled for other arguments"):
        Rules(init, current_player, legal_actions, returns, step)


# -- what stands in where a game says nothing -------------------------------------------------------------------------


@pytest.fixture
def countdown() -> KernelGame:
    return COUNTDOWN.build(SPEC, {})


def test_a_game_of_five_rules_is_played(countdown: KernelGame) -> None:
    state = countdown.new_state()
    while not state.is_terminal:
        state.step(1)
    assert (state.returns(), state.capped, state.timeout_action()) == ([1.0, -1.0], False, -1)


def test_it_shows_all_but_the_random_numbers_and_no_features(countdown: KernelGame) -> None:
    state = countdown.new_state()
    assert state.observation(0).tolist() == [0, 0, 5]
    assert state.features(0).shape == (0,)
    world = countdown.determinize(state.observation(0), 0, np.random.default_rng(1))
    assert world.array[2] == 5
    assert world.array[:2].any()


def test_its_strings_are_numbers_and_its_picture_the_position(countdown: KernelGame) -> None:
    state = countdown.new_state()
    assert countdown.action_to_string(state, 1) == "1"
    assert countdown.position_to_string(state) == "5" == countdown.render(state)
    assert countdown.position("3").current_player == 1
    assert ">5</text>" in countdown.render_svg(state)


@pytest.mark.parametrize("text", ["", "x", "1 2", "99999999999999999999"])
def test_a_position_that_is_not_these_numbers_is_refused(countdown: KernelGame, text: str) -> None:
    with pytest.raises(Exception, match=f"position '{text}': expected 1 whole numbers"):
        countdown.position(text)


def test_max_legal_is_the_number_of_actions_unless_it_is_given() -> None:
    assert (Sizes(3, 7, 5).max_legal, Sizes(3, 7, 5, max_legal=2).max_legal) == (7, 2)


def test_what_hides_something_must_say_how() -> None:
    with pytest.raises(
        GameError, match="game 'countdown' hides something and has no rule 'observe' and no rule 'determinize'"
    ):
        COUNTDOWN.build(HIDDEN, {})


def test_features_without_a_rule_are_refused() -> None:
    with pytest.raises(GameError, match="game 'countdown' has 4 features and no rule 'encode'"):
        replace(COUNTDOWN, sizes=replace(COUNTDOWN.sizes, num_features=4)).build(SPEC, {})  # type: ignore[type-var]


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"state_size": 8.5}, "Sizes: state_size is 8.5; expected a whole number of at least 2"),
        ({"state_size": 1}, "Sizes: state_size is 1; expected a whole number of at least 2"),
        ({"max_plies": 0}, "Sizes: max_plies is 0; expected a whole number of at least 1"),
        ({"num_features": -1}, "Sizes: num_features is -1"),
    ],
)
def test_sizes_that_are_none_are_refused(sizes: dict[str, Any], message: str) -> None:
    with pytest.raises(GameError, match=message):
        Sizes(**{"state_size": 3, "num_actions": 2, "max_plies": 5, **sizes})


def test_arguments_in_another_order_are_refused() -> None:
    with pytest.raises(GameError, match=r"rule 'step' takes \(action, state\); expected \(state, action\)"):

        @rule("step")
        def swapped(action: int, state: IntArray) -> None: ...


def test_a_descriptor_says_perfect_or_hidden_and_names_a_definition() -> None:
    with pytest.raises(InvalidValueError, match="information of game 'x' is 'hiden'; expected 'perfect' or 'hidden'"):
        GameSpec("x", "1", "", "", information="hiden")  # type: ignore[arg-type]
    spec = GameSpec("x", "1", "", f"{__name__}:REQUIRED")
    with pytest.raises(PluginError, match=r"game 'x', '.*:REQUIRED', is a tuple; expected a GameDefinition"):
        build_game(spec, {})
