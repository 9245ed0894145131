"""Sources that change while a tournament plays: nothing that other code may have played is stored."""

import sys
from importlib.metadata import EntryPoint

import pytest

from palaestra.errors import SpecChangedError
from palaestra.plugins import load_plugins
from palaestra.plugins.hookspecs import ENTRY_POINT_GROUP
from palaestra.plugins.source_hash import source_hash
from palaestra.testing.fake_plugin import ENTRY_POINT
from palaestra.tournament import run
from palaestra.tournament.run import Silent, run_tournament

PLUGIN = """
from palaestra.plugins.hookspecs import hookimpl
from palaestra.spec import AgentSpec

@hookimpl
def register_agents(register):
    register(AgentSpec("edited", "1", "", "edited_agent.agent:Agent"))
"""
AGENT = """
class Agent:
    def __init__(self, game, parameters, rng):
        pass

    def act(self, view):
        return view.legal_actions[0]
"""

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no agent has a process of its own there")


@pytest.fixture
def package(tmp_path, monkeypatch):
    folder = tmp_path / "edited_agent"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "plugin.py").write_text(PLUGIN)
    (folder / "agent.py").write_text(AGENT)
    monkeypatch.syspath_prepend(tmp_path)
    source_hash.cache_clear()
    yield folder
    for name in [name for name in sys.modules if name.startswith("edited_agent")]:
        del sys.modules[name]


class Edits(Silent):
    """Writes a file when the first games are stored."""

    def __init__(self, path, text):
        self.path, self.text, self.stored = path, text, 0

    def advance(self, games):
        self.stored += games
        self.path.write_text(self.text)


def play(spec, db, level, edits, monkeypatch):
    monkeypatch.setattr(run, "COMMIT_GAMES", 1)
    spec["tournament"] |= {"pairs": 3, "isolation": level}
    spec["entrant"] = [{"agent": "edited"}, {"agent": "first_legal", "isolation": "none"}]
    plugins = load_plugins([ENTRY_POINT, EntryPoint("edited", "edited_agent.plugin", ENTRY_POINT_GROUP)])
    return run_tournament(spec, db, workers=0, plugins=plugins, progress=edits)


@pytest.mark.parametrize("name", ["agent.py", "plugin.py"])
def test_changed_sources_stop_a_run_whose_agents_are_imported_for_every_game(name, package, spec, db, monkeypatch):
    edits = Edits(package / name, PLUGIN + "\n" + AGENT)
    with pytest.raises(SpecChangedError, match="edited_agent: changed while it was played"):
        play(spec, db, "process", edits, monkeypatch)
    assert 0 < edits.stored < 6


def test_sources_that_are_only_written_again_are_no_change(package, spec, db, monkeypatch):
    assert play(spec, db, "process", Edits(package / "agent.py", AGENT), monkeypatch).played == 6


def test_what_was_loaded_once_plays_on(package, spec, db, monkeypatch):
    assert play(spec, db, "none", Edits(package / "agent.py", "raise OSError"), monkeypatch).played == 6
