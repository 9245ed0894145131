"""Faults of agents: data of a game, never an exception that stops a tournament."""

from __future__ import annotations

from palaestra.isolation.output import LINE_CHARACTERS, printable, traceback_tail
from palaestra.record import VoidReason


class StopPlaying(KeyboardInterrupt):
    """The user wants to stop. Any other KeyboardInterrupt was raised by an agent."""


class AgentFault(Exception):  # noqa: N818 - it never leaves the referee
    """Ends a game by the fault of one seat.

    Attributes:
        reason: one of :data:`palaestra.record.FAULTS`.
        seat: the offender.
        detail: what happened.
        exit_code: how the agent's process ended, negative for a signal; None if it had none or lives on.
        stderr: the last of what that process wrote.
        suspect: whether the agent's process reports that the rules may have raised the exception.
    """

    suspect = False

    def __init__(self, reason: str, seat: int, detail: str, exit_code: int | None = None, stderr: str = "") -> None:
        self.reason = reason
        self.seat = seat
        self.detail = detail
        self.exit_code = exit_code
        self.stderr = stderr
        super().__init__(f"seat {seat}: {reason}: {detail}")


class VoidGame(Exception):  # noqa: N818 - it never leaves the referee
    """Ends a void attempt, which is discarded: the failure is not the agent's.

    Attributes:
        detail: what happened.
        reason: one of :data:`palaestra.record.VOIDS`.
        seat: the seat that was being asked, or None.
    """

    def __init__(self, detail: str, reason: VoidReason = "error", seat: int | None = None) -> None:
        self.detail = detail
        self.reason: VoidReason = reason
        self.seat = seat
        super().__init__(detail)


def fault_of(error: BaseException, seat: int, *, startup: bool = False) -> AgentFault:
    """Return the fault that an exception raised by the agent in `seat` amounts to."""
    if issubclass(type(error), MemoryError):  # isinstance would ask the exception
        return AgentFault("memory", seat, traceback_tail(error))
    return AgentFault("startup" if startup else "crash", seat, traceback_tail(error))


def last_words(detail: str, stderr: str) -> str:
    """Return in one line what happened in a fault, with the end of what the offender's process wrote."""
    happened, written = (text.strip().rpartition("\n")[2].strip() for text in (detail, stderr))
    return f"{happened}: {written}" if written and written not in happened else happened


def illegal_detail(answer: str, legal: tuple[int, ...]) -> str:
    """Return the message that an answer, which is untrusted output, is no legal action."""
    return f"{printable(answer)} is not among the legal actions {legal}"[:LINE_CHARACTERS]


def fault_returns(seat: int, players: int) -> tuple[float, ...]:
    """Return the returns of a game that `seat` lost by a fault: -1, and the rest shared by the others."""
    share = 1.0 / (players - 1)
    return tuple(-1.0 if player == seat else share for player in range(players))
