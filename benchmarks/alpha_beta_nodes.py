"""Positions per second that `alpha_beta` looks at, and the time it takes to solve boards of Kalah; CPU time.

    python benchmarks/alpha_beta_nodes.py [--nodes 300000] [--rounds 5] [--table-bits 18] [GAME ...]

The best of a few rounds, each one decision from the opening position within a budget of nodes. Bounds are checked, as
in play. Of Kalah, the margins of perfect play are those of published tables.
"""

from __future__ import annotations

import argparse
import time

from machine import machine_line

import palaestra
from palaestra import AgentRng, KernelGame, View
from palaestra_search.alpha_beta.agent import AlphaBetaAgent
from palaestra_search.alpha_beta.solve import solve
from palaestra_search.parameters import AlphaBetaParameters

GAMES = ("tic_tac_toe", "nine_mens_morris", "kalah")
BOARDS = ((3, 3), (4, 3), (3, 6), (4, 4), (5, 3), (6, 3))


def rate(name: str, nodes: int, table_bits: int) -> tuple[float, int]:
    """Return the positions per CPU second of one decision, and how many there were."""
    game = palaestra.load_game(name)
    state = game.new_state()
    agent = AlphaBetaAgent(game, AlphaBetaParameters(nodes=nodes, table_bits=table_bits), AgentRng(1))
    view = View(game, state.current_player, state.observation(state.current_player), tuple(state.legal_actions()))
    began = time.process_time()
    agent.act(view)
    used = time.process_time() - began
    looked_at = agent.explain().iterations
    return looked_at / max(used, 1e-9), looked_at


def solve_board(pits: int, seeds: int, table_bits: int) -> str:
    """Return the margin of a board, and what it took, in one line."""
    game = palaestra.load_game("kalah", pits=pits, seeds=seeds, scoring="margin")
    if not isinstance(game, KernelGame):
        raise TypeError("Kalah has a kernel")
    began = time.process_time()
    solution = solve(game, game.new_state(), table_bits)
    used = time.process_time() - began
    margin = round(solution.value * 2 * pits * seeds)
    return f"kalah({pits},{seeds})  margin {margin:+3}  {solution.nodes:>12,} positions  {used:8.2f} s"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="games (default: all three)")
    parser.add_argument("--nodes", type=int, default=300_000, help="positions for each decision")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--table-bits", type=int, default=18)
    options = parser.parse_args()
    print(machine_line())
    for name in options.games:
        rate(name, 100, 4)
        rounds = [rate(name, options.nodes, options.table_bits) for _ in range(options.rounds)]
        best, looked_at = max(rounds)
        print(f"{name:<18} {best / 1e6:6.2f} M positions/s  ({looked_at:,} in one decision)")
    for pits, seeds in BOARDS:
        print(solve_board(pits, seeds, options.table_bits))


if __name__ == "__main__":
    main()
