"""The arrays that rules and policies work on, as Python types and as numba types."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import float32, float64, int64
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
FeatureArray = NDArray[np.float32]

STATE: Final = int64[::1]
RETURNS: Final = float64[::1]
FEATURES: Final = float32[::1]
