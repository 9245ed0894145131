"""The 527 numbers, read back."""

import numpy as np
import pytest

from palaestra import build_game
from palaestra_rummy.cards import CARD_NAMES, cards_in
from palaestra_rummy.indian_rummy.evaluate import evaluate, potential
from palaestra_rummy.indian_rummy.layout import (
    CLOSED,
    CLOSED_COUNT,
    DISCARDS,
    DRAW_OPEN,
    HANDS,
    HELD,
    OPEN,
    PHASE,
    PICKS,
    TURN,
    WILD,
)
from palaestra_rummy.indian_rummy.planes import NUMBER_NAMES, PLANE_NAMES
from palaestra_rummy.indian_rummy.spec import INDIAN_RUMMY


def decoded(features):
    """Return the planes as sets of card names and the numbers, both by name."""
    assert features.dtype == np.float32
    assert features.shape == (527,)
    planes = features[:520].reshape(10, 4, 13)
    assert set(np.unique(planes)) <= {0.0, 1.0}
    cards = {
        name: {"A23456789TJQK"[rank] + "HDCS"[suit] for suit, rank in np.argwhere(plane)}
        for name, plane in zip(PLANE_NAMES, planes, strict=True)
    }
    return cards | dict(zip(NUMBER_NAMES, features[520:].tolist(), strict=True))


def names(cards):
    return {CARD_NAMES[card] for card in cards_in(int(cards))}


def test_observation_is_read_back(game, positions):
    for state in positions(game, 300, seed=3):
        array = state.array
        for player in (0, 1):
            told = decoded(state.features(player))
            other = 1 - player
            assert told["hand"] == names(array[HANDS + player])
            assert told["open card"] == ({CARD_NAMES[array[OPEN]]} if array[OPEN] >= 0 else set())
            assert told["own discards"] == names(array[DISCARDS + player])
            assert told["opponent's discards"] == names(array[DISCARDS + other])
            assert told["opponent's picks"] == names(array[PICKS + other])
            assert told["wild cards"] == {"A23456789TJQK"[array[WILD]] + suit for suit in "HDCS"}
            hidden = names(array[CLOSED]) | names(array[HANDS + other] & ~array[HELD + other])
            assert told["seen cards"] == set(CARD_NAMES) - hidden
            assert told["covered by melds"] <= told["hand"]
            assert told["in partial melds"] <= told["hand"] - told["covered by melds"]
            assert told["completing unseen cards"] <= hidden
            assert told["closed deck"] == np.float32(array[CLOSED_COUNT] / 24)
            assert told["turns"] == np.float32(array[TURN] / 100)
            assert told["discard phase"] == array[PHASE]
            assert told["live outs"] == np.float32(len(told["completing unseen cards"]) / max(1, len(hidden)))
            assert 0 <= told["melds"] <= 1
            assert 0 <= told["partial melds"] <= 1


def test_melds_of_a_hand_are_told(game, place):
    state = place("AH 2H 3H 4H 6D 8D 9D TC JC QC 2S 5S 9S", "AD 3D TH QH 2C 4C 6C 8C 3S 6S QD JS KD", open="4D")
    told = decoded(state.features(0))
    assert told["covered by melds"] == {"AH", "2H", "3H", "4H", "TC", "JC", "QC"}
    assert told["melds"] == 0.5
    assert told["pure sequence"] == 1
    assert told["in partial melds"] == {"6D", "8D", "9D", "9S"}
    assert {"7D", "TD", "9H", "9C"} <= told["completing unseen cards"]
    assert "9D" not in told["completing unseen cards"]


@pytest.mark.parametrize("wild_in_pure", [True, False])
def test_pure_sequence_is_told_as_the_rules_have_it(place, wild_in_pure):
    game = build_game(INDIAN_RUMMY, {"wild_in_pure": wild_in_pure})
    state = place("6H 7H 8H 2D 4C 9S TC QC KC AD JD 3S 5S", "AH 3D 5D TH QH 2C 6C 8C 9C 2S 4S 6S 8S", under=game)
    assert decoded(state.features(0))["pure sequence"] == wild_in_pure


def test_greedy_melds_are_those_of_the_literature(place):
    """Taking the longest run first leaves the other six lonely; taking three of the four hearts, nothing is left."""
    hand = "3H 4H 5H 6H 6D 6C 8S 9S TS QH QD QC QS"
    told, values = {}, {}
    for analysis in ("exact", "greedy"):
        game = build_game(INDIAN_RUMMY, {"analysis": analysis})
        state = place(hand, "AD 3D TH AH 2C 4C AC 8C 3S 6S AS JS KD", under=game, wild="K", cut="KH", open="4D")
        told[analysis] = decoded(state.features(0))["covered by melds"]
        values[analysis] = (potential(state.array, 0), evaluate(state.array, 0))
    assert len(told["exact"]) == 13
    assert told["greedy"] == told["exact"] - {"6D", "6C"}
    assert values == {"exact": (0, 1), "greedy": (-12 / 130, 1 - 2 * 12 / 134)}


@pytest.mark.parametrize("cut_card", ["removed", "returned"])
def test_deck_is_told_as_a_share_of_its_first_size(cut_card):
    state = build_game(INDIAN_RUMMY, {"cut_card": cut_card}).new_state(seed=1)
    assert decoded(state.features(0))["closed deck"] == 1


def test_open_card_is_no_ones_while_the_discard_is_due(game):
    state = game.new_state(seed=1)
    card = CARD_NAMES[state.array[OPEN]]
    assert decoded(state.features(1))["open card"] == {card}
    state.step(DRAW_OPEN)
    told = decoded(state.features(1))
    assert told["open card"] == set()
    assert told["opponent's picks"] == {card}
    assert card in told["seen cards"]
