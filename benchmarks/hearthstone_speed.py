"""Random Hearthstone games per CPU-second for each mirror, beside fireplace where it is installed.

    python benchmarks/hearthstone_speed.py [--rounds 5] [--seconds 1]

*games*: from the deal to the end, each legal action equally likely, END TURN included. *from turn 11*: the same from 50
positions at the start of turn 11, each in turn with random words of its own. *copy*, *legal*, *step*: the mean cost of
one call in such games, by the difference between loops that do it once and loops that do it several times more.
Everything runs in one process, in rounds; the best round counts, of the calls the median. Array bounds are checked
unless PALAESTRA_BOUNDSCHECK=0. fireplace (https://github.com/jleclanche/fireplace) plays the same decks by the same
policy.

*ms a decision*: the CPU time that an agent takes where there is a choice, in two random games of each ordered pair of
decks; the best round.
"""

from __future__ import annotations

import argparse
import itertools
import random
import statistics
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from typing import Any

import numpy as np
from machine import machine_line
from numba import int64, void

import palaestra
from palaestra import STATE, AgentRng, IntArray, View, copy, jit, load_agent, random_below, random_int64
from palaestra.compiler import BOUNDSCHECK
from palaestra_hearthstone.cards import CARD_DATA, card, class_of_deck, hero_of
from palaestra_hearthstone.decks import DECKS, deck_numbers
from palaestra_hearthstone.engine.deal import init
from palaestra_hearthstone.engine.legal import legal_actions
from palaestra_hearthstone.layout import MOVER, STATE_SIZE, TURN
from palaestra_hearthstone.rules import MAX_LEGAL, playout, step

POSITIONS = 50
GAMES_OF_PAIR = 2
AGENTS: Sequence[tuple[str, dict[str, object]]] = (
    ("hearthstone_greedy", {}),
    ("hearthstone_greedy", {"samples": 10}),
    ("beam_search", {}),
    ("dynamic_lookahead", {}),
    ("dynamic_lookahead", {"samples": 10}),
)


@jit(int64(STATE, int64, int64))
def play_games(config: IntArray, first_seed: int, games: int) -> int:
    """Play whole random games and return their actions."""
    state = np.empty(STATE_SIZE, dtype=np.int64)
    legal = np.empty(MAX_LEGAL, dtype=np.int64)
    actions = 0
    for game in range(games):
        init(state, config, first_seed + game)
        while state[MOVER] >= 0:
            step(state, legal[random_below(state, legal_actions(state, legal))])
            actions += 1
    return actions


@jit(void(int64[:, ::1], STATE, int64))
def play_on(starts: IntArray, words: IntArray, games: int) -> None:
    """Play so many games to the end, each from the next of some positions."""
    state = np.empty(starts.shape[1], dtype=np.int64)
    for game in range(games):
        copy(state, starts[game % starts.shape[0]])
        state[0] = random_int64(words)
        state[1] = random_int64(words) | 1
        playout(state)


@jit(int64(STATE, int64, int64, int64, int64))
def with_extras(config: IntArray, games: int, copies: int, legals: int, steps: int) -> int:
    """Play random games in which every action is preceded by so many more calls of each kind; return the actions."""
    state, spare = np.empty(STATE_SIZE, dtype=np.int64), np.empty(STATE_SIZE, dtype=np.int64)
    legal = np.empty(MAX_LEGAL, dtype=np.int64)
    actions = 0
    for game in range(games):
        init(state, config, game)
        while state[MOVER] >= 0:
            n = 0
            for _ in range(legals + 1):
                n = legal_actions(state, legal)
            action = legal[random_below(state, n)]
            for _ in range(copies):
                copy(spare, state)
            for _ in range(steps):
                step(spare, action)
                copy(spare, state)
            step(state, action)
            actions += 1
    return actions


def positions_of_turn_11(name: str) -> IntArray:
    """Return positions of random games of a mirror, at the start of turn 11."""
    game = palaestra.load_game("hearthstone")
    found, seed = [], 0
    while len(found) < POSITIONS:
        seed += 1
        state, rng = game.new_state((name, name), seed), random.Random(seed)
        while not state.is_terminal and state.array[TURN] < 11:
            state.step(rng.choice(state.legal_actions()))
        if not state.is_terminal:
            found.append(state.array)
    return np.array(found)


def decisions() -> list[View]:
    """Return what the player to move sees wherever it has a choice, in random games of each ordered pair of decks."""
    game = palaestra.load_game("hearthstone")
    found = []
    for decks, seed in itertools.product(itertools.product(DECKS, repeat=2), range(GAMES_OF_PAIR)):
        state, rng = game.new_state(decks, seed), random.Random(seed)
        while not state.is_terminal:
            legal, player = state.legal_actions(), state.current_player
            if len(legal) > 1:
                found.append(View(game, player, state.observation(player), tuple(legal)))
            state.step(rng.choice(legal))
    return found


