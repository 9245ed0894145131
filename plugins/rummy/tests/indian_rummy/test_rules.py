"""The rules, one by one; what the paper leaves open is a knob, tried both ways."""

from random import Random

import pytest

from palaestra import build_game
from palaestra_rummy.indian_rummy.layout import (
    CLOSED_COUNT,
    CUT,
    DECLARE,
    DEDUCED,
    DRAW_CLOSED,
    DRAW_OPEN,
    FIRST_DISCARD,
    HANDS,
    HELD,
    OPEN,
    WILD,
)
from palaestra_rummy.indian_rummy.reference import DECK
from palaestra_rummy.indian_rummy.spec import INDIAN_RUMMY

READY = "AH 2H 3H 4H 5H 6D 8D 9D TD JC QC KC 2S"
"""7D for 2S makes it a declaration."""
LOOSE = "AD 3D 5D TH QH 2C 4C 6C 8C TC 3S 6S 9S"
FAR = "AD 3D TH QH 2C 4C 6C 8C 3S 6S 9S JS QD"


def played(game, *texts, seed=0, state=None):
    state = state or game.new_state(seed=seed)
    for text in texts:
        state.step(game.string_to_action(state, text))
    return state


def actions(game, state):
    return [game.action_to_string(state, action) for action in state.legal_actions()]


def random_game(game, seed, until=lambda _: False):
    rng = Random(seed)
    state = game.new_state(seed=seed)
    while not state.is_terminal and not until(state):
        legal = state.legal_actions()
        state.step(rng.choice([a for a in legal if a != DECLARE] or legal))
    return state


def test_thirteen_cards_each_an_open_card_and_the_rest_closed(game):
    state = game.new_state(seed=3)
    hands = [int(state.array[HANDS + seat]) for seat in (0, 1)]
    assert [hand.bit_count() for hand in hands] == [13, 13]
    assert hands[0] & hands[1] == 0
    assert state.array[CLOSED_COUNT] == 52 - 26 - 1 - 1
    assert state.array[CUT] % 13 == state.array[WILD]
    assert state.current_player == 0


def test_cut_card_may_go_back():
    game = build_game(INDIAN_RUMMY, {"cut_card": "returned"})
    state = game.new_state(seed=3)
    assert state.array[CLOSED_COUNT] == 25
    assert state.array[CUT] == -1
    assert state.array[WILD] == build_game(INDIAN_RUMMY, {}).new_state(seed=3).array[WILD]


def test_a_deal_turns_up_every_wild_rank_and_open_card(game):
    deals = [game.new_state(seed=seed).array for seed in range(1500)]
    assert {int(deal[WILD]) for deal in deals} == set(range(13))
    assert {int(deal[OPEN]) for deal in deals} == set(range(52))


def test_a_turn_is_a_draw_and_a_discard(game):
    state = game.new_state(seed=1)
    assert actions(game, state) == ["draw open", "draw closed"]
    state.step(DRAW_CLOSED)
    assert state.current_player == 0
    assert len(state.legal_actions()) == 14
    state.step(state.legal_actions()[0])
    assert state.current_player == 1
    assert state.legal_actions() == [DRAW_OPEN, DRAW_CLOSED]


def test_both_halves_of_a_pair_draw_the_same_closed_cards(game):
    """However the players discard, the closed deck has its order from the deal."""
    orders = []
    for seed in (5, 6):
        rng, state, drawn = Random(seed), game.new_state(seed=9), []
        while not state.is_terminal:
            before = int(state.array[HANDS + state.current_player])
            state.step(DRAW_CLOSED)
            drawn.append(int(state.array[HANDS + state.current_player]) & ~before)
            state.step(rng.choice([action for action in state.legal_actions() if action != DECLARE]))
        orders.append(drawn)
    assert orders[0] == orders[1]
    assert len(set(orders[0])) == 24


def test_card_just_taken_may_not_be_discarded(game, place):
    state = played(game, "draw open", state=place(READY, LOOSE))
    assert "discard KS" not in actions(game, state)
    assert len(state.legal_actions()) == 13
    assert int(state.array[OPEN]) == -1
    assert int(state.array[HELD]) == 1 << DECK.index("KS")


