"""A command line that knows the test games and the fake agents only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import palaestra.plugins.manager
from palaestra.cli.main import main
from palaestra.cli.settings import Settings, _current
from palaestra.plugins import Plugins, installed_plugins
from palaestra.testing.fake_plugin import fake_plugins

SPEC = {
    "tournament": {"name": "sticks", "game": "nim", "pairs": 3, "root_seed": 7},
    "entrant": [
        {"agent": "first_legal", "name": "first"},
        {"agent": "random_legal", "name": "random"},
        {"agent": "raises_on_move", "name": "raises", "parameters": {"after": 1}},
    ],
}


@dataclass(frozen=True)
class Answer:
    """What a command printed and returned."""

    code: int
    out: str
    err: str


class CommandLine:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str) -> Answer:
        self._capsys.readouterr()
        _current.set(Settings())
        code = main(arguments)
        out, err = self._capsys.readouterr()
        return Answer(code, out, err)


def put_in_force(plugins: Plugins, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process find `plugins` installed."""
    monkeypatch.setattr(palaestra.plugins.manager, "load_plugins", lambda **_: plugins)
    installed_plugins.cache_clear()


@pytest.fixture(autouse=True)
def _fakes_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    put_in_force(fake_plugins(), monkeypatch)
    monkeypatch.delenv("PALAESTRA_DB", raising=False)
    yield
    installed_plugins.cache_clear()


@pytest.fixture
def palaestra_command(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database with the 18 games of :data:`SPEC`; not to be written to."""
    from palaestra.tournament.run import run_tournament

    path = tmp_path_factory.mktemp("played") / "games.db"
    result = run_tournament(SPEC, path, workers=0, plugins=fake_plugins())
    assert result.played == 18
    return path
