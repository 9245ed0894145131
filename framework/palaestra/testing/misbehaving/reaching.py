"""Fakes that try to reach the parent, the opponent, files or the network.

A refusal is raised, and ends the game with ``crash``; see :class:`palaestra.testing.misbehaving.base.Misbehaving`.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import signal
import socket
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
        with suppress(ValueError):  # read-only memory
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
    """Connects to a server on its machine."""

    def reach(self, view: View) -> None:  # noqa: ARG002
        """Connect to a port without a server."""
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as connection, suppress(ConnectionRefusedError):
            connection.connect(("127.0.0.1", 9))


class SendsByUdp(_Reaches):
    """Sends a datagram to its own machine."""

    def reach(self, view: View) -> None:  # noqa: ARG002
        """Send."""
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as connection:
            connection.sendto(b"state", ("127.0.0.1", 9))


class ConnectsByAbstractSocket(_Reaches):
    """Connects to an abstract socket on its machine."""

    def reach(self, view: View) -> None:  # noqa: ARG002
        """Connect to a name without a server."""
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection, suppress(ConnectionRefusedError):
            connection.connect("\0palaestra-nobody")


class SendsToFile(_Reaches):
    """Sends a message to a server whose socket is a file, through a socket that needs no call to connect."""

    def reach(self, view: View) -> None:  # noqa: ARG002
        """Send to a server that is not there."""
        one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        with one, other, suppress(FileNotFoundError):
            one.sendto(b"state", "/palaestra-nobody")


class WatchesFiles(_Reaches):
    """Watches for writes to the database."""

    def reach(self, view: View) -> None:  # noqa: ARG002
        """Watch it."""
        libc = ctypes.CDLL(None, use_errno=True)
        watcher = libc.inotify_init1(0)
        if libc.inotify_add_watch(watcher, os.fsencode(self.parameters.database), 0xFFF) < 0:
            raise PermissionError(ctypes.get_errno(), "inotify")
        os.close(watcher)


class LeavesSharedMemory(_Reaches):
    """Leaves memory in the system that belongs to no process."""

    def reach(self, view: View) -> None:  # noqa: ARG002
        """Take it; give it back if that was not refused."""
        libc = ctypes.CDLL(None, use_errno=True)
        segment = libc.shmget(0, 4096, 0o1600)
        if segment < 0:
            raise PermissionError(ctypes.get_errno(), "shmget")
        libc.shmctl(segment, 0, None)


class _Kills(_Reaches):
    """Does something to the processes of its opponents, or, if it cannot see them, to the one that started it."""

    def reach(self, view: View) -> None:  # noqa: ARG002
        if not self.parameters.kills:
            raise RuntimeError("the parameter 'kills' is not set")
        if os.getppid() <= 1:
            raise PermissionError("the parent cannot be seen, or is the first process of the system")
        for victim in self.victims(os.getppid()):
            self.harm(victim)

    def victims(self, parent: int) -> list[int]:
        """Return the processes to harm."""
        try:
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text()
        except PermissionError:
            return [parent]
        return [child for child in map(int, children.split()) if child != os.getpid()]

    def harm(self, victim: int) -> None:
        """Do something to a process."""
        raise NotImplementedError


class KillsSiblings(_Kills):
    """Kills the other processes of its parent: the opponent is one."""

    def harm(self, victim: int) -> None:
        """Kill it."""
        os.kill(victim, signal.SIGKILL)


class EndsSiblings(_Kills):
    """Ends them by a signal as they could send it to themselves."""

    def harm(self, victim: int) -> None:
        """End it."""
        os.kill(victim, signal.SIGTERM)


class StopsSiblings(_Kills):
    """Stops them, so that they run out of time."""

    def harm(self, victim: int) -> None:
        """Stop it."""
        os.kill(victim, signal.SIGSTOP)


class LimitsSiblings(_Kills):
    """Takes their memory, and lets the system end them when they have used some of their time."""

    def harm(self, victim: int) -> None:
        """Limit it."""
        resource.prlimit(victim, resource.RLIMIT_CPU, (0, 0))
        resource.prlimit(victim, resource.RLIMIT_AS, (1 << 20, 1 << 20))


class SlowsSiblings(_Kills):
    """Gives them the lowest priority."""

    def harm(self, victim: int) -> None:
        """Lower its priority."""
        os.setpriority(os.PRIO_PROCESS, victim, 19)


class SignalsSiblings(_Kills):
    """Lets the system end them, by a pipe that signals them when it is written to."""

    def harm(self, victim: int) -> None:
        """Give it a pipe, and write."""
        news, writing = os.pipe()
        fcntl.fcntl(news, fcntl.F_SETOWN, victim)
        fcntl.fcntl(news, fcntl.F_SETFL, os.O_ASYNC)
        os.write(writing, b"news")


class KillsParent(KillsSiblings):
    """Kills the process that started it."""

    def victims(self, parent: int) -> list[int]:
        """Return the parent."""
        return [parent]


class KillsAllAbove(KillsSiblings):
    """Kills the fork server and the worker at once, so that no process is left to end it."""

    def victims(self, parent: int) -> list[int]:
        """Return both, if the second can be seen and is no process of the system."""
        above = int(Path(f"/proc/{parent}/stat").read_text().rpartition(")")[2].split()[1])
        return [parent, above] if above > 1 else [parent]
