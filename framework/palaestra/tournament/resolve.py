"""Finding what a tournament spec names among the installed plugins, and checking that it fits together."""

from __future__ import annotations

import dataclasses
import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from palaestra.errors import PalaestraError
from palaestra.game import Game, build_game, has_kernel
from palaestra.isolation.probe import check_level
from palaestra.isolation.program import EXTERNAL, Program, find_program
from palaestra.isolation.trust import default_level
from palaestra.limits import Confinement
from palaestra.plugins import Plugins
from palaestra.record import EntrantRecord, Provenance
from palaestra.spec import (
    AgentSpec,
    FindAgent,
    GameSpec,
    InnerAgent,
    ParameterFields,
    agents_within,
    build_parameters,
    check_parameter,
    find_inner,
    parameter_fields,
    whole_version,
)
from palaestra.tournament.spec import UNNAMED, EntrantSpec, ResolvedEntrant, ResolvedTournament, TournamentSpec
from palaestra.tournament.toml_lines import KeyPath

AddProblem = Callable[[KeyPath, str], None]
Result = TypeVar("Result")


def resolve_into(spec: TournamentSpec, plugins: Plugins, add: AddProblem) -> ResolvedTournament | None:
    """Return the tournament with every name found; what is wrong goes to `add`, and then the result is None."""
    game = _attempt(lambda: plugins.game(spec.game), ("tournament", "game"), add) if spec.game else None
    knobs = _knobs(game, spec.knobs, add) if game is not None else {}
    decks = spec.decks or (game.decks[:1] if game is not None else ())
    if game is not None:
        _check_sources(game, plugins, ("tournament", "game"), add)
    if game is not None and game.players != 2:
        add(("tournament", "game"), f"'{game.id}' has {game.players} seats; tournaments have two")
    built = (
        _attempt(lambda: build_game(game, knobs), ("tournament", "game"), add) if game and knobs is not None else None
    )
    if built is not None:
        decks = _decks(built, decks, add)
    entrants = [_entrant(number, entrant, spec, plugins, built, add) for number, entrant in enumerate(spec.entrants, 1)]
    _check_names(spec, add)
    found = [entrant for entrant in entrants if entrant is not None]
    for level in sorted({entrant.confinement.level for entrant in found}):
        _fits(partial(check_level, level), ("tournament", "isolation"), add)
    if game is None or built is None or len(found) != len(spec.entrants):
        return None
    return ResolvedTournament(spec, game, dict(built.knobs), decks, tuple(found), plugins.provenance(game))


def _attempt(action: Callable[[], Result], path: KeyPath, add: AddProblem) -> Result | None:
    try:
        return action()
    except PalaestraError as error:
        add(path, str(error))
        return None


def _check_sources(spec: GameSpec | AgentSpec, plugins: Plugins, path: KeyPath, add: AddProblem) -> None:
    """Refuse code without sources: it could not be checked whether stored games were played by other code."""
    if not plugins.provenance(spec).source_hash:
        package = spec.factory.partition(":")[0].partition(".")[0]
        add(path, f"no sources of '{spec.id}' are found; expected a package '{package}' with .py files")


def _fits(check: Callable[[], object], path: KeyPath, add: AddProblem) -> bool:
    return _attempt(lambda: (check(),), path, add) is not None


def _knobs(game: GameSpec, given: Mapping[str, Any], add: AddProblem) -> dict[str, Any] | None:
    """Return the given knobs if each of them fits, else None."""
    fitting = [
        _attempt(lambda name=name: game.resolve_knobs({name: given[name]}), ("tournament", "knobs", name), add)  # type: ignore[misc]
        for name in given
    ]
    return dict(given) if all(knobs is not None for knobs in fitting) else None


def _decks(game: Game, decks: tuple[str, ...], add: AddProblem) -> tuple[str, ...]:
    """Return the decks by the names that are stored; the same deck under two names is a problem."""
    path = ("tournament", "decks")
    written: dict[str, str] = {}
    for deck in decks:
        names = _attempt(partial(game.check_decks, (deck,) * game.spec.players), path, add) or (deck,)
        other = written.setdefault(names[0], deck)
        if other != deck:
            add(path, f"'{other}' and '{deck}' are the same deck")
    return tuple(written)


