"""Frames between a worker and a host: a header of fixed length, then raw numbers or a text.

The header holds a magic number, the kind, the number of the question and the length of what follows. The worker trusts
nothing in it: a wrong magic number, kind, number or length is a breach of the protocol. Numbers are little-endian.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from palaestra.agent import Clock
from palaestra.kernel import IntArray

MAGIC: Final = 0x41524C50

LOCKED: Final = 1
"""Host: everything is given up, foreign code comes next; a text, what confines it."""
SETUP_FAILED: Final = 2
"""Host, instead of LOCKED: a framework failure; a text."""
READY: Final = 3
"""Host: the agent is built; one byte, whether it takes the result."""
QUESTION: Final = 4
ACTION: Final = 5
"""Host: one int64."""
BAD_VALUE: Final = 6
"""Host: the answer is no integer of 64 bits; type and value as a text."""
ERROR: Final = 7
"""Host: the agent raised; a text."""
MEMORY: Final = 8
"""Host: the agent ran out of memory; a text."""
END: Final = 9
"""Worker: the game is over; the returns as float64."""
RULES_ERROR: Final = 11
"""Host: the agent raised, and the rules may have raised it; a text."""
ROLE: Final = 10
"""Worker, first: who plays; a :class:`palaestra.isolation.messages.Role`, pickled. No host ever sends one."""

HEADER: Final = struct.Struct("<IHHQI")
CLOCK_AND_SIZES: Final = struct.Struct("<dddII")
"""Time for the move, the turn and the game (NaN = unlimited), int64 words of observation, legal actions.

Whole words, so that the observation is aligned in what follows the header.
"""
INT64: Final = struct.Struct("<q")

MAX_REPLY: Final = 1 << 16
"""Bytes of the longest reply."""
MAX_TEXT: Final = 12_000
"""Bytes of the longest text."""


class ProtocolBreach(Exception):  # noqa: N818 - the fault of an agent, reported in one line
    """Something that no host of the framework sends."""


class Frame(NamedTuple):
    """One frame."""

    kind: int
    sequence: int
    payload: bytes

    @property
    def text(self) -> str:
        """The payload as a text, whatever it holds."""
        return self.payload.decode("utf-8", "replace")


def pack(kind: int, sequence: int, payload: bytes = b"") -> bytes:
    """Return a frame as bytes."""
    return HEADER.pack(MAGIC, kind, 0, sequence, len(payload)) + payload


def pack_text(kind: int, sequence: int, text: str) -> bytes:
    """Return a frame with a text, the last part of it if it is long."""
    return pack(kind, sequence, text.encode("utf-8", "replace")[-MAX_TEXT:])


def pack_question(sequence: int, observation: IntArray, legal: Sequence[int], clock: Clock) -> bytes:
    """Return a question as bytes.

    Raises:
        TypeError: the observation is no one-dimensional array of int64.
    """
    if observation.dtype != np.int64 or observation.ndim != 1:
        raise TypeError(f"the observation is {observation.dtype} with shape {observation.shape}; expected int64 words")
    words = observation.tobytes()
    count = len(legal)
    sizes = CLOCK_AND_SIZES.pack(*map(_number, (clock.move, clock.turn, clock.game)), len(observation), count)
    length = CLOCK_AND_SIZES.size + len(words) + 8 * count
    header = HEADER.pack(MAGIC, QUESTION, 0, sequence, length)
    return b"".join((header, sizes, words, struct.pack(f"<{count}q", *legal)))


def unpack_question(payload: bytes) -> tuple[IntArray, tuple[int, ...], Clock]:
    """Return observation (read-only), legal actions and clock of a question."""
    move, turn, game, words, count = CLOCK_AND_SIZES.unpack_from(payload)
    begin = CLOCK_AND_SIZES.size
    observation: IntArray = np.frombuffer(payload, np.int64, words, begin)
    legal = struct.unpack_from(f"<{count}q", payload, begin + 8 * words)
    return observation, legal, Clock(move=_limit(move), turn=_limit(turn), game=_limit(game))


def pack_returns(sequence: int, returns: Sequence[float]) -> bytes:
    """Return the end of a game as bytes."""
    return pack(END, sequence, struct.pack(f"<{len(returns)}d", *returns))


def unpack_returns(payload: bytes) -> tuple[float, ...]:
    """Return the returns of an END frame."""
    return struct.unpack(f"<{len(payload) // 8}d", payload)


def _number(seconds: float | None) -> float:
    return math.nan if seconds is None else seconds


def _limit(seconds: float) -> float | None:
    return None if math.isnan(seconds) else seconds


class Replies:
    """Puts frames together from the bytes of a host."""

    __slots__ = ("_buffer",)

    def __init__(self) -> None:
        self._buffer = b""

    @property
    def pending(self) -> bool:
        """Whether something has arrived that no frame was made of."""
        return bool(self._buffer)

    def feed(self, data: bytes = b"") -> Frame | None:
        """Take what has arrived; return the first frame, if it is complete.

        Raises:
            ProtocolBreach: it is no valid frame.
        """
        buffer = self._buffer + data if self._buffer else data
        self._buffer = buffer
        if len(buffer) < HEADER.size:
            return None
        magic, kind, zero, sequence, length = HEADER.unpack_from(buffer)
        if magic != MAGIC or zero != 0:
            raise ProtocolBreach(f"it wrote {buffer[: HEADER.size]!r} where a frame should begin")
        if length > MAX_REPLY:
            raise ProtocolBreach(f"it announced {length} bytes; expected at most {MAX_REPLY}")
        end = HEADER.size + length
        if len(buffer) < end:
            return None
        self._buffer = buffer[end:]
        return Frame(kind, sequence, buffer[HEADER.size : end])
