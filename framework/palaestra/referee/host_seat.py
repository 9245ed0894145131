"""A seat whose agent plays in a process of its own: asked through a socket, timed here, ended with all it leaves."""

from __future__ import annotations

import os
import pickle
import select
import socket
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

from palaestra.agent import View
from palaestra.errors import WorkerError
from palaestra.isolation import wire
from palaestra.isolation.confine import Confines
from palaestra.isolation.fork_server import ForkServer, ForkServerDied
from palaestra.isolation.messages import HostJob, Role
from palaestra.isolation.output import Output, printable
from palaestra.referee.confined_child import END_SECONDS, ConfinedChild, check_kept, extended, hard_limit, server_died
from palaestra.referee.faults import AgentFault, VoidGame, illegal_detail
from palaestra.referee.seat import Allowance, Answer
from palaestra.referee.standstill import standstill_seconds
from palaestra.spec import AgentSpec

_CHUNK: Final = 1 << 17


class _Silent(Exception):  # noqa: N818 - turned into a fault here
    """No answer came in time."""


class _Closed(Exception):  # noqa: N818 - turned into a fault here
    """The other end is closed."""


class HostSeat:
    """One agent in a child of the fork server, for one game.

    Args:
        server: where the child comes from.
        agent: descriptor and parameters of the agent.
        seed: seed of its own stream.
        confines: what the child gives up.
        startup_seconds: how long building the agent may take.
        in_force: the isolation in force, as text.
        pause: whether the child is stopped while it is not asked.
        accountable: whether a kill of unknown origin counts as the agent's own fault.
    """

    def __init__(
        self,
        server: ForkServer,
        agent: tuple[AgentSpec, Any],
        seed: int,
        confines: Confines,
        startup_seconds: float,
        in_force: str,
        pause: bool = True,
        accountable: bool = False,
    ) -> None:
        self.in_force = in_force
        self._server = server
        self._agent = agent
        self._seed = seed
        self._confines = confines
        self._startup_seconds = startup_seconds
        self._pause = pause
        self._accountable = accountable
        self._player = -1
        self._sequence = 0
        self._child: ConfinedChild | None = None
        self._wants_end = False
        self._end_deadline = 0.0
        self._replies = wire.Replies()
        self._poller = select.poll()
        self._channel, self._theirs = socket.socketpair()
        self._output = Output()

    # -- starting -------------------------------------------------------------------------------------------------

    def prepare(self, player: int) -> None:
        """Start the child, which builds the agent; see :meth:`palaestra.referee.seat.Seat.prepare`."""
        self._player = player
        role = Role(pickle.dumps(self._agent), self._seed, player)
        job = HostJob(self._confines)
        try:
            with self._theirs:
                self._child = ConfinedChild(self._server, job, [self._theirs.fileno()], self._output, player)
        except WorkerError as error:
            raise VoidGame(str(error)) from error
        except ForkServerDied as death:
            raise server_died(death, player) from death
        self._child.accountable = self._accountable
        with suppress(ConnectionError):  # the child has failed: `start` will notice
            self._channel.sendall(wire.pack(wire.ROLE, 0, pickle.dumps(role)))
        self._channel.setblocking(False)
        self._poller.register(self._channel, select.POLLIN)
        if self._child.handle >= 0:
            self._poller.register(self._child.handle, select.POLLIN)

    def start(self, player: int) -> None:
        """Wait until the agent is built; see :meth:`palaestra.referee.seat.Seat.start`."""
        began, stopped = time.perf_counter(), standstill_seconds()
        deadline = began + self._startup_seconds
        try:
            self._expect_setup(began, deadline, stopped)
            frame = self._wait(began, deadline, stopped)
        except _Silent:
            raise self._running.fault("startup", f"it was not ready after {self._startup_seconds:g} s") from None
        except _Closed:
            raise self._running.ended() from None
        except wire.ProtocolBreach as breach:
            raise self._running.fault("startup", str(breach)) from None
        except ForkServerDied as death:
            raise server_died(death, player) from death
        if frame.kind != wire.READY:
            raise self._failure(frame)
        self._running.ready = True
        self._wants_end = frame.payload == b"\1"
        self._stop()

    @property
    def _running(self) -> ConfinedChild:
        if self._child is None:
            raise VoidGame("the process of the agent was not started")
        return self._child

    def _expect_setup(self, began: float, deadline: float, stopped: float) -> None:
        """Wait until the child has given up what it must: no code of the agent has run in it so far."""
        try:
            frame = self._wait(began, deadline, stopped)
        except (_Silent, _Closed, wire.ProtocolBreach) as error:
            exit_ = self._running.finish()
            raise VoidGame(f"a process for an agent failed to start ({exit_}): {self._output.tail()}") from error
        if frame.kind != wire.LOCKED:
            raise VoidGame(f"a process for an agent cannot be confined: {printable(frame.text)}")
        check_kept(self.in_force, frame.text)

    # -- asking ---------------------------------------------------------------------------------------------------

    def ask(self, view: View, allowance: Allowance) -> Answer:
        """Ask the child, and measure; see :meth:`palaestra.referee.seat.Seat.ask`."""
        self._sequence = sequence = self._sequence + 1
        limited = allowance.seconds is not None
        starved, stopped = (self._running.starved(), standstill_seconds()) if limited else (0.0, 0.0)
        try:
            if self._replies.pending or self._poller.poll(0):
                self._refuse_unasked()
            question = wire.pack_question(sequence, view.observation, view.legal_actions, allowance.clock)
            began = time.perf_counter()
            deadline = began + hard_limit(allowance) if limited else None
            self._write(question, deadline)
            self._continue()
            frame = self._wait(began, deadline, stopped, starved)
            seconds = time.perf_counter() - began
            self._stop()
        except _Silent:
            raise self._running.fault("timeout", f"no answer within {hard_limit(allowance):.3f} s") from None
        except _Closed:
            raise self._running.ended() from None
        except wire.ProtocolBreach as breach:
            raise self._running.fault("protocol", str(breach)) from None
        if frame.sequence != sequence:
            raise self._running.fault("protocol", f"it answered question {frame.sequence} instead of {sequence}")
        if frame.kind == wire.ACTION and len(frame.payload) == wire.INT64.size:
            action = wire.INT64.unpack(frame.payload)[0]
            stopped = standstill_seconds() - stopped if limited else 0.0
            return Answer(action, seconds, self._running.excused(starved, seconds, allowance), stopped)
        raise self._failure(frame, view)

    def _wait(self, began: float, deadline: float | None, stopped: float, starved: float | None = None) -> wire.Frame:
        """Return the next frame; time in which the referee was stopped is added to the child's.

        So is time for which the child waited for a core, if `starved`, its waiting when it was asked, is given.
        """
        end = deadline
        while True:
            try:
                return self._receive(end)
            except _Silent:
                if deadline is None or end is None:
                    raise
                lost = 0.0 if starved is None else self._running.starved() - starved
                end = extended(deadline, end, lost, deadline - began, standstill_seconds() - stopped)
                if end is None:
                    raise

    def _refuse_unasked(self) -> None:
        """Raise the fault that something came before the question."""
        with suppress(_Silent):  # a part of a frame
            self._receive(time.perf_counter())
        raise wire.ProtocolBreach("it wrote something without being asked")

    def _write(self, data: bytes, deadline: float | None) -> None:
        descriptor = self._channel.fileno()
        while data:
            try:
                data = data[os.write(descriptor, data) :]
            except BlockingIOError:
                self._continue()
                ended = [self._running.handle] if self._running.handle >= 0 else []
                gone, writable, _ = select.select(ended, [descriptor], [], _left(deadline))
                if not writable:
                    raise (_Closed if gone else _Silent) from None
            except ConnectionError:
                raise _Closed from None

    def _receive(self, deadline: float | None) -> wire.Frame:
        descriptor = self._channel.fileno()
        if self._replies.pending and (frame := self._replies.feed()) is not None:
            return frame
        while True:
            left = _left(deadline)
            if not self._poller.poll(None if left is None else left * 1000):
                if left is not None and time.perf_counter() >= deadline:  # type: ignore[operator]
                    raise _Silent
                continue
            try:
                data = os.read(descriptor, _CHUNK)
            except (BlockingIOError, ConnectionError):  # it has ended, even if another process holds the channel
                raise _Closed from None
            if not data:
                raise _Closed
            frame = self._replies.feed(data)
            if frame is not None:
                return frame

    def _continue(self) -> None:
        if self._pause:
            self._running.resume()

    def _stop(self) -> None:
        if self._pause:
            self._running.pause()

    # -- what went wrong ------------------------------------------------------------------------------------------

    def _failure(self, frame: wire.Frame, view: View | None = None) -> AgentFault:
        """Return the fault that a frame reports."""
        text = printable(frame.text)
        if frame.kind == wire.MEMORY:
            return self._running.fault("memory", text)
        if frame.kind in (wire.ERROR, wire.RULES_ERROR):
            fault = self._running.fault("crash" if self._running.ready else "startup", text)
            fault.suspect = frame.kind == wire.RULES_ERROR
            return fault
        if frame.kind == wire.BAD_VALUE and view is not None:
            return self._running.fault("illegal", illegal_detail(text, view.legal_actions))
        return self._running.fault("protocol", f"it sent a frame of kind {frame.kind} where an answer was expected")

    # -- ending ---------------------------------------------------------------------------------------------------

    def end(self, returns: Sequence[float]) -> None:
        """Send the child the result, if its agent takes it; :meth:`close` gives it a moment for that.

        Any other child ends at once, so that those of a game end side by side.
        """
        if not self._wants_end:
            self._running.kill()
            return
        with suppress(_Silent, _Closed):
            self._write(wire.pack_returns(self._sequence + 1, returns), time.perf_counter())
            self._end_deadline = time.perf_counter() + END_SECONDS
            self._continue()

    def close(self) -> None:
        """End the child and everything that it has left behind."""
        if self._child is not None:
            if self._end_deadline:
                with suppress(ForkServerDied):
                    self._child.finish(max(0.0, self._end_deadline - time.perf_counter()))
            self._child.close()
            self._child = None
        self._channel.close()
        self._theirs.close()
        self._output.close()


def _left(deadline: float | None) -> float | None:
    return None if deadline is None else max(0.0, deadline - time.perf_counter())
