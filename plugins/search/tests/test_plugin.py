"""What the distribution registers, and that listing it is light."""

import dataclasses
import subprocess
import sys

import pytest

from palaestra import AgentSpec, InvalidValueError, UnknownNameError, installed_plugins
from palaestra.spec import build_parameters
from palaestra.testing.games import KUHN_POKER, NIM
from palaestra_search import plugin
from palaestra_search.plugin import UCT

AGENTS = [value for value in vars(plugin).values() if isinstance(value, AgentSpec)]


@pytest.mark.parametrize("spec", AGENTS)
def test_the_agents_are_installed(spec):
    assert installed_plugins().agent(spec.id) == spec


@pytest.mark.parametrize("spec", AGENTS)
def test_every_parameter_is_documented(spec):
    assert all(field.metadata["help"] for field in dataclasses.fields(spec.parameters))


def test_all_are_there():
    agents = {"random", "greedy", "flat_monte_carlo", "uct", "mcgs", "ismcts", "determinized_uct", "alpha_beta"}
    assert agents <= {spec.id for spec in AGENTS}


@pytest.mark.parametrize("given", [{"nodes": 5, "seconds": 1.0}, {"depth": 0}, {"ties": "last"}, {"table_bits": 40}])
def test_impossible_values_of_alpha_beta_are_refused(given):
    with pytest.raises(InvalidValueError):
        build_parameters(plugin.ALPHA_BETA, given)


def test_alpha_beta_is_refused_where_information_is_hidden():
    assert plugin.ALPHA_BETA.plays(NIM)
    assert not plugin.ALPHA_BETA.plays(KUHN_POKER)


def test_listing_imports_nothing_heavy():
    code = "import sys, palaestra_search.plugin; print({'numpy', 'numba', 'scipy', 'torch'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "set()"


def test_unknown_parameters_are_refused_with_the_nearest_name():
    with pytest.raises(UnknownNameError, match="iterations"):
        build_parameters(UCT, {"iteration": 5})


@pytest.mark.parametrize(
    "given", [{"iterations": 0}, {"iterations": 2.5}, {"exploration": -1}, {"seconds": "1"}, {"seconds": -0.5}]
)
def test_impossible_values_are_refused(given):
    with pytest.raises(InvalidValueError):
        build_parameters(UCT, given)
