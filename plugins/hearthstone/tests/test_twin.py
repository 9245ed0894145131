"""The engine against its slow twin: from every position of random games, the same actions and the same outcomes."""

import itertools
from dataclasses import fields

import numpy as np
import pytest

from palaestra.game import KernelGame, build_game
from palaestra_hearthstone.actions import decode
from palaestra_hearthstone.position import Position, read_position
from palaestra_hearthstone.reference import comparable, legal_moves, outcomes
from palaestra_hearthstone.spec import HEARTHSTONE

MOST_OUTCOMES = 3000
"""So many are tried for one action; where chance has more, one that is not found proves nothing."""

PAIRS = [
    (first, second)
    for first, second in itertools.product(HEARTHSTONE.decks, repeat=2)
    if HEARTHSTONE.decks.index(first) <= HEARTHSTONE.decks.index(second)
]


class Comparison:
    """Plays random games and compares each step; counts what could not be decided."""

    def __init__(self, game: KernelGame) -> None:
        self.game = game
        self.steps = 0
        self.undecided = 0

    def play(self, decks: tuple[str, str], seed: int) -> None:
        rng = np.random.default_rng(seed)
        state = self.game.new_state(decks, seed)
        before = read_position(state.array)
        while not state.is_terminal:
            legal = state.legal_actions()
            assert [decode(action) for action in legal] == legal_moves(before), self.game.render(state)
            # Ending the turn is the rarest to be interesting; playing on makes fuller boards.
            choices = legal[1:] if len(legal) > 1 and rng.random() < 0.7 else legal
            action = choices[int(rng.integers(len(choices)))]
            text = f"seed {seed}, {decks}\n{self.game.render(state)}\n{self.game.position_to_string(state)}\n"
            text += f"{self.game.action_to_string(state, action)}\n"
            state.step(action)
            after = read_position(state.array)
            self.compare(before, action, after, text + self.game.render(state))
            before = after

    def compare(self, before: Position, action: int, after: Position, text: str) -> None:
        self.steps += 1
        wanted = comparable(after)
        nearest: tuple[int, str] = (10**6, "")
        for outcome in itertools.islice(outcomes(before, decode(action)), MOST_OUTCOMES):
            found = comparable(outcome)
            if found == wanted:
                return
            differences = list(_differences(wanted, found))
            nearest = min(nearest, (len(differences), "\n".join(differences)))
        more = sum(1 for _ in itertools.islice(outcomes(before, decode(action)), MOST_OUTCOMES + 1)) > MOST_OUTCOMES
        assert more, f"{text}\nengine and nearest outcome of the twin differ in\n{nearest[1]}"
        self.undecided += 1


def _differences(engine: object, twin: object, path: str = ""):
    if engine == twin:
        return
    if hasattr(engine, "__dataclass_fields__") and type(engine) is type(twin):
        for field in fields(engine):
            yield from _differences(getattr(engine, field.name), getattr(twin, field.name), f"{path}.{field.name}")
    elif isinstance(engine, (list, tuple)) and isinstance(twin, (list, tuple)) and len(engine) == len(twin):
        for place, (one, other) in enumerate(zip(engine, twin, strict=True)):
            yield from _differences(one, other, f"{path}[{place}]")
    else:
        yield f"{path}: {engine} by the engine, {twin} by the twin"


@pytest.fixture(scope="module", params=["sabberstone2020", "2017"])
def comparison(request) -> Comparison:
    game = build_game(HEARTHSTONE, {"card_data": request.param})
    assert isinstance(game, KernelGame)
    return Comparison(game)


@pytest.mark.parametrize("decks", PAIRS, ids="-".join)
def test_engine_and_twin_agree_in_random_games(comparison, decks):
    for seed in range(2):
        comparison.play(decks, seed)
    assert comparison.undecided <= comparison.steps // 100


@pytest.mark.slow
@pytest.mark.parametrize("decks", PAIRS, ids="-".join)
def test_engine_and_twin_agree_in_many_random_games(comparison, decks):
    for seed in range(1000, 1200):
        comparison.play(decks, seed)
    assert comparison.undecided <= comparison.steps // 100
