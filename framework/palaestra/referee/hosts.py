"""Where confined agents play: seats over the children of this worker's fork servers."""

from __future__ import annotations

from collections.abc import Iterable

from palaestra.errors import PalaestraError, WorkerError
from palaestra.isolation.bubblewrap import bubblewrap_command
from palaestra.isolation.confine import Confines, Sandbox
from palaestra.isolation.fork_server import ForkServerDied
from palaestra.isolation.fork_servers import ForkServers
from palaestra.isolation.messages import Preload
from palaestra.isolation.probe import check_confines, offered
from palaestra.isolation.program import Program
from palaestra.isolation.readable import listable_paths, readable_paths
from palaestra.referee.cast import Cast
from palaestra.referee.external_seat import ExternalSeat
from palaestra.referee.faults import VoidGame
from palaestra.referee.host_seat import HostSeat
from palaestra.referee.seat import Seat


class Hosts:
    """The confined entrants of a cast.

    Args:
        cast: who plays what.
        own_process: whether this whole process belongs to the framework, see
            :class:`palaestra.isolation.fork_servers.ForkServers`.
    """

    def __init__(self, cast: Cast, *, own_process: bool = False) -> None:
        self._cast = cast
        self._in_force = in_force(cast)
        self._confines = _confines(cast)
        trusted = [cast.entrants[name] for name in sorted(cast.confined & cast.trusted)]
        agents = tuple(agent for agent in trusted if not isinstance(agent[1], Program))
        preload = Preload(cast.game, cast.knobs, agents)
        self._kills_prevented = offered().apart  # and agents in the worker itself are trusted
        self._servers = ForkServers(preload, _wrapper(self._confines.values()), own_process=own_process)
        for sandboxed in {confines.sandbox is not None for confines in self._confines.values()}:
            self._servers.server(sandboxed)

    def seat(self, name: str, seed: int, unexcused: bool = False) -> Seat:
        """Return a seat for an entrant in one game.

        Args:
            name: the entrant.
            seed: of its own stream.
            unexcused: whether it has been killed so often that it is blamed for it, where no other agent can kill it.

        Raises:
            VoidGame: the fork server cannot load what it needs.
        """
        confines = self._confines[name]
        server = self._servers.server(confines.sandbox is not None)
        try:
            server.wait_ready()  # no agent is charged for that
        except (ForkServerDied, WorkerError) as error:
            raise VoidGame(str(error)) from error
        startup, in_force = self._cast.confinement(name).startup_seconds, self._in_force[name]
        agent, accountable = self._cast.entrants[name], unexcused and self._kills_prevented
        if isinstance(agent[1], Program):
            game = (self._cast.game, self._cast.knobs)
            return ExternalSeat(server, agent[1], game, seed, confines, startup, in_force, accountable)
        return HostSeat(server, agent, seed, confines, startup, in_force, accountable=accountable)

    def close(self) -> None:
        """End the servers and everything below them."""
        self._servers.close()


def in_force(cast: Cast) -> dict[str, str]:
    """Return the isolation of each confined entrant as text, as it must be stored with its games."""
    return {name: offered().in_force(cast.confinement(name).level) for name in sorted(cast.confined)}


def check_confinement(cast: Cast) -> None:
    """Let a process give up what that of each confined entrant will, before any game is played.

    Raises:
        UserError: an entrant cannot be confined as its tournament asks.
        WorkerError: that cannot be found out.
    """
    confines = _confines(cast)
    wrapper = _wrapper(confines.values())
    checked: set[Confines] = set()
    for name, own in confines.items():
        if own not in checked:
            checked.add(own)
            try:
                check_confines(own, wrapper if own.sandbox is not None else ())
            except PalaestraError as error:
                level = cast.confinement(name).level
                raise type(error)(f"'{name}' cannot play at isolation '{level}': {error}") from error


def _confines(cast: Cast) -> dict[str, Confines]:
    """Return what the process of each confined entrant gives up."""
    found: dict[str, Confines] = {}
    for name in sorted(cast.confined):
        confinement = cast.confinement(name)
        sandbox = _sandbox(cast, name) if confinement.level == "sandbox" else None
        found[name] = Confines(confinement.memory_mb, sandbox, apart=offered().apart)
    return found


def _wrapper(confines: Iterable[Confines]) -> list[str]:
    """Return the command in front of a server for sandboxed agents, which sees what any of them may read."""
    sandboxes = [each.sandbox for each in confines if each.sandbox is not None]
    if not sandboxes or not offered().bubblewrap:
        return []
    readable = sorted({path for sandbox in sandboxes for path in (*sandbox.readable, *sandbox.executable)})
    folders = {path for sandbox in sandboxes for path in sandbox.listable}
    return bubblewrap_command(offered().bubblewrap, readable, sorted(folders))


def _sandbox(cast: Cast, name: str) -> Sandbox:
    """Return what is left to a sandboxed entrant."""
    spec, parameters = cast.entrants[name]
    if isinstance(parameters, Program):
        return Sandbox(parameters.files, parameters.executable, listable=(parameters.folder,))
    return Sandbox(readable_paths(cast.game, spec, parameters), listable=listable_paths())
