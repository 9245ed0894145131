"""Microseconds of CPU time for each question to the meld analyser of Indian Rummy, beside slower ways to ask it.

    pip install rlcard
    python benchmarks/rummy_analyser.py [--hands 20000] [--rounds 5] [--games 2000]

Random hands with a random wild rank, in one compiled loop, array bounds checked; the declare check on the hands of
games between `random` agents, as their rules ask it. The best of a few rounds. Beside it:

- our greedy partition, compiled too, which answers wrongly now and then: how often is printed as well;
- the analyser's twin in plain Python, which tries all partitions;
- RLCard's melding for gin rummy in Python, if it is installed: 10 cards, no wild cards, no pure sequences.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import numpy as np
from machine import machine_line
from numba import int64

import palaestra
from palaestra import STATE, AgentRng, IntArray, KernelGame, View, jit, load_agent
from palaestra_rummy.analysis.declaration import is_declarable
from palaestra_rummy.analysis.distance import discard_distances, distance_below, min_distance
from palaestra_rummy.analysis.greedy import greedy_deadwood, greedy_declarable
from palaestra_rummy.analysis.outs import discard_outs
from palaestra_rummy.analysis.reference import ReferenceAnalysis
from palaestra_rummy.analysis.score import deadwood, discard_scores, lives_score
from palaestra_rummy.cards import CARD_NAMES, cards_in
from palaestra_rummy.indian_rummy.layout import DISCARD, HANDS, PHASE, WILD

ALL_CARDS = (1 << 52) - 1
BOTH, DISTANCE, DISTANCES, SCORES, DRAW, OUTS, DECLARABLE, GREEDY, GREEDY_DECLARABLE, WRONG = range(10)
TWIN_HANDS = 20


@jit(int64(STATE, STATE, STATE, int64, STATE, STATE))
def ask(hands: IntArray, wilds: IntArray, others: IntArray, question: int, out: IntArray, more: IntArray) -> int:
    """Ask one question of many hands; return the sum of the answers."""
    total = 0
    for i in range(hands.shape[0]):
        hand, wild = hands[i], wilds[i]
        if question == BOTH:
            total += deadwood(hand, wild) + lives_score(hand, wild, 1)
        elif question == DISTANCE:
            total += min_distance(hand, wild, 1)
        elif question == DISTANCES:
            total += discard_distances(hand, wild, 1, out)
        elif question == SCORES:
            total += discard_scores(hand, wild, 1, out)
        elif question == DRAW:
            now = min_distance(hand, wild, 1)
            total += now - distance_below(hand | others[i], wild, 1, now)
        elif question == OUTS:
            least = discard_distances(hand, wild, 1, out)
            total += discard_outs(hand, wild, 1, ALL_CARDS & ~hand, out, least, more)
        elif question == DECLARABLE:
            total += is_declarable(hand, wild, 1)
        elif question == GREEDY:
            total += greedy_deadwood(hand, wild)
        elif question == GREEDY_DECLARABLE:
            total += greedy_declarable(hand, wild)
        elif question == WRONG:
            total += int(greedy_deadwood(hand, wild) != deadwood(hand, wild))
    return total


def random_hands(size: int, count: int, seed: int) -> tuple[IntArray, IntArray, IntArray]:
    """Return hands, wild ranks, and for each hand a card that is not in it."""
    rng = random.Random(seed)
    deals = [rng.sample(range(52), size + 1) for _ in range(count)]
    hands = [sum(1 << card for card in deal[:-1]) for deal in deals]
    wilds = [rng.randrange(13) for _ in deals]
    return (
        np.array(hands, dtype=np.int64),
        np.array(wilds, dtype=np.int64),
        np.array([1 << deal[-1] for deal in deals], dtype=np.int64),
    )


def played_hands(agent: str, games: int, last_only: bool) -> tuple[IntArray, IntArray, IntArray]:
    """Return the hands of 14 cards in games of an agent against itself, or only those that were declared."""
    game = palaestra.load_game("indian_rummy")
    if not isinstance(game, KernelGame):
        raise TypeError("Indian Rummy has a kernel")
    found: list[tuple[int, int]] = []
    for seed in range(games):
        state = game.new_state(seed=seed)
        agents = [load_agent(agent, game, AgentRng(2 * seed + seat)) for seat in (0, 1)]
        while legal := state.legal_actions():
            seat = state.current_player
            action = agents[seat].act(View(game, seat, state.observation(seat), tuple(legal)))
            declared = action == game.sizes.num_actions - 1
            if state.array[PHASE] == DISCARD and (declared or not last_only):
                found.append((int(state.array[HANDS + seat]), int(state.array[WILD])))
            state.step(action)
    hands, wilds = (np.array(column, dtype=np.int64) for column in zip(*found, strict=True))
    return hands, wilds, hands


def timed(run: Callable[[], object], rounds: int) -> float:
    """Return the best CPU time of a few runs, in seconds."""
    times = []
    for _ in range(rounds):
        began = time.process_time()
        run()
        times.append(time.process_time() - began)
    return min(times)


def microseconds(deals: tuple[IntArray, IntArray, IntArray], question: int, rounds: int) -> float:
    """Return the best CPU time of one answer."""
    out, more = np.zeros(16, dtype=np.int64), np.zeros(16, dtype=np.int64)
    few = tuple(array[:1] for array in deals)
    ask(*few, question, out, more)
    return timed(lambda: ask(*deals, question, out, more), rounds) / len(deals[0]) * 1e6


def share(deals: tuple[IntArray, IntArray, IntArray], question: int) -> float:
    """Return the mean answer."""
    scratch = np.zeros(16, dtype=np.int64)
    return float(ask(*deals, question, scratch, scratch.copy())) / len(deals[0])


def twin_microseconds(deals: tuple[IntArray, IntArray, IntArray], rounds: int) -> tuple[float, float]:
    """Return the CPU time of the plain twin for deadwood and score, and for the distance."""
    few = [(list(cards_in(int(deals[0][i]))), int(deals[1][i])) for i in range(TWIN_HANDS)]

    def both() -> None:
        for cards, wild in few:
            twin = ReferenceAnalysis(cards, wild)
            twin.deadwood()
            twin.lives_score()

    def distance() -> None:
        for cards, wild in few:
            ReferenceAnalysis(cards, wild).distance()

    each = 1e6 / len(few)
    return timed(both, min(rounds, 2)) * each, timed(distance, min(rounds, 2)) * each


def rlcard_microseconds(rounds: int) -> float | None:
    """Return the CPU time of RLCard's best melds of 10 cards, or None where it is not installed."""
    try:
        from rlcard.games.base import Card
        from rlcard.games.gin_rummy.utils import melding
    except ImportError:
        return None
    hands = [
        [Card(CARD_NAMES[card][1], CARD_NAMES[card][0]) for card in cards_in(int(hand))]
        for hand in random_hands(10, 200, 3)[0]
    ]
    return timed(lambda: [melding.get_best_meld_clusters(hand) for hand in hands], rounds) / len(hands) * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--games", type=int, default=2_000, help="games of min_dist whose declarations greedy is shown")
    options = parser.parse_args()
    print(machine_line())
    thirteen, fourteen = random_hands(13, options.hands, 1), random_hands(14, options.hands, 2)
    in_play = played_hands("random", max(1, options.hands // 40), last_only=False)
    declared = played_hands("min_dist", options.games, last_only=True)
    rows = (
        ("deadwood and score, 13 cards", thirteen, BOTH),
        ("distance, 13 cards", thirteen, DISTANCE),
        ("distance, 14 cards", fourteen, DISTANCE),
        ("distance after each of 14 discards", fourteen, DISTANCES),
        ("score after each of 14 discards", fourteen, SCORES),
        ("draw decision by distance", thirteen, DRAW),
        ("live outs after each best discard", fourteen, OUTS),
        ("declare check, random play", in_play, DECLARABLE),
        ("declare check, declared hands", declared, DECLARABLE),
        ("greedy deadwood, 13 cards", thirteen, GREEDY),
        ("greedy declare check, random play", in_play, GREEDY_DECLARABLE),
    )
    for name, deals, question in rows:
        print(f"{name:<38} {microseconds(deals, question, options.rounds):10.3f} us")
    for name, used in zip(("deadwood and score", "distance"), twin_microseconds(thirteen, options.rounds), strict=True):
        print(f"{'plain twin, ' + name:<38} {used:10.0f} us")
    theirs = rlcard_microseconds(options.rounds)
    if theirs is not None:
        print(f"{'RLCard gin rummy melds, 10 cards':<38} {theirs:10.0f} us")
    exact, greedy = share(declared, DECLARABLE), share(declared, GREEDY_DECLARABLE)
    print(f"greedy: wrong deadwood of {share(thirteen, WRONG):.1%} of {len(thirteen[0]):,} random hands;")
    print(f"  mean {share(thirteen, GREEDY):.2f} points instead of {np.mean(deadwoods(thirteen)):.2f};")
    print(f"  sees {greedy:.1%} of the {len(declared[0]):,} hands that min_dist declares (exact: {exact:.1%})")


def deadwoods(deals: tuple[IntArray, IntArray, IntArray]) -> list[int]:
    """Return the exact deadwood of each hand."""
    return [deadwood(int(hand), int(wild)) for hand, wild in zip(deals[0], deals[1], strict=True)]


if __name__ == "__main__":
    main()
