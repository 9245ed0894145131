"""Lists of actions as compact bytes, and times as sortable text.

The first byte of the actions of a game is the width of each following action in bytes, 1, 2, 4 or 8, little
endian: the smallest that holds them all. Widths 1 to 4 hold numbers without sign, width 8 is signed.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from palaestra.errors import StoreError

_FORMATS: Final = {1: "B", 2: "H", 4: "I", 8: "q"}


def encode_actions(actions: Sequence[int]) -> bytes:
    """Return `actions`, numbers of at most 64 bits with sign, as bytes; an empty sequence is one byte.

    Raises:
        StoreError: an action that does not fit 64 bits.
    """
    try:
        return b"\x01" + bytes(actions)
    except (ValueError, OverflowError):
        pass
    for width in (2, 4, 8):
        try:
            return struct.pack(f"<B{len(actions)}{_FORMATS[width]}", width, *actions)
        except struct.error:
            continue
    raise StoreError(f"actions from {min(actions)} to {max(actions)} do not fit 64 bits")


def decode_actions(blob: bytes) -> tuple[int, ...]:
    """Return the actions that :func:`encode_actions` packed.

    Raises:
        StoreError: bytes that it did not make.
    """
    width = blob[0] if blob else 0
    if width == 1:
        return tuple(blob[1:])
    count, rest = divmod(len(blob) - 1, width) if width in _FORMATS else (0, 1)
    if rest:
        raise StoreError(f"{len(blob)} bytes of actions with width {width}; expected a whole number of actions")
    return struct.unpack(f"<{count}{_FORMATS[width]}", blob[1:])


def iso_time(seconds: float) -> str:
    """Return Unix time as UTC in ISO 8601 with milliseconds: ``"2026-12-01T09:30:00.125Z"``."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")[:-6] + "Z"


def unix_time(text: str) -> float:
    """Return the Unix time in seconds of a text made by :func:`iso_time`."""
    return datetime.fromisoformat(text).timestamp()
