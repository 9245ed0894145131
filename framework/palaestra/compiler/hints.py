"""What the texts of numba mean for those who write rules."""

from __future__ import annotations

import re
from typing import Final

_HINTS: Final = (
    (r">>> float\(bool\)", "numba has no float(bool): write 1.0 if ... else 0.0"),
    (r"Untyped global name '(\w+)'.*<class 'function'>", "'{}' is not compiled: put @jit above it"),
    (r"Untyped global name '(\w+)'", "'{}' is no number, array or compiled function"),
    (r"reflected list|list\(undefined\)|imprecise type: list", "compiled code has no lists: use an array or a tuple"),
    (r"DictType|imprecise type: dict", "compiled code has no dictionaries: use an array"),
    (r"No conversion from none to", "a path ends without a return"),
    (r"Cannot bind 'args=", "a function is called with a wrong number of arguments"),
)


def hint(text: str) -> str:
    """Return what an error's text means, or nothing."""
    for pattern, meaning in _HINTS:
        if found := re.search(pattern, text, re.S):
            return meaning.format(*found.groups())
    return ""
