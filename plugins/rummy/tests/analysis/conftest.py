"""Hands to analyse: random ones, and such as are nearly declarations."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

_SIZES = ((3, 3, 3, 4), (3, 5, 5), (4, 4, 5))


class Hand(NamedTuple):
    """A set of cards and a wild rank, -1 for none."""

    cards: frozenset[int]
    wild: int

    @property
    def word(self) -> int:
        return sum(1 << card for card in self.cards)


def random_hand(rng: random.Random, size: int) -> Hand:
    return Hand(frozenset(rng.sample(range(52), size)), rng.randrange(-1, 13))


def _melds(rng: random.Random) -> Iterator[list[int]]:
    """Yield a pure sequence, another, and sets and sequences, of 13 cards together but perhaps not disjoint."""
    sizes = list(rng.choice(_SIZES))
    rng.shuffle(sizes)
    for number, size in enumerate(sizes):
        if number < 2 or size == 5 or rng.random() < 0.4:
            suit, start = rng.randrange(4), rng.randrange(15 - size)
            yield [13 * suit + place % 13 for place in range(start, start + size)]
        else:
            rank = rng.randrange(13)
            yield [13 * suit + rank for suit in rng.sample(range(4), size)]


def near_declaration(rng: random.Random, size: int, swaps: int) -> Hand:
    """Return melds with some cards replaced by wild ones, then so many by any others."""
    while True:
        wild = rng.randrange(-1, 13)
        melds = list(_melds(rng))
        cards = [card for meld in melds for card in meld]
        if wild >= 0:
            spare = [13 * suit + wild for suit in range(4) if 13 * suit + wild not in cards]
            for joker in spare[: rng.randrange(4)]:
                cards[rng.randrange(len(melds[0]), 13)] = joker
        if len(set(cards)) == 13:
            break
    others = [card for card in range(52) if card not in cards]
    rng.shuffle(others)
    rng.shuffle(cards)
    for i in range(swaps):
        cards[i] = others.pop()
    return Hand(frozenset(cards + others[: size - 13]), wild)


@pytest.fixture(scope="session")
def make_hand() -> Callable[[int, int], Hand]:
    """Return a way to make a hand of so many cards out of a seed, every second one near a declaration."""

    def make(seed: int, size: int = 13) -> Hand:
        rng = random.Random(seed)
        return random_hand(rng, size) if seed % 2 else near_declaration(rng, size, rng.randrange(4))

    return make
