"""Several small numbers in one word: the larger or smaller ones of two words, field by field.

The highest bit of each field must be free in both words. Then one subtraction compares all fields at once (L. Lamport,
"Multiple byte processing with full-word instructions", CACM 18(8), 1975).
"""

from __future__ import annotations

from palaestra import jit


@jit
def larger_fields(x: int, y: int, top_bits: int, width: int) -> int:
    """Return the larger of x and y in each field; `top_bits` are the highest bits of the fields, of `width` bits."""
    keep = ((x | top_bits) - y) & top_bits
    keep -= keep >> (width - 1)
    return y ^ ((x ^ y) & keep)


@jit
def smaller_fields(x: int, y: int, top_bits: int, width: int) -> int:
    """Return the smaller of x and y in each field; `top_bits` are the highest bits of the fields, of `width` bits."""
    keep = ((x | top_bits) - y) & top_bits
    keep -= keep >> (width - 1)
    return x ^ ((x ^ y) & keep)
