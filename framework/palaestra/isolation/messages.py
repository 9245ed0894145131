"""Requests of a worker to its fork server: plain data. The server trusts the worker, not the other way round."""

from __future__ import annotations

import json
import pickle
import socket
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from palaestra.isolation.confine import Confines
from palaestra.spec import AgentSpec, GameSpec, Knobs

_LENGTH: Final = struct.Struct("<I")
_MOST_DESCRIPTORS: Final = 4
_CHUNK: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Preload:
    """What a fork server loads before it forks: whatever is here costs nothing for every game.

    Attributes:
        game: descriptor of the game, or None for a server that starts programs only.
        knobs: every knob with its value.
        agents: trusted agents with their parameters; their code is imported, others' is only in the child.
    """

    game: GameSpec | None = None
    knobs: Knobs = field(default_factory=dict)
    agents: tuple[tuple[AgentSpec, Any], ...] = ()

    def __post_init__(self) -> None:
        """Keep the knobs as a plain dictionary: those of a built game are a view that cannot be pickled."""
        object.__setattr__(self, "knobs", dict(self.knobs))


@dataclass(frozen=True, slots=True)
class HostJob:
    """A child in which an agent plays one game. Descriptors: channel, output.

    Which agent that is comes through the channel, as a :class:`Role`: the memory of the server is copied into the
    children that come after, and must not reveal this one's agent.

    Attributes:
        confines: what the child gives up.
    """

    confines: Confines


@dataclass(frozen=True, slots=True)
class Role:
    """Who plays in a child.

    Attributes:
        agent: descriptor and parameters, pickled: only the child may look inside.
        seed: seed of the agent's own stream.
        player: the agent's seat.
    """

    agent: bytes
    seed: int
    player: int


@dataclass(frozen=True, slots=True)
class CommandJob:
    """A child that becomes another program. Descriptors: stdin, stdout, stderr.

    Attributes:
        command: the program's path and its arguments.
        folder: its working folder.
        environment: its whole environment.
        confines: what the child gives up.
    """

    command: tuple[str, ...]
    folder: str
    environment: Mapping[str, str]
    confines: Confines


@dataclass(frozen=True, slots=True)
class EndChild:
    """Let a child end.

    Attributes:
        pid: its id, as the server knows it.
        patience: seconds in which it may end by itself.
    """

    pid: int
    patience: float


Request = Preload | HostJob | CommandJob | EndChild


def send_request(channel: socket.socket, request: Request, descriptors: Sequence[int] = ()) -> None:
    """Send a request."""
    content = pickle.dumps(request, pickle.HIGHEST_PROTOCOL)
    _send(channel, content, descriptors)


def receive_request(channel: socket.socket) -> tuple[Request, list[int]] | None:
    """Return the next request with its descriptors; None when the worker is gone."""
    content, descriptors = _receive(channel)
    return None if content is None else (pickle.loads(content), descriptors)


def send_answer(channel: socket.socket, answer: Mapping[str, Any], descriptors: Sequence[int] = ()) -> None:
    """Send an answer."""
    _send(channel, json.dumps(answer).encode(), descriptors)


def receive_answer(channel: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """Return the next answer with its descriptors.

    Raises:
        EOFError: the server is gone.
    """
    content, descriptors = _receive(channel)
    if content is None:
        raise EOFError("the fork server is gone")
    return json.loads(content), descriptors


def _send(channel: socket.socket, content: bytes, descriptors: Sequence[int]) -> None:
    message = _LENGTH.pack(len(content)) + content
    sent = socket.send_fds(channel, [message], list(descriptors)) if descriptors else channel.send(message)
    if sent < len(message):
        channel.sendall(message[sent:])


def _receive(channel: socket.socket) -> tuple[bytes | None, list[int]]:
    data, descriptors, _, _ = socket.recv_fds(channel, _CHUNK, _MOST_DESCRIPTORS)
    while data and len(data) < _LENGTH.size + _announced(data):
        more = channel.recv(_CHUNK)
        if not more:
            return None, descriptors
        data += more
    return (data[_LENGTH.size :] if data else None), descriptors


def _announced(data: bytes) -> int:
    return int(_LENGTH.unpack_from(data)[0]) if len(data) >= _LENGTH.size else 0
