"""Standings against counts by hand."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from palaestra.errors import UnknownNameError
from palaestra.store.engine import reading
from palaestra.store.standings import PairCells, Selection, read_faults, read_pair_cells, read_played
from palaestra.store.writes import GameWriter


def league(records: Any) -> list[Any]:
    """Make ann - bob: a pair won in both seats by ann, one drawn then lost by ann, a single win of bob as first seat;
    bob - cy: cy forfeits as first seat of a second half; ann against herself.
    """
    return [
        records.game(1, 1.0, number=1),
        records.game(2, -1.0, number=1),
        records.game(1, 0.0, number=2),
        records.game(2, 1.0, number=2),
        records.game(2, 1.0, number=3),
        records.game(2, -1.0, entrants=("bob", "cy"), reason="crash", offender=0),
        records.game(1, -1.0, entrants=("ann", "ann"), reason="illegal", offender=0),
    ]


LEAGUE = Selection("league")


def results(cells: PairCells) -> dict[str, list[int]]:
    """Return the games that each entrant lost, drew and won."""
    counts = np.zeros((len(cells.names), 3), dtype=np.int64)
    of_a = cells.pairs.sum(axis=2) + cells.pairs.sum(axis=1) + cells.first_only + cells.second_only
    np.add.at(counts, cells.a, of_a)
    np.add.at(counts, cells.b, of_a[:, ::-1])
    return dict(zip(cells.names, counts.tolist(), strict=True))


def test_cells_have_the_shape_that_ratings_need(stored: Callable[..., Path], records: Any) -> None:
    with reading(stored(*league(records))) as connection:
        cells = read_pair_cells(connection, LEAGUE)
    assert cells.names == ("ann", "bob", "cy")
    assert cells.agents == ("random", "random", "random")
    assert list(zip(cells.a.tolist(), cells.b.tolist(), strict=True)) == [(0, 1), (1, 2)]
    ann_bob = [[0, 0, 0], [1, 0, 0], [0, 0, 1]]  # rows: ann as first seat lost, drew, won; columns: as second seat
    assert cells.pairs.tolist() == [ann_bob, [[0] * 3] * 3]
    assert cells.first_only.tolist() == [[0, 0, 0], [0, 0, 0]]
    assert cells.second_only.tolist() == [[1, 0, 0], [0, 0, 1]]
    assert results(cells) == {"ann": [2, 1, 2], "bob": [2, 1, 3], "cy": [1, 0, 0]}


def test_games_are_told_one_by_one_in_the_order_of_storing(stored: Callable[..., Path], records: Any) -> None:
    with reading(stored(*league(records))) as connection:
        assert read_played(connection, LEAGUE) == (
            ["ann", "bob", "ann", "bob", "bob", "cy"],
            ["bob", "ann", "bob", "ann", "ann", "bob"],
            [1.0, 0.0, 0.5, 1.0, 1.0, 0.0],
        )
        assert read_played(connection, Selection(game="chess")) == ([], [], [])
        assert read_faults(connection, LEAGUE) == {"cy": {"crash": 1}}


def test_entrants_without_games_stand_in_the_table(stored: Callable[..., Path]) -> None:
    with reading(stored()) as connection:
        cells = read_pair_cells(connection, LEAGUE)
        assert cells.names == ("ann", "bob", "cy")
        assert cells.pairs.shape == (0, 3, 3)
        assert cells.first_only.shape == cells.second_only.shape == (0, 3)
        with pytest.raises(UnknownNameError, match="unknown tournament 'cup'"):
            read_pair_cells(connection, Selection("cup"))


def test_a_deck_filters_by_either_seat_and_all_decks_are_summed(stored: Callable[..., Path], records: Any) -> None:
    decks = [("mage", "mage"), ("mage", "rogue"), ("rogue", "mage"), ("rogue", "rogue")]
    games = [records.game(half, 1.0, decks=pair) for pair in decks for half in (1, 2)]
    with reading(stored(*games, decks=("mage", "rogue"))) as connection:
        assert read_pair_cells(connection, LEAGUE).pairs.sum() == 4
        assert read_pair_cells(connection, Selection("league", deck="mage")).pairs.tolist() == [
            [[0] * 3, [0] * 3, [3, 0, 0]]
        ]
        assert read_pair_cells(connection, Selection(deck="none")).pairs.sum() == 0
        assert read_pair_cells(connection, Selection(deck="rogue")).pairs.sum() == 3


def test_tournaments_add_up_by_the_identity_of_entrants(db: Path, records: Any) -> None:
    weak, strong = records.entrant("uct", "uct", iterations=100), records.entrant("uct", "uct", iterations=900)
    with GameWriter(db) as writer:
        for name, uct in (("one", weak), ("two", weak), ("three", strong)):
            # The second tournament registers in another order: the smaller id is then another entrant's.
            both = [records.entrant("bob"), uct]
            writer.register_tournament(records.tournament(name), both if name != "two" else both[::-1])
            writer.add([records.game(half, 1.0, entrants=("bob", "uct"), tournament=name) for half in (1, 2)])
            writer.add([records.game(1, 1.0, entrants=("bob", "uct"), number=2, tournament=name)])
        chess = records.tournament("chess", game="chess")
        writer.register_tournament(chess, records.entrants("bob", "dee"))
        writer.add([records.game(1, entrants=("bob", "dee"), tournament="chess", reason="timeout", offender=1)])
    with reading(db) as connection:
        assert results(read_pair_cells(connection, Selection(game="kalah"))) == {
            "bob": [3, 0, 6],
            'uct (uct 1 {"iterations": 100})': [4, 0, 2],
            'uct (uct 1 {"iterations": 900})': [2, 0, 1],
        }
        assert results(read_pair_cells(connection))["bob"] == [3, 0, 7]
        assert read_faults(connection) == {"dee": {"timeout": 1}}
        cells = read_pair_cells(connection, Selection(game="chess"))
        assert (cells.names, cells.first_only.tolist()) == (("bob", "dee"), [[0, 0, 1]])


def test_chosen_entrants_count_among_themselves(stored: Callable[..., Path], records: Any) -> None:
    with reading(stored(*league(records))) as connection:
        between = Selection("league", only=("ann", "bob"))
        assert results(read_pair_cells(connection, between)) == {"ann": [2, 1, 2], "bob": [2, 1, 2]}
        assert results(read_pair_cells(connection, Selection("league", exclude=("cy",)))) == results(
            read_pair_cells(connection, between)
        )
        assert read_faults(connection, between) == {}
        assert read_faults(connection, Selection("league", exclude=("bob",))) == {}  # the fault was against bob
        assert read_played(connection, Selection("league", only=("cy", "bob"))) == (["cy"], ["bob"], [0.0])
        with pytest.raises(UnknownNameError, match="unknown entrant 'dan'"):
            read_pair_cells(connection, Selection("league", only=("ann", "dan")))


def test_an_entrant_with_each_deck_is_one_of_its_own(stored: Callable[..., Path], records: Any) -> None:
    # ann wins with mage in both seats; bob wins with mage; all decks stay with the seats.
    games = [
        *(records.game(half, 1.0 if half == 1 else -1.0, decks=("mage", "mage")) for half in (1, 2)),
        *(records.game(half, 1.0, decks=("mage", "rogue"), number=2) for half in (1, 2)),
        records.game(2, 0.0, decks=("rogue", "mage"), number=3),
    ]
    with reading(stored(*games, decks=("mage", "rogue"), deck_pairing="cross")) as connection:
        by_deck = Selection("league", by_deck=True)
        cells = read_pair_cells(connection, by_deck)
        first, second, points = read_played(connection, by_deck)
        counted: dict[str, list[int]] = {}
        for one, other, point in zip(first, second, points, strict=True):
            counted.setdefault(one, [0, 0, 0])[int(2 * point)] += 1
            counted.setdefault(other, [0, 0, 0])[int(2 - 2 * point)] += 1
    assert results(cells) == counted
    assert results(cells) == {
        "ann [mage]": [0, 1, 3],
        "bob [mage]": [2, 0, 1],
        "ann [rogue]": [1, 0, 0],
        "bob [rogue]": [1, 1, 0],
    }
    assert cells.pairs.sum() == 1  # the other pairs fall apart
    assert set(cells.agents) == {"random"}
