"""Positions of Hearthstone built by hand, played by the names of cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Self, TypeVar

from palaestra import (
    ActionError,
    InvalidValueError,
    KernelGame,
    KernelState,
    PositionError,
    UnknownNameError,
    build_game,
    seed_rng,
)
from palaestra_hearthstone import layout
from palaestra_hearthstone.actions import ENEMY, NO_TARGET, Move, decode, encode
from palaestra_hearthstone.cards import CARD_DATA, card, hero_of, number_of
from palaestra_hearthstone.cards.vocabulary import Kind
from palaestra_hearthstone.notation import name_of
from palaestra_hearthstone.position import Position, Side, read_position, write_position
from palaestra_hearthstone.spec import HEARTHSTONE
from palaestra_hearthstone.testing.names import called, check_character, find_class, whole_number
from palaestra_hearthstone.testing.side import ScenarioSide

_Seen = TypeVar("_Seen")

PLAYERS = ("player", "opponent")


@lru_cache
def _game(card_data: str, mulligan: bool) -> KernelGame:
    game = build_game(HEARTHSTONE, {"card_data": card_data, "mulligan": mulligan})
    if not isinstance(game, KernelGame):
        raise InvalidValueError("game hearthstone", type(game).__name__, "a game with a kernel")
    return game


class Scenario(ScenarioSide):
    """A position of the rules engine: built, played and read back by card name.

    ::

        s = Scenario(player="warlock", mana=10)
        s.board("Carnivorous Cube", ate="Doomguard")
        s.play("Dark Pact", target="Carnivorous Cube")
        assert s.board_names() == ["Doomguard", "Doomguard"]

    A scenario is itself the player, seat 0; :attr:`opponent` is the other, with the same methods to build and to read.
    Hands, decks and boards are empty at first, so whoever draws takes fatigue. Building and playing may alternate.
    Actions are those of the player whose turn it is, must be legal, and return the scenario.

    Args:
        player: class of the player.
        opponent: class of the opponent.
        mana: that both can spend, and their crystals.
        turn: number of the turn; odd turns are the player's.
        seed: of everything random.
        card_data: the game's knob.

    Raises:
        UnknownNameError: no such class.
        InvalidValueError: no such turn, amount of mana or card data.
    """

    def __init__(
        self,
        player: str = "warrior",
        opponent: str = "warrior",
        *,
        mana: int = 10,
        turn: int = 21,
        seed: int = 0,
        card_data: str = CARD_DATA[0],
    ) -> None:
        whole_number("turn", turn, 1, layout.LAST_TURN)
        whole_number("mana", mana, 0, layout.MOST_CRYSTALS)
        sides = _side(player, mana, card_data), _side(opponent, mana, card_data)
        state = _game(card_data, False).new_state(seed=seed)
        write_position(Position(sides, turn=turn, mover=(turn + 1) % 2), state.array)
        self._begin(_game(card_data, False), state)

    def _begin(self, game: KernelGame, state: KernelState) -> None:
        super().__init__(self, 0)
        self.game = game
        self.state = state
        self.opponent = ScenarioSide(self, 1)
        self.log: list[str] = []
        """The actions so far, as the notation of the game writes them."""

    @classmethod
    def deal(
        cls,
        decks: Sequence[str],
        *,
        seed: int = 0,
        mulligan: bool = False,
        card_data: str = CARD_DATA[0],
    ) -> Self:
        """Return a whole game from its beginning, for two declared decks."""
        game = _game(card_data, mulligan)
        return cls._of(game, game.new_state(decks, seed))

    @classmethod
    def read(cls, position: str, *, seed: int = 0, card_data: str = CARD_DATA[0]) -> Self:
        """Return the scenario of a position text, as replays and :meth:`text` write it.

        Raises:
            PositionError: the text cannot be read.
        """
        game = _game(card_data, False)
        return cls._of(game, game.position(position, seed))

    @classmethod
    def _of(cls, game: KernelGame, state: KernelState) -> Self:
        scenario = cls.__new__(cls)
        scenario._begin(game, state)
        return scenario

    def copy(self, seed: int | None = None) -> Self:
        """Return an independent copy, in which other things happen at random if a seed is given."""
        other = self._of(self.game, self.state.copy())
        other.log = list(self.log)
        if seed is not None:
            seed_rng(other.state.array, seed)
        return other

    def tries(self, number: int) -> Iterator[Self]:
        """Yield copies with the seeds 0, 1, ... so that random things can be seen to happen, or picked."""
        return (self.copy(seed) for seed in range(number))

    def outcomes(self, see: Callable[[Self], _Seen], number: int = 100) -> Counter[_Seen]:
        """Return how often `see`, which plays on a copy and looks, saw what, over so many seeds."""
        return Counter(see(other) for other in self.tries(number))

    def first(self, that: Callable[[Self], bool], number: int = 1000) -> Self:
        """Return the first of so many copies with other seeds for which `that`, which plays on it and looks, is true.

        ::

            s = s.first(lambda t: t.power().board_names() == ["Wrath of Air Totem"])

        Raises:
            ActionError: there is none.
        """
        for other in self.tries(number):
            if that(other):
                return other
        raise ActionError(f"what was wanted did not happen in {number} tries")

    # What is played.

    def play(
        self, name: str, target: str | None = None, *, place: int | None = None, choose: str | None = None
    ) -> Self:
        """Play a card from the hand; one that is not there is put there first.

        Args:
            name: of the card.
            target: a minion by name, with "own" or "enemy" before it where both sides have one so called; "own hero"
                or "enemy hero". Of several alike on a side the leftmost one; "Frog #2" or "enemy #2" is the second
                minion from the left.
            place: where a minion goes, from the left beginning with 1; None = the right end. Here it may be any, also
                where the game offers the right end only, since nothing minds its neighbours.
            choose: the hero power taken, if it asks for one.

        Raises:
            ActionError: it is not legal; the error lists what is.
            UnknownNameError: an unknown card, or a target that no character is ever called.
            PositionError: the card is not in the hand, which is full.
        """
        before = self.state.array.copy()
        try:
            self._play(name, target, place)
        except ActionError:
            self.state.array[:] = before
            raise
        return self if choose is None else self.choose(choose)

    def _play(self, name: str, target: str | None, place: int | None) -> None:
        mover = self.mover
        try:
            held = mover.hand_place(name)
        except UnknownNameError:
            held = mover.hand(name).hand_place(name)
        number = mover.side.hand[held].card
        hand = mover.side.hand
        moves = [(action, move) for action, move in self._moves("play") if hand[move.hand].card == number]
        if place is not None:
            moves = _at(place, moves) if card(number).kind == Kind.MINION else []
        what = f"{name_of(number)}{f' at place {place}' if place else ''}"
        if not moves:
            self._refuse(what, self._why_not(mover, number))
        self._play_one(what, moves, target)

    def power(self, target: str | None = None) -> Self:
        """Use the hero power; see :meth:`play` for targets."""
        moves = self._moves("power")
        name = self.mover.power_name
        if not moves:
            self._refuse(name, "used already" if self.mover.side.power_used else "")
        self._play_one(name, moves, target)
        return self

    def attack(self, attacker: str, defender: str = "hero") -> Self:
        """Attack with a minion, or with "hero", an enemy minion or "hero"; see :meth:`play` for names.

        Raises:
            ActionError: it is not legal; the error lists what is.
            UnknownNameError: no character is ever called so.
        """
        check_character(attacker)
        check_character(defender)
        mine, others = self.mover.side, self.waiting.side
        moves = [
            (action, move)
            for action, move in self._moves("attack")
            if called(mine, move.attacker, _unowned(attacker, "own"))
            and called(others, move.defender, _unowned(defender, "enemy"))
        ]
        if not moves:
            self._refuse(f"{attacker} attacks {defender}", "")
        self._do(moves[0][0])
        return self

    def end_turn(self) -> Self:
        """End the turn; the next one begins."""
        return self.do("end turn")

    def choose(self, option: str) -> Self:
        """Answer a choice: a hero power by a word of its name or its beginning; in the mulligan "keep" or "replace"."""
        options = [f" {known.casefold()}" for known in self.options()]
        fitting = [action for action, move in self._moves("choose") if f" {option.casefold()}" in options[move.option]]
        if len(fitting) != 1:
            self._refuse(f"choose {option}", "")
        self._do(fitting[0])
        return self

    def do(self, action: str) -> Self:
        """Play an action as the notation of the game writes it, such as "Fiery War Axe -> equip"; see :meth:`legal`."""
        self._do(self.game.string_to_action(self.state, action))
        return self

    # What can be asked.

    def legal(self, about: str = "") -> list[str]:
        """Return the legal actions as text, those in which `about` occurs."""
        texts = [self.game.action_to_string(self.state, action) for action in self.state.legal_actions()]
        return [text for text in texts if about.casefold() in text.casefold()]

    def can(self, act: Callable[[Self], object]) -> bool:
        """Return whether what `act` plays on a copy is legal: ``s.can(lambda s: s.attack("Doomguard"))``."""
        try:
            act(self.copy())
        except ActionError:
            return False
        return True

    def options(self) -> list[str]:
        """Return the hero powers to choose from; empty when nothing is asked."""
        position = self.position
        if position.pending == layout.DISCOVER:
            return [name_of(number) for number in position.options]
        return ["keep", "replace"] if position.pending == layout.MULLIGAN else []

    @property
    def card_data(self) -> str:
        """The value of the knob."""
        return str(self.game.knobs["card_data"])

    @property
    def position(self) -> Position:
        """Everything, in the engine's numbers."""
        return read_position(self.state.array)

    @property
    def turn(self) -> int:
        """The number of the turn."""
        return self.position.turn

    @property
    def mover(self) -> ScenarioSide:
        """The player whose turn it is.

        Raises:
            ActionError: the game is over.
        """
        seat = self.state.current_player
        if seat < 0:
            raise ActionError(f"the game is over: {self.result}; nothing can be played")
        return self if seat == 0 else self.opponent

    @property
    def waiting(self) -> ScenarioSide:
        """The player whose turn it is not."""
        return self.opponent if self.mover is self else self

    @property
    def result(self) -> str:
        """How the game stands: "running", "player", "opponent" or "draw"."""
        if not self.state.is_terminal:
            return "running"
        first, _ = self.state.returns()
        return "draw" if first == 0 else PLAYERS[first < 0]

    def seen_by(self, player: str) -> Position:
        """Return the position as "player" or "opponent" knows it, or as everybody does ("public").

        Raises:
            InvalidValueError: anything else.
        """
        seats = {"player": 0, "opponent": 1, "public": -1}
        if player not in seats:
            raise InvalidValueError("player", player, ", ".join(seats))
        return read_position(self.state.observation(seats[player]))

    def text(self) -> str:
        """Return the position as a text that :meth:`read` reads back."""
        return self.game.position_to_string(self.state)

    def __str__(self) -> str:
        return self.game.render(self.state)

    @contextmanager
    def change(self) -> Iterator[Position]:
        """Give the position to be changed by hand; it is written back, and auras are computed, at the end."""
        position = self.position
        yield position
        array = self.state.array.copy()
        try:
            write_position(position, array)
        except (ValueError, TypeError, OverflowError) as error:
            raise PositionError(str(error)) from error
        self.state.array[:] = array

    def _moves(self, kind: str) -> list[tuple[int, Move]]:
        moves = [(action, decode(action)) for action in self.state.legal_actions()]
        return [(action, move) for action, move in moves if move.kind == kind]

    def _play_one(self, what: str, moves: list[tuple[int, Move]], target: str | None) -> None:
        """Play the move at the target; of several places the right end."""
        if target is not None:
            check_character(target)
        fitting = [(action, move) for action, move in moves if self._hits(move.target, target)]
        sides = {move.target < ENEMY for _, move in fitting}
        if not fitting or (len(sides) > 1 and target is not None):
            why = "both sides have one, say 'own' or 'enemy'" if fitting else ("" if target else "it needs a target")
            self._refuse(f"{what} on {target}" if target else what, why, [action for action, _ in moves])
        leftmost = min(move.target for _, move in fitting)
        self._do(max(action for action, move in fitting if move.target == leftmost))

    def _hits(self, target: int, text: str | None) -> bool:
        if text is None or target == NO_TARGET:
            return text is None and target == NO_TARGET
        owner, _, name = text.partition(" ")
        if owner.casefold() not in ("own", "enemy"):
            owner, name = "", text
        enemy, slot = divmod(target, ENEMY)
        if owner and (owner.casefold() == "enemy") != bool(enemy):
            return False
        return called((self.waiting if enemy else self.mover).side, slot, name)

    def _do(self, action: int) -> None:
        self.log.append(self.game.action_to_string(self.state, action))
        self.state.step_legal(action)

    def _why_not(self, mover: ScenarioSide, number: int) -> str:
        cost = mover.cost(card(number).id)
        return f"it costs {cost}, there is {mover.mana} mana" if cost > mover.mana else ""

    def _refuse(self, what: str, why: str, actions: Iterable[int] = ()) -> None:
        texts = [self.game.action_to_string(self.state, action) for action in actions] or self.legal()
        reason = f" ({why})" if why else ""
        raise ActionError(f"{what}: not legal for the {PLAYERS[self.mover.seat]}{reason}; legal: {', '.join(texts)}")


def _at(place: int, moves: list[tuple[int, Move]]) -> list[tuple[int, Move]]:
    """Return the moves that play a minion, with the minion at a place, from the left beginning with 1."""
    if not 1 <= place <= 1 + max((move.position for _, move in moves), default=0):
        return []
    placed = {replace(move, position=place - 1): None for _, move in moves}
    return [(encode(move), move) for move in placed]


def _unowned(name: str, owner: str) -> str:
    """Return a name without the owner before it, where that can be nobody else's."""
    return name.partition(" ")[2] if name.casefold().startswith(f"{owner} ") else name


def _side(class_name: str, mana: int, card_data: str) -> Side:
    known = find_class(class_name)
    hero = hero_of(known)
    power = number_of(card(hero).power, card_data)
    return Side(crystals=mana, mana=mana, hero=hero, hero_class=known, power=power)
