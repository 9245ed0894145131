"""Laws of Bradley-Terry ratings, and values computed elsewhere."""

import json
import math
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from palaestra_leaderboards import (
    PairTable,
    RatingError,
    Ratings,
    bradley_terry,
    bradley_terry_cells,
    score_from_elo,
)
from palaestra_leaderboards.beat_graph import determines_seat_term
from palaestra_leaderboards.clusters import clusters_of_games
from palaestra_leaderboards.elo import ELO_PER_LOGIT
from palaestra_leaderboards.likelihood import maximize

Game = tuple[str, str, float, int | None]

games = st.lists(
    st.tuples(
        st.sampled_from("abcd"),
        st.sampled_from("abcd"),
        st.sampled_from([0.0, 0.5, 1.0]),
        st.sampled_from([None, 1, 2, 3]),
    ).filter(lambda game: game[0] != game[1]),
    min_size=4,
    max_size=40,
)


def rate(played: list[Game], *, seat_term: bool = False, level: float = 0.95) -> Ratings:
    first, second, score, pair = zip(*played, strict=True)
    return bradley_terry(first, second, score, pair, seat_term=seat_term, level=level)


def assert_same(one: Ratings, other: Ratings) -> None:
    assert one.names == other.names
    for field in ("elo", "low", "high", "first_seat_elo", "first_seat_low", "first_seat_high"):
        np.testing.assert_allclose(getattr(one, field), getattr(other, field), atol=1e-5, rtol=1e-6)


@given(games, st.randoms(use_true_random=False), st.booleans())
def test_the_order_of_the_games_does_not_matter(played: list[Game], order: random.Random, seat_term: bool) -> None:
    shuffled = list(played)
    order.shuffle(shuffled)
    assert_same(rate(shuffled, seat_term=seat_term), rate(played, seat_term=seat_term))


@given(games, st.permutations("abcd"))
def test_renaming_entrants_renames_the_ratings(played: list[Game], names: list[str]) -> None:
    ratings = rate(played)
    assume(not np.isnan(ratings.elo).any())
    new = dict(zip("abcd", names, strict=True))
    renamed = rate([(new[first], new[second], score, pair) for first, second, score, pair in played])
    for field in ("elo", "low", "high"):
        before = dict(zip(ratings.names, getattr(ratings, field), strict=True))
        after = dict(zip(renamed.names, getattr(renamed, field), strict=True))
        assert {new[name]: value for name, value in before.items()} == pytest.approx(after, abs=1e-5, rel=1e-6)


@given(games)
def test_reversed_results_reverse_the_ratings(played: list[Game]) -> None:
    ratings = rate(played)
    assume(not np.isnan(ratings.elo).any())
    reverse = rate([(first, second, 1 - score, pair) for first, second, score, pair in played])
    np.testing.assert_allclose(reverse.elo, -ratings.elo, atol=1e-5)
    np.testing.assert_allclose(reverse.low, -ratings.high, atol=1e-5, rtol=1e-6)


@given(games)
def test_sides_named_the_other_way_change_nothing_without_a_seat_term(played: list[Game]) -> None:
    assert_same(rate([(second, first, 1 - score, pair) for first, second, score, pair in played]), rate(played))


@given(games, st.booleans())
def test_expected_points_equal_points_won(played: list[Game], seat_term: bool) -> None:
    """The score equations of the maximum likelihood; mean 0; ends around the estimate."""
    ratings = rate(played, seat_term=seat_term)
    assume(not np.isnan(ratings.elo).any())
    elo = dict(zip(ratings.names, ratings.elo.tolist(), strict=True))
    bonus = 0.0 if math.isnan(ratings.first_seat_elo) else ratings.first_seat_elo
    surplus = dict.fromkeys(elo, 0.0)
    seat_surplus = 0.0
    for first, second, score, _ in played:
        rest = score - score_from_elo(elo[first] - elo[second] + bonus)
        surplus[first] += rest
        surplus[second] -= rest
        seat_surplus += rest
    assert surplus == pytest.approx(dict.fromkeys(elo, 0.0), abs=1e-6)
    assert bonus == 0.0 or seat_surplus == pytest.approx(0.0, abs=1e-6)
    assert ratings.elo.mean() == pytest.approx(0.0, abs=1e-6)
    assert (ratings.low < ratings.elo).all()
    assert (ratings.elo < ratings.high).all()


