"""The fork servers of one worker: started when they are first needed, replaced when they die."""

from __future__ import annotations

from collections.abc import Sequence

from palaestra.isolation.descendants import end_unknown_children
from palaestra.isolation.fork_server import ForkServer
from palaestra.isolation.linux import adopt_orphans, hide_memory
from palaestra.isolation.messages import Preload


class ForkServers:
    """Holds a server for plain children and one for sandboxed ones.

    Args:
        preload: what every server loads first.
        wrapper: the command in front of a server for sandboxed children; empty = they are plain children too.
        own_process: whether this whole process belongs to the framework and has no other servers: it then adopts what a
            dead server has left, and ends all its children but the living servers.
    """

    def __init__(self, preload: Preload, wrapper: Sequence[str] = (), *, own_process: bool = False) -> None:
        self._preload = preload
        self._wrapper = tuple(wrapper)
        self._own_process = own_process
        self._servers: dict[bool, ForkServer] = {}
        if own_process:
            adopt_orphans()
            hide_memory()

    def server(self, sandboxed: bool) -> ForkServer:
        """Return the server for sandboxed or plain children, ready or still loading."""
        key = sandboxed and bool(self._wrapper)
        server = self._servers.get(key)
        if server is None or not server.alive:
            if server is not None:
                del self._servers[key]
                self._end_orphans()
            server = self._servers[key] = ForkServer(self._preload, self._wrapper if key else ())
        return server

    def _end_orphans(self) -> None:
        if self._own_process:
            end_unknown_children([server.pid for server in self._servers.values()])

    def close(self) -> None:
        """End all servers and everything below them."""
        for server in self._servers.values():
            server.close()
        self._servers.clear()
        self._end_orphans()
