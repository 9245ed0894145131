"""Indian Rummy once more, slowly and plainly, for tests: cards are names in lists, melds are tried one by one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Self

import numpy as np

from palaestra import random_below, seed_rng

RANKS = "A23456789TJQK"
DECK = [rank + suit for suit in "HDCS" for rank in RANKS]
RUN_ORDER = RANKS + "A"
"""The ace is low and high, and nothing goes around it."""


def points(card: str, wild: str) -> int:
    """Return what a card costs who is left with it."""
    if card[0] == wild:
        return 0
    return int(card[0]) if card[0] in "23456789" else 10


def windows(suit: str) -> Iterator[set[str]]:
    """Yield the runs of three to five cards of a suit; longer ones are made of these."""
    for length in (3, 4, 5):
        for start in range(len(RUN_ORDER) - length + 1):
            yield {rank + suit for rank in RUN_ORDER[start : start + length]}


RUNS = [run for suit in "HDCS" for run in windows(suit)]


def is_declaration(hand: Sequence[str], wild: str, wild_in_pure: bool) -> bool:
    """Return whether thirteen cards are sequences and sets, two of them sequences and one of those pure."""
    cards = set(hand)
    for pure in RUNS:
        if pure <= cards and (wild_in_pure or not any(card[0] == wild for card in pure)):
            rest = cards - pure
            naturals = sorted(card for card in rest if card[0] != wild)
            if _covers(naturals, len(rest) - len(naturals), sequences=1):
                return True
    return False


def _covers(naturals: list[str], wilds: int, sequences: int) -> bool:
    """Return whether natural cards and wild ones go into melds, with two sequences in the end.

    Wild ones left over lengthen a second sequence. Where there is none, they cannot be one by themselves.
    """
    if not naturals:
        return sequences >= 2
    first, others = naturals[0], naturals[1:]
    mates = [card for card in others if card[0] == first[0]]
    for count in range(len(mates) + 1):
        for chosen in combinations(mates, count):
            missing = max(0, 3 - 1 - count)
            if missing <= wilds:
                rest = [card for card in others if card not in chosen]
                if _covers(rest, wilds - missing, sequences):
                    return True
    for run in RUNS:
        if first in run:
            inside = [card for card in others if card in run]
            for count in range(len(inside) + 1):
                missing = len(run) - 1 - count
                if not 0 <= missing <= wilds:
                    continue
                for chosen in combinations(inside, count):
                    rest = [card for card in others if card not in chosen]
                    if _covers(rest, wilds - missing, sequences + 1):
                        return True
    return False


class Reference:
    """A game of Indian Rummy."""

    def __init__(self, knobs: Mapping[str, object], decks: Sequence[str] = (), seed: int = 0) -> None:  # noqa: ARG002
        """Deal, drawing from the generator that the rules use."""
        self.knobs = knobs
        self._words = np.zeros(2, dtype=np.int64)
        seed_rng(self._words, seed)
        self.closed = list(DECK)
        cut = self._draw()
        self.wild = cut[0]
        if knobs["cut_card"] == "returned":
            self.closed = list(DECK)
        self.hands = [[self._draw() for _ in range(13)] for _ in (0, 1)]
        self.open_pile = [self._draw()]
        self.taken = ""
        self.turns = 0
        self.winner = -1
        self.current_player = 0

    @classmethod
    def from_position(cls, text: str, knobs: Mapping[str, object]) -> Self:
        """Refuse: the text of a game with hidden cards says nothing of the order in which they come."""
        raise NotImplementedError(f"no twin of '{text}' under {knobs}")

    def _draw(self) -> str:
        return self.closed.pop(int(random_below(self._words, len(self.closed))))

    def legal_actions(self) -> list[int]:
        """Return both draws, or the discards and declaring."""
        if self.current_player < 0:
            return []
        hand = self.hands[self.current_player]
        if len(hand) == 13:
            return [0, 1]
        kept = self.taken if not self.knobs["return_taken"] else ""
        actions = [2 + DECK.index(card) for card in hand if card != kept]
        if self.knobs["declaration"] == "open" or self.finishing():
            actions.append(54)
        return sorted(actions)

    def finishing(self) -> list[str]:
        """Return the cards without which the mover's hand is a valid declaration."""
        hand = self.hands[self.current_player]
        pure = bool(self.knobs["wild_in_pure"])
        return [out for out in hand if is_declaration([card for card in hand if card != out], self.wild, pure)]

    def step(self, action: int) -> None:
        """Draw, discard or declare."""
        seat = self.current_player
        if action == 0:
            self.taken = self.open_pile.pop()
            self.hands[seat].append(self.taken)
        elif action == 1:
            self.hands[seat].append(self._draw())
        elif action == 54:
            self._declare(seat)
        else:
            self._discard(seat, DECK[action - 2])

    def _discard(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.open_pile.append(card)
        self.taken = ""
        self.turns += 1
        self.current_player = 1 - seat
        if not self.closed and self.knobs["empty_deck"] == "reshuffle":
            self.closed = sorted(self.open_pile[:-1], key=DECK.index)
            self.open_pile = self.open_pile[-1:]
        if not self.closed or self.turns == self.knobs["turn_cap"]:
            self.current_player = -1

    def _declare(self, seat: int) -> None:
        finishing = self.finishing()
        self.winner = seat if finishing else 1 - seat
        if finishing:
            self.thrown = max(finishing, key=lambda card: (points(card, self.wild), -DECK.index(card)))
            self.hands[seat].remove(self.thrown)
        self.current_player = -1

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the other; zeros in a drawn game and before the end."""
        if self.winner < 0:
            return [0.0, 0.0]
        return [1.0 if seat == self.winner else -1.0 for seat in (0, 1)]
