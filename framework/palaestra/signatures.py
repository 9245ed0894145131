"""The fixed signatures of a game's rules, as numba types, and the array types that go with them."""

from __future__ import annotations

from typing import Final

import numpy as np
from numba import float32, float64, int64, void
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
FeatureArray = NDArray[np.float32]

STATE: Final = int64[::1]
RETURNS: Final = float64[::1]
FEATURES: Final = float32[::1]

INIT: Final = void(STATE, STATE, int64)
CURRENT_PLAYER: Final = int64(STATE)
LEGAL_ACTIONS: Final = int64(STATE, STATE)
STEP: Final = void(STATE, int64)
RETURNS_OF: Final = void(STATE, RETURNS)
OBSERVE: Final = void(STATE, int64, STATE)
DETERMINIZE: Final = void(STATE, int64, STATE, STATE)
ENCODE: Final = void(STATE, int64, FEATURES)
EVALUATE: Final = float64(STATE, int64)
KEY: Final = int64(STATE)
PLAYOUT: Final = void(STATE)
FILTER: Final = int64(STATE, int64, STATE, int64, STATE)
ABSTRACT: Final = int64(STATE)
CANONICAL: Final = void(STATE, STATE)
TIMEOUT_ACTION: Final = int64(STATE)
CAPPED: Final = int64(STATE)
