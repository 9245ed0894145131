"""What all seats with a process of its own share: its time, its pauses, and what its end means."""

from __future__ import annotations

import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from palaestra.isolation.bubblewrap import WRAPPED
from palaestra.isolation.descendants import Exit
from palaestra.isolation.fork_server import Child, ForkServer, ForkServerDied
from palaestra.isolation.linux import out_of_memory_kills
from palaestra.isolation.messages import CommandJob, HostJob
from palaestra.isolation.output import Output
from palaestra.referee.faults import AgentFault, VoidGame
from palaestra.referee.seat import Allowance
from palaestra.referee.starvation import (
    SCHEDSTAT_BYTES,
    core_seconds,
    helpers_seconds,
    ran_and_waited,
    starved_seconds,
)

END_SECONDS: Final = 0.05
"""How long an agent may go on after a game that ended well."""

EXIT_SECONDS: Final = 0.25
"""How long a process whose channel is closed may take to end by itself."""

LEAST_LOST: Final = 0.001
MOST_LOST: Final = 10
"""For an agent that the machine keeps from running, the deadline is moved by the time lost, if it is worth it, by up to
so many times the limit."""


class ConfinedChild:
    """A running child of a fork server, in which an agent plays one game.

    Raises:
        WorkerError: it cannot be started.
        ForkServerDied: the server is gone.

    Attributes:
        player: the agent's seat.
        output: what it prints.
        accountable: whether a kill of unknown origin counts as the agent's own fault; set by the seat.
        handle: a process descriptor, readable when the child has ended; -1 where there is none.
        ready: whether its agent is ready to play; set by the seat.
    """

    def __init__(
        self, server: ForkServer, job: HostJob | CommandJob, descriptors: Sequence[int], output: Output, player: int
    ) -> None:
        self.player = player
        self.output = output
        self.accountable = False
        self.ready = False
        self._server = server
        self._killed_before = out_of_memory_kills()
        self._child: Child | None = server.start(job, [*descriptors, output.fileno()])
        self._pid = self._child.pid
        self.handle = self._child.handle
        self._schedstat = -1
        with suppress(OSError):
            self._schedstat = os.open(f"/proc/{self._pid}/schedstat", os.O_RDONLY | os.O_CLOEXEC)

    def starved(self) -> float:
        """Return how long this thread and the child's first one have waited for a core so far, in seconds.

        The core time of the child's other threads is subtracted: it may have waited for them.
        """
        own = starved_seconds()
        if self._schedstat < 0:
            return own
        try:
            ran, waited = ran_and_waited(os.pread(self._schedstat, SCHEDSTAT_BYTES, 0))
            return own + waited - max(0.0, core_seconds(self._pid) - ran)
        except (OSError, ValueError):  # it has ended
            return own

    def excused(self, before: float, seconds: float, allowance: Allowance) -> float:
        """Return how much of an answer's time the machine took.

        Args:
            before: what :meth:`starved` returned when the child was asked.
            seconds: the time of the answer.
            allowance: what was granted; what its other processes did is looked at only if that was too little.
        """
        if allowance.seconds is None:
            return 0.0
        lost = self.starved() - before
        if lost > 0 and seconds > allowance.seconds:
            lost -= helpers_seconds(self._pid)
        return min(max(0.0, lost), seconds)

    def resume(self) -> None:
        """Let the processes of the child's group run."""
        self._signal(signal.SIGCONT)

    def pause(self) -> None:
        """Stop the processes of the child's group."""
        self._signal(signal.SIGSTOP)

    def kill(self) -> None:
        """Ask the child's group to end; :meth:`finish` makes sure that all of it does."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        with suppress(OSError):  # it has ended: the reader of its channel will notice
            if self._child is not None:
                os.killpg(self._pid, number)

    def finish(self, patience: float = 0.0) -> Exit:
        """End the child, once, with everything that it has left behind; it may end by itself for some seconds.

        Raises:
            ForkServerDied: the server is gone.
        """
        if patience:
            self.resume()
        child, self._child = self._child, None
        self.handle = -1  # closed by the server
        return Exit(0, True) if child is None else self._server.end(child, patience)

    def close(self) -> None:
        """End the child at once, and close what belongs to it."""
        with suppress(ForkServerDied):  # then it has died with it
            self.finish()
        if self._schedstat >= 0:
            os.close(self._schedstat)
            self._schedstat = -1

    def fault(self, reason: str, detail: str, code: int | None = None) -> AgentFault:
        """Return a fault of the agent, with the end of what it printed."""
        return AgentFault(reason, self.player, detail, code, self.output.tail())

    def ended(self) -> AgentFault | VoidGame:
        """End the child, whose channel is closed; return the fault or void that this means."""
        try:
            code, by_us = self.finish(EXIT_SECONDS)
        except ForkServerDied as death:
            return server_died(death, self.player)
        if by_us:
            return self.fault("protocol" if self.ready else "startup", "it closed its channel and went on running")
        if code == -signal.SIGKILL:
            if out_of_memory_kills() > self._killed_before:
                return self.fault("memory", "the system killed it for lack of memory", code)
            if not self.accountable:
                return VoidGame("its process was killed, but not by the framework", "killed", self.player)
        how = f"exit code {code}" if code >= 0 else f"signal {-code} ({_signal_name(-code)})"
        return self.fault("crash" if self.ready else "startup", f"its process ended without an answer: {how}", code)


def check_kept(in_force: str, kept: str) -> None:
    """Check that a child is confined as promised.

    Args:
        in_force: the isolation that will be stored, as text.
        kept: what the child reports that confines it; no foreign code has run in it so far.

    Raises:
        VoidGame: it is confined by less.
    """
    promised = set(in_force.partition(" ")[2].split("+")) - {"", WRAPPED}
    if missing := promised - set(kept.split("+")):
        raise VoidGame(f"a process is confined by less than '{in_force}': {', '.join(sorted(missing))} is missing")


def server_died(death: ForkServerDied, player: int) -> VoidGame:
    """Return the void attempt that the end of the fork server means."""
    return VoidGame(str(death), "killed", player)


def hard_limit(allowance: Allowance) -> float:
    """Return the seconds after which no answer is waited for, if there is a limit."""
    return allowance.patience or 0.0


def extended(deadline: float, end: float, lost: float, limit: float, stopped: float = 0.0) -> float | None:
    """Return a later end of waiting for a child that was kept from running, or None if that is not worth it.

    Args:
        deadline: when its time is over.
        end: until when it was waited for so far.
        lost: seconds in which it was kept from running since it was asked.
        limit: seconds that it was granted.
        stopped: seconds in which the referee was stopped since then.
    """
    later = deadline + stopped + min(lost, MOST_LOST * limit)
    return later if later > end + LEAST_LOST else None


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"
