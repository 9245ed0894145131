"""The child in which one agent plays one game: gives up what it must, builds the agent, answers questions."""

from __future__ import annotations

import errno
import faulthandler
import os
import pickle
import random
import sys
from collections.abc import Sequence
from typing import Final

import numpy as np

from palaestra.agent import Agent, AgentRng, View, build_agent
from palaestra.game import Game
from palaestra.isolation import wire
from palaestra.isolation.answer import NotAnAction, plain_action
from palaestra.isolation.confine import give_up, new_session, take_descriptors
from palaestra.isolation.messages import HostJob, Role
from palaestra.isolation.origin import may_come_from_rules
from palaestra.isolation.output import traceback_tail

CHANNEL: Final = 3
"""Descriptor of the channel in a host."""

_CHUNK: Final = 1 << 16


def run_host(job: HostJob, game: Game | None, descriptors: Sequence[int], parent: int) -> None:
    """Play one game, then end this process; does not return."""
    channel, output = descriptors
    try:
        null = os.open(os.devnull, os.O_RDWR)
        new_session(parent)
        take_descriptors({0: null, 1: output, 2: output, CHANNEL: channel})
        sys.stdout = open(1, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
        sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
        faulthandler.enable(2)
        if game is None:
            raise RuntimeError("the fork server has no game")
        kept = give_up(job.confines)
    except BaseException as error:
        os.write(CHANNEL, wire.pack_text(wire.SETUP_FAILED, 0, f"{type(error).__name__}: {error}"))
        os._exit(1)
    _send(wire.pack_text(wire.LOCKED, 0, kept))
    _Host(game).run()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


class _Host:
    """One agent in one game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._buffer = b""

    def run(self) -> None:
        """Build the agent, then answer until the game is over or something went wrong."""
        sequence = 0
        role: Role = pickle.loads(self._next().payload)
        try:
            agent = self._build(role)
            end = getattr(agent, "end", None)
            _send(wire.pack(wire.READY, 0, bytes([end is not None])))
            while True:
                kind, sequence, payload = self._next()
                if kind != wire.QUESTION:
                    break
                observation, legal, clock = wire.unpack_question(payload)
                _send(_answer(agent, View(self._game, role.player, observation, legal, clock), sequence))
            if end is not None:
                end(wire.unpack_returns(payload))
        except BaseException as error:  # an agent may raise anything; it is its fault
            _send(_failure(error, sequence, self._game))

    def _build(self, role: Role) -> Agent:
        random.seed(role.seed)  # agents should use their own generator; those that do not, repeat themselves too
        np.random.seed(role.seed & 0xFFFFFFFF)  # noqa: NPY002
        spec, parameters = pickle.loads(role.agent)
        agent = build_agent(spec, self._game, parameters, AgentRng(role.seed))
        start = getattr(agent, "start", None)
        if start is not None:
            start(role.player)
        return agent

    def _next(self) -> wire.Frame:
        """Wait for the next frame of the worker."""
        buffer = self._buffer
        while True:
            if len(buffer) >= wire.HEADER.size:
                _, kind, _, sequence, length = wire.HEADER.unpack_from(buffer)
                size = wire.HEADER.size + length
                if len(buffer) >= size:
                    self._buffer = buffer[size:]
                    return wire.Frame(kind, sequence, buffer[wire.HEADER.size : size])
            data = os.read(CHANNEL, max(_CHUNK, wire.HEADER.size + length if buffer else _CHUNK))
            if not data:
                os._exit(0)  # the worker is gone
            buffer = buffer + data if buffer else data


def _answer(agent: Agent, view: View, sequence: int) -> bytes:
    answer = agent.act(view)
    try:
        action = plain_action(answer)
    except NotAnAction as refused:
        return wire.pack_text(wire.BAD_VALUE, sequence, str(refused))
    return wire.pack(wire.ACTION, sequence, wire.INT64.pack(action))


def _failure(error: BaseException, sequence: int, game: Game) -> bytes:
    kind = wire.RULES_ERROR if may_come_from_rules(error, game) else wire.ERROR
    if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
        kind = wire.MEMORY
    return wire.pack_text(kind, sequence, traceback_tail(error))


def _send(frame: bytes) -> None:
    sent = os.write(CHANNEL, frame)
    while sent < len(frame):
        sent += os.write(CHANNEL, frame[sent:])
