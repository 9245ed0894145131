"""The parameters of every agent in one table: stored tournaments are matched by them."""

import dataclasses

import pytest

from palaestra_search import plugin

BUDGET = "iterations=1000 seconds=None"
TREE = f"{BUDGET} exploration=1.4 selection='ucb1' leaf='playout' playout_depth=0 max_nodes=1048576"
EVOLUTION = (
    "iterations=500 seconds=None population=50 tournament=2 elite=1 crossover_rate=0.5 mutation_rate=0.5 "
    "evaluation='playouts' states=20 playouts=20 horizon=100"
)
PARAMETERS = {
    plugin.RANDOM: "",
    plugin.GREEDY: "samples=10",
    plugin.FLAT_MONTE_CARLO: BUDGET,
    plugin.UCT: f"{TREE} reuse=False solver=False",
    plugin.ISMCTS: TREE,
    plugin.DETERMINIZED_UCT: f"{TREE} determinizations=10 decision='visits'",
    plugin.MCGS: (
        f"{BUDGET} exploration=1.4 merge='auto' opponent='random' width=20 pruning='none' keep=None leaf='playout' "
        "playout_depth=0 max_nodes=None"
    ),
    plugin.RHEA_VANILLA: EVOLUTION,
    plugin.RHEA: (
        f"{EVOLUTION} crossover='tree' mutation='tree' gamma=0.0 exploration=0.2 unseen=0.5 keep_tree=True "
        "tree_nodes=50000 cache=4096 filters='' fallback_filter=None"
    ),
    plugin.ALPHA_BETA: ("depth=None nodes=None seconds=None quiescence=8 ties='first' quick=True table_bits=16"),
}


@pytest.mark.parametrize(("spec", "expected"), PARAMETERS.items(), ids=[spec.id for spec in PARAMETERS])
def test_names_order_and_defaults_stay(spec, expected):
    found = [f"{field.name}={field.default!r}" for field in dataclasses.fields(spec.parameters)]
    assert " ".join(found) == expected


def test_every_agent_is_in_the_table():
    registered = []
    plugin.register_agents(registered.append)
    assert registered == list(PARAMETERS)
