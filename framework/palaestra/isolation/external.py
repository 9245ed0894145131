"""The seat of an external agent: a program in a process of its own, asked through lines of JSON."""

from __future__ import annotations

import math
import os
import signal
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Final

import numpy as np

from palaestra.agent import View
from palaestra.errors import WorkerError
from palaestra.game import Game, KernelGame
from palaestra.isolation import json_lines
from palaestra.isolation.confine import MEGABYTE, Confines, Sandbox
from palaestra.isolation.fork_server import Child, ForkServer, ForkServerDied, kept_environment
from palaestra.isolation.line_channel import LineChannel, LineClosed, LineLate
from palaestra.isolation.linux import out_of_memory_kills
from palaestra.isolation.messages import CommandJob
from palaestra.isolation.output import Output
from palaestra.isolation.program import Program
from palaestra.isolation.wire import ProtocolBreach
from palaestra.limits import Confinement
from palaestra.referee.faults import AgentFault, VoidGame
from palaestra.referee.seat import Allowance, Answer
from palaestra.referee.starvation import waited

PATIENCE_SECONDS: Final = 0.25
"""How long a program that has closed its channel, or has heard the end, may take to end by itself."""

LAST_SEED: Final = (1 << json_lines.SEED_BITS) - 1


@dataclass(frozen=True, slots=True)
class ProgramJob:
    """One program for one game.

    Attributes:
        program: what is started.
        confinement: its limits.
        seed: of its own randomness; it is told the last bits.
        in_force: the isolation in force.
    """

    program: Program
    confinement: Confinement
    seed: int
    in_force: str

    def command(self) -> CommandJob:
        """Return what the fork server is asked for."""
        program, memory = self.program, self.confinement.memory_mb
        sandbox = None
        if self.confinement.level == "sandbox":
            sandbox = Sandbox(program.files, (program.command[0], *PROGRAM_FOLDERS))
        environment = kept_environment(os.environ)
        return CommandJob(program.command, program.folder, environment, Confines(memory, sandbox))


PROGRAM_FOLDERS: Final = ("/bin", "/usr/bin", "/usr/local/bin")
"""Where the interpreters of scripts are."""


class ExternalSeat:
    """A program that plays one game; see :class:`palaestra.referee.seat.Seat`.

    Between its answer and the next question its processes are stopped.
    """

    def __init__(self, server: ForkServer, game: Game, job: ProgramJob) -> None:
        self.in_force = job.in_force
        self._server = server
        self._game = game
        self._job = job
        self._player = -1
        self._number = 0
        self._running: _Running | None = None

    def start(self, player: int) -> float:
        """Start the program, greet it, and wait until it is ready."""
        self._player = player
        began = time.monotonic()
        limit = self._job.confinement.startup_seconds
        try:
            self._running = _Running(self._server, self._job.command())
            self._running.channel.send(self._hello(limit), began + limit)
            json_lines.read_ready(self._running.channel.receive(began + limit))
        except LineLate:
            raise self._fault("startup", f"was not ready within {limit:g} s") from None
        except LineClosed:
            raise self._ended(starting=True) from None
        except ProtocolBreach as breach:
            raise self._fault("protocol", str(breach)) from None
        except (ForkServerDied, WorkerError) as error:
            raise VoidGame(str(error), "error", player) from error
        self._running.pause()
        return time.monotonic() - began

    def ask(self, view: View, allowance: Allowance) -> Answer:
        """Ask the program, and wait as long as it is allowed to think and was kept from it."""
        running = self._running
        if running is None:
            raise VoidGame("the program was not started", "error", self._player)
        self._number += 1
        words = action_words(view)
        line = json_lines.question(self._number, view.legal_actions, words, view.observation.tolist(), allowance.clock)
        try:
            running.channel.check_silence()
            running.resume()
            starved, began = running.starved(), time.monotonic()
            reply = self._exchange(running, line, began, starved, allowance.patience)
            seconds = time.monotonic() - began
            starved = running.starved() - starved
            running.pause()
            action = json_lines.read_answer(reply, self._number, dict(zip(words, view.legal_actions, strict=True)))
        except LineLate:
            raise self._fault("timeout", f"gave no answer within {allowance.patience:.3f} s") from None
        except LineClosed:
            raise self._ended(starting=False) from None
        except ProtocolBreach as breach:
            raise self._fault("protocol", str(breach)) from None
        return Answer(action, seconds, starved)

    def _exchange(self, running: _Running, line: bytes, began: float, starved: float, patience: float | None) -> bytes:
        """Return the answer to a line; what the machine takes from the program's time is added to its deadline."""
        deadline = math.inf if patience is None else began + patience
        with suppress(LineLate):
            running.channel.send(line, deadline)
        while True:
            try:
                return running.channel.receive(deadline)
            except LineLate:
                extended = began + (patience or 0.0) + running.starved() - starved
                if extended <= deadline:
                    raise
                deadline = extended

    def end(self, returns: Sequence[float]) -> None:
        """Tell the program how the game ended, and let it leave."""
        if self._running is None:
            return
        self._running.resume()
        with suppress(LineLate, LineClosed):
            self._running.channel.send(json_lines.end(returns), time.monotonic() + PATIENCE_SECONDS)
        with suppress(ForkServerDied):
            self._running.end(PATIENCE_SECONDS)

    def close(self) -> None:
        """End the program and whatever it has left behind."""
        if self._running is not None:
            with suppress(ForkServerDied):
                self._running.end(0.0)
            self._running.close()
            self._running = None

    def _hello(self, limit: float) -> bytes:
        spec = self._game.spec
        memory = self._job.confinement.memory_mb * MEGABYTE
        seed = self._job.seed & LAST_SEED
        return json_lines.Hello(
            spec.id, spec.version, self._game.knobs, spec.players, self._player, seed, limit, memory
        ).line()

    def _fault(self, reason: str, detail: str, exit_code: int | None = None) -> AgentFault:
        tail = self._running.output.tail() if self._running is not None else ""
        return AgentFault(reason, self._player, detail, exit_code, tail)

    def _ended(self, starting: bool) -> AgentFault | VoidGame:
        """Return what it means that the program has closed its channel."""
        running = self._running
        if running is None:
            return VoidGame("the program was not started", "error", self._player)
        try:
            code, by_us = running.end(PATIENCE_SECONDS)
        except ForkServerDied as error:
            return VoidGame(str(error), "killed", self._player)
        if by_us:
            return self._fault("protocol", "closed its channel and lives on")
        if code == -signal.SIGKILL:
            if running.out_of_memory():
                return self._fault("memory", "was ended by the system for lack of memory", code)
            return VoidGame("the program was killed, and not by us", "killed", self._player)
        ended = f"by {signal.Signals(-code).name}" if code < 0 else f"with exit code {code}"
        return self._fault("startup" if starting else "crash", f"ended {ended} without an answer", code)


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
        self._schedule = -1
        with suppress(OSError):
            self._schedule = os.open(f"/proc/{self._pid}/schedstat", os.O_RDONLY | os.O_CLOEXEC)

    def starved(self) -> float:
        """Return the seconds in which the program's main thread was ready to run and had no core."""
        try:
            return waited(os.pread(self._schedule, 96, 0))
        except (OSError, ValueError):
            return 0.0

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
        return (0, True) if child is None else self._server.end(child, patience)

    def close(self) -> None:
        """Close all files."""
        self.channel.close()
        self.output.close()
        if self._schedule >= 0:
            os.close(self._schedule)
