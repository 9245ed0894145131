"""Sources that change while a tournament plays: nothing that other code may have played is stored."""

import py_compile
import sys
import zipfile
from importlib.metadata import EntryPoint

import pytest

from palaestra.errors import SpecChangedError, SpecError, UserError
from palaestra.plugins import load_plugins
from palaestra.plugins.hookspecs import ENTRY_POINT_GROUP
from palaestra.plugins.source_hash import source_hash
from palaestra.store import reads
from palaestra.store.engine import reading
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
    with pytest.raises(UserError, match="sources of 'edited_agent' were changed while tournament 'small' was played"):
        play(spec, db, "process", edits, monkeypatch)
    assert 0 < edits.stored < 6


def test_sources_that_are_only_written_again_are_no_change(package, spec, db, monkeypatch):
    assert play(spec, db, "process", Edits(package / "agent.py", AGENT), monkeypatch).played == 6


def test_what_was_loaded_once_plays_on(package, spec, db, monkeypatch):
    assert play(spec, db, "none", Edits(package / "agent.py", "raise OSError"), monkeypatch).played == 6


def test_a_comment_between_two_runs_is_no_change_and_other_code_is_one_of_its_entrant(package, spec, db, monkeypatch):
    assert play(spec, db, "process", Silent(), monkeypatch).played == 6
    (package / "agent.py").write_text(AGENT.replace("class Agent:", 'class Agent:  # mine\n    """Plays."""\n'))
    source_hash.cache_clear()
    assert play(spec, db, "process", Silent(), monkeypatch).stored == 6
    (package / "agent.py").write_text(AGENT.replace("[0]", "[-1]"))
    source_hash.cache_clear()
    with pytest.raises(SpecChangedError) as caught:
        play(spec, db, "process", Silent(), monkeypatch)
    assert caught.value.differences == ()
    [change] = caught.value.entrants["edited"]
    assert change.startswith("agent 'edited': sources of ")


def zipped(folder, archive, suffix):
    with zipfile.ZipFile(archive, "w") as opened:
        for name in ("__init__.py", "plugin.py", "agent.py"):
            path = folder / name
            if suffix == ".pyc":
                path = py_compile.compile(str(path), str(folder / f"{path.stem}.pyc"))
            opened.write(path, f"edited_agent/{path.name if suffix == '.py' else path.rpartition('/')[2]}")
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()


def test_a_zipped_package_is_told_from_another_one(package, spec, db, monkeypatch, tmp_path):
    zipped(package, tmp_path / "agents.zip", ".py")
    monkeypatch.syspath_prepend(tmp_path / "agents.zip")
    assert play(spec, db, "none", Silent(), monkeypatch).played == 6
    with reading(db) as connection:
        [edited] = [entrant for entrant in reads.stored_entrants(connection, "small") if entrant.name == "edited"]
    assert edited.provenance.source_hash == source_hash("edited_agent") != ""


def test_a_package_without_sources_is_refused(package, spec, db, monkeypatch, tmp_path):
    zipped(package, tmp_path / "agents.zip", ".pyc")
    monkeypatch.syspath_prepend(tmp_path / "agents.zip")
    with pytest.raises(SpecError, match=r"entrant\[1\]\.agent: no sources of 'edited' are found; expected a package"):
        play(spec, db, "none", Silent(), monkeypatch)
