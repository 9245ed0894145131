"""Frames between worker and host: what is packed comes back, and nothing else is taken for a frame."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from palaestra.agent import Clock
from palaestra.isolation import wire
from palaestra.isolation.wire import Frame, ProtocolBreach, Replies

WORDS = st.integers(-(2**63), 2**63 - 1)
SECONDS = st.none() | st.floats(0, 1e7)


@given(st.lists(WORDS, max_size=50), st.lists(WORDS, max_size=50), SECONDS, SECONDS, SECONDS)
def test_a_question_comes_back(words, legal, move, turn, game):
    observation = np.array(words, dtype=np.int64)
    packed = wire.pack_question(7, observation, legal, Clock(move=move, turn=turn, game=game))
    magic, kind, _, sequence, length = wire.HEADER.unpack_from(packed)
    assert (magic, kind, sequence, length) == (wire.MAGIC, wire.QUESTION, 7, len(packed) - wire.HEADER.size)
    got, got_legal, clock = wire.unpack_question(packed[wire.HEADER.size :])
    assert got.tolist() == words
    assert got_legal == tuple(legal)
    assert clock == Clock(move=move, turn=turn, game=game)


def test_an_observation_cannot_be_changed_and_is_what_compiled_code_takes():
    packed = wire.pack_question(1, np.arange(5), (0, 1), Clock())
    observation, _, _ = wire.unpack_question(packed[wire.HEADER.size :])
    assert observation.dtype == np.int64
    assert observation.flags.aligned
    assert observation.flags.c_contiguous
    with pytest.raises(ValueError, match="WRITEABLE"):
        observation.flags.writeable = True


@pytest.mark.parametrize("observation", [np.zeros(3), np.zeros((2, 2), dtype=np.int64)])
def test_an_observation_of_another_kind_is_refused(observation):
    with pytest.raises(TypeError, match="expected int64 words"):
        wire.pack_question(1, observation, (0,), Clock())


@given(st.lists(st.floats(-1, 1), max_size=4))
def test_returns_come_back(returns):
    packed = wire.pack_returns(3, returns)
    assert wire.unpack_returns(packed[wire.HEADER.size :]) == tuple(returns)


@given(st.binary(max_size=40), st.binary(max_size=40), st.integers(1, 10))
def test_frames_are_put_together_from_any_pieces(first, second, size):
    data = wire.pack(wire.LOCKED, 0, first) + wire.pack(wire.READY, 2**64 - 1, second)
    replies = Replies()
    found = []
    for begin in range(0, len(data), size):
        frame = replies.feed(data[begin : begin + size])
        while frame is not None:
            found.append(frame)
            frame = replies.feed() if replies.pending else None
    assert found == [Frame(wire.LOCKED, 0, first), Frame(wire.READY, 2**64 - 1, second)]
    assert not replies.pending


@given(st.binary(min_size=wire.HEADER.size))
def test_garbage_is_a_breach(data):
    if data[:4] == wire.MAGIC.to_bytes(4, "little"):
        return
    with pytest.raises(ProtocolBreach):
        Replies().feed(data)


def test_a_reply_that_is_announced_too_long_is_a_breach_before_it_comes():
    header = wire.HEADER.pack(wire.MAGIC, wire.ACTION, 0, 1, wire.MAX_REPLY + 1)
    with pytest.raises(ProtocolBreach, match="announced 65537 bytes"):
        Replies().feed(header)


def test_long_texts_keep_their_end():
    frame = Replies().feed(wire.pack_text(wire.ERROR, 1, "a" * 50_000 + "the end"))
    assert len(frame.payload) == wire.MAX_TEXT
    assert frame.text.endswith("the end")


def test_a_text_of_strange_bytes_can_be_read():
    assert Frame(wire.ERROR, 1, b"\xff\xfe").text == "\ufffd\ufffd"
    assert Replies().feed(wire.pack_text(wire.ERROR, 1, "\ud800")).text == "?"


def test_no_limit_is_no_number():
    assert math.isnan(wire.CLOCK_AND_SIZES.unpack_from(wire.pack_question(1, np.arange(1), (0,), Clock())[20:])[0])
