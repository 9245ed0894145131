"""Reading a tournament file and checking all of it, before anything is played."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from palaestra.errors import InvalidValueError, SpecError, UserError, nearest, shown
from palaestra.limits import ISOLATION_LEVELS, LARGEST_MEMORY_MB, LEAST_MEMORY_MB, MEMORY_MB, TimeControl
from palaestra.plugins import Plugins
from palaestra.record import of_people
from palaestra.tournament.resolve import resolve_into
from palaestra.tournament.spec import UNNAMED, EntrantSpec, ResolvedTournament, TournamentSpec
from palaestra.tournament.toml_lines import KeyPath, key_lines, key_name, line_of

_MISSING: Final = object()

TOP_KEYS: Final = ("tournament", "entrant")
TOURNAMENT_KEYS: Final = (
    "name",
    "game",
    "pairs",
    "root_seed",
    "decks",
    "deck_pairing",
    "self_play",
    "workers",
    "isolation",
    "memory_mb",
    "knobs",
    "clock",
    "faults",
)
ENTRANT_KEYS: Final = ("agent", "name", "parameters", "command", "isolation", "memory_mb")
CLOCK_KEYS: Final = tuple(field.name for field in fields(TimeControl))
FAULTS_KEYS: Final = ("probation",)
MAX_NAME: Final = 80
NAME_EXPECTED: Final = f"a printable text of 1 to {MAX_NAME} characters without spaces around it"

MAX_PAIRS: Final = 1_000_000_000
"""Most game pairs of one match-up: years of play, and few enough for every count to fit into 64 bits."""

MAX_PROBATION: Final = 10_000


def is_name(value: object) -> bool:
    """Return whether a value can be the name of a tournament or an entrant."""
    return isinstance(value, str) and 0 < len(value) <= MAX_NAME and value.isprintable() and value == value.strip()


@dataclass
class Problems:
    """Collects what is wrong with a spec, each with its line and key."""

    lines: dict[KeyPath, int] = field(default_factory=dict)
    found: list[str] = field(default_factory=list)

    def add(self, path: KeyPath, message: str) -> None:
        """Note a problem of the key `path`."""
        line = line_of(self.lines, path)
        where = f"line {line}: " if line is not None else ""
        self.found.append(f"{where}{key_name(path)}: {message}" if path else f"{where}{message}")


def load_tournament(source: str | Path | Mapping[str, Any] | TournamentSpec, plugins: Plugins) -> ResolvedTournament:
    """Return a tournament from a TOML file, the same as a mapping, or a spec, everything checked.

    Raises:
        SpecError: every problem found, each with its line or key.
        UserError: the file cannot be read.
    """
    if isinstance(source, TournamentSpec):
        problems, spec, title = Problems(), source, f"tournament '{source.name}'"
        if not spec.entrants:
            problems.add(("entrant",), "there are none; expected at least two")
    elif isinstance(source, Mapping):
        problems, title = Problems(), "tournament"
        spec = parse(source, ".", problems)
    else:
        path = Path(source)
        title = str(path)
        text = _read(path)
        problems = Problems(key_lines(text))
        spec = parse(_toml(text, path), str(path.parent), problems)
    resolved = resolve_into(spec, plugins, problems.add)
    if of_people(spec.name):
        problems.add(("tournament", "name"), f"is '{spec.name}', which games of people are stored under")
    if problems.found or resolved is None:
        raise SpecError(problems.found, title)
    return resolved


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise UserError(f"no tournament file '{path}'") from None
    except UnicodeDecodeError as error:
        raise UserError(f"cannot read tournament file '{path}': byte {error.start} is not UTF-8 text") from error
    except OSError as error:
        raise UserError(f"cannot read tournament file '{path}': {error.strerror}") from error
    except ValueError as error:  # a null character in the name
        raise UserError(f"cannot read tournament file {str(path)!r}: {error}") from error


def _toml(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except ValueError as error:  # TOMLDecodeError is one; so is a number of thousands of digits
        raise UserError(f"{path} is not valid TOML: {error}") from error
    except RecursionError as error:
        raise UserError(f"{path} cannot be read: its values are nested too deep") from error


def parse(data: Mapping[str, Any], folder: str, problems: Problems) -> TournamentSpec:
    """Return the spec that `data` describes; what is wrong is noted, and a stand-in takes its place."""
    for key in data:
        if key not in TOP_KEYS:
            problems.add((key,), f"unknown key{nearest(key, TOP_KEYS)}")
    table = _Table(data.get("tournament", _MISSING), ("tournament",), TOURNAMENT_KEYS, problems)
    return TournamentSpec(
        name=table.text("name", required=True),
        game=table.text("game", required=True),
        entrants=_entrants(data.get("entrant", _MISSING), problems),
        pairs=table.whole("pairs", 10, minimum=1, maximum=MAX_PAIRS),
        root_seed=table.optional_whole("root_seed"),
        decks=table.texts("decks"),
        deck_pairing=table.choice("deck_pairing", "mirror", ("mirror", "cross")),
        self_play=table.flag("self_play"),
        knobs=table.table("knobs"),
        workers=table.optional_whole("workers", minimum=0),
        folder=folder,
        isolation=table.choice("isolation", None, ISOLATION_LEVELS),
        memory_mb=_memory(table) or MEMORY_MB,
        clock=_clock(table.optional_table("clock"), problems),
        probation=table.inner("faults", FAULTS_KEYS).whole("probation", 0, minimum=0, maximum=MAX_PROBATION),
    )


def _memory(table: _Table) -> int | None:
    return table.optional_whole("memory_mb", minimum=LEAST_MEMORY_MB, maximum=LARGEST_MEMORY_MB)


def _clock(data: Mapping[str, Any] | None, problems: Problems) -> TimeControl | None:
    if data is None:
        return None
    path = ("tournament", "clock")
    known = {key: value for key, value in data.items() if key in CLOCK_KEYS}
    for key in data:
        if key not in known:
            problems.add((*path, key), f"unknown key{nearest(key, CLOCK_KEYS)}")
    try:
        return TimeControl(**known)
    except InvalidValueError as error:
        problems.add((*path, error.what), f"is {shown(error.value)}; expected {error.expected}")
    except UserError as error:
        problems.add(path, str(error))
    return None


def _entrants(data: object, problems: Problems) -> tuple[EntrantSpec, ...]:
    if not isinstance(data, list) or not data:
        found = "missing" if data is _MISSING else f"is {shown(data)}"
        problems.add(("entrant",), f"{found}; expected one [[entrant]] table for each entrant")
        return ()
    entrants = []
    for number, item in enumerate(data, start=1):
        table = _Table(item, ("entrant", number), ENTRANT_KEYS, problems)
        agent = table.text("agent", required=True)
        # A name that is wrong, which is noted already, is no other entrant's.
        name = table.text("name") or (UNNAMED if "name" in table else agent.partition(":")[2] or agent)
        level = table.choice("isolation", None, ISOLATION_LEVELS)
        command = table.arguments("command")
        entrants.append(EntrantSpec(agent, name, table.table("parameters"), level, _memory(table), command))
    return tuple(entrants)


class _Table:
    """Reads the keys of one TOML table, noting what is wrong with them."""

    def __init__(self, data: object, path: KeyPath, known: Sequence[str], problems: Problems) -> None:
        self._path = path
        self._problems = problems
        self._data: Mapping[str, Any] = {}
        if isinstance(data, Mapping):
            self._data = data
        elif data is _MISSING:
            problems.add(path, "missing; expected a table")
        else:
            problems.add(path, f"is {shown(data)}; expected a table")
        self._given = isinstance(data, Mapping)
        for key in self._data:
            if key not in known:
                problems.add((*path, key), f"unknown key{nearest(key, known)}")

    def __contains__(self, key: str) -> bool:
        return key in self._data

    def text(self, key: str, *, required: bool = False) -> str:
        value = self._data.get(key, _MISSING)
        if value is _MISSING:
            if required and self._given:
                self._problems.add((*self._path, key), "missing")
            return ""
        if is_name(value):
            return str(value)
        self._wrong(key, value, NAME_EXPECTED)
        return ""

    def whole(self, key: str, default: int, *, minimum: int, maximum: int) -> int:
        value = self.optional_whole(key, minimum=minimum, maximum=maximum)
        return default if value is None else value

    def optional_whole(self, key: str, *, minimum: int | None = None, maximum: int | None = None) -> int | None:
        value = self._data.get(key)
        if value is None:
            return None
        if type(value) is not int or (minimum is not None and value < minimum):
            self._wrong(key, value, "a whole number" if minimum is None else f"a whole number of at least {minimum}")
        elif maximum is not None and value > maximum:
            self._wrong(key, value, f"a whole number of at most {maximum}")
        else:
            return value
        return None

    def texts(self, key: str) -> tuple[str, ...]:
        value = self._data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self._wrong(key, value, "a list of texts")
            return ()
        if repeated := sorted({item for item in value if value.count(item) > 1}):
            self._problems.add((*self._path, key), f"names '{repeated[0]}' more than once")
        return tuple(dict.fromkeys(value))

    def arguments(self, key: str) -> tuple[str, ...] | None:
        value = self._data.get(key, [])
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return tuple(value)
        self._wrong(key, value, "a list of texts, a program and its arguments")
        return None

    def choice(self, key: str, default: Any, choices: Sequence[str]) -> Any:
        value = self._data.get(key, _MISSING)
        if value is _MISSING:
            return default
        if isinstance(value, str) and value in choices:
            return value
        self._wrong(key, value, "one of " + ", ".join(repr(choice) for choice in choices))
        return default

    def flag(self, key: str) -> bool:
        value = self._data.get(key, False)
        if not isinstance(value, bool):
            self._wrong(key, value, "true or false")
        return value is True

    def table(self, key: str) -> Mapping[str, Any]:
        return self.optional_table(key) or {}

    def optional_table(self, key: str) -> Mapping[str, Any] | None:
        value = self._data.get(key)
        if value is None or isinstance(value, Mapping):
            return value
        self._wrong(key, value, "a table")
        return None

    def inner(self, key: str, known: Sequence[str]) -> _Table:
        """Return the reader of a table inside this one, empty if it is missing."""
        return _Table(self.table(key), (*self._path, key), known, self._problems)

    def _wrong(self, key: str, value: object, expected: str) -> None:
        self._problems.add((*self._path, key), f"is {shown(value)}; expected {expected}")
