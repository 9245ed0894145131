"""Time in which the referee was stopped is nobody's: at every level, whoever was asked."""

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from palaestra.isolation.probe import offered
from palaestra.referee.standstill import LEAST, PERIOD, Standstill, standstill_seconds


class Time:
    def __init__(self):
        self.now = self.waited = 0.0

    def pass_(self, seconds, waited=0.0):
        self.now += seconds
        self.waited += waited


@pytest.fixture
def time():
    return Time()


@pytest.fixture
def standstill(time):
    counted = Standstill(lambda: time.now, lambda: time.waited)
    counted.begin()
    return counted


def test_looks_that_come_in_time_count_nothing(time, standstill):
    for late in (0.0, 0.001, LEAST - 0.01):
        time.pass_(PERIOD + late)
        standstill.look()
    assert standstill.seconds() == 0.0


def test_a_look_that_comes_too_late_counts_what_it_is_late(time, standstill):
    for late in (5.0, 3600.0):
        time.pass_(PERIOD + late)
        standstill.look()
    assert standstill.seconds() == pytest.approx(3605.0)


def test_waiting_for_a_core_is_no_standstill(time, standstill):
    time.pass_(PERIOD + 5.0, waited=4.95)
    standstill.look()
    assert standstill.seconds() == 0.0
    time.pass_(PERIOD + 5.0, waited=2.0)
    standstill.look()
    assert standstill.seconds() == pytest.approx(3.0)


def test_a_forked_process_counts_anew():
    standstill_seconds()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(write, b"%d" % (standstill_seconds() == 0.0))
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert os.read(read, 1) == b"1"
    os.close(read)
    os.close(write)


LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the promises are those of Linux")
LEVELS = ["none", "process", *(["sandbox"] if sys.platform == "linux" and offered().sandbox else [])]


def stopped_for_a_second(agent, level, *more):
    """Play a game whose referee is stopped while an agent is asked; returns how it ended."""
    command = [sys.executable, str(Path(__file__).parent / "stopped_referee.py"), agent, level, *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        while os.WIFSTOPPED(os.waitpid(process.pid, os.WUNTRACED)[1]):
            select.select([], [], [], 1.0)  # the standstill itself
            process.send_signal(signal.SIGCONT)
            os.waitid(os.P_PID, process.pid, os.WEXITED | os.WSTOPPED | os.WNOWAIT)
        return json.loads(process.stdout.read())


@LINUX
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("agent", ["slow", "external"])
def test_a_stop_of_the_referee_makes_the_attempt_void(agent, level):
    if (agent, level) == ("external", "none"):
        pytest.skip("a program has a process of its own")
    reason, detail, seat = stopped_for_a_second(agent, level)
    assert reason == "void: stopped"
    assert detail.startswith("the referee was stopped for ")
    assert seat == (0 if level == "none" else None)


@LINUX
def test_an_agent_that_stops_the_process_that_it_shares_is_not_excused_for_ever():
    assert stopped_for_a_second("stops", "none")[0] == "void: stopped"
    assert stopped_for_a_second("stops", "none", "unexcused")[0] == "timeout"


@LINUX
def test_holding_the_interpreter_is_no_standstill():
    assert stopped_for_a_second("holds", "none")[0] == "timeout"
