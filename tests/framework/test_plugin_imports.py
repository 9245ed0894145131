"""What plugins import of the framework: documented names alone."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTED = (
    "palaestra",
    "palaestra.cli",
    "palaestra.compiler",
    "palaestra.environments",
    "palaestra.referee",
    "palaestra.store",
    "palaestra.testing",
    "palaestra.testing.games",
)
PLUGINS = sorted(
    path
    for pattern in ("plugins/*/src/**/*.py", "docs/examples/**/*.py", "leaderboards/**/*.py")
    for path in ROOT.glob(pattern)
)
LAZY = ("palaestra.cli", "palaestra.store", "palaestra.referee")


def imported(source: str) -> Iterator[tuple[str, str]]:
    """Yield each module of the framework that a source imports, and what it takes from it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((name.name, "") for name in node.names if name.name.split(".")[0] == "palaestra")
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and (node.module or "").split(".")[0] == "palaestra":
            yield from ((node.module or "", name.name) for name in node.names)


def test_there_are_plugins_to_look_at() -> None:
    assert {path.relative_to(ROOT).parts[0] for path in PLUGINS} == {"plugins", "docs", "leaderboards"}
    assert list(imported("import palaestra.a.b\nfrom palaestra.c import d\nfrom palaestra_x import y")) == [
        ("palaestra.a.b", ""),
        ("palaestra.c", "d"),
    ]


@pytest.mark.parametrize("path", PLUGINS, ids=lambda path: str(path.relative_to(ROOT)))
def test_plugins_import_documented_names(path: Path) -> None:
    for module, name in imported(path.read_text()):
        assert module in DOCUMENTED, f"{path} imports {module}"
        if name:
            assert name in dir(importlib.import_module(module)), f"{path} imports {name} of {module}"


@pytest.mark.parametrize("package", LAZY)
def test_every_name_is_there_and_documented(package: str) -> None:
    module = importlib.import_module(package)
    page = (ROOT / "docs" / "api.md").read_text()
    section = re.search(rf"^## `{package}`$(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)
    assert section is not None
    assert set(re.findall(r"`(\w+)`", section[1])) >= set(module.__all__)
    for name in module.__all__:
        assert getattr(module, name) is not None


@pytest.mark.parametrize("code", [*(f"import {package}" for package in LAZY), "from palaestra.cli import notice"])
def test_importing_them_loads_nothing_heavy(code: str) -> None:
    command = f"{code}; import sys; print(*sorted({{name.split('.')[0] for name in sys.modules}}))"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & {"numpy", "numba", "scipy", "sqlalchemy", "torch"}


def test_no_room_names_another_one_by_a_string() -> None:
    """A string ``"palaestra.room.module:name"`` is an import that the layers do not see."""
    framework = ROOT / "framework" / "palaestra"
    named = [
        (path.relative_to(framework).parts[0], node.value.split(".")[1])
        for path in framework.glob("**/*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"palaestra(\.\w+)+:\w+", node.value)
    ]
    assert named
    assert [(room, other) for room, other in named if room != other] == []
