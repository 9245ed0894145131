"""Taking back, on games where it is known what may be taken back."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from palaestra.agent import AgentRng, View, build_agent
from palaestra.errors import ActionError, GameError
from palaestra.game import Game, build_game
from palaestra.play.person_game import PersonGame
from palaestra.record import ScheduledGame
from palaestra.referee.faults import StopPlaying
from palaestra.referee.seat import InProcessSeat
from palaestra.spec import NoParameters
from palaestra.testing.fakes import FIRST_LEGAL, FakeAgent
from palaestra.testing.games import NIM, TWENTY_ONE
from palaestra.testing.games.twenty_one import TwentyOneGame, TwentyOneState


def begun(game: Game, seat: InProcessSeat | None = None, stopped: Callable[[], bool] = lambda: False) -> PersonGame:
    agent = seat or InProcessSeat(lambda: build_agent(FIRST_LEGAL, game, NoParameters(), AgentRng(1)))
    deck = game.spec.decks[0]
    played = PersonGame(game, ScheduledGame("0-1", "0", 1, ("person", "agent"), (deck, deck), 7), 0, agent, stopped)
    played.start()
    return played


def test_nothing_is_taken_back_once_it_is_not_your_turn() -> None:
    played = begun(build_game(NIM, {}))
    with pytest.raises(ActionError, match="nothing to take back"):
        played.take_back()
    played.act(played.state.legal_actions()[0])
    with pytest.raises(ActionError):
        played.take_back()
    assert played.reply() is not None
    with pytest.raises(ActionError, match="nothing to take back"):
        played.take_back()
    played.close()
    assert played.record().reason == "abandoned"
    assert played.record().plies == 2


def test_an_agent_that_thinks_for_ever_does_not_keep_the_person() -> None:
    free = threading.Event()

    class Endless:
        def act(self, view) -> int:
            free.wait()
            return 0

    played = begun(build_game(NIM, {}), InProcessSeat(Endless), lambda: True)
    played.act(played.state.legal_actions()[0])
    with pytest.raises(StopPlaying):
        played.reply()
    played.close()
    assert (played.record().reason, played.record().plies) == ("abandoned", 1)
    free.set()


def test_rules_that_fail_under_the_agent_are_not_its_loss() -> None:
    class FailsLate(TwentyOneState):
        def step(self, action: int) -> None:
            if self.count >= 10:
                raise IndexError("the rules")
            super().step(action)

        def copy(self) -> FailsLate:
            return FailsLate(self.goal, self.count, self.seat)

    class Searches(FakeAgent):
        def act(self, view: View) -> int:
            state = view.game.new_state()
            while not state.is_terminal:
                state.step(0)
            return 0

    game = TwentyOneGame(TWENTY_ONE, {"goal": 21})
    game.new_state = lambda decks=None, seed=0: FailsLate(21)  # type: ignore[method-assign,misc,assignment]
    played = begun(game, InProcessSeat(lambda: Searches(game, None, AgentRng(1))))
    played.act(0)
    with pytest.raises(GameError, match="twenty_one: rule 'step' failed: IndexError: the rules"):
        played.reply()
    played.close()
    assert played.fault is None
