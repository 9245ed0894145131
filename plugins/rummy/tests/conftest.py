"""Positions of Indian Rummy, by name, by play and by agents that finish games."""

import re
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from palaestra import AgentRng, KernelGame, KernelState, View, build_game, load_agent
from palaestra_rummy.indian_rummy.spec import INDIAN_RUMMY

DECK = [rank + suit for suit in "HDCS" for rank in "A23456789TJQK"]
Positions = Callable[..., Iterator[KernelState]]


@pytest.fixture(scope="session")
def game() -> KernelGame:
    return build_game(INDIAN_RUMMY, {})


@pytest.fixture(scope="session")
def positions() -> Positions:
    """Return a way to walk through games, half of them random, half of them played by ``min_dist``."""

    def walk(game: KernelGame, count: int, seed: int = 0) -> Iterator[KernelState]:
        rng = np.random.default_rng(seed)
        left = count
        while left > 0:
            state = game.new_state(seed=int(rng.integers(2**62)))
            agents = [load_agent("min_dist", game, AgentRng(seat)) for seat in (0, 1)] if rng.random() < 0.5 else None
            while left > 0:
                left -= 1
                yield state
                legal = state.legal_actions()
                if not legal:
                    break
                state.step(_choose(game, state, legal, agents, rng))

    return walk


def _choose(game, state, legal, agents, rng):
    # Now and then at random, so that the finished hands of the agents are not declared at once.
    if agents is None or rng.random() < 0.1:
        return legal[int(rng.integers(len(legal)))]
    player = state.current_player
    return agents[player].act(View(game, player, state.observation(player), tuple(legal)))


@pytest.fixture(scope="session")
def place(game) -> Callable[..., KernelState]:
    """Return a way to make a position from hands; the closed deck gets all other cards."""

    def make(first: str, second: str, *, under: KernelGame = game, seed: int = 0, **parts: str) -> KernelState:
        given = {
            "to": "first",
            "phase": "draw",
            "turn": "0",
            "winner": "-",
            "wild": "7",
            "cut": "7S",
            "open": "KS",
            "pile": "-",
            "taken": "-",
            "closed": "",
            "hands": f"{first.replace(' ', '')}/{second.replace(' ', '')}",
            **dict.fromkeys(("discards", "picks", "held", "deduced"), "-/-"),
        } | parts
        placed = re.findall("[A2-9TJQK][HDCS]", " ".join(given[name] for name in ("cut", "open", "pile", "hands")))
        given["closed"] = given["closed"] or "".join(card for card in DECK if card not in placed)
        return under.position(" ".join(f"{name}={value}" for name, value in given.items()), seed)

    return make
