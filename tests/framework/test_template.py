"""The plugin that authors copy: copied, renamed, built, installed, played, uninstalled, and still read."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from typing import Any

import pytest

TEMPLATE = Path(__file__).parents[2] / "plugins" / "_template"


class Workshop:
    """A renamed copy of the template, and a fresh environment that sees the packages of this one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.copy = folder / "acme-stones"
        self.python = folder / "env" / ("Scripts" if os.name == "nt" else "bin") / "python"

    def copy_and_rename(self) -> None:
        """Do what the README of the template tells authors to do."""
        shutil.copytree(TEMPLATE, self.copy, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        (self.copy / "src" / "palaestra_template").rename(self.copy / "src" / "acme_stones")
        for path in self.copy.rglob("*"):
            if path.suffix in {".py", ".toml", ".md"}:
                text = path.read_text().replace("palaestra_template", "acme_stones")
                path.write_text(text.replace("palaestra-template", "acme-stones"))

    def make_environment(self) -> None:
        """Create the environment; nothing of the template is in it yet."""
        venv.create(self.folder / "env", with_pip=False)
        [site_packages] = (self.folder / "env").glob("[Ll]ib/**/site-packages")
        parents = [path for path in sys.path if path.endswith("site-packages")]
        # addsitedir, unlike a plain path, also reads the .pth files of editable installs
        lines = "".join(f"import site; site.addsitedir({path!r})\n" for path in parents)
        (site_packages / "parent.pth").write_text(lines)

    def pip(self, *arguments: str) -> None:
        """Run this environment's pip on the fresh one."""
        run([sys.executable, "-m", "pip", "--python", str(self.python), *arguments], self.folder)

    def palaestra(self, *arguments: str) -> str:
        """Run a command in the fresh environment, with the database of this workshop."""
        return run([str(self.python), "-m", "palaestra", *arguments], self.folder)

    def listed(self, *arguments: str) -> Any:
        """Return what a command prints as JSON."""
        return json.loads(self.palaestra(*arguments, "--format", "json"))


def run(command: list[str], folder: Path) -> str:
    """Run a command that must succeed; return its standard output."""
    environment = {**os.environ, "PALAESTRA_DB": str(folder / "games.db"), "PYTHONDONTWRITEBYTECODE": "1"}
    environment.pop("PALAESTRA_PLUGINS", None)
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Workshop:
    made = Workshop(tmp_path_factory.mktemp("workshop"))
    made.copy_and_rename()
    run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "dist", "."], made.copy)
    made.make_environment()
    return made


def test_a_copied_plugin_is_installed_played_uninstalled_and_still_read(workshop: Workshop) -> None:
    assert "stone_counter" not in [row["agent"] for row in workshop.listed("agents")]
    [wheel] = (workshop.copy / "dist").glob("acme_stones-*.whl")
    workshop.pip("install", "--quiet", "--no-deps", "--no-index", str(wheel))

    assert "stone_counter" in [row["agent"] for row in workshop.listed("agents")]
    [status] = [row for row in workshop.listed("plugins") if row["distribution"] == "acme-stones"]
    assert (status["status"], status["games"]) == ("ok", ["last_stone"])
    workshop.palaestra("run", str(workshop.copy / "example.toml"), "--workers", "0")
    games = workshop.listed("history")
    assert len(games) == 20
    assert {game["reason"] for game in games} == {"finished"}
    as_first = [game["first_return"] for game in games if game["first"] == "perfect"]
    assert "perfect" in {game["first"] for game in games}
    assert sum(as_first) > 0  # 20 stones lose for who begins, but the careless one errs

    shown = workshop.listed("show", games[0]["id"], "--verify")
    assert shown["moves"][0]["move"].startswith("take ")

    workshop.pip("uninstall", "--quiet", "--yes", "acme-stones")
    assert "stone_counter" not in [row["agent"] for row in workshop.listed("agents")]
    assert workshop.listed("history") == games
    after = workshop.listed("show", games[0]["id"])
    assert [move["action"] for move in after["moves"]] == [move["action"] for move in shown["moves"]]
    assert {move["move"] for move in after["moves"]} == {None}


def test_the_tests_of_a_copied_plugin_pass(workshop: Workshop) -> None:
    workshop.pip("install", "--quiet", "--no-deps", "--no-index", *map(str, (workshop.copy / "dist").glob("*.whl")))
    report = run([str(workshop.python), "-m", "pytest", "-q", "-W", "error", "tests"], workshop.copy)
    assert " passed" in report
    workshop.pip("uninstall", "--quiet", "--yes", "acme-stones")
