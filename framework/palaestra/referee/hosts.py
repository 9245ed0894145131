"""Where confined agents play: seats over the children of this worker's fork servers."""

from __future__ import annotations

from palaestra.isolation.bubblewrap import bubblewrap_command
from palaestra.isolation.confine import Confines, Sandbox
from palaestra.isolation.fork_servers import ForkServers
from palaestra.isolation.messages import Preload
from palaestra.isolation.probe import offered
from palaestra.isolation.readable import readable_paths
from palaestra.referee.cast import Cast
from palaestra.referee.host_seat import HostSeat


class Hosts:
    """The confined entrants of a cast.

    Args:
        cast: who plays what.
        own_process: whether this whole process is ours, see :class:`palaestra.isolation.fork_servers.ForkServers`.
    """

    def __init__(self, cast: Cast, *, own_process: bool = False) -> None:
        self._cast = cast
        self._in_force: dict[str, str] = {}
        self._confines: dict[str, Confines] = {}
        for name in sorted(cast.confined):
            confinement = cast.confinement(name)
            sandbox = None
            if confinement.level == "sandbox":
                sandbox = Sandbox(readable_paths(cast.game, *cast.entrants[name]))
            self._in_force[name] = "process" if sandbox is None else offered().in_force("sandbox")
            self._confines[name] = Confines(confinement.memory_mb, sandbox)
        trusted = tuple(cast.entrants[name] for name in sorted(cast.confined & cast.trusted))
        preload = Preload(cast.game, cast.knobs, trusted)
        self._servers = ForkServers(preload, self._wrapper(), own_process=own_process)
        for sandboxed in {confines.sandbox is not None for confines in self._confines.values()}:
            self._servers.server(sandboxed)

    def _wrapper(self) -> list[str]:
        """Return the command in front of a server for sandboxed agents, which sees what any of them may read."""
        sandboxes = [confines.sandbox for confines in self._confines.values() if confines.sandbox is not None]
        if not sandboxes or not offered().bubblewrap:
            return []
        readable = sorted({path for sandbox in sandboxes for path in sandbox.readable})
        return bubblewrap_command(offered().bubblewrap, readable)

    def seat(self, name: str, seed: int) -> HostSeat:
        """Return a seat for an entrant in one game."""
        confines = self._confines[name]
        return HostSeat(
            server=self._servers.server(confines.sandbox is not None),
            agent=self._cast.entrants[name],
            seed=seed,
            confines=confines,
            startup_seconds=self._cast.confinement(name).startup_seconds,
            in_force=self._in_force[name],
        )

    def close(self) -> None:
        """End the servers and everything below them."""
        self._servers.close()
