"""The arrays that rules and policies work on, as Python types and as numba types."""

from __future__ import annotations

from typing import Final

from numba import float32, float64, int64

from palaestra.compiler.annotations import FeatureArray, FloatArray, IntArray

STATE: Final = int64[::1]
RETURNS: Final = float64[::1]
FEATURES: Final = float32[::1]

__all__ = ["FEATURES", "RETURNS", "STATE", "FeatureArray", "FloatArray", "IntArray"]
