"""What isolation costs: for every move, for every game, and in whole games of tic-tac-toe.

    python benchmarks/isolation.py [--moves 2000] [--games 200] [--rounds 5]

Moves: one agent that plays the first legal action of tic-tac-toe is asked again and again, the levels in turn, and the
median over all rounds is compared with that of the agent in the same process. Hosts: the two processes of a game are
taken from the fork server, made ready, and ended; the agents are of a distribution that it has loaded. Games: random
against random, both in Python, on one core: this process and its fork server are kept to it. Beside the games per
second of wall time stand those per second of the core's time that they took, which other processes disturb less.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from machine import machine_line

from palaestra import Game, NoParameters, View, build_game, installed_plugins
from palaestra.isolation.confine import Confines, Sandbox
from palaestra.isolation.descendants import children
from palaestra.isolation.fork_server import ForkServer
from palaestra.isolation.messages import Preload
from palaestra.isolation.probe import offered
from palaestra.isolation.readable import readable_paths
from palaestra.limits import Confinement, IsolationLevel
from palaestra.record import ScheduledGame
from palaestra.referee.arena import Arena
from palaestra.referee.cast import Cast
from palaestra.referee.host_seat import HostSeat
from palaestra.referee.seat import UNLIMITED, InProcessSeat, Seat
from palaestra.seeding import deal_seed
from palaestra.testing.fakes import FIRST_LEGAL, RANDOM_LEGAL, FirstLegal

LEVELS: list[IsolationLevel] = ["process", "sandbox"]
MEMORY_MB = 2048
STARTUP_SECONDS = 60.0


class Bench:
    """A fork server that has loaded the game and the agents."""

    def __init__(self) -> None:
        self.spec = installed_plugins().game("tic_tac_toe")
        self.game: Game = build_game(self.spec, {})
        agents = ((FIRST_LEGAL, NoParameters()), (RANDOM_LEGAL, NoParameters()))
        self.server = ForkServer(Preload(self.spec, self.game.knobs, agents))
        self.server.wait_ready()

    def seat(self, level: str, pause: bool = True) -> HostSeat:
        """Return a seat that is not started."""
        agent = (FIRST_LEGAL, NoParameters())
        sandbox = Sandbox(readable_paths(self.spec, *agent)) if level == "sandbox" else None
        return HostSeat(self.server, agent, 1, Confines(MEMORY_MB, sandbox), STARTUP_SECONDS, level, pause)

    def moves(self, count: int, rounds: int) -> dict[str, tuple[float, float]]:
        """Return level -> median and 99th percentile of the seconds of a move."""
        seats: dict[str, Seat] = {
            "none": InProcessSeat(lambda: FirstLegal(self.game, NoParameters(), None)),  # type: ignore[arg-type]
            "process, never stopped": self.seat("process", pause=False),
            "process": self.seat("process"),
            "sandbox, never stopped": self.seat("sandbox", pause=False),
            "sandbox": self.seat("sandbox"),
        }
        for seat in seats.values():
            seat.prepare(0)
            seat.start(0)
        state = self.game.new_state()
        view = View(self.game, 0, state.observation(0), tuple(state.legal_actions()))
        taken: dict[str, list[float]] = {name: [] for name in seats}
        for _ in range(rounds):
            for name, seat in seats.items():
                for _ in range(count):
                    began = time.perf_counter()
                    seat.ask(view, UNLIMITED)
                    taken[name].append(time.perf_counter() - began)
        for seat in seats.values():
            seat.close()
        return {name: (statistics.median(times), percentile(times, 99)) for name, times in taken.items()}

    def pairs_of_hosts(self, level: str, count: int) -> list[float]:
        """Return the seconds that each of `count` pairs of hosts took, from nothing to nothing."""
        taken = []
        for _ in range(count):
            seats = [self.seat(level), self.seat(level)]
            began = time.perf_counter()
            for player, seat in enumerate(seats):
                seat.prepare(player)
            for player, seat in enumerate(seats):
                seat.start(player)
            for seat in seats:
                seat.end((0.0, 0.0))
            for seat in seats:
                seat.close()
            taken.append(time.perf_counter() - began)
        return taken


def percentile(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100)[percent - 1]


def scheduled(games: int) -> Iterator[ScheduledGame]:
    for number in range(games):
        pair = f"{number:020x}"
        yield ScheduledGame(f"{pair}-1", pair, number, ("one", "two"), ("standard",) * 2, deal_seed(1, pair))


def core_seconds(pids: list[int]) -> float:
    """Return the time on a core of some processes and of their children that have ended."""
    ticks = 0
    for pid in pids:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def game_rates(level: IsolationLevel, games: int) -> tuple[float, float]:
    """Return games per second, and per second of core time."""
    entrants = {name: (RANDOM_LEGAL, NoParameters()) for name in ("one", "two")}
    confinements = dict.fromkeys(entrants, Confinement(level))
    cast = Cast(installed_plugins().game("tic_tac_toe"), {}, entrants, False, confinements, None, frozenset(entrants))
    arena = Arena(cast)
    arena.warm_up()
    list(arena.play(list(scheduled(4))))
    pids = [os.getpid(), *children()]
    began, used = time.perf_counter(), core_seconds(pids)
    list(arena.play(list(scheduled(games))))
    elapsed, used = time.perf_counter() - began, core_seconds(pids) - used
    arena.close()
    return games / elapsed, games / max(used, 1e-9)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--moves", type=int, default=2000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    print(machine_line())
    print(f"in force: {offered().in_force('sandbox')} (moves and hosts without bubblewrap)")
    bench = Bench()
    moves = bench.moves(options.moves, options.rounds)
    base = moves["none"][0]
    for name, (middle, high) in moves.items():
        print(
            f"{name:<24} {middle * 1e6:6.1f} us a move, p99 {high * 1e6:6.1f}; over none {(middle - base) * 1e6:6.1f}"
        )
    taken: dict[str, list[float]] = {level: [] for level in LEVELS}
    for _ in range(options.rounds):
        for level in LEVELS:
            taken[level] += bench.pairs_of_hosts(level, 20)
    for level, times in taken.items():
        ms = [1e3 * value for value in (min(times), statistics.median(times))]
        print(f"{level:<24} two hosts, started and ended: best {ms[0]:.1f} ms, median {ms[1]:.1f} ms")
    bench.server.close()
    core = min(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {core})
    for level in LEVELS:
        rates = [game_rates(level, options.games) for _ in range(options.rounds)]
        wall, busy = max(rate for rate, _ in rates), max(rate for _, rate in rates)
        print(f"{level:<24} tic-tac-toe: {wall:.0f} games/s on one core, {busy:.0f} per second of its time")


if __name__ == "__main__":
    main()
