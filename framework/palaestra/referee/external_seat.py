"""The seat of an external agent: a program in a process of its own, asked through lines of JSON."""

from __future__ import annotations

import math
import os
import signal
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from typing import Final

import numpy as np

from palaestra.agent import View
from palaestra.errors import WorkerError
from palaestra.game import KernelGame
from palaestra.isolation import json_lines
from palaestra.isolation.command import LOCKED
from palaestra.isolation.confine import MEGABYTE, Confines
from palaestra.isolation.fork_server import Child, ForkServer, ForkServerDied, kept_environment
from palaestra.isolation.line_channel import LineChannel, LineClosed, LineLate
from palaestra.isolation.linux import out_of_memory_kills
from palaestra.isolation.messages import CommandJob
from palaestra.isolation.output import Output
from palaestra.isolation.program import Program
from palaestra.isolation.wire import ProtocolBreach
from palaestra.referee.faults import AgentFault, VoidGame
from palaestra.referee.host_seat import EXIT_SECONDS, LEAST_LOST, MOST_LOST, signal_name
from palaestra.referee.seat import Allowance, Answer
from palaestra.referee.starvation import starved_seconds, waited
from palaestra.spec import GameSpec, Knobs

END_SECONDS: Final = 0.05
"""How long a program may go on after a game that ended well."""

LAST_SEED: Final = (1 << json_lines.SEED_BITS) - 1


class ExternalSeat:
    """A program that plays one game.

    Between its answer and the next question its processes are stopped.

    Args:
        server: where its process comes from.
        program: what is started.
        game: the game, and every knob with its value.
        seed: of its own randomness; it is told the last bits.
        confines: what its process gives up.
        startup_seconds: within which it must be ready.
        in_force: the isolation in force, in words.
    """

    def __init__(
        self,
        server: ForkServer,
        program: Program,
        game: tuple[GameSpec, Knobs],
        seed: int,
        confines: Confines,
        startup_seconds: float,
        in_force: str,
    ) -> None:
        self.in_force = in_force
        self._server = server
        self._program = program
        self._game = game
        self._seed = seed
        self._confines = confines
        self._startup_seconds = startup_seconds
        self._player = -1
        self._number = 0
        self._running: _Running | None = None

    def start(self, player: int) -> float:
        """Start the program, greet it, and wait until it is ready; see :meth:`palaestra.referee.seat.Seat.start`."""
        self._player = player
        began = time.monotonic()
        deadline = began + self._startup_seconds
        running = self._start_program(deadline)
        try:
            running.channel.send(self._hello(), deadline)
            json_lines.read_ready(running.channel.receive(deadline))
        except LineLate:
            raise self._fault("startup", f"it was not ready after {self._startup_seconds:g} s") from None
        except LineClosed:
            raise self._ended(running, "startup") from None
        except ProtocolBreach as breach:
            raise self._fault("startup", str(breach)) from None
        running.pause()
        return time.monotonic() - began

    def _start_program(self, deadline: float) -> _Running:
        """Start the program and wait until its process has given up what it must: no foreign code has run so far."""
        program = self._program
        job = CommandJob(program.command, program.folder, kept_environment(os.environ), self._confines)
        try:
            running = self._running = _Running(self._server, job)
        except WorkerError as error:
            raise VoidGame(str(error)) from error
        except ForkServerDied as death:
            raise VoidGame(str(death), "killed", self._player) from death
        try:
            locked = running.channel.receive(deadline, alone=False)
        except (LineLate, LineClosed, ProtocolBreach):
            locked = b""
        if locked != LOCKED:
            raise VoidGame(f"a process for a program failed to start: {running.output.tail()}")
        return running

    def ask(self, view: View, allowance: Allowance) -> Answer:
        """Ask the program, and measure; see :meth:`palaestra.referee.seat.Seat.ask`."""
        running = self._running
        if running is None:
            raise VoidGame("the program was not started")
        self._number += 1
        words = action_words(view)
        line = json_lines.question(self._number, view.legal_actions, words, view.observation.tolist(), allowance.clock)
        patience = allowance.patience
        try:
            running.channel.check_silence()
            running.resume()
            starved, began = running.starved(), time.monotonic()
            reply = _exchange(running, line, began, starved, patience)
            seconds, starved = time.monotonic() - began, running.starved() - starved
            running.pause()
            action = json_lines.read_answer(reply, self._number, dict(zip(words, view.legal_actions, strict=True)))
        except LineLate:
            raise self._fault("timeout", f"no answer within {patience:.3f} s") from None
        except LineClosed:
            raise self._ended(running, "crash") from None
        except ProtocolBreach as breach:
            raise self._fault("protocol", str(breach)) from None
        return Answer(action, seconds, 0.0 if patience is None else starved)

    def end(self, returns: Sequence[float]) -> None:
        """Tell the program how the game ended, and let it leave."""
        if self._running is None:
            return
        self._running.resume()
        with suppress(LineLate, LineClosed):
            self._running.channel.send(json_lines.end(returns), time.monotonic() + END_SECONDS)
        with suppress(ForkServerDied):
            self._running.end(END_SECONDS)

    def close(self) -> None:
        """End the program and whatever it has left behind."""
        if self._running is not None:
            with suppress(ForkServerDied):
                self._running.end(0.0)
            self._running.close()
            self._running = None

    def _hello(self) -> bytes:
        game, knobs = self._game
        return json_lines.Hello(
            game=game.id,
            version=game.version,
            knobs=knobs,
            players=game.players,
            player=self._player,
            seed=self._seed & LAST_SEED,
            startup=self._startup_seconds,
            memory=self._confines.memory_mb * MEGABYTE,
        ).line()

    def _fault(self, reason: str, detail: str, exit_code: int | None = None) -> AgentFault:
        tail = self._running.output.tail() if self._running is not None else ""
        return AgentFault(reason, self._player, detail, exit_code, tail)

    def _ended(self, running: _Running, reason: str) -> AgentFault | VoidGame:
        """Return what it means that the program has closed its channel; `reason` is that of its end by itself."""
        try:
            code, by_us = running.end(EXIT_SECONDS)
        except ForkServerDied as death:
            return VoidGame(str(death), "killed", self._player)
        if by_us:
            return self._fault("protocol" if reason == "crash" else reason, "it closed its channel and went on running")
        if code == -signal.SIGKILL:
            if running.out_of_memory():
                return self._fault("memory", "the system killed it for lack of memory", code)
            return VoidGame("its process was killed by none of us", "killed", self._player)
        how = f"exit code {code}" if code >= 0 else f"signal {-code} ({signal_name(-code)})"
        return self._fault(reason, f"its process ended without an answer: {how}", code)


