"""Taking back, on games where it is known what may be taken back."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from palaestra.agent import AgentRng, build_agent
from palaestra.errors import ActionError
from palaestra.game import Game, build_game
from palaestra.play.person_game import PersonGame
from palaestra.record import ScheduledGame
from palaestra.referee.faults import StopPlaying
from palaestra.referee.seat import InProcessSeat
from palaestra.spec import NoParameters
from palaestra.testing.fakes import FIRST_LEGAL
from palaestra.testing.games import NIM


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
