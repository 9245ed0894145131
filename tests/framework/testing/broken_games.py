"""Games that break the laws of games, each in one way: one rule, or one method, in place of a good one."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from palaestra.game import Game, KernelGame, State
from palaestra.kernel import IntArray, Sizes, determinize_open, observe_open, signature_of
from palaestra.kernel.rng import random_int64
from palaestra.spec import Knobs
from palaestra.testing.games import NIM, TWENTY_ONE, kuhn_poker, nim
from palaestra.testing.games.twenty_one import TwentyOneGame, TwentyOneState


def plain(**slots: Callable[..., Any]) -> dict[str, Callable[..., Any]]:
    """Let plain Python functions pass for the compiled rules of their slots: compiling each would take long."""
    for name, function in slots.items():
        if not hasattr(function, "signature"):
            function.signature = signature_of(name)  # type: ignore[attr-defined]
    return slots


def nim_game(sizes: Callable[[Knobs], Sizes] = nim.sizes, **slots: Any) -> KernelGame:
    """Return nim with some of its rules replaced by plain Python functions."""
    return replace(nim.GAME, rules=replace(nim.RULES, **plain(**slots)), sizes=sizes).build(NIM, NIM.resolve_knobs({}))


def sizes_with(**changes: int) -> Callable[[Knobs], Sizes]:
    return lambda knobs: replace(nim.sizes(knobs), **changes)


def seat_two(state: IntArray) -> int:
    return 2 if nim.current_player(state) == 1 else nim.current_player(state)


def descending(state: IntArray, out: IntArray) -> int:
    n = nim.legal_actions(state, out)
    out[:n] = out[:n][::-1].copy()
    return n


def failing_step(state: IntArray, action: int) -> None:
    if action == 1:
        raise ValueError("a slip in the rules")
    nim.step(state, action)


def drawing_step(state: IntArray, action: int) -> None:
    random_int64(state)
    nim.step(state, action)


def both_win(state: IntArray, out: Any) -> None:
    out[:] = 1.0


def loser_wins(state: IntArray, out: Any) -> None:
    nim.returns(state, out)
    out[:] = -out


def unseeded(state: IntArray, config: IntArray, seed: int) -> None:
    nim.init(state, config, seed)
    state[:2] = 0


def partial_init(state: IntArray, config: IntArray, seed: int) -> None:
    kept = state[nim.PLIES]
    nim.init(state, config, seed)
    state[nim.PLIES] = kept


def failing_init(state: IntArray, config: IntArray, seed: int) -> None:
    raise ValueError("no cards")


def writing_encode(state: IntArray, player: int, out: Any) -> None:
    nim.encode(state, player, out)
    state[nim.PLIES] += 1


def partial_encode(state: IntArray, player: int, out: Any) -> None:
    kept = out[-1]
    nim.encode(state, player, out)
    out[-1] = kept


def infinite_encode(state: IntArray, player: int, out: Any) -> None:
    out[:] = np.inf


def clairvoyant_encode(state: IntArray, player: int, out: Any) -> None:
    out[:] = state[0] != 0


def leaking_observe(state: IntArray, player: int, out: IntArray) -> None:
    out[:] = state


def blind_observe(state: IntArray, player: int, out: IntArray) -> None:
    observe_open(state, player, out)
    out[nim.HEAPS :] = 0


def forgetful_observe(state: IntArray, player: int, out: IntArray) -> None:
    observe_open(state, player, out)
    out[nim.PLIES] = 0


def wrong_determinize(observation: IntArray, player: int, rng: IntArray, out: IntArray) -> None:
    determinize_open(observation, player, rng, out)
    out[nim.PLIES] += 1


def stale_determinize(observation: IntArray, player: int, rng: IntArray, out: IntArray) -> None:
    out[:] = observation
    out[:2] = 1


def reversing_canonical(state: IntArray, out: IntArray) -> None:
    out[:] = state
    out[nim.HEAPS :] = state[nim.HEAPS :][::-1]


def inventive_filter(state: IntArray, index: int, actions: IntArray, n: int, out: IntArray) -> int:
    out[0] = -5
    return 1


def lazy_playout(state: IntArray) -> None:
    nim.step(state, 0 if state[nim.HEAPS] else state[nim.WIDTH])


def first_legal_playout(state: IntArray) -> None:
    out = np.zeros(64, dtype=np.int64)
    while nim.current_player(state) >= 0:
        nim.legal_actions(state, out)
        nim.step(state, out[0])


BROKEN_NIM: list[tuple[str, dict[str, Any]]] = [
    ("games can be dealt", {"init": failing_init}),
    ("current player is a seat or minus one", {"current_player": seat_two}),
    ("legal actions are ascending ids", {"legal_actions": descending}),
    ("legal actions are ascending ids", {"sizes": sizes_with(num_actions=9)}),
    ("legal actions are applicable", {"step": failing_step}),
    ("legal actions fit max legal", {"sizes": sizes_with(max_legal=11)}),
    ("returns are in range and zero sum", {"returns": both_win}),
    ("the kernel agrees with its slow twin", {"returns": loser_wins}),
    ("random numbers are never both zero", {"init": unseeded}),
    ("init writes the whole state", {"init": partial_init}),
    ("only step and playout change the state", {"encode": writing_encode}),
    ("outputs are fully written", {"encode": partial_encode}),
    ("features are finite and agree on observations", {"encode": infinite_encode}),
    ("features are finite and agree on observations", {"encode": clairvoyant_encode}),
    ("observations hide the random numbers", {"observe": leaking_observe}),
    ("observations keep the mover and its legal actions", {"observe": blind_observe}),
    ("perfect information hides nothing", {"observe": forgetful_observe}),
    ("determinizations fit the observation", {"determinize": wrong_determinize}),
    ("determinizations are playable with new random numbers", {"determinize": stale_determinize}),
    ("determinizations are playable with new random numbers", {"sizes": sizes_with(max_plies=2)}),
    ("games without chance draw nothing", {"step": drawing_step}),
    ("values are in range and agree on observations", {"evaluate": lambda state, player: 2.0}),
    ("values are in range and agree on observations", {"evaluate": lambda state, player: float(state[0] != 0)}),
    ("keys ignore the random numbers", {"key": lambda state: state[0]}),
    ("canonical positions are equivalent", {"canonical": reversing_canonical}),
    ("filters keep a subset", {"filter": inventive_filter}),
    ("timeout actions are legal", {"timeout_action": lambda state: 99}),
    ("capped games are over and drawn", {"capped": lambda state: 1}),
    ("playouts are uniformly random games", {"playout": lazy_playout}),
    ("playouts are uniformly random games", {"playout": first_legal_playout}),
]


def all_open_observe(state: IntArray, player: int, out: IntArray) -> None:
    out[:] = state
    out[:2] = 0


def public_cards_observe(state: IntArray, player: int, out: IntArray) -> None:
    """Let the public see what each player does not."""
    kuhn_poker.observe(state, player, out)
    if player == -1:
        out[2:4] = state[2:4]


def two_of_a_kind(observation: IntArray, player: int, rng: IntArray, out: IntArray) -> None:
    kuhn_poker.determinize(observation, player, rng, out)
    out[2 + player] = 1


class Telltale(kuhn_poker.KuhnNotation):
    """Words that only who sees both cards can find."""

    def action_to_string(self, state: IntArray, action: int) -> str:
        return f"{super().action_to_string(state, action)} {state[2] + state[3]}"


TELLTALE = Telltale()
COUNTER = itertools.count()


class Mutant(TwentyOneState):
    """Twenty-one whose copies are of the same kind."""

    def copy(self) -> Mutant:
        return type(self)(self.goal, self.count, self.seat)


class Unchecked(Mutant):
    def step(self, action: int) -> None:
        self.count += action + 1
        self.seat = 1 - self.seat


class SharedCopy(Mutant):
    def copy(self) -> Mutant:
        return self


class Whimsical(Mutant):
    def step(self, action: int) -> None:
        super().step(action)
        self.count = min(self.goal, self.count + next(COUNTER) % 2)


class Generous(Mutant):
    def returns(self) -> list[float]:
        return [1.0, -1.0]


class Writable(Mutant):
    def observation(self, player: int) -> IntArray:
        return np.array(super().observation(player))


class Forgetful(Mutant):
    """Copies look at the original that they come from."""

    origin: TwentyOneState | None = None

    def copy(self) -> Mutant:
        twin = super().copy()
        twin.origin = self  # type: ignore[attr-defined]
        return twin

    def observation(self, player: int) -> IntArray:
        seen = self.origin.count if self.origin is not None and self.count < 9 else self.count
        return np.frombuffer(np.array([0, 0, seen, self.seat], dtype=np.int64).tobytes(), dtype=np.int64)


class MutantGame(TwentyOneGame):
    """Twenty-one with states of a class of one's own."""

    kind: type[Mutant] = Mutant

    def new_state(self, decks: Sequence[str] | None = None, seed: int = 0) -> TwentyOneState:
        return self.kind(21)

    def position(self, text: str, seed: int = 0) -> TwentyOneState:
        plain = super().position(text)
        return self.kind(plain.goal, plain.count, plain.seat)


