"""Each search reads from its numbers what was written: no two settings change places."""

import numpy as np
import pytest

from palaestra_search.alpha_beta import workspace as alpha_beta
from palaestra_search.mcgs import settings as mcgs
from palaestra_search.parameters import UctParameters
from palaestra_search.rhea import layout as rhea
from palaestra_search.ucb import exploration_term
from palaestra_search.uct import settings as uct


@pytest.mark.parametrize("search", [alpha_beta, mcgs, rhea], ids=["alpha_beta", "mcgs", "rhea"])
def test_settings_are_read_as_they_were_written(search):
    kinds = search.Settings.__annotations__
    names = search.Settings._fields
    for flag in names:
        values = {name: 3 + number for number, name in enumerate(names)}
        for name, kind in kinds.items():
            if "bool" in str(kind):
                values[name] = name == flag
            elif "float" in str(kind):
                values[name] += 0.5
        written = search.Settings(**values)
        assert search.read_settings(np.array(written, dtype=np.float64)) == written


@pytest.mark.parametrize("name", ["selection", "solver", "reuse"])
def test_settings_of_trees(name):
    changed = {"selection": "puct"} if name == "selection" else {name: True}
    parameters = UctParameters(exploration=2.5, playout_depth=7, max_nodes=5000, **changed)
    read = uct.read_settings(uct.search_params(parameters, 100, uct.OPEN_LOOP))
    assert (read.exploration.puct, read.solver, read.reuse) == tuple(
        name == one for one in ("selection", "solver", "reuse")
    )
    assert (read.iterations, read.playout_depth, read.tree, read.makes_room) == (100, 7, uct.OPEN_LOOP, True)
    assert read.node_records == uct.search_room(parameters, 100)[0]
    assert read.exploration.constant == 2.5
    spread = 9.0 if name == "selection" else np.log(9.0)
    assert exploration_term(read.exploration, 9) == pytest.approx(2.5 * np.sqrt(spread))
    assert not uct.read_settings(uct.search_params(parameters, None)).makes_room
