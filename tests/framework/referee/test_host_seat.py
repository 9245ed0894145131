"""Seats over processes: what is answered, what is measured, and what comes of an agent that fails."""

import os
import re
import signal
import sys
from pathlib import Path

import pytest

from palaestra.agent import Clock, View
from palaestra.game import build_game
from palaestra.isolation.confine import Confines
from palaestra.isolation.fork_server import ForkServer
from palaestra.isolation.messages import Preload
from palaestra.referee.faults import AgentFault, VoidGame
from palaestra.referee.host_seat import HostSeat
from palaestra.referee.seat import UNLIMITED, Allowance
from palaestra.spec import AgentSpec, NoParameters
from palaestra.testing.fakes import RAISES_ON_START, RAISES_WHEN_BUILT
from palaestra.testing.games import NIM

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the promises are those of Linux")

AGENTS = '''
import faulthandler, os, random, signal, sys, time
from pathlib import Path
import numpy as np


class Base:
    def __init__(self, game, parameters, rng):
        self.rng = rng

    def act(self, view):
        return view.legal_actions[0]


class Pid(Base):
    """Answers with its process id, which no game has as an action."""
    def act(self, view):
        return os.getpid()


class Told(Base):
    """Answers with a number made of all that it was shown."""
    def act(self, view):
        clock = view.clock
        return hash((view.player, view.observation.tolist()[2], view.legal_actions, clock.move, clock.game)) % 1000


class Draws(Base):
    def act(self, view):
        return int(self.rng.integers(2**40)) ^ random.getrandbits(40) ^ int(np.random.randint(2**30))


class Ends(Base):
    def end(self, returns):
        Path(sys.argv[1]).write_text(str(returns))


class Prints(Base):
    def act(self, view):
        print("said \\x1b[2J")
        os.system("echo by a child")
        raise ValueError("lost")


class Crashes(Base):
    def act(self, view):
        os.kill(os.getpid(), signal.SIGSEGV)


class Quits(Base):
    def act(self, view):
        os._exit(3)


class QuitsAtOnce(Base):
    def __init__(self, *_):
        os._exit(4)


class NeverReady(Base):
    def start(self, player):
        time.sleep(1000)


class Hangs(Base):
    def act(self, view):
        time.sleep(1000)


class Lies(Base):
    """Says that its process could not be set up, after the fact."""
    def __init__(self, *_):
        from palaestra.isolation import wire
        os.write(3, wire.pack_text(wire.SETUP_FAILED, 0, "no"))


class Hungry(Base):
    def act(self, view):
        bytearray(2**35)
'''


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("agents")
    (folder / "seat_fakes.py").write_text(AGENTS)
    sys.path.append(str(folder))
    server = ForkServer(Preload(NIM, build_game(NIM, {}).knobs))
    sys.path.remove(str(folder))
    yield server
    server.close()


@pytest.fixture
def seat(server):
    """Return a function that makes a started seat."""
    seats = []

    def make(kind, *, started=True, startup_seconds=60.0, seed=1, player=0, pause=True):
        spec = kind if isinstance(kind, AgentSpec) else AgentSpec(kind.lower(), "1", "", f"seat_fakes:{kind}")
        made = HostSeat(server, (spec, NoParameters()), seed, Confines(2048), startup_seconds, "process", pause)
        seats.append(made)
        if started:
            made.prepare(player)
            made.start(player)
        return made

    yield make
    for made in seats:
        made.close()


@pytest.fixture
def view():
    game = build_game(NIM, {})
    state = game.new_state()
    return View(game, 0, state.observation(0), tuple(state.legal_actions()))


def fault(attempt):
    with pytest.raises(AgentFault) as raised:
        attempt()
    return raised.value


def test_an_agent_answers_from_a_process_of_its_own(seat, view):
    asked = seat("Pid")
    first, second = asked.ask(view, UNLIMITED), asked.ask(view, UNLIMITED)
    assert first.action == second.action != os.getpid()
    assert 0 < first.seconds < 60
    assert first.starved == 0.0


def test_it_is_shown_what_it_would_be_shown_here(seat, view):
    allowance = Allowance(seconds=60.0, clock=Clock(move=1.5, game=2.5))
    answer = seat("Told", player=1).ask(View(view.game, 1, view.observation, view.legal_actions), allowance)
    shown = (1, view.observation.tolist()[2], view.legal_actions, 1.5, 2.5)
    assert answer.action == hash(shown) % 1000
    assert answer.starved >= 0.0


def test_whatever_it_draws_from_follows_from_its_seed(seat, view):
    actions = [seat("Draws", seed=seed).ask(view, UNLIMITED).action for seed in (5 << 70, 5 << 70, 6 << 70)]
    assert actions[0] == actions[1] != actions[2]


def test_it_stands_still_between_questions(seat, view):
    def comes_to(pid, wanted):
        stat = Path(f"/proc/{pid}/stat")
        return any(stat.read_text().rpartition(")")[2].split()[0] == wanted for _ in range(100_000))

    assert comes_to(seat("Pid").ask(view, UNLIMITED).action, "T")
    assert comes_to(seat("Pid", pause=False).ask(view, UNLIMITED).action, "S")


