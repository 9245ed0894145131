"""Plugins are real distributions on disk, made by the test: metadata and modules, nothing mocked."""

from __future__ import annotations

import importlib.metadata
import io
import itertools
import os
import subprocess
import sys
import textwrap
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from palaestra.errors import UnknownNameError, UserError
from palaestra.plugins import Plugins, PluginStatus, load_plugins, loader
from palaestra.plugins.loader import Plugin
from palaestra.plugins.source_hash import source_hash

_numbers = itertools.count()

GAME_PLUGIN = """
    from palaestra.plugins.hookspecs import hookimpl
    from palaestra.spec import AgentSpec, CommandSpec, GameSpec

    @hookimpl
    def register_games(register):
        register(GameSpec(id="{game}", version="1", summary="A game.", factory="{module}_heavy:GAME"))

    @hookimpl
    def register_agents(register):
        register(AgentSpec(id="{game}_bot", version="1", summary="A bot.", factory="{module}_heavy:Bot"))
"""


EMPTY_PLUGIN = """
    from palaestra import hookimpl

    @hookimpl
    def register_games(register):
        pass
"""


class World:
    """Distributions installed in one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(
        self,
        distribution: str,
        code: str,
        *,
        version: str = "1.0",
        requires: tuple[str, ...] = (),
        entry_points: tuple[str, ...] = ("plugin",),
        module: str | None = None,
    ) -> str:
        """Write one distribution with one plugin module; return the name of the module."""
        module = module or f"plugin_under_test_{next(_numbers)}"
        (self.folder / f"{module}.py").write_text(textwrap.dedent(code).replace("{module}", module))
        info = self.folder / f"{distribution.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        needs = "".join(f"Requires-Dist: {line}\n" for line in requires)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {distribution}\nVersion: {version}\n{needs}")
        lines = "".join(f"{name} = {module}\n" for name in entry_points)
        (info / "entry_points.txt").write_text(f"[palaestra]\n{lines}")
        return module

    def load(self, allowed: list[str] | None = None, core_version: str = "0.1.0") -> Plugins:
        """Load everything in the folder."""
        points = [
            point
            for distribution in importlib.metadata.distributions(path=[str(self.folder)])
            for point in distribution.entry_points
        ]
        return load_plugins(points, allowed=allowed, core_version=core_version)

    def only_status(self) -> PluginStatus:
        """Load everything and return the state of the only plugin."""
        [status] = self.load().statuses()
        return status


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield World(tmp_path)
    for name in set(sys.modules) - before:
        if name.startswith("plugin_under_test_"):
            del sys.modules[name]


def test_a_plugin_registers_games_and_agents_without_importing_their_code(world: World) -> None:
    module = world.install("my-games", GAME_PLUGIN.replace("{game}", "nim"), version="2.5")
    plugins = world.load()
    assert plugins.statuses() == [
        PluginStatus("my-games", "2.5", "plugin", "ok", "", games=("nim",), agents=("nim_bot",), commands=())
    ]
    assert [spec.id for spec in plugins.games()] == ["nim"]
    assert plugins.game("nim") is plugins.games()[0]
    assert plugins.agent("my-games:nim_bot").id == "nim_bot"
    assert f"{module}_heavy" not in sys.modules


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import a_module_that_is_not_there", "ModuleNotFoundError: No module named 'a_module_that_is_not_there'"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("def broken(:", "SyntaxError"),
        ("raise ValueError('first line\\nsecond line')", "ValueError: first line second line"),
        (GAME_PLUGIN + "\n    @hookimpl\n    def register_commands(register): raise SystemExit", "SystemExit"),
        (GAME_PLUGIN + "\n    @hookimpl\n    def register_commands(register): 1 / 0", "ZeroDivisionError"),
        (GAME_PLUGIN + "\n    @hookimpl\n    def register_commands(registre): pass", "PluginValidationError"),
        (
            GAME_PLUGIN + "\n    @hookimpl\n    def register_commands(register): register('x:y')",
            "expected a CommandSpec",
        ),
        (
            GAME_PLUGIN + "\n    @hookimpl\n    def register_standings(register): register('nowhere')",
            "'module:attribute'",
        ),
        (
            GAME_PLUGIN + "\n    @hookimpl\n    def register_commands(register):\n"
            "        for _ in range(2): register(CommandSpec('train', 'Trains.', 'a:b'))",
            "was given 'train' twice",
        ),
    ],
)
def test_a_broken_plugin_is_reported_leaves_nothing_and_stops_no_other(world: World, code: str, reason: str) -> None:
    world.install("a-broken", code.replace("{game}", "lost"))
    world.install("b-fine", GAME_PLUGIN.replace("{game}", "nim"))
    plugins = world.load()
    broken, fine = plugins.statuses()
    assert (broken.distribution, broken.status, broken.games, broken.agents) == ("a-broken", "broken", (), ())
    assert reason in broken.reason
    assert "\n" not in broken.reason
    assert fine.status == "ok"
    assert [spec.id for spec in plugins.games()] == ["nim"]


def test_a_descriptor_that_nothing_could_use_breaks_its_plugin(world: World) -> None:
    world.install("odd", GAME_PLUGIN.replace("{game}", "Odd:Name"))
    status = world.only_status()
    assert status.status == "broken"
    assert "an id is 'Odd:Name'; expected lower case letters, digits and '_'" in status.reason


@pytest.mark.parametrize(
    ("requirement", "state"),
    [
        ("palaestra<0.2,>=0.1", "ok"),
        ("palaestra>=0.2", "incompatible"),
        ("Palaestra (<0.1)", "incompatible"),
        ("palaestra>=0.2; extra == 'future'", "ok"),
        ("palaestra>=0.2; python_version < '3'", "ok"),
        ("palaestra-search>=9", "ok"),
    ],
)
def test_the_declared_range_is_checked_before_import(world: World, requirement: str, state: str) -> None:
    module = world.install("ranged", GAME_PLUGIN.replace("{game}", "nim"), requires=("numpy>=1", requirement))
    status = world.only_status()
    assert status.status == state
    assert (module in sys.modules) == (state == "ok")
    if state == "incompatible":
        assert "installed is 0.1.0" in status.reason


def test_of_two_plugins_that_claim_a_name_neither_answers_to_it(world: World) -> None:
    world.install("one", GAME_PLUGIN.replace("{game}", "nim"), version="1.1")
    world.install("two", GAME_PLUGIN.replace("{game}", "nim"), version="2.2")
    plugins = world.load()
    assert plugins.games() == []
    with pytest.raises(UserError, match=r"game 'nim' is claimed by one and two; write 'one:nim' or 'two:nim'"):
        plugins.game("nim")
    one, two = plugins.game("one:nim"), plugins.game("two:nim")
    assert one.factory != two.factory
    assert plugins.provenance(one).distribution == "one"
    assert plugins.provenance(two).version == "2.2"
    for status in plugins.statuses():
        assert status.status == "ok"
        assert "game 'nim' is claimed by one and two" in status.reason
    assert len(plugins.clashes()) == 2  # the game and the agent


def test_a_distribution_that_repeats_a_name_keeps_its_first_plugin(world: World) -> None:
    world.install("twice", GAME_PLUGIN.replace("{game}", "nim"), entry_points=("a", "b"))
    plugins = world.load()
    first, second = plugins.statuses()
    assert (first.status, second.status) == ("ok", "broken")
    assert "'nim' in its games is registered by entry point 'a' as well" in second.reason
    assert plugins.game("nim").id == "nim"


def test_an_unknown_hook_is_noted_and_nothing_more(world: World) -> None:
    code = GAME_PLUGIN.replace("{game}", "nim") + "\n    @hookimpl\n    def register_planets(register): 1 / 0"
    world.install("early", code)
    status = world.only_status()
    assert (status.status, status.games) == ("ok", ("nim",))
    assert "hook 'register_planets' is unknown" in status.reason


def test_what_a_plugin_prints_stays_out_of_the_output(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    world.install("chatty", "print('hello')\n" + textwrap.dedent(GAME_PLUGIN.replace("{game}", "nim")))
    assert world.only_status().status == "ok"
    assert capsys.readouterr() == ("", "hello\n")


def test_only_allowed_entry_points_are_loaded(world: World) -> None:
    world.install("one", GAME_PLUGIN.replace("{game}", "nim"), entry_points=("first",))
    module = world.install("two", GAME_PLUGIN.replace("{game}", "go"), entry_points=("second",))
    plugins = world.load(allowed=["first", "third"])
    assert [spec.id for spec in plugins.games()] == ["nim"]
    assert [(status.entry_point, status.status) for status in plugins.statuses()] == [
        ("first", "ok"),
        ("second", "disabled"),
        ("third", "broken"),
    ]
    assert module not in sys.modules
    assert world.load(allowed=[]).games() == []


def test_an_unknown_name_is_told_with_the_nearest(world: World) -> None:
    world.install("my-games", GAME_PLUGIN.replace("{game}", "backgammon"))
    plugins = world.load()
    with pytest.raises(UnknownNameError, match=r"unknown game .bakgammon.; did you mean .backgammon."):
        plugins.game("bakgammon")
    with pytest.raises(UnknownNameError, match="unknown agent 'other:backgammon_bot'"):
        plugins.agent("other:backgammon_bot")


def test_the_source_hash_follows_code_and_data_and_nothing_else(world: World) -> None:
    package = world.folder / "hashed_package"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('hashing must not import')")
    (package / "table.csv").write_text("1,2")

    def fresh() -> str:
        source_hash.cache_clear()
        return source_hash("hashed_package")

    first = fresh()
    assert len(first) == 16
    assert int(first, 16) >= 0
    (package / "__pycache__").mkdir()
    (package / "__pycache__" / "x.cpython-311.pyc").write_bytes(b"byte code")
    (package / ".editor").write_text("hidden")
    assert fresh() == first
    (package / "table.csv").write_text("1,3")
    second = fresh()
    (package / "table.csv").rename(package / "other.csv")
    assert len({first, second, fresh()}) == 3
    assert source_hash("no_such_package_at_all") == ""


def test_listing_imports_nothing_heavy(world: World) -> None:
    world.install("my-games", GAME_PLUGIN.replace("{game}", "nim"))
    code = """
        import sys
        from palaestra.plugins import installed_plugins
        plugins = installed_plugins()
        assert plugins.game("nim") in plugins.games()
        plugins.agents(), plugins.commands(), plugins.standings(), plugins.statuses()
        assert plugins.provenance(plugins.game("nim")).distribution == "my-games"
        print(" ".join(name for name in ("numba", "numpy", "torch", "sqlalchemy", "scipy") if name in sys.modules))
    """
    environment = {**os.environ, "PYTHONPATH": str(world.folder)}
    result = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], env=environment, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == ""


def test_the_environment_chooses_plugins(world: World) -> None:
    world.install("my-games", GAME_PLUGIN.replace("{game}", "nim"), entry_points=("mine",))
    code = "from palaestra.plugins import *; print([spec.id for spec in installed_plugins().games()])"

    def listed(chosen: str) -> str:
        environment = {**os.environ, "PYTHONPATH": str(world.folder), "PALAESTRA_PLUGINS": chosen}
        command = [sys.executable, "-c", code]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    assert listed("mine") == "['nim']"
    assert listed("") == "[]"


def install(folder: Path, name: str, code: str, entry_points: str) -> None:
    """Make a folder on the path look like an installed distribution."""
    (folder / f"{name}-1.0.dist-info").mkdir()
    (folder / f"{name}-1.0.dist-info" / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (folder / f"{name}-1.0.dist-info" / "entry_points.txt").write_text(entry_points)
    (folder / f"{name}.py").write_text(code)


def test_a_distribution_with_damaged_metadata_is_reported_and_stops_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "damaged_plugin", "", "[palaestra]\nx = some:thing\nno entry point\n")
    install(tmp_path, "odd_plugin", "raise BaseException('odd')", "[palaestra]\nodd = odd_plugin\n")
    monkeypatch.syspath_prepend(tmp_path)
    statuses = {status.distribution: status for status in load_plugins().statuses()}
    assert statuses["damaged_plugin"].status == "broken"
    assert "its entry points cannot be read" in statuses["damaged_plugin"].reason
    assert (statuses["odd_plugin"].status, statuses["odd_plugin"].reason) == (
        "broken",
        "BaseException: odd (odd_plugin.py, line 1)",
    )
    assert any(status.distribution == "palaestra" and status.status == "ok" for status in statuses.values())


def test_what_is_not_found_may_be_in_a_plugin_that_is_not_in_use() -> None:
    plugins = Plugins([Plugin("games", "1", "my-games").refused("broken", "no module")])
    with pytest.raises(UnknownNameError, match="unknown game 'chess'; plugin 'my-games' is broken: no module"):
        plugins.game("chess")


def test_a_parameter_without_a_default_is_a_flaw_of_the_plugin(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    code = """
from dataclasses import make_dataclass
from palaestra.plugins.hookspecs import hookimpl
from palaestra.spec import AgentSpec

