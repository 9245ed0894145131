"""The tiny games against values from the literature."""

from __future__ import annotations

import numpy as np
import pytest

from palaestra.errors import PositionError
from palaestra.game import State, build_game
from palaestra.testing.games import KUHN_POKER, NIM, TEST_GAMES, TWENTY_ONE


def winner_can_be_mover(state: State) -> bool:
    """Solve a perfect-information game: whether the player to move wins."""
    mover = state.current_player
    for action in state.legal_actions():
        after = state.copy()
        after.step(action)
        if after.is_terminal:
            if after.returns()[mover] > 0:
                return True
        elif winner_can_be_mover(after) == (after.current_player == mover):
            return True
    return False


@pytest.mark.parametrize("heaps", ["1,2,3", "1,1", "2,2", "1,2,2", "3,1", "1,3,2"])
def test_nim_is_won_exactly_when_the_bitwise_sum_is_not_zero(heaps: str) -> None:
    game = build_game(NIM, {})
    counts = [int(word) for word in heaps.split(",")]
    assert winner_can_be_mover(game.position(f"{heaps} 1")) == (np.bitwise_xor.reduce(counts) != 0)


def test_nim_turns_of_two_takings_keep_the_seat() -> None:
    state = build_game(NIM, {"takes": 2}).new_state()
    seats = []
    for _ in range(6):
        seats.append(state.current_player)
        state.step(state.legal_actions()[0])
    assert seats == [0, 0, 1, 1, 0, 0]


def test_nim_at_its_cap_is_drawn() -> None:
    state = build_game(NIM, {"cap": 2}).new_state()
    state.step(0)
    assert not state.is_terminal
    state.step(0)
    assert state.is_terminal
    assert state.returns() == [0.0, 0.0]


@pytest.mark.parametrize("goal", range(1, 14))
def test_twenty_one_is_lost_exactly_on_multiples_of_four(goal: int) -> None:
    assert winner_can_be_mover(build_game(TWENTY_ONE, {"goal": goal}).new_state()) == (goal % 4 != 0)


def uniform_value(state: State) -> float:
    """Return the first player's mean return in chips under uniformly random play of both."""
    if state.is_terminal:
        return 2 * state.returns()[0]
    values = []
    for action in state.legal_actions():
        after = state.copy()
        after.step(action)
        values.append(uniform_value(after))
    return float(np.mean(values))


def test_kuhn_poker_pays_an_eighth_to_the_first_of_two_random_players() -> None:
    game = build_game(KUHN_POKER, {})
    passed = [uniform_value(game.position(f"{a}{b} p")) for a in "JQK" for b in "JQK" if a != b]
    bet = [uniform_value(game.position(f"{a}{b} b")) for a in "JQK" for b in "JQK" if a != b]
    assert np.mean(passed + bet) == pytest.approx(1 / 8)


KUHN_BETS = {
    # Kuhn's best play with alpha = 1/3: the probability to bet (or call) with each card after each history.
    ("J", ""): 1 / 3,
    ("Q", ""): 0.0,
    ("K", ""): 1.0,
    ("J", "p"): 1 / 3,
    ("Q", "p"): 0.0,
    ("K", "p"): 1.0,
    ("J", "b"): 0.0,
    ("Q", "b"): 1 / 3,
    ("K", "b"): 1.0,
    ("J", "pb"): 0.0,
    ("Q", "pb"): 2 / 3,
    ("K", "pb"): 1.0,
}


def test_kuhn_poker_costs_the_first_player_an_eighteenth_under_best_play() -> None:
    game = build_game(KUHN_POKER, {})

    def value(cards: str, history: str) -> float:
        state = game.position(f"{cards} {history}")
        if state.is_terminal:
            return 2 * state.returns()[0]
        bet = KUHN_BETS[cards[state.current_player], history]
        return bet * value(cards, history + "b") + (1 - bet) * value(cards, history + "p")

    deals = [a + b for a in "JQK" for b in "JQK" if a != b]
    values = []
    for cards in deals:
        bet = KUHN_BETS[cards[0], ""]
        values.append(bet * value(cards, "b") + (1 - bet) * value(cards, "p"))
    assert np.mean(values) == pytest.approx(-1 / 18)


def test_kuhn_poker_deals_every_pair_of_cards_equally_often() -> None:
    game = build_game(KUHN_POKER, {})
    counts: dict[str, int] = {}
    for seed in range(3000):
        state = game.new_state(seed=seed)
        state.step(0)
        cards = game.position_to_string(state)[:2]
        counts[cards] = counts.get(cards, 0) + 1
    assert len(counts) == 6
    # Five standard deviations of a binomial count around 500.
    assert all(abs(count - 500) < 5 * (3000 * 5 / 36) ** 0.5 for count in counts.values())


def test_kuhn_poker_hides_the_other_card_until_a_showdown() -> None:
    game = build_game(KUHN_POKER, {})
    state = game.position("JK pb")
    assert game.render(state, 0) == "J? pb"
    assert game.render(state, 1) == "?K pb"
    assert game.render(state, -1) == "?? pb"
    state.step(0)
    assert game.render(state, 0) == "J? pbp"
    showdown = game.position("JK bb")
    assert game.render(showdown, -1) == "JK bb"


@pytest.mark.parametrize("spec", TEST_GAMES, ids=lambda spec: spec.id)
@pytest.mark.parametrize("text", ["", "nonsense", "9,9,9 1", "1,1,1,1,1 1", "JJ p", "J? p", "99 1", "3 3"])
def test_unreadable_positions_are_refused_in_one_line(spec: object, text: str) -> None:
    game = build_game(spec, {})  # type: ignore[arg-type]
    with pytest.raises(PositionError) as caught:
        game.position(text)
    assert "\n" not in str(caught.value)
