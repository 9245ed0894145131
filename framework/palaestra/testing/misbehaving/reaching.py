"""Fakes that reach for what is none of their business: the parent, the opponent, files, the network.

A refusal is raised, and ends the game with ``crash``; see :class:`palaestra.testing.misbehaving.base.Misbehaving`.
"""

from __future__ import annotations

import os
import signal
import socket
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from palaestra.testing.misbehaving.base import Misbehaving

if TYPE_CHECKING:
    from palaestra.agent import View


class _Reaches(Misbehaving):
    def misbehave(self, view: View) -> int:
        self.reach(view)
        return view.legal_actions[0]

    def reach(self, view: View) -> None:
        """Do what must be refused."""
        raise NotImplementedError


class ChangesView(_Reaches):
    """Writes over everything that it is shown, and plays on."""

    def reach(self, view: View) -> None:
        """Write."""
        with suppress(ValueError):  # memory that nobody may write to
            view.observation.flags.writeable = True
            view.observation[:] = 7
        view.legal_actions = (view.legal_actions[0],) * 1000


class ReadsParentMemory(_Reaches):
    """Reads the memory of the process that started it."""

    def reach(self, view: View) -> None:  # noqa: ARG002
        """Read from the parent's heap."""
        process = Path(f"/proc/{os.getppid()}")
        heap = next(line for line in (process / "maps").read_text().splitlines() if "[heap]" in line)
        with (process / "mem").open("rb", buffering=0) as memory:
            memory.seek(int(heap.partition("-")[0], 16))
            memory.read(4096)


class ReadsParentEnvironment(_Reaches):
    """Reads the environment of the process that started it."""

    def reach(self, view: View) -> None:  # noqa: ARG002
        """Read it."""
        Path(f"/proc/{os.getppid()}/environ").read_bytes()


class OpensDatabase(_Reaches):
    """Reads the file in which the games and the secret of the deals are."""

    def reach(self, view: View) -> None:  # noqa: ARG002
        """Read its beginning."""
        with Path(self.parameters.database).open("rb") as file:
            file.read(100)


class ConnectsByTcp(_Reaches):
    """Calls a server of its machine."""

    def reach(self, view: View) -> None:  # noqa: ARG002
        """Connect to a port where nobody listens."""
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as connection, suppress(ConnectionRefusedError):
            connection.connect(("127.0.0.1", 9))


class SendsByUdp(_Reaches):
    """Sends a datagram to its own machine."""

    def reach(self, view: View) -> None:  # noqa: ARG002
        """Send."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as connection:
            connection.sendto(b"state", ("127.0.0.1", 9))


class ConnectsByAbstractSocket(_Reaches):
    """Calls a server of its machine that has no file."""

    def reach(self, view: View) -> None:  # noqa: ARG002
        """Connect to a name that nobody has."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection, suppress(ConnectionRefusedError):
            connection.connect("\0palaestra-nobody")


class _Kills(_Reaches):
    def reach(self, view: View) -> None:  # noqa: ARG002
        if not self.parameters.kills:
            raise RuntimeError("not told that it may kill")
        if os.getppid() <= 1:
            raise PermissionError("the parent is out of sight, or the first process of all")
        self.kill(os.getppid())

    def kill(self, parent: int) -> None:
        """Kill something near the parent."""
        raise NotImplementedError


class KillsParent(_Kills):
    """Kills the process that started it."""

    def kill(self, parent: int) -> None:
        """Kill it."""
        os.kill(parent, signal.SIGKILL)
        time.sleep(1)


class KillsSiblings(_Kills):
    """Kills the other processes of its parent: the opponent is one."""

    def kill(self, parent: int) -> None:
        """Kill them."""
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text()
        for child in map(int, children.split()):
            if child != os.getpid():
                os.kill(child, signal.SIGKILL)
