"""The hash map holds what a dictionary would, grows, and fails clearly when it may not."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from palaestra_learning.q_learning.rule import NUM_RULE, Q0, Q0_WIDTH, SALT, initial_value
from palaestra_learning.q_learning.table import MISSING, QTable, TableFullError, find, has_room, insert

ZERO = np.zeros(NUM_RULE)
KEYS = st.integers(-(2**63), 2**63 - 1)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(KEYS, st.integers(1, 60)), max_size=1500, unique_by=lambda entry: entry[0]))
def test_what_is_inserted_is_found(entries):
    table = QTable.empty()
    for number, (key, width) in enumerate(entries):
        if not has_room(table.index, table.values, table.head, 1, width):
            table.make_room(1, width, 1 << 30)
        assert find(table.index, key, width) == MISSING
        offset = insert(table.index, table.values, table.head, ZERO, key, width)
        table.values[offset : offset + width] = number
    for number, (key, width) in enumerate(entries):
        offset = find(table.index, key, width)
        assert (table.values[offset : offset + width] == number).all()
    keys, widths = table.entries()
    assert list(zip(keys.tolist(), widths.tolist(), strict=True)) == entries
    again = QTable.from_entries(keys, widths, table.used_values)
    assert all(find(again.index, key, width) == find(table.index, key, width) for key, width in entries)


@pytest.mark.parametrize("spacing", [1, 1 << 20, 1 << 40, 1 << 53])
def test_neighbouring_keys_do_not_crowd(spacing):
    table = QTable.empty()
    table.make_room(600, 600, 1 << 30)
    for i in range(600):
        insert(table.index, table.values, table.head, ZERO, i * spacing, 1)
    tags = table.index[: len(table.index) // 17].view(np.uint8).reshape(-1, 8)
    full = "".join("x" if group else " " for group in (tags != 0).all(axis=1)).split()
    assert max(map(len, full), default=0) < 12  # 128 groups of 8 slots; 600 of the slots are taken


@pytest.mark.parametrize("limit", [200_000, 1_000_000])
def test_a_table_may_use_nearly_all_of_its_memory(limit):
    table = QTable.empty()

    def fill():
        while True:
            if not has_room(table.index, table.values, table.head, 1, 4):
                table.make_room(1, 4, limit)
            insert(table.index, table.values, table.head, ZERO, table.positions, 4)

    with pytest.raises(TableFullError):
        fill()
    assert 0.95 * limit < table.nbytes <= limit
    least = table.positions * (17 / 0.75 + 4 * 8)
    assert least > 0.95 * limit
    assert all(find(table.index, key, 4) == 4 * key for key in range(table.positions))


def test_one_key_for_two_positions_is_an_error():
    table = QTable.empty()
    insert(table.index, table.values, table.head, ZERO, 7, 3)
    with pytest.raises(ValueError, match="two positions with different numbers of legal actions have one key"):
        find(table.index, 7, 4)


def test_a_full_table_says_so():
    table = QTable.empty()
    with pytest.raises(TableFullError, match=r"^the table of 0 positions is full; expected to fit into 100,000 bytes"):
        table.make_room(10_000, 10_000, 100_000)
    table.make_room(1_000, 5_000, 100_000)
    assert table.nbytes <= 100_000


def test_initial_values_are_random_numbers_that_stay():
    rule = ZERO.copy()
    rule[Q0], rule[Q0_WIDTH], rule[SALT] = 0.5, 0.1, 3
    values = np.array([[initial_value(rule, key, place) for place in range(9)] for key in range(500)])
    assert values.min() >= 0.5
    assert values.max() < 0.6
    assert values.mean() == pytest.approx(0.55, abs=4 * 0.1 / 12**0.5 / values.size**0.5)
    assert len(np.unique(values)) == values.size
    assert initial_value(rule, 4, 2) == values[4, 2]
