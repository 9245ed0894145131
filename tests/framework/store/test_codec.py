import pytest
from hypothesis import given
from hypothesis import strategies as st

from palaestra.errors import StoreError
from palaestra.store.codec import decode_actions, encode_actions, iso_time, unix_time

INT64 = st.integers(-(2**63), 2**63 - 1)
SMALL = st.one_of(st.integers(0, 255), st.integers(0, 65535), st.integers(0, 2**32 - 1))


@given(st.lists(INT64) | st.lists(SMALL))
def test_actions_come_back(actions: list[int]) -> None:
    assert decode_actions(encode_actions(actions)) == tuple(actions)


@pytest.mark.parametrize(
    ("actions", "blob"),
    [
        ((), "01"),
        ((0, 8, 255), "01 00 08 ff"),
        ((0, 256), "02 0000 0001"),
        ((600, 65535), "02 5802 ffff"),
        ((65536,), "04 00000100"),
        ((2**32,), "08 0000000001000000"),
        ((-1,), "08 ffffffffffffffff"),
    ],
)
def test_the_bytes_are_little_endian_and_as_narrow_as_can_be(actions: tuple[int, ...], blob: str) -> None:
    assert encode_actions(actions) == bytes.fromhex(blob)
    assert decode_actions(bytes.fromhex(blob)) == actions


@pytest.mark.parametrize("actions", [(2**63,), (-(2**63) - 1, 0)])
def test_what_does_not_fit_is_refused(actions: tuple[int, ...]) -> None:
    with pytest.raises(StoreError, match="do not fit 64 bits"):
        encode_actions(actions)


@pytest.mark.parametrize("blob", ["", "03 01", "02 01", "08 00"])
def test_bytes_of_another_origin_are_refused(blob: str) -> None:
    with pytest.raises(StoreError, match="expected a whole number of actions"):
        decode_actions(bytes.fromhex(blob))


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0.0, "1970-01-01T00:00:00.000Z"),
        (1_000_000_000.5, "2001-09-09T01:46:40.500Z"),  # the billionth second, much celebrated
        (2_147_483_647.999, "2038-01-19T03:14:07.999Z"),  # the end of 32-bit time
    ],
)
def test_times_are_utc(seconds: float, text: str) -> None:
    assert iso_time(seconds) == text
    assert unix_time(text) == pytest.approx(seconds, abs=1e-6)


@given(st.floats(0, 4e9), st.floats(0, 4e9))
def test_times_sort_as_text(one: float, other: float) -> None:
    earlier, later = sorted((one, other))
    assert iso_time(earlier) <= iso_time(later)
    assert unix_time(iso_time(one)) == pytest.approx(one, abs=1.1e-3)