def _exchange(running: _Running, line: bytes, began: float, starved: float, patience: float | None) -> bytes:
    """Return the answer to a line; what the machine has kept the program from running is added to its time."""
    deadline = math.inf if patience is None else began + patience
    with suppress(LineLate):
        running.channel.send(line, deadline)
    while True:
        try:
            return running.channel.receive(deadline)
        except LineLate:
            lost = min(running.starved() - starved, MOST_LOST * (patience or 0.0))
            extended = began + (patience or 0.0) + lost
            if extended <= deadline + LEAST_LOST:
                raise
            deadline = extended


def action_words(view: View) -> list[str]:
    """Return the legal actions in words, as the player can read them in its observation; ids where it cannot."""
    game = view.game
    if not isinstance(game, KernelGame):
        return [str(action) for action in view.legal_actions]
    seen = np.array(view.observation)
    return [game.notation.action_to_string(seen, action) for action in view.legal_actions]


class _Running:
    """A running program with its channel and its output."""

    def __init__(self, server: ForkServer, job: CommandJob) -> None:
        self._server = server
        self._kills = out_of_memory_kills()
        with ExitStack() as opened:
            theirs_in, out = os.pipe()
            opened.callback(os.close, theirs_in)
            back, theirs_out = os.pipe()
            opened.callback(os.close, theirs_out)
            self.channel = LineChannel(out, back, json_lines.MAX_LINE)
            self.output = Output()
            try:
                self._child: Child | None = server.start(job, [theirs_in, theirs_out, self.output.fileno()])
            except BaseException:
                self.channel.close()
                self.output.close()
                raise
        self._pid = self._child.pid
        self.channel.ended = self._child.handle
        self._schedule = -1
        with suppress(OSError):
            self._schedule = os.open(f"/proc/{self._pid}/schedstat", os.O_RDONLY | os.O_CLOEXEC)

    def starved(self) -> float:
        """Return how long this thread and the program's first one have waited for a core so far, in seconds."""
        own = starved_seconds()
        try:
            return own + waited(os.pread(self._schedule, 96, 0))
        except (OSError, ValueError):  # it has ended, or the system does not tell
            return own

    def pause(self) -> None:
        """Let nothing of the program run."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Let the program run."""
        self._signal(signal.SIGCONT)

    def _signal(self, which: signal.Signals) -> None:
        if self._child is not None:
            with suppress(OSError):
                os.killpg(self._pid, which)

    def out_of_memory(self) -> bool:
        """Tell whether the system has ended processes for lack of memory since the program was started."""
        return out_of_memory_kills() > self._kills

    def end(self, patience: float) -> tuple[int, bool]:
        """End the program, unless that was done; return its exit code and whether it was we who ended it."""
        child, self._child = self._child, None
        self.channel.ended = -1  # the server closes it
        return (0, True) if child is None else self._server.end(child, patience)

    def close(self) -> None:
        """Close all files."""
        self.channel.close()
        self.output.close()
        if self._schedule >= 0:
            os.close(self._schedule)
