"""Damaged metadata: of one distribution, and no other one is harmed.

What is left behind by an interrupted installation, as in https://github.com/python/cpython/issues/100455.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from palaestra.plugins.manager import load_plugins
from palaestra.version import installed_version

METADATA = "Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
PLUGIN = "from palaestra import AgentSpec\nSPEC = AgentSpec('{id}', '1', 'An agent.', '{id}:Agent')\n"


def install(folder: Path, name: str, version: str = "1.0", module: str = "") -> Path:
    """Write the metadata of a distribution with one agent, and its module; return the folder of the metadata."""
    module = module or name
    info = folder / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(METADATA.format(name=name, version=version))
    (info / "entry_points.txt").write_text(f"[palaestra]\n{name} = {module}:SPEC\n")
    (folder / f"{module}.py").write_text(PLUGIN.format(id=module))
    return info


def without_name(info: Path) -> None:
    (info / "METADATA").write_text("Metadata-Version: 2.1\nVersion: 1.0\n")


def without_version(info: Path) -> None:
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: damaged_agent\n")


def without_metadata(info: Path) -> None:
    (info / "METADATA").unlink()


def metadata_are_a_folder(info: Path) -> None:
    (info / "METADATA").unlink()
    (info / "METADATA").mkdir()


def metadata_are_no_text(info: Path) -> None:
    (info / "METADATA").write_bytes(b"Name: \xff\xfe")


def odd_version(info: Path) -> None:
    (info / "METADATA").write_text(METADATA.format(name="damaged_agent", version="the last one"))


def entry_points_are_no_text(info: Path) -> None:
    (info / "entry_points.txt").write_bytes(b"[palaestra]\n\xff = x:y\n")


DAMAGES = {
    without_name: "have no Name; install it again",
    without_version: "have no Version; install it again",
    without_metadata: "have no Name and no Version; install it again",
    metadata_are_a_folder: "have no Name and no Version; install it again",
    metadata_are_no_text: "its metadata cannot be read: UnicodeDecodeError",
    odd_version: "its version is 'the last one'; expected one such as '1.0'",
    entry_points_are_no_text: "its entry points cannot be read: UnicodeDecodeError",
}


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_a_damaged_distribution_is_listed_and_harms_no_other(damage, tmp_path, monkeypatch):
    damage(install(tmp_path, "damaged_agent"))
    install(tmp_path, "sound_agent")
    monkeypatch.syspath_prepend(str(tmp_path))
    plugins = load_plugins()
    assert plugins.agent("sound_agent").id == "sound_agent"
    [status] = [status for status in plugins.statuses() if "damaged" in status.distribution]
    assert (status.distribution, status.version, status.status) == ("damaged_agent", "1.0", "broken")
    assert DAMAGES[damage] in status.reason


@pytest.mark.parametrize("damaged", [False, True])
def test_a_stale_double_is_listed_and_the_newer_version_works(damaged, tmp_path, monkeypatch):
    stale = install(tmp_path, "agent_here", "1.9", module="agent_here_old")
    install(tmp_path, "agent_here", "1.10")
    (tmp_path / "agent_here_old.py").unlink()
    if damaged:
        without_metadata(stale)
    monkeypatch.syspath_prepend(str(tmp_path))
    plugins = load_plugins()
    assert plugins.agent("agent_here").id == "agent_here"
    states = {s.version: (s.status, s.reason) for s in plugins.statuses() if s.distribution == "agent_here"}
    assert states["1.10"] == ("ok", "")
    assert states["1.9"][0] == "broken"
    assert str(stale) in states["1.9"][1]
    assert installed_version("agent_here") == "1.10"


def test_of_two_folders_the_first_on_the_path_counts(tmp_path, monkeypatch):
    install(tmp_path / "first", "agent_here", "1.0")
    install(tmp_path / "second", "agent_here", "2.0")
    monkeypatch.syspath_prepend(str(tmp_path / "second"))
    monkeypatch.syspath_prepend(str(tmp_path / "first"))
    [status] = [status for status in load_plugins().statuses() if status.distribution == "agent_here"]
    assert (status.version, status.status) == ("1.0", "ok")


def test_commands_work_beside_damaged_metadata(tmp_path):
    without_name(install(tmp_path, "damaged_agent"))
    (tmp_path / "palaestra-0.0.1.dist-info").mkdir()  # of an older version of the core itself
    command = [sys.executable, "-c", "import sys; from palaestra.cli.main import main; sys.exit(main())"]
    for argument, text in (("--help", "Commands"), ("plugins", "damaged_agent"), ("--version", "palaestra 0.1.0")):
        done = subprocess.run(
            [*command, argument], env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert text in done.stdout
    shutil.rmtree(tmp_path)
