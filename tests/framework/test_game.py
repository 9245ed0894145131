"""The Python face of games with a kernel."""

from __future__ import annotations

import math
import pickle
from dataclasses import replace

import numpy as np
import pytest

from palaestra import load_agent, load_game, play_game
from palaestra.agent import AgentRng, View
from palaestra.errors import ActionError, InvalidValueError, PositionError, UnknownNameError
from palaestra.game import Game, KernelGame, build_game
from palaestra.testing.games import KUHN_POKER, NIM


def view_of(game: Game) -> View:
    state = game.new_state()
    return View(game, state.current_player, state.observation(state.current_player), tuple(state.legal_actions()))


@pytest.mark.parametrize("player", [-2, 2, 5])
def test_nobody_sees_from_a_seat_that_is_not_there(player: int) -> None:
    with pytest.raises(InvalidValueError, match=rf"player.*{player}.*from 0 to 1"):
        build_game(KUHN_POKER, {}).new_state().observation(player)


@pytest.mark.parametrize("text", [None, 5, b"1,1 1"])
def test_a_position_is_text(text: object) -> None:
    with pytest.raises(PositionError, match="expected a text"):
        build_game(NIM, {}).position(text)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", [None, 5, b"take 1"])
def test_the_name_of_an_action_is_text(text: object) -> None:
    game = build_game(NIM, {})
    with pytest.raises(ActionError, match=r"is not a text; expected one as returned by"):
        game.string_to_action(game.new_state(), text)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", ["one", None, 2**70, 1.5j])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    with pytest.raises(InvalidValueError, match=r"^seed is .*; expected a whole number of 64 bits$"):
        load_game("kalah").new_state(None, seed)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "drawn"), [("tic_tac_toe", "XOXXOXOXO O"), ("kalah", "0,0,0,0,0,0/24 0,0,0,0,0,0/24 1")]
)
def test_a_draw_is_zero_without_a_sign(name: str, drawn: str) -> None:
    returns = load_game(name).position(drawn).returns()
    assert returns == [0.0, 0.0]
    assert [math.copysign(1.0, value) for value in returns] == [1.0, 1.0]


def test_an_agent_takes_a_seed_or_a_generator() -> None:
    game = load_game("tic_tac_toe")
    view = view_of(game)
    by_seed = [load_agent("random", game, 7).act(view) for _ in range(2)]
    assert by_seed[0] == by_seed[1]
    seen = {load_agent("random", game, seed).act(view) for seed in range(60)}
    assert len(seen) > 5
    assert len({load_agent("random", game, AgentRng(seed)).act(view) for seed in range(60)}) > 5
    assert load_agent("random", game, np.random.default_rng(1)).act(view) in view.legal_actions


def test_a_name_serves_as_well_as_a_built_game() -> None:
    game = load_game("tic_tac_toe")
    by_name = play_game("tic_tac_toe", [load_agent("random", "tic_tac_toe", seed) for seed in (1, 2)])
    built = play_game(game, [load_agent("random", game, seed) for seed in (1, 2)])
    assert (by_name.actions, by_name.returns) == (built.actions, built.returns)
    with pytest.raises(UnknownNameError, match="did you mean 'tic_tac_toe'"):
        play_game("tic_tac_to", [])


def test_a_state_prints_as_its_board() -> None:
    state = load_game("tic_tac_toe").position("XX.OO.... X")
    assert str(state) == load_game("tic_tac_toe").render(state)
    assert "X X ." in str(state)


def test_a_deck_that_is_not_declared_gets_its_one_name() -> None:
    closed = build_game(NIM, {})
    assert isinstance(closed, KernelGame)
    with pytest.raises(UnknownNameError, match="unknown deck of nim 'Code: 7'"):
        closed.check_decks(("standard", "Code: 7"))
    definition = replace(closed.definition, other_decks=lambda name: name.lower().replace(" ", ""))
    game = KernelGame(closed.spec, definition, dict(closed.knobs))
    assert game.check_decks(("standard", "Code: 7")) == ("standard", "code:7")


def test_the_knobs_of_a_game_are_fixed() -> None:
    game = build_game(NIM, {"heaps": 2})
    with pytest.raises(TypeError):
        game.knobs["heaps"] = 3  # type: ignore[index]
    assert pickle.loads(pickle.dumps(game)).knobs == game.knobs == {**dict(game.knobs), "heaps": 2}
