"""Whose agents run in the worker's own process where nothing is said."""

import pytest

from palaestra.isolation.trust import TRUST_VARIABLE, default_level, trusted


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch):
    monkeypatch.delenv(TRUST_VARIABLE, raising=False)


@pytest.mark.parametrize("name", ["", "palaestra", "palaestra-search", "Palaestra_Search"])
def test_our_own_agents_and_those_of_nobody_are_trusted(name):
    assert trusted(name)
    assert default_level(name) == "none"


@pytest.mark.parametrize("name", ["palaestra-evil", "strangers", "search"])
def test_others_are_not(name):
    assert not trusted(name)
    assert default_level(name) == "process"


def test_the_user_may_name_more(monkeypatch):
    monkeypatch.setenv(TRUST_VARIABLE, " Strange_Agents, more ")
    assert trusted("strange-agents")
    assert trusted("more")
    assert not trusted("others")
    monkeypatch.setenv(TRUST_VARIABLE, "*")
    assert trusted("others")


def test_of_several_distributions_all_must_be_trusted(monkeypatch):
    assert trusted("palaestra-learning, palaestra-search")
    assert not trusted("palaestra-learning, strange-agents")
    assert default_level("strange-agents, palaestra-learning") == "process"
    monkeypatch.setenv(TRUST_VARIABLE, "strange-agents")
    assert trusted("palaestra-learning, strange-agents")
