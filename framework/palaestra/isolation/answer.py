"""What an agent answered, made plain: here its own code runs for the last time, and what that does is its doing."""

from __future__ import annotations

import operator
from typing import Final

from palaestra.errors import shown

_INT64: Final = 1 << 63


class NotAnAction(Exception):  # noqa: N818 - told in one line, the fault of an agent
    """An answer that is no integer of 64 bits: its type and value."""


def plain_action(answer: object) -> int:
    """Return the integer that an answer stands for; a bool, a float or a text stands for none.

    Raises:
        NotAnAction: it is none. Any other exception, of whatever kind, comes from code of the answer's own.
    """
    try:
        action = operator.index(answer)  # type: ignore[arg-type]
        if isinstance(answer, bool) or not -_INT64 <= action < _INT64:
            raise TypeError
    except Exception:
        raise NotAnAction(f"{type(answer).__name__} {shown(answer)}") from None
    return action