@hookimpl
def register_agents(register):
    parameters = make_dataclass("P", [("size", int)], frozen=True)
    register(AgentSpec("needy", "1", "Needs a size.", "needy_plugin:x", parameters=parameters))
"""
    install(tmp_path, "needy_plugin", code, "[palaestra]\nneedy = needy_plugin\n")
    monkeypatch.syspath_prepend(tmp_path)
    statuses = {status.distribution: status for status in load_plugins().statuses()}
    assert "parameter 'size' of 'needy' has no default" in statuses["needy_plugin"].reason


class Heard(io.StringIO):
    """Tells when something was written."""

    def __init__(self) -> None:
        super().__init__()
        self.told = threading.Event()

    def write(self, text: str) -> int:
        self.told.set()
        return super().write(text)


def test_a_plugin_whose_import_does_not_end_is_named(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Heard()
    monkeypatch.setattr(loader, "SLOW_SECONDS", 0.001)
    monkeypatch.setattr(sys, "stderr", heard)
    world.install("slow-games", "import sys\nassert sys.stderr.told.wait(60)\n" + textwrap.dedent(EMPTY_PLUGIN))
    assert world.only_status().status == "ok"
    assert heard.getvalue().startswith("plugin 'plugin' of slow-games 1.0 is still being loaded after 0.001 s; Ctrl-C")


NO_HOOKS = "no descriptor and has no hook; expected one of register_games, register_agents, register_commands"


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("x = 1", NO_HOOKS),
        ("def register_games(register): pass", "function 'register_games' is not marked with @hookimpl"),
        (
            GAME_PLUGIN + "\n    def register_commands(register): pass",
            "'register_commands' is not marked with @hookimpl",
        ),
        (
            "from palaestra import hookimpl\n@hookimpl\ndef register_agents(): pass",
            "hook 'register_agents' takes no argument 'register'; expected def register_agents(register)",
        ),
    ],
)
def test_a_plugin_that_nobody_would_hear_of_is_broken(code: str, reason: str, world: World) -> None:
    world.install("my-games", code)
    status = world.only_status()
    assert status.status == "broken"
    assert reason in status.reason


def test_a_plugin_that_registers_nothing_says_so(world: World) -> None:
    world.install("my-games", "from palaestra import hookimpl\n@hookimpl\ndef register_games(register): pass")
    assert (world.only_status().status, world.only_status().reason) == ("ok", "registers nothing")
