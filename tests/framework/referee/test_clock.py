"""The clock's bookkeeping: durations go in, rulings come out; no time passes."""

import pytest

from palaestra.agent import Clock
from palaestra.errors import GameError
from palaestra.game import build_game
from palaestra.limits import TimeControl
from palaestra.referee.clock import GRACE_SECONDS, GameClock
from palaestra.referee.faults import AgentFault, VoidGame
from palaestra.referee.play import referee_game
from palaestra.referee.seat import UNLIMITED, Answer
from palaestra.testing.games import KUHN_POKER, NIM


def clock(**control):
    more = {name: control.pop(name) for name in ("turn_goes_on", "unexcused") if name in control}
    return GameClock(TimeControl(**control), 2, **more)


def test_the_smallest_of_what_is_left_counts_and_all_is_shown():
    ours = clock(per_move=3.0, per_turn=5.0, per_game=7.0, margin=0.25)
    allowance = ours.allow(0)
    assert (allowance.seconds, allowance.margin, allowance.grace) == (3.0, 0.25, 0.0)
    assert allowance.clock == Clock(move=3.0, turn=5.0, game=7.0)
    assert allowance.patience == 3.25
    assert ours.charge(2.5) == "in_time"
    assert ours.allow(0).clock == Clock(move=3.0, turn=2.5, game=4.5)
    assert ours.charge(1.0) == "in_time"
    assert ours.allow(1).clock == Clock(move=3.0, turn=5.0, game=7.0)  # its own time
    assert ours.charge(0.0) == "in_time"
    assert ours.allow(0).clock == Clock(move=3.0, turn=5.0, game=3.5)  # another turn of the same game


@pytest.mark.parametrize(
    ("seconds", "ruling"), [(1.0, "in_time"), (1.25, "in_time"), (1.2501, "late"), (float("inf"), "late")]
)
def test_the_margin_is_forgiven_and_no_more(seconds, ruling):
    ours = clock(per_move=1.0, margin=0.25)
    ours.allow(0)
    assert ours.charge(seconds) == ruling


def test_what_was_taken_from_the_margin_is_not_owed():
    """As fastchess does: a small negative rest is set to 0 before the increment."""
    ours = clock(per_game=1.0, increment=0.5, margin=0.25)
    ours.allow(1)
    assert ours.charge(1.125) == "in_time"
    assert ours.allow(1).clock == Clock(game=0.5)
    assert ours.charge(0.75) == "in_time"
    assert ours.allow(1).seconds == 0.5
    assert ours.charge(0.7501) == "late"


def test_the_increment_adds_to_the_game_after_every_action():
    ours = clock(per_game=10.0, increment=2.0)
    for _ in range(3):
        ours.allow(0)
        assert ours.charge(1.0) == "in_time"
    assert ours.allow(0).seconds == 13.0


@pytest.mark.parametrize("limit", ["per_move", "per_game"])
def test_waiting_for_a_core_is_no_thinking(limit):
    ours = clock(**{limit: 1.0}, margin=0.25)
    ours.allow(0)
    assert ours.charge(3.0, starved=1.75) == "starved"
    ours.allow(0)
    assert ours.charge(3.0, starved=1.7) == "late"  # 1.3 s of its own


def test_an_excuse_can_run_out_for_one_seat():
    ours = clock(per_move=1.0, unexcused=(1,))
    ours.allow(1)
    assert ours.charge(3.0, starved=3.0) == "late"
    ours.allow(0)
    assert ours.charge(3.0, starved=3.0) == "starved"


def test_time_in_which_the_referee_was_stopped_is_nobodys():
    ours = clock(per_game=10.0, margin=0.25, unexcused=(0,))
    ours.allow(0)
    assert ours.charge(3600.0, stopped=3599.0) == "stopped"
    assert ours.charge(3.0, stopped=1.0) == "in_time"
    assert ours.allow(0).seconds == 8.0
    assert ours.charge(3600.0, stopped=3590.0) == "late"  # 10 s of its own, of 8


def test_only_the_turn_is_over_where_only_the_turn_had_a_limit():
    ours = clock(per_turn=1.0, per_move=10.0, turn_goes_on=True)
    assert ours.allow(0).grace == GRACE_SECONDS
    assert ours.charge(0.5) == "in_time"
    ours.allow(0)
    assert ours.charge(0.75) == "turn_over"
    ours.allow(0)
    assert ours.charge(11.0) == "late"  # the move's own limit is stricter
    assert clock(per_turn=2.0, per_move=1.0, turn_goes_on=True).allow(0).grace == 0.0


