"""Sets of cards in one word: their size and members, in compiled code by the processor's own instructions."""

from __future__ import annotations

from typing import Any

from numba import int64
from numba.core import cgutils
from numba.extending import intrinsic

from palaestra import JIT_ENABLED, jit

_INT64: Any = int64


def _count_bits(word: int) -> int:
    return int(word).bit_count()


def _trailing_zeros(word: int) -> int:
    return (int(word) & -int(word)).bit_length() - 1


if JIT_ENABLED:

    @intrinsic  # type: ignore[untyped-decorator, unused-ignore]
    def _count_bits(typing_context: Any, word: Any) -> Any:  # noqa: ARG001
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.ctpop(arguments[0])

        return _INT64(_INT64), generate

    @intrinsic  # type: ignore[untyped-decorator, unused-ignore]
    def _trailing_zeros(typing_context: Any, word: Any) -> Any:  # noqa: ARG001
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], cgutils.false_bit)

        return _INT64(_INT64), generate


@jit
def population(cards: int) -> int:
    """Return how many cards are in a set."""
    return int(_count_bits(cards))


@jit
def lowest(cards: int) -> int:
    """Return the card with the smallest id of a set that is not empty."""
    return int(_trailing_zeros(cards))


@jit
def nth(cards: int, n: int) -> int:
    """Return the card of a set that has `n` smaller ones in it."""
    for _ in range(n):
        cards &= cards - 1
    return lowest(cards)