@given(games, st.booleans())
def test_no_rating_is_infinite_and_what_is_missing_is_noted(played: list[Game], seat_term: bool) -> None:
    ratings = rate(played, seat_term=seat_term)
    for values in (ratings.elo, ratings.low, ratings.high):
        assert not np.isinf(values).any()
        assert np.abs(values[~np.isnan(values)]).max(initial=0.0) < 20_000
    assert not np.isnan(ratings.elo).any() or ratings.notes
    both_ends = ~np.isnan(ratings.low) & ~np.isnan(ratings.high)
    assert (both_ends == ~np.isnan(ratings.elo)).all()


def table_of(played: list[Game]) -> PairTable:
    """Count game pairs one by one: a second road to the same numbers."""
    names = tuple(sorted({name for first, second, *_ in played for name in (first, second)}))
    pairs = np.zeros((16, 3, 3), dtype=np.int64)
    only = np.zeros((2, 16, 3), dtype=np.int64)
    rows = [(a, b) for a in range(4) for b in range(4)]
    seen: dict[tuple[int, int, int], dict[int, int]] = {}
    for first, second, score, pair in played:
        i, j = names.index(first), names.index(second)
        swapped = int(i > j)
        a, b, result = (j, i, round(2 * (1 - score))) if swapped else (i, j, round(2 * score))
        if pair is None:
            only[swapped, rows.index((a, b)), result] += 1
        else:
            seen.setdefault((a, b, pair), {})[swapped] = result
    for (a, b, _), halves in seen.items():
        row = rows.index((a, b))
        if len(halves) == 2:
            pairs[row, halves[0], halves[1]] += 1
        else:
            ((swapped, result),) = halves.items()
            only[swapped, row, result] += 1
    used = [row for row, (a, b) in enumerate(rows) if max(a, b) < len(names)]
    a, b = np.array([rows[row] for row in used]).T
    return PairTable(names, a, b, pairs[used], only[0, used], only[1, used])


@given(games, st.booleans())
def test_tables_rate_as_lists_do(played: list[Game], seat_term: bool) -> None:
    halves = {
        (first, second, pair if pair is not None else index): (first, second, score, pair)
        for index, (first, second, score, pair) in enumerate(played, start=10)
    }
    once = list(halves.values())
    listed, counted = rate(once, seat_term=seat_term), bradley_terry_cells(table_of(once), seat_term=seat_term)
    assert_same(listed, counted)
    assert listed.notes == counted.notes


def test_standard_errors_of_the_information_agree_with_agresti() -> None:
    """Baseball of 1987, Baltimore as reference: standard errors 0.3319 to 0.3433 (BradleyTerry2)."""
    path = Path(__file__).parents[1] / "data" / "rating_cases.json"
    cases = {case["id"]: case for case in json.loads(path.read_text(encoding="utf-8"))["cases"]}
    rows = cases["bt-agresti-baseball"]["input"]["games_home_away_homewins_awaywins"]
    first, second, score = [], [], []
    for home, away, wins, losses in rows:
        first += [home] * (wins + losses)
        second += [away] * (wins + losses)
        score += [1.0] * wins + [0.0] * losses
    clusters = clusters_of_games(first, second, score)
    inverse = maximize(*clusters.seat_matrices(), seat_term=False).inverse
    reference = clusters.names.index("Baltimore")
    contrast = np.eye(8)[: len(clusters.names)] - np.eye(8)[reference]
    errors = np.sqrt(np.einsum("ij,jk,ik->i", contrast, inverse, contrast))
    published = json.loads(cases["bt-agresti-baseball"]["note"].split(";")[0].removeprefix("standard errors "))
    assert dict(zip(clusters.names, errors.tolist(), strict=True)) == pytest.approx(
        published | {"Baltimore": 0.0}, abs=6e-5
    )
    # With the home advantage as seat term: 0.302 (Agresti, section 10.6.2).
    ratings = bradley_terry(first, second, score, seat_term=True)
    assert ratings.first_seat_elo / ELO_PER_LOGIT == pytest.approx(0.302, abs=5e-4)


