"""An agent's answer as an int: here code of the answer runs for the last time; its errors are the agent's fault."""

from __future__ import annotations

import operator
from typing import Final

from palaestra.errors import shown

_INT64: Final = 1 << 63


class NotAnAction(Exception):  # noqa: N818 - the fault of an agent, reported in one line
    """An answer that is no integer of 64 bits: its type and value."""


def plain_action(answer: object) -> int:
    """Return the integer that an answer is; a bool, a float or a text is none.

    Raises:
        NotAnAction: it is none. Any other exception comes from the answer's own code.
    """
    try:
        action = operator.index(answer)  # type: ignore[arg-type]
        if isinstance(answer, bool) or not -_INT64 <= action < _INT64:
            raise TypeError
    except Exception:
        raise NotAnAction(f"{type(answer).__name__} {shown(answer)}") from None
    return action
