"""The line protocol of external agents: one JSON object a line, in both directions.

This module knows the messages and nothing of processes; ``docs/external-agents.md`` is written for those who
implement the other side. Messages to a program are ASCII, without spaces outside of texts, and begin with
``{"type":``, so that a few string functions are enough to read them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from palaestra.agent import Clock
from palaestra.errors import shown
from palaestra.isolation.wire import ProtocolBreach
from palaestra.spec import Knobs

PROTOCOL: Final = 1
"""Version of the protocol; rises when an existing program would not understand it any more."""

MAX_LINE: Final = 1 << 16
"""Bytes of the longest line that is accepted, its end included."""

MAX_TEXT: Final = 80
"""Characters that are kept of what a program calls itself."""

SEED_BITS: Final = 53
"""Bits of the seed that a program gets: every language reads such a number exactly."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The message to a program before the game.

    Attributes:
        game: id of the game.
        version: version of the game.
        knobs: every knob with its value.
        players: number of seats.
        player: the program's own seat.
        seed: a number below 2**53 that differs from game to game, for the program's own randomness.
        startup: seconds in which it must be ready; None = unlimited.
        memory: bytes that it may use; None = unlimited.
    """

    game: str
    version: str
    knobs: Knobs
    players: int
    player: int
    seed: int
    startup: float | None
    memory: int | None

    def line(self) -> bytes:
        """Return the message."""
        return _line(
            type="hello",
            protocol=PROTOCOL,
            game={"id": self.game, "version": self.version, "knobs": dict(self.knobs), "players": self.players},
            player=self.player,
            seed=self.seed,
            limits={"startup": self.startup, "memory": self.memory, "line": MAX_LINE},
        )


@dataclass(frozen=True, slots=True)
class Ready:
    """The name and version that a program gives, cut short; empty if it gives none."""

    name: str = ""
    version: str = ""


def question(
    number: int, legal: Sequence[int], words: Sequence[str], observation: Sequence[int], clock: Clock
) -> bytes:
    """Return the message that asks for an action: the `number`-th of the game, from 1.

    Args:
        number: comes back with the answer.
        legal: ids of the legal actions, ascending.
        words: the same actions as texts, in the same order.
        observation: what the player may know, as int64 numbers.
        clock: seconds left, None = unlimited.
    """
    return _line(
        type="question",
        number=number,
        legal=list(legal),
        words=list(words),
        observation=list(observation),
        clock=asdict(clock),
    )


def end(returns: Sequence[float]) -> bytes:
    """Return the message that reports how the game ended."""
    return _line(type="end", returns=list(returns))


def read_ready(line: bytes) -> Ready:
    """Return what a program sent when it was ready.

    Raises:
        ProtocolBreach: it is something else.
    """
    message = _message(line, "ready")
    return Ready(*(_text(message.get(key, ""), key) for key in ("name", "version")))


def read_answer(line: bytes, number: int, actions: Mapping[str, int]) -> object:
    """Return the action in an answer to question `number`, unchecked: whether it is legal is for the referee to say.

    Args:
        line: what the program wrote.
        number: the number of the question.
        actions: the legal actions by their texts; an answer that is one of these texts becomes its id.

    Raises:
        ProtocolBreach: it is no answer, or the answer to another question.
    """
    message = _message(line, "answer")
    if "action" not in message:
        raise ProtocolBreach("the answer has no 'action'")
    given = _whole(message.get("number"))
    if type(given) is not int or given != number:
        raise ProtocolBreach(f"the answer has the number {shown(given)}; expected {number}")
    action = _whole(message["action"])
    return actions.get(action, action) if isinstance(action, str) else action


def _whole(value: object) -> object:
    """Return a number without a fraction as an integer, whatever else as it is.

    JSON has one type of numbers, in which 8 and 8.0 are the same; some languages write the second (RFC 8259, section 6:
    all programs agree on whole numbers below 2**53).
    """
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 2**SEED_BITS else value


def _line(**message: object) -> bytes:
    return json.dumps(message, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def _message(line: bytes, kind: str) -> dict[str, Any]:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:  # no UTF-8, a number of thousands of digits, nested too deep
        raise ProtocolBreach(f"{shown(line)} is not a line of JSON: {type(error).__name__}") from None
    if not isinstance(message, dict) or message.get("type") != kind:
        raise ProtocolBreach(f'{shown(message)} is no message of type "{kind}"')
    return message


def _text(value: object, key: str) -> str:
    if not isinstance(value, str):
        raise ProtocolBreach(f"{shown(key)} is {shown(value)}; expected a text")
    return "".join(c if c.isprintable() else "?" for c in value[:MAX_TEXT])
