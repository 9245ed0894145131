"""The same sources without a compiler give the same games."""

import json
import os
import subprocess
import sys

SCRIPT = """
import json
import numpy as np
from palaestra import load_game

rows = []
for rules in ("gasser", "ludii"):
    game = load_game("nine_mens_morris", rules=rules)
    for seed, text in enumerate((
        "." * 24 + " 9 9 W",
        "WBW......B....B......WBW 0 0 W",
        "W.WB.B.W..BWB..W..B.WB.B 0 0 B",
        "B......................W 0 3 B".replace("B......", "BWW.W.."),
        ".W.WB...B..W....B..B.WBW 0 0 W",
    )):
        state = game.position(text, seed)
        image = np.zeros_like(state.array)
        game.rules.canonical(state.array, image)
        row = [state.legal_actions(), int(game.rules.key(state.array)), image.tolist(), state.features(1).tolist()]
        row.append(float(game.rules.evaluate(state.array, 0)))
        game.rules.playout(state.array)
        rows.append([*row, state.array.tolist(), state.returns()])
"""


def test_results_are_those_of_compiled_code():
    compiled: dict[str, object] = {}
    exec(SCRIPT, compiled)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "error", "-c", SCRIPT + "print(json.dumps(rows))"]
    output = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert output.returncode == 0, output.stderr
    assert json.loads(output.stdout) == compiled["rows"]
