"""What must hold of any hand, and the helpers of agents against their definitions."""

import random
from itertools import combinations

import numpy as np
import pytest

from palaestra_rummy.analysis import cover, declaration, distance, greedy, hands, outs, partials, score
from palaestra_rummy.analysis.reference import SET, ReferenceAnalysis
from palaestra_rummy.cards import card_set, cards_in

ALL_CARDS = (1 << 52) - 1


def words(make_hand, size, seeds=range(300)):
    for seed in seeds:
        hand = make_hand(seed, size)
        yield hand.word, hand.wild


def discards(word):
    return [word ^ (1 << card) for card in cards_in(word)]


def test_distance_of_14_cards_is_that_of_the_best_discard(make_hand):
    out = np.zeros(14, dtype=np.int64)
    for word, wild in words(make_hand, 14):
        each = [distance.min_distance(rest, wild, 1) for rest in discards(word)]
        assert distance.min_distance(word, wild, 1) == min(each)
        assert distance.discard_distances(word, wild, 1, out) == min(each)
        assert out.tolist() == [min(found, min(each) + 1) for found in each]


def test_a_bound_only_cuts_off(make_hand):
    for word, wild in words(make_hand, 13):
        found = distance.min_distance(word, wild, 1)
        assert [distance.distance_below(word, wild, 1, bound) for bound in range(9)] == [
            min(bound, found) for bound in range(9)
        ]
        lost = score.lives_score(word, wild, 1)
        for bound in (0, 1, lost, lost + 1):
            assert score.lives_score_below(word, wild, 1, bound) == min(bound, lost)


def test_distance_is_0_exactly_for_declarations_and_one_card_changes_it_by_1_at_most(make_hand):
    rng = random.Random(1)
    for word, wild in words(make_hand, 13):
        found = distance.min_distance(word, wild, 1)
        assert (found == 0) == bool(declaration.is_declarable(word, wild, 1)) == (score.lives_score(word, wild, 1) == 0)
        assert 0 <= found <= distance.MAX_DISTANCE
        out, new = rng.choice(list(cards_in(word))), rng.choice(list(cards_in(ALL_CARDS ^ word)))
        assert abs(distance.min_distance(word ^ (1 << out | 1 << new), wild, 1) - found) <= 1