def _entrant(
    number: int, entrant: EntrantSpec, spec: TournamentSpec, plugins: Plugins, game: Game | None, add: AddProblem
) -> ResolvedEntrant | None:
    path: KeyPath = ("entrant", number)
    if not entrant.agent:
        return None
    agent = _attempt(lambda: plugins.agent(entrant.agent), (*path, "agent"), add)
    if agent is None:
        return None
    if game is not None and not agent.plays(game.spec, has_kernel(game)):
        add((*path, "agent"), f"'{agent.id}' does not play '{game.spec.id}'; it plays: {agent.describe_games()}")
    if agent == EXTERNAL:
        found = _external(entrant, spec, path, add)
    else:
        found = _plugin(agent, entrant, spec, plugins.agent, path, add)
    if entrant.command and agent != EXTERNAL:
        add((*path, "command"), f"'{agent.id}' is no program; only the agent '{EXTERNAL.id}' has a command")
    if found is None:
        return None
    parameters, values = found
    if game is not None and hasattr(parameters, "check_game"):
        _fits(partial(parameters.check_game, game), (*path, "parameters"), add)
    inner = find_inner(agent, entrant.parameters, plugins.agent)
    for code in filter(None, (agent, inner)):
        _check_sources(code, plugins, (*path, "agent"), add)
    # A program is identified by its command and its files; the isolation it runs at does not matter.
    provenance = Provenance() if agent == EXTERNAL else plugins.provenance(agent, inner)
    identity = EntrantRecord(entrant.name, agent.id, whole_version(agent, inner), values, provenance)
    confinement = _confinement(agent, provenance.distribution, entrant, spec)
    return ResolvedEntrant(entrant.name, agent, parameters, identity, confinement)


Values = Mapping[str, object]
"""What identifies an entrant among those of one agent, as JSON values."""


def _plugin(
    agent: AgentSpec, entrant: EntrantSpec, spec: TournamentSpec, find: FindAgent, path: KeyPath, add: AddProblem
) -> tuple[Any, Values] | None:
    """Return the parameters of a plugin's agent, and what identifies them."""
    fields = _attempt(partial(parameter_fields, agent, entrant.parameters, find), (*path, "parameters"), add)
    if fields is None:
        return None
    fitting = [
        _fits(partial(check_parameter, agent, fields, name, value), (*path, "parameters", name), add)
        for name, value in entrant.parameters.items()
    ]
    if not all(fitting):
        return None
    files = _files(fields, entrant, Path(spec.folder), path, add)
    if files is None:
        return None
    values = {**entrant.parameters, **{name: str(file) for name, (file, _) in files.items()}}
    parameters = _attempt(lambda: build_parameters(agent, values, find), (*path, "parameters"), add)
    if parameters is None:
        return None
    if any(within == EXTERNAL for within, _ in agents_within(agent, parameters)):
        add((*path, "parameters"), f"'{EXTERNAL.id}' is a program; expected an agent of a plugin for {agent.id}")
    return parameters, _identity(agent, parameters, {name: digest for name, (_, digest) in files.items()})


def _external(
    entrant: EntrantSpec, spec: TournamentSpec, path: KeyPath, add: AddProblem
) -> tuple[Program, Values] | None:
    """Return the program of an external agent, and what identifies it."""
    for name in entrant.parameters:
        add((*path, "parameters", name), f"'{EXTERNAL.id}' has no parameters; its command may have options")
    command = entrant.command
    if command is None:
        return None
    found = _attempt(lambda: find_program(command, Path(spec.folder)), (*path, "command"), add)
    return None if found is None else (found[0], {"command": list(found[1])})


def _confinement(agent: AgentSpec, distribution: str, entrant: EntrantSpec, spec: TournamentSpec) -> Confinement:
    level = entrant.isolation or spec.isolation or default_level(distribution)
    if agent == EXTERNAL and level == "none":
        level = "process"  # a program has a process of its own
    return Confinement(level, entrant.memory_mb or spec.memory_mb)


def _files(
    fields: ParameterFields, entrant: EntrantSpec, folder: Path, path: KeyPath, add: AddProblem
) -> dict[str, tuple[Path, str]] | None:
    """Return name -> (absolute path, content hash) of the file parameters; None if one cannot be read."""
    names = [name for name, (_, declared) in fields.items() if declared.metadata.get("file")]
    files: dict[str, tuple[Path, str]] = {}
    for name in names:
        if entrant.parameters.get(name) is None:
            continue
        file = (folder / str(entrant.parameters[name])).resolve()
        try:
            files[name] = (file, "sha256:" + hashlib.sha256(file.read_bytes()).hexdigest())
        except OSError as error:
            add((*path, "parameters", name), f"cannot read '{file}': {error.strerror}")
            return None
    return files


def _identity(agent: AgentSpec, parameters: Any, digests: Mapping[str, str]) -> dict[str, object]:
    """Return every parameter, defaults too, so that a changed default is a change of the entrant."""
    values: dict[str, object] = {}
    for spec, given in agents_within(agent, parameters):
        for declared in dataclasses.fields(spec.parameters):
            value = getattr(given, declared.name)
            values[declared.name] = value.spec.id if isinstance(value, InnerAgent) else value
    return {**values, **digests}


def _check_names(spec: TournamentSpec, add: AddProblem) -> None:
    counts = Counter(entrant.name for entrant in spec.entrants if entrant.name)
    seen: set[str] = set()
    for number, entrant in enumerate(spec.entrants, start=1):
        if entrant.name != UNNAMED and counts[entrant.name] > 1 and entrant.name in seen:
            add(("entrant", number), f"the name '{entrant.name}' is taken; give each entrant its own name")
        seen.add(entrant.name)
    needed = 1 if spec.self_play else 2
    if 0 < len(spec.entrants) < needed:
        add(("entrant",), f"{len(spec.entrants)} entrant; expected at least {needed}")
