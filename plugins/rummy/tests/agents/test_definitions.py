"""Every decision of whole games, held against the definitions written out in plain Python.

The definitions are those of docs/rummy.md, after P. Saha et al. (arXiv 2601.00024, 2025).
"""

import numpy as np
import pytest

from palaestra import AgentRng, View, build_game, load_agent
from palaestra_rummy.analysis.distance import min_distance
from palaestra_rummy.analysis.outs import live_outs
from palaestra_rummy.analysis.score import lives_score
from palaestra_rummy.cards import CARD_NAMES, card_id
from palaestra_rummy.indian_rummy.layout import CUT, DISCARDS, HANDS, HELD, OPEN, PICKS, PILE, TAKEN, WILD
from palaestra_rummy.indian_rummy.reference import DECK, RANKS, points
from palaestra_rummy.indian_rummy.spec import INDIAN_RUMMY


def cards(word):
    return {CARD_NAMES[card] for card in range(52) if int(word) >> card & 1}


def bits(names):
    return sum(1 << card_id(name) for name in names)


def near(card):
    """Return the cards of the same rank, and those one step away in the suit, the ace being both ends."""
    place = RANKS.index(card[0])
    ranks = {RANKS[(place + 1) % 13], RANKS[place - 1]}
    return {other for other in DECK if other[0] == card[0] or (other[1] == card[1] and other[0] in ranks)}


def relation(card, others):
    """Return 2 for each neighbour in the suit, 1 for each card two steps away and for each of the same rank."""
    total = 0
    for other in others:
        apart = abs(RANKS.index(card[0]) - RANKS.index(other[0])) if card[1] == other[1] else 99
        if "A" in (card[0], other[0]) and card[1] == other[1]:
            apart = min(apart, 13 - apart)
        total += {1: 2, 2: 1}.get(apart, 0) + (card[0] == other[0])
    return total


class Definition:
    """A player as the definitions have it."""

    def __init__(self, name, ties="points", danger=0.3):
        self.name = name
        self.keep = ties == "keep"
        self.watch = name.endswith("_opp")
        self.danger = danger if name == "min_dist_guard" else 0.0
        self.before = set()

    def cost(self, hand, wild):
        if self.name.startswith("min_score"):
            return min(80, lives_score(bits(hand), wild, 1))
        return min_distance(bits(hand), wild, 1)

    def draw(self, seen, player):
        wild = int(seen[WILD])
        self.before = cards(seen[HANDS + player])
        offered = self.before | {CARD_NAMES[seen[OPEN]]}
        best = min(self.cost(offered - {card}, wild) for card in offered)
        return "draw open" if best < self.cost(self.before, wild) else "draw closed"

    def discard(self, seen, player):
        wild = int(seen[WILD])
        hand = cards(seen[HANDS + player])
        taken = {CARD_NAMES[seen[TAKEN]]} if seen[TAKEN] >= 0 else set()
        costs = {card: self.cost(hand - {card}, wild) for card in hand - taken}
        least = min(costs.values())
        improved = least < self.cost(self.before, wild)
        (drawn,) = hand - self.before
        if self.keep and not self.watch and not improved and not taken:
            return f"discard {drawn}"
        ties = [card for card, cost in costs.items() if cost == least]
        watching = self.watch and not (self.keep and improved)

        def merit(card):
            safe = watching and self.is_safe(card, seen, 1 - player)
            return (self.promise(card, hand, seen, player), safe, points(card, RANKS[wild]), -DECK.index(card))

        return f"discard {max(ties, key=merit)}"

    def is_safe(self, card, seen, opponent):
        return bool(near(card) & cards(seen[DISCARDS + opponent])) or not near(card) & cards(seen[PICKS + opponent])

    def promise(self, card, hand, seen, player):
        if self.name not in ("min_dist_outs", "min_dist_guard"):
            return 0
        opponent = 1 - player
        known = cards(seen[PILE]) | cards(seen[HELD + opponent]) | hand
        known |= {CARD_NAMES[seen[word]] for word in (OPEN, CUT) if seen[word] >= 0}
        unseen = set(DECK) - known
        outs = live_outs(bits(hand - {card}), int(seen[WILD]), 1, bits(unseen))
        picks, discards = cards(seen[PICKS + opponent]), cards(seen[DISCARDS + opponent])
        fear = relation(card, unseen) + 3 * relation(card, picks) - relation(card, discards)
        return round(outs - self.danger * fear, 6)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        (name, {"ties": ties})
        for name in ("min_score", "min_score_opp", "min_dist", "min_dist_opp")
        for ties in ("points", "keep")
    ]
    + [("min_dist_outs", {}), ("min_dist_guard", {}), ("min_dist_guard", {"danger": 1.5})],
)
def test_every_decision_is_as_defined(name, parameters):
    game = build_game(INDIAN_RUMMY, {})
    for seed in range(12):
        state = game.new_state(seed=seed)
        agents = [load_agent(name, game, AgentRng(seed), **parameters) for _ in (0, 1)]
        defined = [Definition(name, **parameters) for _ in (0, 1)]
        while not state.is_terminal:
            player = state.current_player
            legal = state.legal_actions()
            view = View(game, player, state.observation(player), tuple(legal))
            action = agents[player].act(view)
            words = game.action_to_string(state, action)
            if words.startswith("draw"):
                assert words == defined[player].draw(view.observation, player)
            elif legal[-1] == 54:
                assert words == "declare"
            else:
                assert words == defined[player].discard(view.observation, player)
            state.step(action)
        assert np.any(state.returns())
