"""The seat of an external agent: a program in a process of its own, asked through lines of JSON."""

from __future__ import annotations

import math
import os
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
from palaestra.isolation.fork_server import ForkServer, ForkServerDied, kept_environment
from palaestra.isolation.line_channel import LineChannel, LineClosed, LineLate
from palaestra.isolation.messages import CommandJob
from palaestra.isolation.output import Output
from palaestra.isolation.program import Program
from palaestra.isolation.wire import ProtocolBreach
from palaestra.referee.confined_child import END_SECONDS, ConfinedChild, check_kept, extended, server_died
from palaestra.referee.faults import VoidGame
from palaestra.referee.seat import Allowance, Answer
from palaestra.referee.standstill import standstill_seconds
from palaestra.spec import GameSpec, Knobs

NO_BYTECODE: Final = {"PYTHONDONTWRITEBYTECODE": "1"}
"""Keeps Python from writing byte code beside the files of a program."""

LAST_SEED: Final = (1 << json_lines.SEED_BITS) - 1


class ExternalSeat:
    """A program that plays one game.

    Between its answer and the next question its processes are stopped.

    Args:
        server: where its process comes from.
        program: what is started.
        game: the game, and every knob with its value.
        seed: of its own randomness; it is sent the last bits.
        confines: what its process gives up.
        startup_seconds: within which it must be ready.
        in_force: the isolation in force, as text.
        accountable: whether a kill of unknown origin counts as the program's own fault.
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
        accountable: bool = False,
    ) -> None:
        self.in_force = in_force
        self._server = server
        self._program = program
        self._game = game
        self._seed = seed
        self._confines = confines
        self._startup_seconds = startup_seconds
        self._accountable = accountable
        self._number = 0
        self._running: _Running | None = None

    def start(self, player: int) -> None:
        """Greet the program, and wait until it is ready; see :meth:`palaestra.referee.seat.Seat.start`."""
        running = self._running
        if running is None:
            raise VoidGame("the program was not started")
        child, waiting = running.child, _Waiting(running, self._startup_seconds)
        _expect_setup(waiting, self.in_force)
        try:
            json_lines.read_ready(waiting.exchange(self._hello(player)))
        except LineLate:
            raise child.fault("startup", f"it was not ready after {self._startup_seconds:g} s") from None
        except LineClosed:
            raise child.ended() from None
        except ProtocolBreach as breach:
            raise child.fault("startup", str(breach)) from None
        child.ready = True
        child.pause()

    def prepare(self, player: int) -> None:
        """Start the program; see :meth:`palaestra.referee.seat.Seat.prepare`."""
        program = self._program
        environment = kept_environment(os.environ) | NO_BYTECODE
        job = CommandJob(program.command, program.folder, environment, self._confines)
        try:
            self._running = _Running(self._server, job, player)
        except WorkerError as error:
            raise VoidGame(str(error)) from error
        except ForkServerDied as death:
            raise server_died(death, player) from death
        self._running.child.accountable = self._accountable

    def ask(self, view: View, allowance: Allowance) -> Answer:
        """Ask the program, and measure; see :meth:`palaestra.referee.seat.Seat.ask`."""
        running = self._running
        if running is None:
            raise VoidGame("the program was not started")
        child, patience = running.child, allowance.patience
        self._number += 1
        words = action_words(view)
        line = json_lines.question(self._number, view.legal_actions, words, view.observation.tolist(), allowance.clock)
        try:
            running.channel.check_silence()
            child.resume()
            waiting = _Waiting(running, patience, starved=child.starved())
            reply = waiting.exchange(line)
            seconds = time.monotonic() - waiting.began
            child.pause()
            action = json_lines.read_answer(reply, self._number, dict(zip(words, view.legal_actions, strict=True)))
        except LineLate:
            raise child.fault("timeout", f"no answer within {patience:.3f} s") from None
        except LineClosed:
            raise child.ended() from None
        except ProtocolBreach as breach:
            raise child.fault("protocol", str(breach)) from None
        return Answer(action, seconds, child.excused(waiting.starved, seconds, allowance), waiting.stopped())

    def end(self, returns: Sequence[float]) -> None:
        """Send the program the result of the game, and let it end."""
        if self._running is None:
            return
        with suppress(LineLate, LineClosed):
            self._running.channel.send(json_lines.end(returns), time.monotonic())
        with suppress(ForkServerDied):
            self._running.child.finish(END_SECONDS)

    def close(self) -> None:
        """End the program and whatever it has left behind."""
        if self._running is not None:
            self._running.close()
            self._running = None

    def _hello(self, player: int) -> bytes:
        game, knobs = self._game
        return json_lines.Hello(
            game=game.id,
            version=game.version,
            knobs=knobs,
            players=game.players,
            player=player,
            seed=self._seed & LAST_SEED,
            startup=self._startup_seconds,
            memory=self._confines.memory_mb * MEGABYTE,
        ).line()


class _Waiting:
    """Waits for output of a program; time in which the referee was stopped is added to its own.

    Args:
        running: the program.
        patience: seconds that it has; None = no limit.
        starved: seconds for which its child had waited for a core when this began; time of such waiting is added, too.
    """

    def __init__(self, running: _Running, patience: float | None, starved: float | None = None) -> None:
        self.running = running
        self._patience = patience
        self._excuses = starved is not None
        self.starved = starved or 0.0
        self._stopped = 0.0 if patience is None else standstill_seconds()
        self.began = time.monotonic()

    def stopped(self) -> float:
        """Return for how long the referee was stopped since this began; 0 where there is no limit."""
        return 0.0 if self._patience is None else standstill_seconds() - self._stopped

    def exchange(self, line: bytes) -> bytes:
        """Send a line; return the answer."""
        with suppress(LineLate):  # the rest is sent while the answer is waited for
            self.running.channel.send(line, self.began + (self._patience or math.inf))
        return self.receive()

    def receive(self, *, alone: bool = True) -> bytes:
        """Return the next line."""
        limit = math.inf if self._patience is None else self._patience
        end = deadline = self.began + limit
        while True:
            try:
                return self.running.channel.receive(end, alone=alone)
            except LineLate:
                lost = self.running.child.starved() - self.starved if self._excuses else 0.0
                later = extended(deadline, end, lost, limit, self.stopped())
                if later is None:
                    raise
                end = later


def _expect_setup(waiting: _Waiting, in_force: str) -> None:
    """Wait until the process has given up what it must: no foreign code has run in it so far."""
    try:
        locked = waiting.receive(alone=False)
    except (LineLate, LineClosed, ProtocolBreach):
        locked = b""
    if not locked.startswith(LOCKED):
        raise VoidGame(f"a process for a program failed to start: {waiting.running.child.output.tail()}")
    check_kept(in_force, locked[len(LOCKED) :].decode("ascii", "replace").strip())


def action_words(view: View) -> list[str]:
    """Return the legal actions as text, as the player can read them in its observation; ids if it cannot."""
    game = view.game
    if not isinstance(game, KernelGame):
        return [str(action) for action in view.legal_actions]
    seen = np.array(view.observation)
    return [game.notation.action_to_string(seen, action) for action in view.legal_actions]


class _Running:
    """A running program and the pipes to it."""

    def __init__(self, server: ForkServer, job: CommandJob, player: int) -> None:
        with ExitStack() as theirs, ExitStack() as ours:
            stdin, out = os.pipe()
            theirs.callback(os.close, stdin)
            back, stdout = os.pipe()
            theirs.callback(os.close, stdout)
            self.channel = LineChannel(out, back, json_lines.MAX_LINE)
            ours.callback(self.channel.close)
            output = Output()
            ours.callback(output.close)
            self.child = ConfinedChild(server, job, [stdin, stdout], output, player)
            ours.pop_all()
        self.channel.ended = self.child.handle

    def close(self) -> None:
        """End the program, and close everything."""
        self.child.close()
        self.channel.close()
        self.child.output.close()
