import os
import time

import pytest

from palaestra.isolation.line_channel import LineChannel, LineClosed, LineLate
from palaestra.isolation.wire import ProtocolBreach

LONGEST = 100


class Pair:
    """A channel, and the other side's ends of its pipes."""

    def __init__(self):
        self.reads, out = os.pipe()
        back, self.writes = os.pipe()
        self.channel = LineChannel(out, back, LONGEST)


@pytest.fixture
def pair():
    pair = Pair()
    yield pair
    pair.channel.close()
    for descriptor in (pair.reads, pair.writes):
        if descriptor is not None:
            os.close(descriptor)


def passed():
    return time.monotonic()


def test_a_line_goes_out_and_one_comes_back(pair):
    pair.channel.send(b"question\n")
    assert os.read(pair.reads, 100) == b"question\n"
    os.write(pair.writes, b"answer\n")
    assert pair.channel.receive() == b"answer\n"
    pair.channel.check_silence()


def test_a_line_may_come_in_pieces(pair):
    os.write(pair.writes, b"ans")
    with pytest.raises(LineLate):
        pair.channel.receive(passed())
    os.write(pair.writes, b"wer\n")
    assert pair.channel.receive() == b"answer\n"


@pytest.mark.parametrize("written", [b"", b"half an answer"])
def test_silence_is_late(pair, written):
    os.write(pair.writes, written)
    with pytest.raises(LineLate):
        pair.channel.receive(time.monotonic() + 0.01)


def test_who_does_not_read_is_late_too(pair):
    with pytest.raises(LineLate):
        pair.channel.send(b"x" * 10_000_000, time.monotonic() + 0.01)


def test_what_was_late_is_sent_on(pair):
    line = b"x" * 100_000 + b"\n"  # a pipe takes 65,536 bytes
    with pytest.raises(LineLate):
        pair.channel.send(line, passed())
    read = os.read(pair.reads, 1 << 20)
    os.write(pair.writes, b"answer\n")
    assert pair.channel.receive() == b"answer\n"
    while len(read) < len(line):
        read += os.read(pair.reads, 1 << 20)
    assert read == line


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (b"one\ntwo\n", "b'two\\n' after its answer"),
        (b"one\nt", "b't' after its answer"),
        (b"x" * LONGEST, "100 bytes without the end of a line"),
        (b"x" * LONGEST + b"\n", "a line of 101 bytes; expected at most 100"),
    ],
)
def test_more_than_a_line_is_a_breach(pair, written, message):
    os.write(pair.writes, written)
    with pytest.raises(ProtocolBreach) as caught:
        pair.channel.receive()
    assert message in str(caught.value)


def test_what_nobody_asked_for_is_a_breach(pair):
    os.write(pair.writes, b"early\n")
    with pytest.raises(ProtocolBreach, match="before it was asked"):
        pair.channel.check_silence()


def test_who_has_closed_its_ends_will_not_answer(pair):
    os.close(pair.reads)
    os.close(pair.writes)
    pair.reads = pair.writes = None
    with pytest.raises(LineClosed):
        pair.channel.send(b"question\n")
    with pytest.raises(LineClosed):
        pair.channel.receive()
    pair.channel.check_silence()


def test_a_line_before_the_end_still_counts(pair):
    os.write(pair.writes, b"answer\n")
    os.close(pair.writes)
    pair.writes = None
    assert pair.channel.receive() == b"answer\n"


@pytest.mark.parametrize(
    "written", [b"\nanswer\n", b"answer\n\n", b" \r\n\t\n  answer\n \n", b"\n" * LONGEST + b"answer\n"]
)
def test_blank_lines_are_skipped(pair, written):
    os.write(pair.writes, written)
    assert pair.channel.receive() == b"answer\n"
    os.write(pair.writes, b"\n\n")
    pair.channel.check_silence()
    os.write(pair.writes, b"\nnext\n")
    assert pair.channel.receive() == b"next\n"


def test_blank_lines_alone_are_silence(pair):
    os.write(pair.writes, b"\n\n")
    with pytest.raises(LineLate):
        pair.channel.receive(time.monotonic() + 0.01)
