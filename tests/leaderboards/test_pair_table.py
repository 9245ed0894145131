"""Tables of counts and what is read from them."""

import numpy as np
import pytest

from palaestra_leaderboards import PairTable, RatingError, match_up, tally


def table(**changes: object) -> PairTable:
    fields: dict[str, object] = {
        "names": ("x", "y", "z"),
        "a": [0, 1],
        "b": [1, 2],
        "pairs": np.arange(18).reshape(2, 3, 3),
        "first_only": [[1, 2, 3], [0, 0, 0]],
        "second_only": [[0, 0, 0], [5, 0, 0]],
    }
    return PairTable(**(fields | changes))  # type: ignore[arg-type]


def test_tally_counts_every_game_from_both_sides() -> None:
    counted = tally(table())
    # Row 0: as first seat 3, 12, 21 pairs with loss, draw, win; as second 9, 12, 15; single games 1, 2, 3.
    # Row 1: 30, 39, 48; 36, 39, 42; 5 lost single games.
    assert counted.losses.tolist() == [13, 39 + 71, 90]
    assert counted.draws.tolist() == [26, 26 + 78, 78]
    assert counted.wins.tolist() == [39, 13 + 90, 71]
    assert counted.games.tolist() == [78, 78 + 239, 239]
    np.testing.assert_allclose(counted.score, [52 / 78, (103 + 52) / 317, (71 + 39) / 239])


def test_score_of_an_entrant_without_games_is_unknown() -> None:
    counted = tally(table(names=("x", "y", "z", "idle")))
    assert np.isnan(counted.score).tolist() == [False, False, False, True]


def test_a_match_up_reads_the_same_from_either_side() -> None:
    counts = table()
    assert match_up(counts, 0, 1).tolist() == counts.pairs[0].tolist()
    # y lost as first and drew as second where x drew as first and won as second.
    assert match_up(counts, 1, 0)[0, 1] == counts.pairs[0][1, 2]
    assert match_up(counts, 1, 0).sum() == counts.pairs[0].sum()
    assert match_up(counts, 0, 2).sum() == 0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"b": [1]}, r"b has shape \(1,\), expected \(2,\)"),
        ({"pairs": np.zeros((2, 9))}, r"pairs has shape \(2, 9\), expected \(2, 3, 3\)"),
        ({"first_only": [[1, 2, -3], [0, 0, 0]]}, "first_only contains -3"),
        ({"names": ("x", "y", "x")}, "names contains 'x' more than once"),
        ({"names": ("x", "y")}, "contains 2, expected indices below 2"),
    ],
)
def test_malformed_tables_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(RatingError, match=message):
        table(**changes)
