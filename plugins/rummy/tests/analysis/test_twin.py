"""The analyser against its slow twin, which lists all melds and tries all partitions."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palaestra_rummy.analysis.cover import coverage
from palaestra_rummy.analysis.declaration import finishing_cards, is_declarable
from palaestra_rummy.analysis.distance import min_distance
from palaestra_rummy.analysis.reference import ReferenceAnalysis
from palaestra_rummy.analysis.score import deadwood, lives_score
from palaestra_rummy.cards import RANK_NAMES, card_id, card_set, cards_in

seeds = st.integers(0, 2**40)


def check_13(hand, wild_in_pure):
    twin = ReferenceAnalysis(list(hand.cards), hand.wild, bool(wild_in_pure))
    assert deadwood(hand.word, hand.wild) == twin.deadwood()
    assert coverage(hand.word, hand.wild) == twin.coverage()
    assert lives_score(hand.word, hand.wild, wild_in_pure) == twin.lives_score()
    assert is_declarable(hand.word, hand.wild, wild_in_pure) == twin.declarable()
    assert min_distance(hand.word, hand.wild, wild_in_pure) == twin.distance()


def check_14(hand, wild_in_pure):
    """Compare the finishing cards, the distance, and what the best 13 of 14 leave."""
    twins = {card: ReferenceAnalysis(sorted(hand.cards - {card}), hand.wild, bool(wild_in_pure)) for card in hand.cards}
    finishing = {card for card, twin in twins.items() if twin.declarable()}
    assert set(cards_in(finishing_cards(hand.word, hand.wild, wild_in_pure))) == finishing
    assert is_declarable(hand.word, hand.wild, wild_in_pure) == (len(finishing) > 0)
    assert coverage(hand.word, hand.wild) == max(twin.coverage() for twin in twins.values())
    assert deadwood(hand.word, hand.wild) == ReferenceAnalysis(list(hand.cards), hand.wild).deadwood()
    whole = ReferenceAnalysis(list(hand.cards), hand.wild, bool(wild_in_pure))
    assert min_distance(hand.word, hand.wild, wild_in_pure) == whole.distance()


@settings(max_examples=25, deadline=None)
@given(seed=seeds, wild_in_pure=st.sampled_from([1, 1, 0]))
def test_13_cards(make_hand, seed, wild_in_pure):
    check_13(make_hand(seed), wild_in_pure)


@settings(max_examples=8, deadline=None)
@given(seed=seeds, wild_in_pure=st.sampled_from([1, 1, 0]))
def test_14_cards(make_hand, seed, wild_in_pure):
    check_14(make_hand(seed, 14), wild_in_pure)


@pytest.mark.parametrize(
    ("text", "wild", "strict", "free"),
    [
        ("TH TD TC TS 6D 9H 3D JH KC 3C 5H 3S 6C", "T", 2, 1),
        ("TS 9C TD 8C TC 2D 2S 4H 2C 8D 7C 8H 5S", "8", 2, 1),
        ("QH 5S 2C 5D 8H KH JH KD 5C QD QS KS AD QC", "Q", 2, 0),
        ("8C QD 3D AD 5D 8S 3C 2D 3S QC 5S 8D TH 9D", "3", 2, 1),
    ],
)
def test_no_place_of_a_pure_sequence_waits_for_a_wild_card_where_that_is_none(text, wild, strict, free):
    """Of 9H and JH only the ten makes a sequence of three, and tens are wild."""
    hand, rank = card_set(map(card_id, text.split())), RANK_NAMES.index(wild)
    for wild_in_pure, distance in ((False, strict), (True, free)):
        assert min_distance(hand, rank, int(wild_in_pure)) == distance
        assert ReferenceAnalysis(list(cards_in(hand)), rank, wild_in_pure).distance() == distance


@pytest.mark.slow
@pytest.mark.parametrize("part", range(8))
def test_many_hands_of_13_cards(make_hand, part):
    for seed in range(1_000_000 + 150 * part, 1_000_000 + 150 * (part + 1)):
        check_13(make_hand(seed), int(seed % 3 > 0))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_many_hands_of_14_cards(make_hand, part):
    for seed in range(2_000_000 + 60 * part, 2_000_000 + 60 * (part + 1)):
        check_14(make_hand(seed, 14), int(seed % 3 > 0))


@pytest.mark.slow
def test_many_finishing_cards(make_hand):
    for seed in range(3_000_000, 3_002_000, 2):
        hand = make_hand(seed, 14)
        finishing = 0
        for card in hand.cards:
            finishing |= int(ReferenceAnalysis(sorted(hand.cards - {card}), hand.wild).declarable()) << card
        assert finishing_cards(hand.word, hand.wild, 1) == finishing


def wilds_and_sets(seed):
    """Return ids of three wild cards, a pure sequence, sets, and whatever is missing; and the wild rank."""
    rng = random.Random(seed)
    wild = rng.randrange(13)
    cards = [13 * suit + wild for suit in rng.sample(range(4), rng.choice([3, 4]))]
    suit, start = rng.randrange(4), rng.randrange(12)
    cards += [13 * suit + place % 13 for place in range(start, start + 3)]
    for rank in rng.sample([rank for rank in range(13) if rank != wild], 2):
        cards += [13 * suit + rank for suit in rng.sample(range(4), rng.choice([3, 4]))]
    others = [card for card in range(52) if card not in cards]
    rng.shuffle(others)
    return sorted((list(dict.fromkeys(cards)) + others)[:13]), wild


def check_wild_run(seed):
    """A wild card that is itself beside two others: whether rules call it a sequence changes nothing."""
    cards, wild = wilds_and_sets(seed)
    strict, lenient = ReferenceAnalysis(cards, wild), ReferenceAnalysis(cards, wild, wild_run=True)
    word = sum(1 << card for card in cards)
    assert strict.lives_score() == lenient.lives_score() == lives_score(word, wild, 1)
    assert strict.declarable() == lenient.declarable() == bool(is_declarable(word, wild, 1))
    return word, wild, strict, lenient


@settings(max_examples=25, deadline=None)
@given(seed=seeds)
def test_three_wild_cards_are_no_sequence_but_no_score_depends_on_it(seed):
    check_wild_run(seed)


@pytest.mark.slow
def test_three_wild_cards_are_no_sequence_but_no_distance_depends_on_it():
    for seed in range(60):
        word, wild, strict, lenient = check_wild_run(seed)
        assert strict.distance() == lenient.distance() == min_distance(word, wild, 1)
