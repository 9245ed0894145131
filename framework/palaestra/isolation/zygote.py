"""The fork server's process: one thread that loads libraries, then forks a child from itself whenever it is asked.

It never runs the code of agents that are not trusted: that is imported in the children. When its worker is gone it
ends everything below it, then itself.
"""

from __future__ import annotations

import gc
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from palaestra.agent import Agent, AgentRng, View
from palaestra.game import Game, build_game
from palaestra.isolation.command import run_command
from palaestra.isolation.confine import rehearse
from palaestra.isolation.descendants import Exit, end_child, end_unknown_children
from palaestra.isolation.forkable import is_forkable
from palaestra.isolation.host import run_host
from palaestra.isolation.linux import adopt_orphans, die_with_parent, hide_memory
from palaestra.isolation.messages import (
    CommandJob,
    EndChild,
    HostJob,
    Preload,
    receive_request,
    send_answer,
)
from palaestra.kernel import Kernel
from palaestra.spec import agents_within, load_object

CHILD_FAILED: Final = 97
"""Exit code of a child that failed while it was set up."""


def main(descriptor: int, worker: int) -> None:
    """Serve the worker at the other end of a socket; `worker` is its process id, or 0 in namespaces of its own."""
    server = Zygote(socket.socket(fileno=descriptor))
    adopt_orphans()
    hide_memory()
    if worker:
        # This signal takes effect even if an agent has stopped this process.
        signal.signal(signal.SIGCONT, lambda *_: server.close() if os.getppid() != worker else None)
        die_with_parent(worker, signal.SIGCONT)
    try:
        server.serve()
    finally:
        server.close()


class Zygote:
    """Serves one worker."""

    def __init__(self, channel: socket.socket) -> None:
        self._channel = channel
        self._pid = os.getpid()
        self._game: Game | None = None
        self._children: dict[int, int] = {}
        """Process id -> process descriptor, or -1."""

    def serve(self) -> None:
        """Answer requests until the worker is gone."""
        with suppress(ConnectionError):
            while (received := receive_request(self._channel)) is not None:
                request, descriptors = received
                try:
                    self._answer(request, descriptors)
                finally:
                    for descriptor in descriptors:
                        os.close(descriptor)

    def _answer(self, request: object, descriptors: list[int]) -> None:
        match request:
            case Preload():
                send_answer(self._channel, self._preload(request))
            case HostJob():
                self._fork(lambda: run_host(request, self._game, descriptors, self._pid))
            case CommandJob():
                self._fork(lambda: run_command(request, descriptors, self._pid))
            case EndChild():
                send_answer(self._channel, self._end(request)._asdict())

    def _preload(self, request: Preload) -> dict[str, Any]:
        try:
            if request.game is not None:
                self._game = build_game(request.game, request.knobs)
                _warm_up(self._game)
        except Exception as error:
            return {"error": f"{type(error).__name__}: {error}"}
        for spec, parameters in (each for agent in request.agents for each in agents_within(*agent)):
            with suppress(Exception):  # the child meets the same failure, which is the agent's
                factory = load_object(spec.factory)
                if self._game is not None and hasattr(factory, "compile_policy"):
                    _ask_once(factory(self._game, parameters, AgentRng(1)), self._game)
        if request.agents and not is_forkable():
            return {"unforkable": True}
        rehearse()
        gc.collect()
        gc.freeze()  # so that collections in the children do not touch, and copy, all these pages
        return {}

    def _fork(self, child: Callable[[], None]) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        try:
            pid = os.fork()
        except OSError as error:
            send_answer(self._channel, {"error": f"fork: {error.strerror}"})
            return
        if pid == 0:
            try:
                child()
            finally:
                os._exit(CHILD_FAILED)
        handle = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else -1
        self._children[pid] = handle
        send_answer(self._channel, {"pid": pid}, [handle] if handle >= 0 else [])

    def _end(self, request: EndChild) -> Exit:
        handle = self._children.pop(request.pid, -1)
        ended = end_child(request.pid, request.patience, handle)
        if handle >= 0:
            os.close(handle)
        end_unknown_children(self._children)
        return ended

    def close(self) -> None:
        """End all descendants, then this process."""
        end_unknown_children(())
        os._exit(0)


def _warm_up(game: Game) -> None:
    """Load what every agent's view of the game needs."""
    kernel: Kernel | None = game.kernel
    state = game.new_state()
    state.legal_actions()
    if kernel is not None and state.current_player >= 0:
        state.observation(state.current_player)


def _ask_once(agent: Agent, game: Game) -> None:
    """Load the compiled code of an agent: in every child it would take as long as a whole game."""
    state = game.new_state()
    player = state.current_player
    agent.act(View(game, player, state.observation(player), tuple(state.legal_actions())))
