"""Records to store, made to order, and databases that hold some."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest

from palaestra.record import EntrantRecord, GameRecord, Provenance, ScheduledGame, TournamentRecord
from palaestra.store.migrate import upgrade
from palaestra.store.writes import GameWriter

CODE = Provenance("palaestra-boardgames", "0.1.0", "0123456789abcdef")


class Records:
    """Makes records; what a test does not say has a plain value."""

    def tournament(self, name: str = "league", **changes: object) -> TournamentRecord:
        values: dict[str, object] = {
            "name": name,
            "game": "kalah",
            "version": "1",
            "knobs": {"pits": 6, "seeds": 4},
            "deck_pairing": "mirror",
            "root": "2026",
            "secret": False,
            "provenance": CODE,
            "pairs": 10,
            "decks": ("standard",),
        }
        return TournamentRecord(**{**values, **changes})  # type: ignore[arg-type]

    def entrant(self, name: str, agent: str = "random", version: str = "1", **parameters: object) -> EntrantRecord:
        return EntrantRecord(name, agent, version, parameters, CODE)

    def entrants(self, *names: str) -> list[EntrantRecord]:
        return [self.entrant(name) for name in names]

    def game(
        self,
        half: int = 1,
        result: float = 1.0,
        entrants: tuple[str, str] = ("ann", "bob"),
        number: int = 1,
        decks: tuple[str, str] = ("standard", "standard"),
        tournament: str = "league",
        **changes: object,
    ) -> GameRecord:
        """Make half of a game pair; `entrants` are those of the first half, `result` is of the first seat."""
        text = f"{tournament} {sorted(entrants)} {decks} {number}"
        pair = hashlib.blake2b(text.encode(), digest_size=10).hexdigest()
        seats = entrants if half == 1 else entrants[::-1]
        scheduled = ScheduledGame(f"{pair}-{half}", pair, number, seats, decks, deal=2**62 + number)
        values: dict[str, object] = {
            "game": scheduled,
            "returns": (result, -result),
            "reason": "finished",
            "offender": None,
            "actions": (3, 1, 4, 1, 5),
            "seconds": None,
            "lane": "compiled",
            "worker": 1,
            "played_at": 1_796_117_400.125 + number,
        }
        return GameRecord(**{**values, **changes})  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def records() -> Records:
    return Records()


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The content of a database without games: copied, for making one takes longer than most tests."""
    path = tmp_path_factory.mktemp("empty") / "games.db"
    upgrade(path)
    return path.read_bytes()


@pytest.fixture
def db(tmp_path: Path, empty_database: bytes) -> Path:
    """The path of a database without games."""
    path = tmp_path / "games.db"
    path.write_bytes(empty_database)
    return path


@pytest.fixture
def stored(db: Path, records: Records) -> Callable[..., Path]:
    """Store games of entrants ann, bob and cy in the tournament "league"; returns the path of the database."""

    def store(*games: GameRecord, tournament: str = "league", **changes: object) -> Path:
        with GameWriter(db) as writer:
            writer.register_tournament(records.tournament(tournament, **changes), records.entrants("ann", "bob", "cy"))
            writer.add(games)
        return db

    return store
