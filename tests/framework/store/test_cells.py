"""The counts of the cells, against a recount of all games and against counts by hand."""

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palaestra.record import GameRecord
from palaestra.store.check import check, recount, stored_cells
from palaestra.store.engine import reading
from palaestra.store.tables import COUNTS
from palaestra.store.writes import GameWriter

NAMES = ("ann", "bob", "cy", "dee")
DECKS = ("mage", "rogue")


def counts_of(db: Path) -> dict[str, int]:
    """Return the counts of the only cell that are not zero."""
    with reading(db) as connection:
        ((_, counts),) = stored_cells(connection).items()
        assert check(connection) == []
    return {name: count for name, count in zip(COUNTS, counts, strict=True) if count}


@pytest.mark.parametrize(
    ("first_half", "second_half", "expected"),
    [
        # Results are of the first seat; ann has the smaller id, bob sits first in the second half.
        (1.0, None, {"first_only_win": 1}),
        (-1.0, None, {"first_only_loss": 1}),
        (0.0, None, {"first_only_draw": 1}),
        (None, 1.0, {"second_only_loss": 1}),
        (None, 0.0, {"second_only_draw": 1}),
        (None, -1.0, {"second_only_win": 1}),
        (1.0, 1.0, {"pair_win_loss": 1}),
        (1.0, -1.0, {"pair_win_win": 1}),
        (0.25, 0.0, {"pair_win_draw": 1}),
        (-0.25, -1.0, {"pair_loss_win": 1}),
        (0.0, 0.0, {"pair_draw_draw": 1}),
    ],
)
@pytest.mark.parametrize("batches", ["together", "first half first", "second half first"])
def test_a_pair_counts_once_in_the_right_place(
    db: Path,
    records: Any,
    first_half: float | None,
    second_half: float | None,
    expected: dict[str, int],
    batches: str,
) -> None:
    halves = [records.game(half, result) for half, result in ((1, first_half), (2, second_half)) if result is not None]
    if batches == "second half first":
        halves.reverse()
    with GameWriter(db) as writer:
        writer.register_tournament(records.tournament(), records.entrants("ann", "bob"))
        for batch in [halves] if batches == "together" else [[half] for half in halves]:
            writer.add(batch)
    assert counts_of(db) == expected


def test_results_are_of_the_entrant_that_was_registered_first(db: Path, records: Any) -> None:
    with GameWriter(db) as writer:
        writer.register_tournament(records.tournament(), records.entrants("bob", "ann"))
        writer.add([records.game(1, 1.0), records.game(2, 0.0)])  # ann beats bob, then bob sits first and draws
    assert counts_of(db) == {"pair_draw_loss": 1}


def test_decks_stay_with_the_seats(stored: Callable[..., Path], records: Any) -> None:
    decks = ("mage", "rogue")
    db = stored(records.game(1, 1.0, decks=decks), records.game(2, 1.0, decks=decks), decks=decks)
    with reading(db) as connection:
        assert [(key[2], key[3]) for _, key in stored_cells(connection)] == [("mage", "rogue")]
    assert counts_of(db) == {"pair_win_loss": 1}


def test_a_game_against_oneself_is_stored_but_counts_in_no_cell(stored: Callable[..., Path], records: Any) -> None:
    db = stored(*(records.game(half, 1.0, entrants=("ann", "ann")) for half in (1, 2)))
    with reading(db) as connection:
        assert stored_cells(connection) == {}
        assert check(connection) == []


@st.composite
def streams(draw: st.DrawFn, records: Any) -> list[list[GameRecord]]:
    """Games of many pairs, some halves missing, some records twice, in any order and in batches of any size."""
    pairs = draw(
        st.lists(
            st.tuples(
                st.sampled_from(NAMES),
                st.sampled_from(NAMES),
                st.integers(1, 3),
                st.tuples(st.sampled_from(DECKS), st.sampled_from(DECKS)),
                st.sampled_from(((1,), (2,), (1, 2))),
            ),
            max_size=25,
            unique_by=lambda pair: (frozenset(pair[:2]), pair[2], pair[3]),
        )
    )
    results = st.sampled_from((-1.0, 0.0, 1.0))
    games = [
        records.game(half, draw(results), entrants=(first, second), number=number, decks=decks)
        for first, second, number, decks, halves in pairs
        for half in halves
    ]
    again = draw(st.lists(st.sampled_from(games), max_size=10)) if games else []
    shuffled = draw(st.permutations(games + again))
    cuts = sorted(draw(st.lists(st.integers(0, len(shuffled)), max_size=4)))
    return [shuffled[start:end] for start, end in zip([0, *cuts], [*cuts, len(shuffled)], strict=True)]


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_cells_equal_a_recount_after_any_stream_of_games(
    data: st.DataObject, records: Any, empty_database: bytes
) -> None:
    batches = data.draw(streams(records))
    ids = {game.game.id for batch in batches for game in batch}
    with tempfile.TemporaryDirectory() as folder:
        db = Path(folder) / "games.db"
        db.write_bytes(empty_database)
        with GameWriter(db) as writer:
            writer.register_tournament(records.tournament(), records.entrants(*NAMES))
            assert sum(writer.add(batch) for batch in batches) == len(ids)
        with reading(db) as connection:
            cells = {key: counts for key, counts in stored_cells(connection).items() if any(counts)}
            assert cells == recount(connection)
            assert all(min(counts) >= 0 for counts in cells.values())
            assert check(connection) == []
