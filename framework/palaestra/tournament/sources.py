"""Whether the code of a tournament is still that under whose hash its games are stored.

Workers that are forked play by what was loaded when a run began, but one that replaces a dead one, and every process
of a confined agent, imports the sources anew, changed or not.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from palaestra.errors import UserError
from palaestra.isolation.program import find_program
from palaestra.plugins.loader import CORE
from palaestra.plugins.source_hash import fresh_hash, source_files, source_hash
from palaestra.spec import agents_within
from palaestra.tournament.spec import ResolvedTournament


class Sources:
    """The packages of a tournament's game and agents as they were when their hashes were taken."""

    def __init__(self, tournament: ResolvedTournament) -> None:
        agents = [agent for entrant in tournament.entrants for agent in agents_within(entrant.spec, entrant.parameters)]
        factories = {tournament.game.factory, *(spec.factory for spec, _ in agents)}
        self._tournament = tournament.spec.name
        packages = {factory.partition(":")[0].partition(".")[0] for factory in factories}
        self._packages = sorted(packages - {CORE})  # of programs and test agents, without a version
        self._files = sorted({file.path for package in self._packages for file in source_files(package)})
        self._looks = self._look()

    def check(self) -> None:
        """Check that no source has changed; takes some microseconds for each file.

        Raises:
            UserError: one has, and what was played since the last check may be another game.
        """
        if (looks := self._look()) == self._looks:
            return
        changed = [package for package in self._packages if fresh_hash(package) != source_hash(package)]
        if changed:
            names = " and ".join(f"'{package}'" for package in changed)
            raise UserError(
                f"the sources of {names} were changed while tournament '{self._tournament}' was played; undo that and "
                "run again, or give the tournament, or the entrants that the change concerns, new names"
            )
        self._looks = looks

    def _look(self) -> list[tuple[int, int] | None]:
        return [_look_at(path) for path in self._files]


def changed_programs(tournament: ResolvedTournament) -> Iterator[str]:
    """Yield the names of the external entrants whose files have changed since their hashes were stored."""
    commands = {entrant.name: entrant.command for entrant in tournament.spec.entrants if entrant.command}
    for entrant in tournament.entrants:
        if command := commands.get(entrant.name):
            try:
                _, identity = find_program(command, Path(tournament.spec.folder))
            except UserError:  # a file is gone
                identity = ()
            if list(identity) != entrant.identity.parameters["command"]:
                yield entrant.name


def _look_at(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