def test_card_just_taken_may_be_returned_by_a_knob(place):
    game = build_game(INDIAN_RUMMY, {"return_taken": True})
    state = played(game, "draw open", "discard KS", state=place(READY, LOOSE, under=game))
    assert int(state.array[OPEN]) == DECK.index("KS")
    assert int(state.array[HELD]) == 0


def test_card_taken_in_an_earlier_turn_may_be_discarded(game, place):
    state = played(game, "draw open", "discard 2S", "draw open", "discard AD", "draw closed", state=place(READY, LOOSE))
    assert "discard KS" in actions(game, state)


def test_declaring_wins_and_throws_the_highest_of_the_finishing_cards(game, place):
    ready = "AH 2H 3H 4H 6D 8D 9D TC JC QC 5C 5D 5S"
    state = place(ready, FAR, open="7D", wild="K", cut="KH")
    assert DECLARE not in played(game, "draw closed", state=state.copy()).legal_actions()
    state = played(game, "draw open", state=state)
    assert state.legal_actions()[-1] == DECLARE
    state.step(DECLARE)
    assert state.is_terminal
    assert state.returns() == [1.0, -1.0]
    # 4H, AH, 6D and 9D may go: the ace is worth ten points.
    assert int(state.array[OPEN]) == DECK.index("AH")
    assert int(state.array[HANDS]).bit_count() == 13
    assert int(state.array[HELD]) == int(state.array[HANDS])


@pytest.mark.parametrize("wild_in_pure", [True, False])
def test_wild_card_as_itself_in_the_only_pure_sequence(place, wild_in_pure):
    game = build_game(INDIAN_RUMMY, {"wild_in_pure": wild_in_pure})
    hand = "6H 7H 8H 2D 3D 7C 9H 9D 9C KH KD KC KS"
    state = place(hand, "AD 5D 6D TH QH 2C 4C 6C 8C TC 3S 6S 9S", under=game, open="QS")
    state = played(game, "draw open", state=state)
    assert (DECLARE in state.legal_actions()) == wild_in_pure


def test_open_declaration_of_an_invalid_hand_loses(place):
    game = build_game(INDIAN_RUMMY, {"declaration": "open"})
    state = played(game, "draw closed", "declare", state=place(LOOSE, READY, under=game))
    assert state.returns() == [-1.0, 1.0]


def test_open_declaration_of_a_valid_hand_wins(place):
    game = build_game(INDIAN_RUMMY, {"declaration": "open"})
    hand = "AH 2H 3H 4H 5H 6D 7D 8D 9D TC JC QC KC"
    state = played(game, "draw closed", "declare", state=place(hand, FAR, under=game))
    assert state.returns() == [1.0, -1.0]


def test_who_must_draw_from_an_empty_deck_draws_the_game(game):
    state = game.new_state(seed=2)
    while not state.is_terminal:
        state.step(DRAW_CLOSED if state.legal_actions()[0] == DRAW_OPEN else state.legal_actions()[0])
    assert state.array[CLOSED_COUNT] == 0
    assert state.returns() == [0.0, 0.0]
    assert not state.capped


def test_open_pile_is_reshuffled_by_a_knob():
    game = build_game(INDIAN_RUMMY, {"empty_deck": "reshuffle"})
    state = game.new_state(seed=2)
    for _ in range(24):
        state.step(DRAW_CLOSED)
        state.step(state.legal_actions()[0])
    assert state.array[CLOSED_COUNT] == 24
    assert not state.is_terminal
    # The deck was empty: what a player did not see was in the other hand.
    assert [int(state.array[DEDUCED + seat]) for seat in (0, 1)] == [int(state.array[HANDS + seat]) for seat in (0, 1)]
    card = state.array[OPEN]
    state.step(DRAW_CLOSED)
    state.step(state.legal_actions()[0])
    assert state.array[OPEN] != card


def test_turn_cap_draws_the_game():
    game = build_game(INDIAN_RUMMY, {"turn_cap": 7})
    state = random_game(game, 4)
    assert state.array[4] == 7
    assert state.capped
    assert state.returns() == [0.0, 0.0]


def test_discarding_is_by_card_number(game, place):
    state = played(game, "draw closed", state=place(READY, LOOSE))
    assert FIRST_DISCARD + DECK.index("KC") == 2 + 2 * 13 + 12
    assert game.action_to_string(state, 2 + 2 * 13 + 12) == "discard KC"