def milliseconds_a_decision(name: str, parameters: dict[str, object], views: Sequence[View], rounds: int) -> float:
    """Return the CPU time that an agent takes for a decision, the best of some rounds."""
    agent = load_agent(name, views[0].game, AgentRng(1), **parameters)
    agent.act(views[0])
    times = []
    for _ in range(rounds):
        began = time.process_time()
        for view in views:
            agent.act(view)
        times.append(time.process_time() - began)
    return min(times) / len(views) * 1000


def rate(play: Callable[[int], object], seconds: float) -> float:
    """Return games per CPU-second, over about `seconds`."""
    games = 200
    while True:
        began = time.process_time()
        play(games)
        elapsed = time.process_time() - began
        if elapsed >= seconds / 2:
            return games / elapsed
        games = int(games * min(10.0, seconds / max(elapsed, 1e-4))) + 1


def cost_of_calls(config: IntArray, games: int = 300) -> tuple[float, float, float]:
    """Return nanoseconds for a copy, a list of legal actions, and a step with its copy taken off."""

    def nanoseconds(*extras: int) -> float:
        began = time.process_time()
        actions = with_extras(config, games, *extras)
        return (time.process_time() - began) * 1e9 / actions

    base, copies, legals, steps = (nanoseconds(*extras) for extras in ((0, 1, 0), (9, 1, 0), (0, 5, 0), (0, 1, 4)))
    one_copy = (copies - base) / 9
    return one_copy, (legals - base) / 4, (steps - base) / 4 - one_copy


def fireplace_games(deck: Sequence[str], hero: str, games: int) -> None:
    """Play random games in fireplace, by the same policy: one of all legal actions, ending the turn included."""
    from fireplace import cards
    from fireplace.exceptions import GameOver
    from fireplace.game import Game
    from fireplace.player import Player

    cards.db.initialize()
    for _ in range(games):
        game = Game(players=[Player("first", list(deck), hero), Player("second", list(deck), hero)])
        game.start()
        for player in game.players:
            player.choice.choose()
        try:
            while game.turn <= 50:
                random.choice(fireplace_options(game))()
        except GameOver:
            pass


def fireplace_options(game: Any) -> list[Callable[[], object]]:
    """Return all that the player to move may do."""
    player = game.current_player
    if player.choice:
        return [lambda option=option: player.choice.choose(option) for option in player.choice.cards]
    options: list[Callable[[], object]] = [game.end_turn]
    for one in [*player.hand, player.hero.power]:
        usable = one.is_usable() if one is player.hero.power else one.is_playable()
        if usable:
            use = one.use if one is player.hero.power else one.play
            targets = one.targets if one.requires_target() else [None]
            options += [lambda use=use, target=target: use(target=target) for target in targets]
    for one in player.characters:
        if one.can_attack():
            options += [lambda one=one, target=target: one.attack(target) for target in one.targets]
    return options


def measure(name: str, rounds: int, seconds: float) -> list[float]:
    """Return games and playouts per second and the nanoseconds of a copy, a list of legal actions and a step."""
    config, starts = palaestra.load_game("hearthstone").config((name, name)), positions_of_turn_11(name)
    words = np.array([1, 3], dtype=np.int64)
    found = []
    for number in range(rounds):
        whole = rate(lambda games, first=number << 32: play_games(config, first, games), seconds)
        found.append((whole, rate(lambda games: play_on(starts, words, games), seconds), *cost_of_calls(config)))
    columns = list(zip(*found, strict=True))
    return [*map(max, columns[:2]), *map(statistics.median, columns[2:])]


def measure_fireplace(name: str, games: int = 20) -> str:
    """Return fireplace's games per second for a mirror; "-" where it is not installed."""
    if find_spec("fireplace") is None:
        return "-"
    numbers = deck_numbers(name, CARD_DATA[0])
    deck, hero = [card(number).id for number in numbers], card(hero_of(class_of_deck(numbers))).id
    fireplace_games(deck, hero, 1)
    began = time.process_time()
    fireplace_games(deck, hero, games)
    return f"{games / (time.process_time() - began):.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0)
    options = parser.parse_args()
    print(machine_line())
    print(f"per CPU-second, bounds {'checked' if BOUNDSCHECK else 'unchecked'}; state {STATE_SIZE * 8} bytes")
    print(
        f"{'mirror':<22}{'games':>9}{'from turn 11':>14}{'copy ns':>9}{'legal ns':>10}{'step ns':>9}{'fireplace':>11}"
    )
    for name in DECKS:
        games, later, *calls = measure(name, options.rounds, options.seconds)
        costs = "".join(f"{call:>{width}.0f}" for call, width in zip(calls, (9, 10, 9), strict=True))
        print(f"{name:<22}{games:>9,.0f}{later:>14,.0f}{costs}{measure_fireplace(name):>11}", flush=True)
    views = decisions()
    print(f"\n{'agent':<32}{'ms a decision':>14}    {len(views):,} decisions")
    for name, parameters in AGENTS:
        label = " ".join((name, *(f"{key}={value}" for key, value in parameters.items())))
        print(f"{label:<32}{milliseconds_a_decision(name, parameters, views, options.rounds):>14.3f}", flush=True)


if __name__ == "__main__":
    main()