def test_citations_between_journals_of_statistics() -> None:
    """Stigler, Statistical Science 9 (1994) 94; log odds as in Agresti and in BradleyTerry2's vignette."""
    journals = ("Biometrika", "Comm Statist", "JASA", "JRSS-B")
    cited = [[0, 730, 498, 221], [33, 0, 68, 17], [320, 813, 0, 142], [284, 276, 325, 0]]
    played = [(journals[i], journals[j], 1.0, None) for i in range(4) for j in range(4) for _ in range(cited[i][j])]
    ratings = rate(played)
    values = (ratings.elo - ratings.elo[0]) / ELO_PER_LOGIT
    np.testing.assert_allclose(values, [0.0, -2.9491, -0.4796, 0.2690], atol=6e-5)


def test_two_entrants_agree_with_the_formula_for_one_proportion() -> None:
    """75 of 100 independent games: the difference is logit(3/4) with error 1 / sqrt(n p q), up to n / (n - 1)."""
    ratings = rate([("a", "b", 1.0, None)] * 75 + [("a", "b", 0.0, None)] * 25)
    assert ratings.elo[0] - ratings.elo[1] == pytest.approx(190.85, abs=0.005)
    error = ELO_PER_LOGIT / math.sqrt(100 * 0.75 * 0.25) * math.sqrt(100 / 99)
    assert ratings.high[0] - ratings.low[0] == pytest.approx(1.959964 * error, rel=1e-6)


def test_the_unbeaten_have_a_lower_bound_and_the_winless_an_upper_one() -> None:
    middle: list[Game] = [("b", "c", 1.0, 1), ("c", "b", 1.0, 1), ("b", "c", 1.0, 2), ("c", "b", 0.0, 2)]
    top: list[Game] = [("a", other, 1.0, None) for other in "bc" for _ in range(10)]
    bottom: list[Game] = [("d", other, 0.0, None) for other in "bc" for _ in range(10)]
    ratings = rate(middle + top + bottom)
    assert np.isnan(ratings.elo).tolist() == [True, False, False, True]
    assert ratings.elo[1] == pytest.approx(-ratings.elo[2])
    low = ratings.low[0]
    # At the bound twenty wins in a row have a probability of 2.5 %.
    assert score_from_elo(low - ratings.elo[1]) ** 10 * score_from_elo(low - ratings.elo[2]) ** 10 == pytest.approx(
        0.025, rel=1e-6
    )
    assert math.isnan(ratings.high[0])
    assert ratings.high[3] == pytest.approx(-low)
    assert math.isnan(ratings.low[3])
    assert ratings.order() == (0, 1, 2, 3)
    assert any(note.startswith("a won every game") for note in ratings.notes)
    assert any(note.startswith("d lost every game") for note in ratings.notes)


def test_a_game_pair_counts_once_towards_a_bound() -> None:
    middle: list[Game] = [("b", "c", 0.5, 1), ("c", "b", 0.5, 1)]
    paired: list[Game] = [game for n in range(8) for game in (("a", "b", 1.0, n), ("b", "a", 0.0, n))]
    ratings = rate(middle + paired)
    assert score_from_elo(ratings.low[0]) ** 8 == pytest.approx(0.025, rel=1e-6)


def test_one_won_match_up_bounds_both_from_one_side() -> None:
    ratings = rate([("a", "b", 1.0, None)] * 10)
    assert np.isnan(ratings.elo).all()
    assert score_from_elo(2 * ratings.low[0]) ** 10 == pytest.approx(0.025, rel=1e-6)
    assert ratings.high[1] == -ratings.low[0]
    assert math.isnan(ratings.high[0])
    assert math.isnan(ratings.low[1])
    assert ratings.notes


def test_a_ladder_of_one_sided_match_ups_bounds_its_ends_only() -> None:
    ratings = rate([("a", "b", 1.0, None), ("b", "c", 1.0, None), ("a", "c", 1.0, None)] * 5)
    assert np.isnan(ratings.elo).all()
    assert np.isnan(ratings.low).tolist() == [False, True, True]
    assert np.isnan(ratings.high).tolist() == [True, True, False]
    assert ratings.order() == (0, 1, 2)


def test_groups_that_never_met_are_named_and_only_the_first_is_rated() -> None:
    ratings = rate([("a", "b", 0.5, None), ("a", "b", 1.0, None), ("c", "d", 0.5, None)])
    assert np.isnan(ratings.elo).tolist() == [False, False, True, True]
    assert "2 groups that never met: a, b | c, d" in " ".join(ratings.notes)


