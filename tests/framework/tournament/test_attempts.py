"""What is tried again, and what is given up."""

import pytest

from palaestra.record import GameRecord, ScheduledGame, VoidAttempt
from palaestra.tournament.attempts import EXCUSES, HOPELESS, REPLAYS, Attempts


def game(number, first="a", second="b"):
    return ScheduledGame(f"{number}-1", str(number), number, (first, second), ("standard", "standard"), 1)


def void(game, reason="error", seat=None):
    return VoidAttempt(game, "what happened", 0, 0.0, reason, seat)


def finished(game):
    return GameRecord(game, (1.0, -1.0), "finished", None, (), None, "python", 0, 0.0)


def test_a_void_game_is_replayed_three_times_and_then_unfinished():
    attempts = Attempts()
    assert REPLAYS == 3
    assert [attempts.again(void(game(1))) for _ in range(4)] == [game(1)] * 3 + [None]
    assert attempts.unfinished == {"1-1": "what happened"}


@pytest.mark.parametrize("reason", ["overload", "stopped", "killed"])
def test_what_an_agent_may_have_caused_itself_excuses_a_seat_twice(reason):
    attempts = Attempts()
    assert EXCUSES == 2
    assert attempts.again(void(game(1), reason, 1)) == game(1)
    assert attempts.again(void(game(1), reason, 0)) == game(1)  # another seat
    assert attempts.again(void(game(1), reason, 1)) == game(1)._replace(unexcused=(1,))
    assert attempts.again(void(game(2), reason, 1)) == game(2)  # another game


def test_a_stop_of_the_referee_alone_is_held_against_nobody():
    attempts = Attempts()
    for number in range(2 * HOPELESS):
        assert attempts.again(void(game(number), "stopped")) == game(number)


@pytest.mark.parametrize("reason", ["overload", "stopped", "killed"])
def test_excuses_do_not_save_an_agent_from_its_other_games(reason):
    attempts = Attempts()
    for number in range(2 * HOPELESS):
        assert attempts.again(void(game(number), reason, 1)) is not None
    assert list(attempts.hopeful([game(100)])) == [game(100)]


def test_an_entrant_that_takes_its_worker_along_is_not_tried_for_ever():
    attempts = Attempts()
    for number in range(HOPELESS - 1):
        assert attempts.again(void(game(number, "a", f"other {number}"), "worker", 0)) is not None
    assert attempts.again(void(game(99), "worker", 0)) is None
    left = [game(100, "c", "a"), game(101, "other 1", "b")]
    assert list(attempts.hopeful(left)) == left[1:]
    assert attempts.unfinished["100-1"] == "not tried, for a failed 10 times in a row"


def test_a_finished_game_brings_hope():
    attempts = Attempts()
    for number in range(HOPELESS):
        attempts.again(void(game(number)))
    assert list(attempts.hopeful([game(100)])) == []
    attempts.finished([finished(game(101))])
    assert list(attempts.hopeful([game(100)])) == [game(100)]
