"""One game, refereed: answers are checked, faults are data."""

import time

import numpy as np
import pytest

from palaestra import play_game
from palaestra.errors import GameError, InvalidValueError
from palaestra.game import build_game
from palaestra.testing import fakes
from palaestra.testing.games import NIM, TWENTY_ONE


@pytest.fixture
def nim():
    return build_game(NIM, {})


def agent(game, kind, parameters=None):
    return kind(game, parameters, np.random.default_rng(1))


def test_an_honest_game_ends_by_its_rules(nim):
    outcome = play_game(nim, [agent(nim, fakes.FirstLegal), agent(nim, fakes.LastLegal)], seed=5)
    state = nim.new_state(seed=5)
    for action in outcome.actions:
        assert action in state.legal_actions()
        state.step(action)
    assert state.is_terminal
    assert list(outcome.returns) == state.returns()
    assert (outcome.reason, outcome.offender, outcome.detail) == ("finished", None, "")


def test_a_game_without_a_kernel_is_played_too():
    game = build_game(TWENTY_ONE, {})
    outcome = play_game(game, [agent(game, fakes.FirstLegal), agent(game, fakes.LastLegal)])
    assert sum(outcome.returns) == 0
    assert outcome.reason == "finished"


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("kind", "parameters", "reason", "detail"),
    [
        (fakes.RaisesOnMove, fakes.AfterParameters(0), "crash", "RuntimeError: fake failure of seat {seat}"),
        (fakes.IllegalMove, fakes.AfterParameters(0), "illegal", "-2"),
        (fakes.RaisesOnStart, None, "startup", "RuntimeError: fake failure at the start of seat {seat}"),
    ],
)
def test_a_fault_loses_and_is_explained(nim, kind, parameters, reason, detail, seat):
    agents = [agent(nim, fakes.FirstLegal), agent(nim, fakes.FirstLegal)]
    agents[seat] = agent(nim, kind, parameters)
    outcome = play_game(nim, agents)
    assert outcome.reason == reason
    assert outcome.offender == seat
    assert outcome.returns == ((-1.0, 1.0), (1.0, -1.0))[seat]
    assert detail.format(seat=seat) in outcome.detail


@pytest.mark.parametrize("answer", [None, "0", 0.0, float("nan"), True, 10**400, [0], -1])
def test_only_an_integer_among_the_legal_actions_is_an_answer(nim, answer):
    class Answers:
        def act(self, view):
            return answer

    outcome = play_game(nim, [Answers(), agent(nim, fakes.FirstLegal)])
    assert (outcome.reason, outcome.offender, outcome.actions) == ("illegal", 0, ())
    assert type(answer).__name__ in outcome.detail


def test_numpy_integers_are_answers(nim):
    class Answers:
        def act(self, view):
            return np.int64(view.legal_actions[0])

    outcome = play_game(nim, [Answers(), agent(nim, fakes.FirstLegal)])
    assert outcome.reason == "finished"


def test_running_out_of_memory_is_told_apart_from_a_crash(nim):
    class Hungry:
        def act(self, view):
            raise MemoryError

    assert play_game(nim, [Hungry(), Hungry()]).reason == "memory"


def test_an_agent_that_exits_or_fails_after_the_end_changes_nothing(nim):
    class Quits(fakes.FirstLegal):
        def end(self, returns):
            raise SystemExit(1)

    outcome = play_game(nim, [agent(nim, Quits), agent(nim, fakes.FirstLegal)])
    assert outcome.reason == "finished"


class ExitsWhenAskedForItsEnd(fakes.FakeAgent):
    @property
    def end(self):
        raise SystemExit


def test_an_end_that_cannot_even_be_looked_up_changes_nothing(nim):
    agents = [agent(nim, ExitsWhenAskedForItsEnd), agent(nim, fakes.FirstLegal)]
    assert play_game(nim, agents).reason == "finished"


def test_what_an_agent_is_shown_cannot_change_the_game(nim):
    class Scribbles:
        def act(self, view):
            assert not view.observation.flags.writeable
            with pytest.raises(ValueError, match="read-only"):
                view.observation[2] = 7
            return view.legal_actions[0]

    honest = play_game(nim, [agent(nim, fakes.FirstLegal), agent(nim, fakes.FirstLegal)])
    scribbled = play_game(nim, [Scribbles(), agent(nim, fakes.FirstLegal)])
    assert scribbled.actions == honest.actions


def test_agents_must_fill_the_seats(nim):
    with pytest.raises(InvalidValueError, match="agents is 1"):
        play_game(nim, [agent(nim, fakes.FirstLegal)])


def test_an_exception_of_the_game_itself_is_nobody_s_fault(nim):
    class Broken:
        spec = nim.spec
        kernel = None

        def new_state(self, decks=None, seed=0):
            raise GameError("the game is broken")

    with pytest.raises(GameError, match="the game is broken"):
        play_game(Broken(), [agent(nim, fakes.FirstLegal), agent(nim, fakes.FirstLegal)])


def test_building_an_agent_is_no_thinking(nim, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])

    class Slow(fakes.FirstLegal):
        def start(self, player):
            now[0] += 5.0

        def act(self, view):
            now[0] += 1.0
            return super().act(view)

    outcome = play_game(nim, [agent(nim, Slow), agent(nim, fakes.FirstLegal)])
    assert outcome.seconds == (len(outcome.actions[::2]), 0.0)
