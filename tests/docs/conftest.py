"""The examples of the tutorials, as if they were installed."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PLUGIN_FOLDERS = sorted(path.parent for path in (Path(__file__).parents[2] / "docs").glob("examples/*/pyproject.toml"))


class Examples:
    """The plugins in docs/examples, found by their entry points as installed ones are, without being installed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        paths = [str(folder)]
        for plugin in PLUGIN_FOLDERS:
            self._describe(tomllib.loads((plugin / "pyproject.toml").read_text())["project"])
            paths.append(str(plugin / "src" if (plugin / "src").is_dir() else plugin))
        self._environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(paths),
            "PALAESTRA_DB": str(folder / "games.db"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        self._environment.pop("PALAESTRA_PLUGINS", None)

    def _describe(self, project: dict[str, dict[str, dict[str, str]]]) -> None:
        """Write what an installer would write of a distribution."""
        name = str(project["name"])
        info = self._folder / f"{name.replace('-', '_')}-{project['version']}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {project['version']}\n")
        points = [f"{key} = {value}" for key, value in project["entry-points"]["palaestra"].items()]
        (info / "entry_points.txt").write_text("\n".join(["[palaestra]", *points, ""]))

    def python(self, *arguments: str, typed: str = "") -> str:
        """Run Python, which must succeed, on typed lines, and return its standard output."""
        command = [sys.executable, *arguments]
        result = subprocess.run(
            command,
            cwd=self._folder,
            env=self._environment,
            input=typed,
            capture_output=True,
            text=True,
            check=False,
        )
        assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
        return result.stdout


@pytest.fixture(scope="session")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Examples:
    return Examples(tmp_path_factory.mktemp("examples"))