def test_suits_are_all_alike(make_hand):
    rng = random.Random(2)
    for word, wild in words(make_hand, 13):
        suits = rng.sample(range(4), 4)
        image = card_set(13 * suits[card // 13] + card % 13 for card in cards_in(word))
        for function in (score.deadwood, cover.coverage):
            assert function(image, wild) == function(word, wild)
        for function in (score.lives_score, distance.min_distance):
            assert function(image, wild, 1) == function(word, wild, 1)


def test_scores_after_each_discard(make_hand):
    out = np.zeros(14, dtype=np.int64)
    for word, wild in words(make_hand, 14):
        each = [score.lives_score(rest, wild, 1) for rest in discards(word)]
        assert score.discard_scores(word, wild, 1, out) == min(each)
        assert out.tolist() == each
        each = [score.deadwood(rest, wild) for rest in discards(word)]
        assert score.discard_deadwoods(word, wild, out) == score.best_deadwood(word, wild) == min(each)
        assert out.tolist() == each


def test_finishing_card_has_the_most_points_then_the_lowest_id(make_hand):
    finished = 0
    for word, wild in words(make_hand, 14):
        cards = list(cards_in(declaration.finishing_cards(word, wild, 1)))
        points = {card: 0 if card % 13 == wild else hands.points_of(1 << card) for card in cards}
        best = max(cards, key=lambda card: (points[card], -card), default=-1)
        assert declaration.finishing_card(word, wild, 1) == best
        finished += len(cards) > 0
    assert finished > 20


def test_cover_leaves_the_least_deadwood_and_its_melds_are_melds(make_hand):
    for size in (13, 14):
        for word, wild in words(make_hand, size, range(60)):
            covered = cover.meld_cover(word, wild)
            outside = word & ~covered & ~hands.wild_cards(wild)
            assert covered & ~word == 0
            assert hands.points_of(outside) == score.deadwood(word, wild)
            melds = cover.count_melds(word, wild)
            assert 3 * melds <= covered.bit_count() <= 14
            if covered:
                assert ReferenceAnalysis(list(cards_in(covered)), wild).coverage() == covered.bit_count()
            assert (melds == 0) == (covered == 0)


def test_live_outs_are_the_cards_that_lower_the_distance(make_hand):
    for word, wild in words(make_hand, 13, range(40)):
        unseen = ALL_CARDS & ~word & ~random.Random(word).getrandbits(52)
        found = distance.min_distance(word, wild, 1)
        better = [card for card in cards_in(unseen) if distance.min_distance(word | 1 << card, wild, 1) < found]
        assert outs.live_outs(word, wild, 1, unseen) == len(better)


def test_outs_after_each_discard_that_keeps_the_distance(make_hand):
    distances, out = np.zeros(14, dtype=np.int64), np.zeros(14, dtype=np.int64)
    for word, wild in words(make_hand, 14, range(60)):
        unseen = ALL_CARDS & ~word
        least = distance.discard_distances(word, wild, 1, distances)
        most = outs.discard_outs(word, wild, 1, unseen, distances, least, out)
        each = [
            outs.live_outs(rest, wild, 1, unseen) if far == least else -1
            for rest, far in zip(discards(word), distances, strict=True)
        ]
        assert out.tolist() == each
        assert most == max(each)


def test_partial_melds_are_pairs_that_one_card_completes():
    rng = random.Random(3)
    for _ in range(2):
        loose = card_set(rng.sample(range(52), 8))
        wild = rng.randrange(13)
        pairs, completing = set(), set()
        for new in cards_in(ALL_CARDS & ~loose):
            for first, second in combinations(cards_in(loose), 2):
                if any(meld.cards == 7 for meld in ReferenceAnalysis([first, second, new], -1).melds):
                    pairs.add((first, second))
                    completing.add(new)
        near = {(first, second) for first, second in combinations(cards_in(loose), 2) if _fits(first, second)}
        assert pairs <= near
        assert partials.count_partials(loose) == len(near)
        assert set(cards_in(partials.partial_cards(loose))) == {card for pair in near for card in pair}
        if near:
            completing |= {13 * suit + wild for suit in range(4)}
        assert set(cards_in(partials.completing_cards(loose, wild))) == completing - set(cards_in(loose))


def _fits(first, second):
    """Return whether two cards share a rank, or a suit with at most one rank between them, aces low and high."""
    if first // 13 != second // 13:
        return first % 13 == second % 13
    ranks = sorted([first % 13, second % 13])
    return ranks[1] - ranks[0] <= 2 or (ranks[0] == 0 and ranks[1] >= 11)


def test_greedy_is_a_partition_and_never_better(make_hand):
    worse = 0
    for word, wild in words(make_hand, 13):
        covered = greedy.greedy_cover(word, wild)
        left = greedy.greedy_deadwood(word, wild)
        assert covered & ~word == 0
        assert left == hands.points_of(word & ~covered & ~hands.wild_cards(wild))
        assert left >= score.deadwood(word, wild)
        assert greedy.greedy_declarable(word, wild) <= declaration.is_declarable(word, wild, 1)
        worse += left > score.deadwood(word, wild)
    assert worse > 10
    for word, wild in words(make_hand, 13, range(60)):
        covered = greedy.greedy_cover(word, wild)
        assert ReferenceAnalysis(list(cards_in(covered)), wild).coverage() == covered.bit_count()


@pytest.mark.parametrize(
    ("text", "declarable"),
    [
        ("AH 2H 3H 4H 5H 6D 7D 8D 9D TC JC QC KC", 1),
        # 3H 4H 5H 6H is longer than 3H 4H 5H, and without 6H there is no set of sixes.
        ("3H 4H 5H 6H 6D 6C 8S 9S TS QH QD QC QS", 0),
        # Six cards in sequence are two sequences.
        ("4H 5H 6H 7H 8H 9H 2D 2C 2S JD JC JS JH", 1),
        ("AH 2H 3H 5H 5D 5C 5S 9H 9D 9C KH KD KC", 0),
    ],
)
def test_greedy_declares_what_its_own_partition_shows(text, declarable):
    names = [rank + suit for suit in "HDCS" for rank in "A23456789TJQK"]
    assert greedy.greedy_declarable(card_set(names.index(name) for name in text.split()), -1) == declarable


def test_pure_runs():
    names = [rank + suit for suit in "HDCS" for rank in "A23456789TJQK"]
    for text, expected in (("QH KH AH", 1), ("KH AH 2H", 0), ("KH AD 2D", 0), ("JS QS KS", 1), ("AC 2C 4C", 0)):
        assert cover.has_pure_run(card_set(names.index(name) for name in text.split()), -1, 1) == expected
    queens = card_set(map(names.index, ("QH", "KH", "AH")))
    assert [cover.has_pure_run(queens, wild, pure) for wild, pure in ((11, 1), (11, 0), (1, 0))] == [1, 0, 1]


def test_the_twin_knows_all_melds_of_thirteen_hearts():
    melds = ReferenceAnalysis(list(range(13)), -1).melds
    assert len([meld for meld in melds if meld.kind != SET]) == 2 * (12 + 11 + 10)
