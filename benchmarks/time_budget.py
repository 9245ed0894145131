"""How late agents come that are given a budget of seconds: the overshoot of single decisions, in milliseconds.

    python benchmarks/time_budget.py [--seconds 0.05] [--decisions 40] [--agents uct alpha_beta ...] [GAME ...]

Each agent plays itself from the opening; decisions without a choice, and those of an agent that is sure of the result
and stops early, are left out. On a busy machine an overshoot contains the time that other processes took: the line
below the table says for how long a loop that only reads the clock was interrupted, in as many tries of the same
length.
"""

from __future__ import annotations

import argparse
import dataclasses
import time
from collections.abc import Iterator

import numpy as np
from machine import machine_line

import palaestra
from palaestra import AgentRng, Game, View, installed_plugins, load_agent

MOST_GAMES = 100
GAMES = ("tic_tac_toe", "nine_mens_morris", "kalah")


def timed_agents() -> list[str]:
    """Return the agents of the search distribution that take a budget of seconds."""
    from palaestra import AgentSpec
    from palaestra_search import plugin

    specs = [value for value in vars(plugin).values() if isinstance(value, AgentSpec)]
    return [spec.id for spec in specs if any(field.name == "seconds" for field in dataclasses.fields(spec.parameters))]


def overshoots(name: str, game: Game, seconds: float, decisions: int) -> Iterator[float]:
    """Yield the overshoot of one decision after the other, in seconds."""
    found = 0
    for seed in range(MOST_GAMES):
        agents = [load_agent(name, game, AgentRng(2 * seed + seat), seconds=seconds) for seat in range(2)]
        state = game.new_state(seed=seed)
        while not state.is_terminal and found < decisions:
            player = state.current_player
            view = View(game, player, state.observation(player), tuple(state.legal_actions()))
            started = time.perf_counter()
            action = agents[player].act(view)
            late = time.perf_counter() - started - seconds
            if len(view.legal_actions) > 1 and late > -0.1 * seconds:
                found += 1
                yield late
            state.step(action)
        if found >= decisions:
            return


def interruptions(seconds: float, tries: int) -> list[float]:
    """Return for how long a loop that only reads the clock is late, in seconds."""
    late = []
    for _ in range(tries):
        deadline = time.perf_counter() + seconds
        while (now := time.perf_counter()) < deadline:
            pass
        late.append(now - deadline)
    return late


def row(name: str, late: list[float]) -> str:
    """Return the name with the median, the 95th percentile and the largest value in milliseconds."""
    if not late:
        return f"{name:<40}  always done early"
    milliseconds = 1000.0 * np.array(late)
    middle, high = np.percentile(milliseconds, [50, 95])
    return f"{name:<40}{middle:>9.2f}{high:>9.2f}{milliseconds.max():>9.2f}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(GAMES), help="games (default: all three)")
    parser.add_argument("--agents", nargs="*", default=None, help="agents (default: all that take seconds)")
    parser.add_argument("--seconds", type=float, default=0.05, help="the budget of each decision")
    parser.add_argument("--decisions", type=int, default=40, help="decisions for each agent and game")
    options = parser.parse_args()
    agents = options.agents or timed_agents()
    print(machine_line())
    print(f"budget {1000 * options.seconds:g} ms; overshoot in ms of {options.decisions} decisions")
    print(f"{'agent, game':<40}{'p50':>9}{'p95':>9}{'max':>9}")
    for game_name in options.games:
        game = palaestra.load_game(game_name)
        for name in agents:
            if installed_plugins().agent(name).plays(game.spec):
                for _ in overshoots(name, game, 0.001, 1):
                    pass  # compile, or load what is compiled
                late = list(overshoots(name, game, options.seconds, options.decisions))
                print(row(f"{name}, {game_name}", late), flush=True)
    print(row("a loop that reads the clock", interruptions(options.seconds, options.decisions)))


if __name__ == "__main__":
    main()
