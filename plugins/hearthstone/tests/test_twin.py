"""The engine against its slow twin: from every position of random games, the same actions and the same outcomes."""

import itertools
from dataclasses import fields

import numpy as np
import pytest

from palaestra import KernelGame, KernelState, build_game
from palaestra_hearthstone.actions import decode
from palaestra_hearthstone.cards import CARDS, NUMBERS, card, hero_of
from palaestra_hearthstone.cards.vocabulary import Class, Kind, Race, Trigger
from palaestra_hearthstone.position import HandCard, Minion, Position, Side, read_position, write_position
from palaestra_hearthstone.reference import comparable, legal_moves, outcomes
from palaestra_hearthstone.spec import HEARTHSTONE

MOST_OUTCOMES = 3000
"""So many are tried for one action; where chance has more, one that is not found proves nothing."""

PLAYED = (Kind.MINION, Kind.SPELL, Kind.WEAPON)

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
        """Compare a random game."""
        self.follow(self.game.new_state(decks, seed), np.random.default_rng(seed))

    def play_from(self, position: Position, rng: np.random.Generator, most: int) -> None:
        """Compare some random actions from a position on."""
        state = self.game.new_state(seed=self.steps)
        write_position(position, state.array)
        self.follow(state, rng, most)

    def follow(self, state: KernelState, rng: np.random.Generator, most: int = 1000) -> None:
        before = read_position(state.array)
        for _ in range(most):
            if state.is_terminal:
                return
            legal = state.legal_actions()
            assert [decode(action) for action in legal] == legal_moves(before), self.game.render(state)
            # Ending the turn is seldom interesting; playing on makes fuller boards.
            choices = legal[1:] if len(legal) > 1 and rng.random() < 0.7 else legal
            action = choices[int(rng.integers(len(choices)))]
            text = f"{self.game.position_to_string(state)}\n{self.game.render(state)}\n"
            text += f"{self.game.action_to_string(state, action)}\n"
            state.step(action)
            after = read_position(state.array)
            self.compare(before, action, after, text + self.game.render(state))
            before = after

    def try_all(self, position: Position) -> None:
        """Compare all legal actions of a position."""
        state = self.game.new_state(seed=self.steps)
        write_position(position, state.array)
        before = read_position(state.array)
        legal = state.legal_actions()
        assert [decode(action) for action in legal] == legal_moves(before), self.game.render(state)
        for action in legal:
            after = state.copy()
            after.step(action)
            text = f"{self.game.position_to_string(state)}\n{self.game.render(state)}\n"
            text += f"{self.game.action_to_string(state, action)}\n{self.game.render(after)}"
            self.compare(before, action, read_position(after.array), text)

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


MINIONS = [NUMBERS[known.id] for known in CARDS if known is not None and known.kind == Kind.MINION]
PLAYABLE = [NUMBERS[known.id] for known in CARDS if known is not None and known.whole and known.kind in PLAYED]
WEAPONS = [NUMBERS[known.id] for known in CARDS if known is not None and known.kind == Kind.WEAPON]
POWERS = [NUMBERS[known.id] for known in CARDS if known is not None and known.kind == Kind.POWER]
RETURNING = [n for n in MINIONS if card(n).race == Race.DEMON or card(n).has(Trigger.DEATH)]


def any_position(rng: np.random.Generator) -> Position:
    """Return a position that need not come from a game: any cards that are declared, anywhere."""
    ages = list(rng.permutation(np.arange(1, 17)))
    sides = (_any_side(rng, ages), _any_side(rng, ages))
    turn = int(rng.integers(20, 40))
    return Position(sides, turn=turn, mover=(turn + 1) % 2)


def _any_side(rng: np.random.Generator, ages: list[int]) -> Side:
    def below(n: int) -> int:
        return int(rng.integers(n))

    def some(numbers: list[int], most: int) -> list[int]:
        return [int(number) for number in rng.choice(numbers, below(most + 1))]

    side = Side(health=1 + below(30), armor=below(3), crystals=10, mana=10, locked=below(2), owed=below(3))
    side.hero, side.hero_class, side.power = hero_of(Class.WARLOCK), Class.WARLOCK, POWERS[below(len(POWERS))]
    side.fatigue, side.totems, side.jade, side.hero_attack = below(4), below(8), below(30), 2 * below(2)
    if below(2):
        side.weapon = WEAPONS[below(len(WEAPONS))]
        side.weapon_attack, side.weapon_durability, side.weapon_order = below(5), 1 + below(3), int(ages.pop())
    for number in some(MINIONS, 7):
        minion = Minion(number, card(number).attack + 2 * below(2), card(number).health + 2 * below(2))
        minion.damage = below(minion.base_health) if below(2) else 0
        minion.base_flags, minion.order, minion.exhausted = int(card(number).keywords), int(ages.pop()), below(2)
        if card(number).id == "LOOT_161" and below(2):
            minion.memory = MINIONS[below(len(MINIONS))]
        side.board.append(minion)
    side.hand = [HandCard(number) for number in some(PLAYABLE, 6)]
    side.deck = some(PLAYABLE, 4)
    for number in some(RETURNING, 4):
        side.grave[number] = side.grave.get(number, 0) + 1
    return side


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


def test_engine_and_twin_agree_about_any_position(comparison):
    rng = np.random.default_rng(5)
    for _ in range(25):
        comparison.try_all(any_position(rng))
    assert comparison.undecided <= comparison.steps // 50


@pytest.mark.slow
def test_engine_and_twin_agree_about_many_positions(comparison):
    rng = np.random.default_rng(6)
    for _ in range(3000):
        comparison.try_all(any_position(rng))
        comparison.play_from(any_position(rng), rng, 25)
    assert comparison.undecided <= comparison.steps // 50


@pytest.mark.slow
@pytest.mark.parametrize("decks", PAIRS, ids="-".join)
def test_engine_and_twin_agree_in_many_random_games(comparison, decks):
    for seed in range(1000, 1200):
        comparison.play(decks, seed)
    assert comparison.undecided <= comparison.steps // 100
