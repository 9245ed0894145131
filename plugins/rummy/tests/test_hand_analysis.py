"""The face of the analyser: what it returns and what it refuses."""

import dataclasses

import pytest

from palaestra import InvalidValueError
from palaestra_rummy import HandAnalysis, analyse


def named(text):
    return text.split()


THREE_RUNS = named("AH 2H 3H 4H 5H 6D 7D 8D 9D TC JC QC KC")


def test_a_declaration():
    assert analyse(THREE_RUNS) == HandAnalysis(
        deadwood=0, score=0, declarable=True, finishing_cards=(), distance=0, coverage=13
    )


def test_the_best_13_of_14_cards():
    found = analyse(named("AH 2H 3H 4H 6D 7D 8D 9D TC JC QC 5C 5D 5S"))
    # An end of each sequence of four can go.
    assert found == HandAnalysis(0, 0, True, ("AH", "4H", "6D", "9D"), 0, 13)


def test_all_points_count_without_a_pure_sequence_and_scores_are_not_capped():
    found = analyse(named("2H 3H 4H 6D 7D 8S KC JH KS QD AC 5C TD"), wild="9")
    assert (found.deadwood, found.score, found.distance) == (86, 86, 4)


def test_a_wild_card_as_itself_is_a_choice():
    hand = named("6H 7H 8H 2D 3D 7C 9H 9D 9C KH KD KC KS")
    assert analyse(hand, wild="7").declarable
    assert not analyse(hand, wild="7", wild_in_pure=False).declarable
    assert analyse(iter(hand), wild="7") == analyse(hand, wild="7")


def test_whether_wild_cards_may_be_pure_is_yes_or_no():
    with pytest.raises(InvalidValueError, match="wild_in_pure is 'no'; expected True or False"):
        analyse(THREE_RUNS, wild="7", wild_in_pure="no")


def test_results_are_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        analyse(THREE_RUNS).score = 1


@pytest.mark.parametrize(
    ("cards", "wild", "message"),
    [
        (["1H", *THREE_RUNS[1:]], None, "card is '1H'; expected a rank of A23456789TJQK and a suit of HDCS"),
        ([7, *THREE_RUNS[1:]], None, "card is 7; expected"),
        (["2H", *THREE_RUNS[1:]], None, "expected every card once; 2H is there twice"),
        (THREE_RUNS[1:], None, "expected 13 or 14 cards, not 12"),
        ([], None, "hand is ''; expected 13 or 14 cards, not 0"),
        ("AH2H", None, "hand is 'AH2H'; expected a list of 13 or 14 cards"),
        (13, None, "hand is 13; expected a list"),
        (THREE_RUNS, "10", "wild rank is '10'; expected one of A23456789TJQK, or None"),
        (THREE_RUNS, "", "wild rank is ''; expected one of"),
        (THREE_RUNS, 7, "wild rank is 7; expected one of"),
    ],
)
def test_bad_input_is_told_in_one_line(cards, wild, message):
    with pytest.raises(InvalidValueError) as caught:
        analyse(cards, wild=wild)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