class Namesakes(MutantGame):
    def action_to_string(self, state: State, action: int) -> str:
        return "go on"


class Misreads(MutantGame):
    def position(self, text: str, seed: int = 0) -> TwentyOneState:
        return TwentyOneState(21)


class Blank(MutantGame):
    def render(self, state: State, player: int | None = None) -> str:
        return "\n"


class Scrawl(MutantGame):
    def render_svg(self, state: State, player: int | None = None) -> str:
        return "<svg><g></svg>"


class Undecided(MutantGame):
    def new_state(self, decks: Sequence[str] | None = None, seed: int = 0) -> TwentyOneState:
        return self.kind(21, next(COUNTER) % 2)


class AnyDeck(MutantGame):
    def check_decks(self, decks: Sequence[str]) -> tuple[str, ...]:
        return tuple(decks)


def with_states(kind: type[Mutant]) -> type[MutantGame]:
    return type(kind.__name__, (MutantGame,), {"kind": kind})


BROKEN_TWENTY_ONE: list[tuple[str, type[MutantGame]]] = [
    ("other actions are refused", with_states(Unchecked)),
    ("copies are independent", with_states(SharedCopy)),
    ("copies replay the same future", with_states(Whimsical)),
    ("returns are in range and zero sum", with_states(Generous)),
    ("observations are read only int64 arrays", with_states(Writable)),
    ("past states never change", with_states(Forgetful)),
    ("the same seed replays the same game", Undecided),
    ("action strings name one action", Namesakes),
    ("position strings lead back", Misreads),
    ("pictures can be drawn", Blank),
    ("pictures can be drawn", Scrawl),
    ("wrong decks are refused", AnyDeck),
]


def mutated(kind: type[MutantGame]) -> Game:
    return kind(TWENTY_ONE, {"goal": 21})
