"""Seats: how the referee asks one agent for one game, wherever that agent runs.

The referee knows nothing of processes. It starts a seat, asks it, sends it the result, and closes it; the seat
answers, or raises the fault of its agent. :class:`InProcessSeat` runs the agent in this process; seats that keep it in
a process of its own are in modules beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol

from palaestra.agent import UNLIMITED_CLOCK, Agent, Clock, View
from palaestra.isolation.answer import NotAnAction, plain_action
from palaestra.limits import STARTUP_SECONDS
from palaestra.referee.beacon import Beacon
from palaestra.referee.faults import AgentFault, fault_of, illegal_detail
from palaestra.referee.standstill import standstill_seconds
from palaestra.referee.starvation import starved_seconds

AgentBuilder = Callable[[], Agent]


@dataclass(frozen=True, slots=True)
class Allowance:
    """What the referee grants for one question.

    Attributes:
        seconds: time after which the agent is late; None = unlimited.
        margin: seconds that are forgiven beyond that, for the communication with the agent.
        clock: what the agent is shown.
        grace: seconds for which a late answer is waited for, before the agent counts as hung; above 0 only if being
            late does not lose the game.
    """

    seconds: float | None = None
    margin: float = 0.0
    clock: Clock = UNLIMITED_CLOCK
    grace: float = 0.0

    @property
    def patience(self) -> float | None:
        """Seconds after which an agent that was never kept from thinking counts as hung; None = never."""
        return None if self.seconds is None else self.seconds + self.margin + self.grace


UNLIMITED: Final = Allowance()


class Answer(NamedTuple):
    """What an agent answered, unchecked, and what it took.

    Attributes:
        action: what it answered; the referee checks it.
        seconds: wall time from before the question was sent until the whole answer was there.
        starved: how much of it the agent waited for a core; 0 if unknown.
        stopped: how much of it the referee was stopped; 0 where no time is limited.
    """

    action: object
    seconds: float
    starved: float = 0.0
    stopped: float = 0.0


class Seat(Protocol):
    """One agent for one game as the referee asks it.

    Attributes:
        in_force: the isolation in force: ``"none"``, ``"process"``, or what the sandbox is made of.
    """

    in_force: str

    def prepare(self, player: int) -> None:
        """Begin what :meth:`start` will wait for; all seats of a game are prepared before the first is started.

        Raises:
            VoidGame: the failure is not the agent's.
        """
        ...

    def start(self, player: int) -> None:
        """Build the agent for seat `player`; the time that it takes is no thinking time.

        Raises:
            AgentFault: it cannot be built (``startup``, ``memory`` ...).
            VoidGame: the failure is not the agent's.
        """
        ...

    def ask(self, view: View, allowance: Allowance) -> Answer:
        """Return the agent's answer, late ones too; the clock decides what being late means.

        Raises:
            AgentFault: it failed, or it did not answer at all (``timeout``).
            VoidGame: the failure is not the agent's.
        """
        ...

    def end(self, returns: Sequence[float]) -> None:
        """Send the agent the result of the game; whatever it does now changes nothing."""
        ...

    def close(self) -> None:
        """Free everything; called once, in every case."""
        ...


HUNG: Final = 10.0
"""An agent in a worker's own process counts as hung after so many times the time that it was granted."""


class InProcessSeat:
    """An agent in this process: no isolation, and an answer cannot be forced.

    Whatever the agent raises is its fault, except for `stopped_by`, which stops the referee. With a `beacon`, the
    manager may end this process when the agent is hung; with `limited` building the agent may hang too. An `unexcused`
    agent may have stopped this process itself: it is then charged for a standstill.
    """

    __slots__ = ("_agent", "_beacon", "_build", "_limited", "_player", "_stopped_by", "_unexcused", "in_force")

    def __init__(
        self,
        build: AgentBuilder,
        stopped_by: type[BaseException] = KeyboardInterrupt,
        beacon: Beacon | None = None,
        limited: bool = False,
        unexcused: bool = False,
    ) -> None:
        self.in_force = "none"
        self._unexcused = unexcused
        self._build = build
        self._stopped_by = stopped_by
        self._beacon = beacon
        self._limited = limited
        self._agent: Agent | None = None
        self._player = -1

    def prepare(self, player: int) -> None:
        """Do nothing: agents in one process are built one after the other."""

    def start(self, player: int) -> None:
        """Build the agent, and call its ``start`` if it has one."""
        self._player = player
        if self._beacon is not None and self._limited:
            self._beacon.wait(time.monotonic() + HUNG * STARTUP_SECONDS)
        try:
            self._agent = self._build()
            start = getattr(self._agent, "start", None)
            if start is not None:
                start(player)
        except self._stopped_by:
            raise
        except BaseException as error:
            raise fault_of(error, player, startup=True) from error

    def ask(self, view: View, allowance: Allowance) -> Answer:
        """Ask the agent, however long it takes."""
        patience = allowance.patience
        if patience is not None:
            stopped, starved = standstill_seconds(), starved_seconds()
            ran, all_ran = time.thread_time(), time.process_time()
        if self._beacon is not None and patience is not None:
            self._beacon.wait(time.monotonic() + HUNG * patience)
        began = time.perf_counter()
        try:
            action: object = self._agent.act(view)  # type: ignore[union-attr]
            if type(action) is not int:
                action = plain_action(action)
        except NotAnAction as refused:
            raise AgentFault("illegal", self._player, illegal_detail(str(refused), view.legal_actions)) from None
        except self._stopped_by:
            raise
        except BaseException as error:
            raise fault_of(error, self._player) from error
        seconds = time.perf_counter() - began
        if patience is None:
            return Answer(action, seconds)
        starved, ran = starved_seconds() - starved, time.thread_time() - ran
        others = time.process_time() - all_ran - ran  # for its own threads it may have waited
        excused = max(0.0, starved - others)
        if self._unexcused or seconds <= patience:
            return Answer(action, seconds, excused)
        stopped = standstill_seconds() - stopped  # an agent that holds the interpreter lets this grow, too
        return Answer(action, seconds, excused, max(0.0, min(stopped, seconds - starved - ran)))

    def end(self, returns: Sequence[float]) -> None:
        """Call the agent's ``end`` if it has one."""
        try:
            end = getattr(self._agent, "end", None)
            if end is not None:
                end(tuple(returns))
        except self._stopped_by:
            raise
        except BaseException:  # the game is over, its result stands
            return

    def close(self) -> None:
        """Drop the agent."""
        self._agent = None