class Timed:
    """A seat whose answers take what a script says; plays the first legal action."""

    in_force = "none"

    def __init__(self, *seconds, starved=0.0):
        self.left, self.starved = list(seconds), starved
        self.shown, self.closed = [], 0

    def prepare(self, player):
        pass

    def start(self, player):
        pass

    def ask(self, view, allowance):
        self.shown.append((view.clock, allowance))
        return Answer(view.legal_actions[0], self.left.pop(0) if self.left else 0.0, self.starved)

    def end(self, returns):
        pass

    def close(self):
        self.closed += 1


def play(game, first, second, clock=None):
    return referee_game(game, game.new_state(seed=3), [first, second], clock)


def test_a_late_answer_loses_and_both_seats_are_closed():
    seats = Timed(0.0, 1.2), Timed()
    outcome = play(build_game(NIM, {}), *seats, clock(per_move=1.0))
    assert (outcome.reason, outcome.offender, outcome.returns) == ("timeout", 0, (-1.0, 1.0))
    assert outcome.detail == "took 1.200 s of 1.000 s (margin 0.05 s)"
    assert len(outcome.actions) == 2
    assert outcome.seconds == (1.2, 0.0)
    assert [seat.closed for seat in seats] == [1, 1]
    assert seats[0].shown[0][0] == Clock(move=1.0)


def test_an_overloaded_machine_makes_the_game_void():
    seats = Timed(), Timed(1.2, starved=1.0)
    with pytest.raises(VoidGame, match=r"machine overloaded: the agent took 1\.200 s of 1\.000 s") as caught:
        play(build_game(NIM, {}), *seats, clock(per_move=1.0))
    assert (caught.value.reason, caught.value.seat) == ("overload", 1)
    assert [seat.closed for seat in seats] == [1, 1]


def test_without_a_clock_nothing_is_late():
    seats = Timed(1e9), Timed()
    assert play(build_game(NIM, {}), *seats).reason == "finished"
    assert seats[0].shown[0] == (Clock(), UNLIMITED)


def test_the_game_says_what_is_played_when_a_turn_is_over():
    """Kuhn poker passes, or folds, for who takes too long: that is action 0."""
    game = build_game(KUHN_POKER, {})

    class Bets(Timed):
        def ask(self, view, allowance):
            return super().ask(view, allowance)._replace(action=view.legal_actions[-1])

    in_time = play(game, Bets(0.5), Bets(), clock(per_turn=1.0, turn_goes_on=True))
    assert (in_time.actions, in_time.reason) == ((1, 1), "finished")
    first = Bets(1.5)
    over = play(game, first, Bets(), clock(per_turn=1.0, turn_goes_on=True))
    assert over.actions[0] == 0
    assert (over.reason, over.offender) == ("finished", None)
    assert len(first.shown) == len(over.actions[::2])  # it is asked again in its next turn


def test_a_game_without_such_an_action_is_lost():
    outcome = play(build_game(NIM, {}), Timed(1.5), Timed(), clock(per_turn=1.0))
    assert (outcome.reason, outcome.offender, outcome.detail) == ("timeout", 0, "the time of the turn is over")


def test_a_game_that_names_an_illegal_action_breaks_its_contract(monkeypatch):
    game = build_game(KUHN_POKER, {})
    monkeypatch.setattr("palaestra.game.KernelState.timeout_action", lambda _state: 7)
    with pytest.raises(GameError, match="timeout_action is 7; expected a legal action"):
        play(game, Timed(1.5), Timed(), clock(per_turn=1.0))


def test_every_seat_is_closed_when_one_does_not_start():
    class Fails(Timed):
        def start(self, player):
            raise AgentFault("startup", player, "no", exit_code=-9, stderr="gone")

    seats = Timed(), Fails()
    outcome = play(build_game(NIM, {}), *seats)
    assert (outcome.reason, outcome.offender, outcome.exit_code, outcome.stderr) == ("startup", 1, -9, "gone")
    assert [seat.closed for seat in seats] == [1, 1]


def test_the_isolation_in_force_is_told():
    seats = Timed(), Timed()
    seats[1].in_force = "process"
    assert play(build_game(NIM, {}), *seats).in_force == ("none", "process")
