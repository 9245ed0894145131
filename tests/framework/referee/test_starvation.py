import os
import signal
import sys
import threading
import time

import pytest

from palaestra.agent import View
from palaestra.game import build_game
from palaestra.referee import seat
from palaestra.referee.seat import Allowance
from palaestra.referee.starvation import core_seconds, helpers_seconds, ran_and_waited, starved_seconds
from palaestra.testing.fakes import FirstLegal
from palaestra.testing.games import TWENTY_ONE


def test_the_first_numbers_of_schedstat_are_nanoseconds_on_a_core_and_waiting():
    """Documentation/scheduler/sched-stats.rst of Linux: time on the cpu, time waiting on a runqueue, timeslices."""
    assert ran_and_waited(b"388500000 2500000 2\n") == (0.3885, 0.0025)


@pytest.mark.parametrize("content", [b"", b"1 2", b"1 x 3"])
def test_another_content_is_refused(content):
    with pytest.raises(ValueError, match=r"schedstat is|invalid literal"):
        ran_and_waited(content)


def test_each_thread_reads_its_own_and_it_never_falls():
    seen = []

    def read():
        seen.append([starved_seconds() for _ in range(3)])

    threads = [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(0 <= a <= b <= c for a, b, c in seen)


linux = pytest.mark.skipif(sys.platform != "linux", reason="other systems do not tell")


@linux
def test_the_time_of_all_threads_of_a_process_is_told():
    before = time.process_time()
    told = core_seconds(os.getpid())
    assert before <= told <= time.process_time()


def burn(seconds):
    while time.process_time() < seconds:
        pass


@linux
def test_the_time_of_helpers_is_that_of_the_group_without_its_leader():
    done, tell = os.pipe()
    leader = os.fork()
    if leader == 0:
        try:
            os.setpgid(0, 0)
            burn(0.3)
            for ends in (True, False):  # one is over, and waited for
                helper = os.fork()
                if helper == 0:
                    burn(0.1)
                    os.write(tell, b".")
                    if not ends:
                        signal.pause()
                    os._exit(0)
                if ends:
                    os.waitpid(helper, 0)
            signal.pause()
        finally:
            os._exit(0)
    assert os.read(done, 1) + os.read(done, 1) == b".."
    assert 0.15 <= helpers_seconds(leader) < 0.3
    os.killpg(leader, signal.SIGKILL)
    os.waitpid(leader, 0)
    os.close(done)
    os.close(tell)


def test_in_one_process_the_time_of_an_agents_own_threads_is_no_excuse(monkeypatch):
    """It waited 5 s for a core and ran for 1 s; its other threads had one for 2 s."""
    told = {"waited": iter([0.0, 5.0]), "ran": iter([10.0, 11.0]), "all_ran": iter([20.0, 23.0])}
    monkeypatch.setattr(seat, "starved_seconds", lambda: next(told["waited"]))
    monkeypatch.setattr(time, "thread_time", lambda: next(told["ran"]))
    monkeypatch.setattr(time, "process_time", lambda: next(told["all_ran"]))
    game = build_game(TWENTY_ONE, {})
    state = game.new_state()
    asked = seat.InProcessSeat(lambda: FirstLegal(game, None, None))
    asked.start(0)
    view = View(game, 0, state.observation(0), tuple(state.legal_actions()))
    assert asked.ask(view, Allowance(seconds=60.0)).starved == 3.0
