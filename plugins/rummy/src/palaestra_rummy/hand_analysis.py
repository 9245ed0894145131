"""All that the analyser says of a hand, for use from Python: ``analyse(["AH", "2H", ...], wild="7")``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from palaestra import InvalidValueError
from palaestra_rummy.cards import CARD_NAMES, RANK_NAMES, card_id, card_set, cards_in


@dataclass(frozen=True, slots=True)
class HandAnalysis:
    """What is known of a hand of 13 cards, or of the best 13 of 14, for each number its own best.

    Attributes:
        deadwood: the least points outside disjoint melds, without asking for sequences.
        score: what its holder loses when the other player declares, not capped at 80.
        declarable: whether it is a declaration.
        finishing_cards: the cards of 14 without which the others are a declaration, ascending; empty for 13.
        distance: the fewest cards to replace until it is a declaration.
        coverage: the most cards that are in disjoint melds.
    """

    deadwood: int
    score: int
    declarable: bool
    finishing_cards: tuple[str, ...]
    distance: int
    coverage: int


def analyse(cards: Iterable[str], wild: str | None = None, *, wild_in_pure: bool = True) -> HandAnalysis:
    """Analyse a hand of 13 or 14 cards exactly.

    Args:
        cards: names such as ``"TH"``, a rank of ``A23456789TJQK`` and a suit of ``HDCS``.
        wild: the wild rank, such as ``"7"``; None without wild cards.
        wild_in_pure: whether a card of the wild rank may be itself in a pure sequence.

    Raises:
        InvalidValueError: an unknown card, one that is there twice, another number of cards, an unknown
            rank, or neither True nor False.
    """
    hand, size = _hand(cards)
    rank = _wild_rank(wild)
    if not isinstance(wild_in_pure, bool):
        raise InvalidValueError("wild_in_pure", wild_in_pure, "True or False")
    pure = int(wild_in_pure)

    import numpy as np

    from palaestra_rummy.analysis.cover import coverage
    from palaestra_rummy.analysis.declaration import finishing_cards, is_declarable
    from palaestra_rummy.analysis.distance import min_distance
    from palaestra_rummy.analysis.score import best_deadwood, deadwood, discard_scores, lives_score

    distance, covered = min_distance(hand, rank, pure), coverage(hand, rank)
    if size == 13:
        points, score = deadwood(hand, rank), lives_score(hand, rank, pure)
        return HandAnalysis(points, score, bool(is_declarable(hand, rank, pure)), (), distance, covered)
    finishing = tuple(CARD_NAMES[card] for card in cards_in(finishing_cards(hand, rank, pure)))
    score = int(discard_scores(hand, rank, pure, np.zeros(14, dtype=np.int64)))
    return HandAnalysis(best_deadwood(hand, rank), score, bool(finishing), finishing, distance, covered)


def _hand(cards: Iterable[str]) -> tuple[int, int]:
    """Return the set of some named cards, and how many there are."""
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise InvalidValueError("hand", cards, "a list of 13 or 14 cards, such as ['AH', '2H', ...]")
    names = list(cards)
    ids = [card_id(name) for name in names]
    twice = [name for i, name in enumerate(names) if name in names[:i]]
    if twice:
        raise InvalidValueError("hand", " ".join(names), f"every card once; {twice[0]} is there twice")
    if len(ids) not in (13, 14):
        raise InvalidValueError("hand", " ".join(names), f"13 or 14 cards, not {len(ids)}")
    return card_set(ids), len(ids)


def _wild_rank(wild: str | None) -> int:
    """Return a rank as a number, -1 for None."""
    if wild is None:
        return -1
    if not isinstance(wild, str) or len(wild) != 1 or wild not in RANK_NAMES:
        raise InvalidValueError("wild rank", wild, f"one of {RANK_NAMES}, or None")
    return RANK_NAMES.index(wild)