def test_two_separate_one_sided_groups_get_no_invented_numbers() -> None:
    """a > b and d > c without any link: programs are known to print 1e-6, or 5.99, for them."""
    ratings = rate([("a", "b", 1.0, None), ("a", "b", 1.0, None), ("d", "c", 1.0, None)])
    assert np.isnan(ratings.elo).all()
    assert np.isnan(ratings.low).tolist() == [False, True, True, True]
    assert "never met" in " ".join(ratings.notes)


def test_a_first_seat_that_always_wins_has_no_finite_term() -> None:
    played: list[Game] = [("a", "b", 1.0, n) for n in range(4)] + [("b", "a", 1.0, n) for n in range(4)]
    ratings = rate(played, seat_term=True)
    assert math.isnan(ratings.first_seat_elo)
    assert "no first-seat term" in " ".join(ratings.notes)
    np.testing.assert_allclose(ratings.elo, 0.0, atol=1e-9)


def test_pairs_that_all_split_are_no_certainty() -> None:
    played: list[Game] = [(first, second, 1.0, n) for n in range(10) for first, second in ("ab", "ba")]
    ratings = rate(played)
    assert 50 < ratings.high[0] < 200
    assert "widest possible" in " ".join(ratings.notes)


def test_entrants_without_games_are_named() -> None:
    table = PairTable(
        ("a", "b", "idle"),
        np.array([0]),
        np.array([1]),
        np.array([[[3, 1, 2], [1, 4, 1], [2, 2, 5]]]),
        np.zeros((1, 3), dtype=np.int64),
        np.zeros((1, 3), dtype=np.int64),
    )
    ratings = bradley_terry_cells(table)
    assert np.isnan(ratings.elo).tolist() == [False, False, True]
    assert ratings.notes == ("idle played no games",)
    assert ratings.order() == (0, 1, 2)


def test_nothing_gives_nothing() -> None:
    assert bradley_terry([], [], []).names == ()
    alone = bradley_terry(["a"], ["a"], [1.0])
    assert np.isnan(alone.elo).all()
    assert alone.notes


def test_a_hundred_entrants_and_millions_of_games() -> None:
    rng = np.random.default_rng(5)
    strength = rng.normal(0.0, 1.0, 100)
    a, b = np.triu_indices(100, 1)
    win = 1 / (1 + np.exp(strength[b] - strength[a]))
    chances = np.stack([(1 - win) * 0.8, np.full(len(a), 0.2), win * 0.8], axis=1)
    joint = (chances[:, :, None] * chances[:, None, :]).reshape(len(a), 9)
    pairs = rng.multinomial(500, joint / joint.sum(axis=1, keepdims=True)).reshape(-1, 3, 3)
    none = np.zeros((len(a), 3), dtype=np.int64)
    table = PairTable(tuple(f"entrant {n:02}" for n in range(100)), a, b, pairs, none, none)
    ratings = bradley_terry_cells(table, seat_term=True)
    assert np.corrcoef(ratings.elo, strength)[0, 1] > 0.99
    assert not ratings.notes
    assert ratings.first_seat_low < 0.0 < ratings.first_seat_high


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["a"], ["b", "c"], [1]), "second has 2 entries, expected 1"),
        ((["a"], ["b"], [1, 0]), "score has 2 entries"),
        ((["a"], ["b"], [1], [1, 2]), "pair has 2 entries"),
        ((["a", "a"], ["b", "b"], [1, 1.5]), r"score\[1\] is 1.5, expected a number from 0 to 1"),
        ((["a"], ["b"], [math.nan]), r"score\[0\] is nan"),
    ],
)
def test_nonsense_is_refused(arguments: tuple[list[object], ...], message: str) -> None:
    with pytest.raises(RatingError, match=message):
        bradley_terry(*arguments)  # type: ignore[arg-type]


def test_a_level_must_be_a_probability() -> None:
    with pytest.raises(RatingError, match=r"level is 95, expected"):
        rate([("a", "b", 0.5, None)], level=95)


def test_seat_term_is_determined_by_mixed_results() -> None:
    games_matrix = np.array([[0.0, 4.0], [4.0, 0.0]])
    assert determines_seat_term(games_matrix, np.array([[0.0, 3.0], [3.0, 0.0]]))