def test_it_hears_the_end(server, seat, view, tmp_path):
    told = tmp_path / "told"
    code = AGENTS.replace("sys.argv[1]", repr(str(told)))
    (tmp_path / "ends_fakes.py").write_text(code)
    sys.path.append(str(tmp_path))
    own = ForkServer(Preload(NIM, build_game(NIM, {}).knobs))
    sys.path.remove(str(tmp_path))
    spec = AgentSpec("ends", "1", "", "ends_fakes:Ends")
    made = HostSeat(own, (spec, NoParameters()), 1, Confines(2048), 60.0, "process")
    made.prepare(0)
    made.start(0)
    made.ask(view, UNLIMITED)
    made.end((1.0, -1.0))
    made.close()
    own.close()
    assert told.read_text() == "(1.0, -1.0)"


def test_what_it_raises_and_prints_is_kept(seat, view):
    found = fault(lambda: seat("Prints").ask(view, UNLIMITED))
    assert (found.reason, found.seat, found.exit_code) == ("crash", 0, None)
    assert found.detail.splitlines()[-1] == "ValueError: lost"
    assert found.stderr == "said \\x1b[2J\nby a child"


@pytest.mark.parametrize(
    ("kind", "reason", "code", "words"),
    [
        ("Crashes", "crash", -signal.SIGSEGV, "signal 11 (SIGSEGV)"),
        ("Quits", "crash", 3, "exit code 3"),
        ("Hungry", "memory", None, "MemoryError"),
    ],
)
def test_how_its_process_ends_is_told(seat, view, kind, reason, code, words):
    found = fault(lambda: seat(kind).ask(view, UNLIMITED))
    assert (found.reason, found.exit_code) == (reason, code)
    assert words in found.detail


def test_a_segmentation_fault_leaves_the_line_it_came_from(seat, view):
    found = fault(lambda: seat("Crashes").ask(view, UNLIMITED))
    assert "Segmentation fault" in found.stderr
    assert "in act" in found.stderr


@pytest.mark.parametrize(
    ("kind", "code", "words"),
    [
        (RAISES_ON_START, None, "fake failure at the start of seat 0"),
        (RAISES_WHEN_BUILT, None, "fake failure when built"),
        ("Missing", None, "cannot load 'seat_fakes:Missing'"),
        ("QuitsAtOnce", 4, "exit code 4"),
        ("NeverReady", None, "it was not ready after 0.5 s"),
        ("Lies", None, "kind 2"),
    ],
)
def test_an_agent_that_cannot_be_started(seat, kind, code, words):
    made = seat(kind, started=False, startup_seconds=0.5 if kind == "NeverReady" else 60.0)
    made.prepare(0)
    found = fault(lambda: made.start(0))
    assert found.reason == ("protocol" if kind == "Lies" else "startup")
    assert found.exit_code == code
    assert words in found.detail


def test_no_answer_is_a_timeout(seat, view):
    found = fault(lambda: seat("Hangs").ask(view, Allowance(seconds=0.1, margin=0.05)))
    assert (found.reason, found.detail) == ("timeout", "no answer within 0.150 s")


def test_a_process_that_someone_else_kills_is_nobodys_fault(seat, view):
    asked = seat("Pid")
    os.kill(asked.ask(view, UNLIMITED).action, signal.SIGKILL)
    with pytest.raises(VoidGame, match="killed, but not by the framework") as void:
        asked.ask(view, UNLIMITED)
    assert (void.value.reason, void.value.seat) == ("killed", 0)


def test_a_server_that_someone_kills_is_nobodys_fault(view):
    own = ForkServer(Preload(NIM, build_game(NIM, {}).knobs))
    spec = AgentSpec("first", "1", "", "palaestra.testing.fakes:FirstLegal")
    made = HostSeat(own, (spec, NoParameters()), 1, Confines(2048), 60.0, "process")
    made.prepare(0)
    made.start(0)
    os.kill(own.pid, signal.SIGKILL)
    while own.alive:
        continue
    with pytest.raises(VoidGame, match="signal 9"):
        made.ask(view, UNLIMITED)
    made.close()
    own.close()


def test_closing_frees_the_process_and_every_descriptor(seat, view):
    before = len(list(Path("/proc/self/fd").iterdir()))
    made = seat("Pid")
    pid = made.ask(view, UNLIMITED).action
    made.close()
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    assert not Path(f"/proc/{pid}").exists()
    made.close()


@pytest.mark.parametrize("promised", ["process landlock99", "process seccomp+other"])
def test_a_child_that_is_kept_to_less_than_was_promised_plays_no_game(server, promised):
    spec = AgentSpec("first", "1", "", "palaestra.testing.fakes:FirstLegal")
    made = HostSeat(server, (spec, NoParameters()), 1, Confines(2048), 60.0, promised)
    made.prepare(0)
    with pytest.raises(VoidGame, match=f"a process is confined by less than '{re.escape(promised)}': .* is missing"):
        made.start(0)
    made.close()
