"""The laws that every game must keep, and values known from elsewhere."""

from math import factorial

import pytest

from palaestra import PositionError, load_game
from palaestra.testing import check_game, perft


@pytest.mark.parametrize("cards", [1, 4, 8])
def test_the_game_keeps_the_laws(cards: int) -> None:
    check_game(load_game("gops", cards=cards), games=10)


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
def test_each_seat_may_lay_its_cards_in_any_order(cards: int) -> None:
    """So there are (n!)^2 games for every order of the prizes."""
    game = load_game("gops", cards=cards)
    assert perft(game, game.new_state(seed=5), 2 * cards) == factorial(cards) ** 2


def test_the_higher_card_takes_the_prize() -> None:
    state = load_game("gops").position("4 - 3 1 2 4 -")
    state.step(3)
    state.step(1)
    assert state.returns() == [1.0, -1.0]  # 2 + 4 points against 4


def test_equal_cards_take_nothing() -> None:
    state = load_game("gops").position("4 - 3 3 2 4 -")
    state.step(3)
    state.step(3)
    assert state.returns() == [-1.0, 1.0]


def test_the_second_seat_does_not_see_the_bid() -> None:
    game = load_game("gops")
    one, other = game.position("2 134 1234 1234 0 0 -"), game.position("2 134 1234 1234 0 0 -")
    one.step(1)
    other.step(4)
    assert (one.observation(1) == other.observation(1)).all()
    assert (one.observation(0) != other.observation(0)).any()


@pytest.mark.parametrize(
    "text",
    ["", "2 134 1234 1234 0 0", "2 134 123 1234 0 0 -", "- 134 123 123 0 0 -", "2 134 1234 1234 0 0 5"],
)
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(PositionError):
        load_game("gops").position(text)


def test_more_cards_than_the_game_has_are_refused() -> None:
    with pytest.raises(PositionError, match="at most 3"):
        load_game("gops", cards=3).position("2 134 1234 1234 0 0 -")
