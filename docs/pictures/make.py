"""Make the pictures of README.md again: ``python docs/pictures/make.py [FOLDER]``.

- ``board.svg``: kalah in the middle of the game of docs/examples/kalah/play.py.
- ``leaderboard.svg``: what ``palaestra run examples/quickstart.toml`` (``make demo``) prints.
"""

import re
import subprocess
import sys
import tempfile
from io import StringIO
from pathlib import Path

from rich.console import Console

from palaestra import load_agent, load_game, play_game

PLIES = 10
ROOT = Path(__file__).parents[2]


def board() -> str:
    """Return the board after some plies as an SVG document."""
    game = load_game("kalah")
    outcome = play_game(game, [load_agent("uct", game, rng=1, iterations=400), load_agent("greedy", game, rng=2)])
    state = game.new_state()
    for action in outcome.actions[:PLIES]:
        state.step(action)
    return game.render_svg(state)


def leaderboard() -> str:
    """Return the output of the first tournament as an SVG document."""
    with tempfile.TemporaryDirectory() as folder:
        db = str(Path(folder) / "quickstart.db")
        spec = str(ROOT / "examples" / "quickstart.toml")
        command = [sys.executable, "-m", "palaestra", "run", spec, "--db", db]
        printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    console = Console(record=True, file=StringIO(), width=max(map(len, printed.splitlines())) + 1)
    console.print(printed.rstrip(), markup=False)
    picture = console.export_svg(title="palaestra run examples/quickstart.toml", unique_id="leaderboard")
    return re.sub(r"@font-face {.*?}\s*", "", picture, flags=re.S)  # it stands alone: no fonts from the network


def main(folder: Path) -> None:
    """Write both pictures."""
    (folder / "board.svg").write_text(board() + "\n", encoding="utf-8")
    (folder / "leaderboard.svg").write_text(leaderboard(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
