"""What a sandboxed agent may read: what it needs, and not the folder that the tournament lies in."""

import os
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from palaestra.isolation.readable import listable_paths, readable_paths
from palaestra.spec import InnerAgent, parameter
from palaestra.testing.fakes import FIRST_LEGAL
from palaestra.testing.games import NIM


def may_read(paths, path):
    return any(Path(path).resolve().is_relative_to(allowed) for allowed in paths)


@dataclass(frozen=True)
class Weights:
    weights: str | None = parameter(None, "a file", file=True)
    name: str = parameter("", "no file")


def test_the_interpreter_and_the_code_are_readable():
    paths = readable_paths(NIM, FIRST_LEGAL, FIRST_LEGAL.parameters())
    import numpy

    import palaestra

    assert may_read(paths, sys.executable)
    assert may_read(paths, numpy.__file__)
    assert may_read(paths, palaestra.__file__)
    assert may_read(paths, os.__file__)


def test_the_current_folder_and_that_of_the_script_are_not(monkeypatch, tmp_path):
    scripts, here = tmp_path / "scripts", tmp_path / "here"
    scripts.mkdir()
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(sys, "argv", [str(scripts / "run.py")])
    monkeypatch.setattr(sys, "path", ["", str(here), str(scripts), *sys.path])
    paths = readable_paths(NIM, FIRST_LEGAL, FIRST_LEGAL.parameters())
    assert not may_read(paths, here / "palaestra.db")
    assert not may_read(paths, scripts / "tournament.toml")
    assert not may_read(paths, "/etc/passwd")


def test_a_package_in_the_current_folder_is_readable_alone(monkeypatch, tmp_path):
    package = tmp_path / "lonely_agents"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    paths = readable_paths(NIM, replace(FIRST_LEGAL, factory="lonely_agents.first:Agent"), FIRST_LEGAL.parameters())
    assert may_read(paths, package / "first.py")
    assert not may_read(paths, tmp_path / "palaestra.db")


def test_of_a_project_in_the_search_path_the_code_is_readable_alone(monkeypatch, tmp_path):
    project, leagues = tmp_path / "project", tmp_path / "project" / "leagues"
    (project / "its_agents").mkdir(parents=True)
    leagues.mkdir()
    (project / "its_agents" / "__init__.py").touch()
    (project / "its_module.py").touch()
    for lies in (project, leagues):
        (lies / "palaestra.db").touch()
    monkeypatch.setattr(sys, "path", [*sys.path, str(project)])
    for here in (tmp_path, leagues):
        monkeypatch.chdir(here)
        paths = readable_paths(NIM, FIRST_LEGAL, FIRST_LEGAL.parameters())
        assert may_read(paths, project / "its_agents" / "first.py")
        assert may_read(paths, project / "its_module.py")
        assert not may_read(paths, project / "palaestra.db")
        assert not may_read(paths, leagues / "palaestra.db")
        assert str(project.resolve()) in listable_paths()


def test_an_agents_own_files_are_readable_alone(tmp_path):
    parameters = Weights(weights=str(tmp_path / "own.npz"), name="other.npz")
    paths = readable_paths(NIM, FIRST_LEGAL, parameters)
    assert may_read(paths, tmp_path / "own.npz")
    assert not may_read(paths, tmp_path / "other.npz")
    assert readable_paths(NIM, FIRST_LEGAL, Weights()) == readable_paths(NIM, FIRST_LEGAL, FIRST_LEGAL.parameters())


@pytest.mark.parametrize("prefix", ["/", ""])
def test_the_root_is_never_readable(monkeypatch, prefix):
    monkeypatch.setattr(sys, "path", [*sys.path, prefix])
    assert "/" not in readable_paths(NIM, FIRST_LEGAL, FIRST_LEGAL.parameters())


@dataclass(frozen=True)
class Wrapped:
    agent: str = parameter("", "who plays", agent=True)


def test_what_the_agent_below_needs_is_readable(monkeypatch, tmp_path):
    package = tmp_path / "lonely_agents"
    package.mkdir()
    (package / "__init__.py").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    inner = replace(FIRST_LEGAL, factory="lonely_agents.first:Agent", parameters=Weights)
    wrapper = replace(FIRST_LEGAL, parameters=Wrapped)
    paths = readable_paths(NIM, wrapper, Wrapped(InnerAgent(inner, Weights(weights=str(tmp_path / "weights")))))
    assert may_read(paths, package / "first.py")
    assert may_read(paths, tmp_path / "weights")
    assert not may_read(paths, tmp_path / "other")
