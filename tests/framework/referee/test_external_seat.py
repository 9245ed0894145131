"""External agents: both examples play any game, and whatever a program does ends as a reason of its game."""

import dataclasses
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from palaestra.agent import View
from palaestra.game import build_game
from palaestra.isolation.confine import Confines, Sandbox
from palaestra.isolation.fork_server import ForkServer
from palaestra.isolation.landlock import landlock_version
from palaestra.isolation.messages import Preload
from palaestra.isolation.probe import offered
from palaestra.isolation.program import find_program
from palaestra.isolation.seccomp import seccomp_offered
from palaestra.limits import TimeControl
from palaestra.referee.clock import GameClock
from palaestra.referee.external_seat import ExternalSeat, action_words
from palaestra.referee.faults import VoidGame
from palaestra.referee.play import referee_game
from palaestra.referee.seat import InProcessSeat
from palaestra.testing.fakes import FirstLegal
from palaestra.testing.games import TEST_GAMES, TWENTY_ONE

EXAMPLES = Path(__file__).parents[3] / "examples" / "external"
HERE = Path(__file__).parent
PYTHON = [sys.executable, "-I", "-S"]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="external agents need fork")


@pytest.fixture(scope="module")
def server():
    server = ForkServer(Preload())
    yield server
    server.close()


@pytest.fixture(scope="module")
def bot_in_c(tmp_path_factory):
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("no C compiler is installed")
    program = tmp_path_factory.mktemp("c") / "random_bot"
    flags = ["-O2", "-Wall", "-Wextra", "-Werror", "-pedantic", "-std=c99"]
    subprocess.run([compiler, *flags, "-o", str(program), str(EXAMPLES / "random_bot.c")], check=True)
    return [str(program)]


BOT_IN_PYTHON = [*PYTHON, str(EXAMPLES / "first_bot.py")]


def seat(server, game, command, level="process", apart=True, folder=HERE, seed=1, startup=60.0):
    program, _ = find_program(command, folder)
    sandbox = Sandbox(program.files, program.executable) if level == "sandbox" else None
    confines = Confines(512, sandbox, apart=apart and offered().apart)
    return ExternalSeat(server, program, (game.spec, game.knobs), seed, confines, startup, level)


def first_legal(game):
    return InProcessSeat(lambda: FirstLegal(game, None, None))


def play(server, game, *commands, per_move=None, deal=1, **more):
    seats = [first_legal(game) if command is None else seat(server, game, command, **more) for command in commands]
    clock = None if per_move is None else GameClock(TimeControl(per_move=per_move, margin=0.0), 2)
    return referee_game(game, game.new_state(seed=deal), seats, clock)


@pytest.mark.parametrize("spec", TEST_GAMES, ids=lambda spec: spec.id)
def test_the_bot_in_python_plays_the_first_legal_action(spec, server):
    game = build_game(spec, {})
    for deal in (1, 2, 3):
        expected = play(server, game, None, None, deal=deal)
        assert expected.reason == "finished"
        both = play(server, game, BOT_IN_PYTHON, BOT_IN_PYTHON, deal=deal)
        assert dataclasses.replace(both, seconds=(), in_force=()) == dataclasses.replace(
            expected, seconds=(), in_force=()
        )
        assert both.in_force == ("process", "process")


@pytest.mark.parametrize("spec", TEST_GAMES, ids=lambda spec: spec.id)
def test_the_bot_in_c_plays_legally_and_by_its_seed(spec, server, bot_in_c):
    game = build_game(spec, {})
    played = {seed: play(server, game, bot_in_c, None, seed=seed) for seed in range(3, 23, 2)}
    assert {outcome.reason for outcome in played.values()} == {"finished"}
    assert len({outcome.actions for outcome in played.values()}) > 1
    for seed in (3, 5):
        assert play(server, game, bot_in_c, None, seed=seed).actions == played[seed].actions


FAULTS = [
    ("silence", "timeout", "no answer within 0.500 s"),
    ("half", "timeout", "no answer within 0.500 s"),
    ("garbage", "protocol", "b'my move is good\\n' is not a line of JSON"),
    ("long", "protocol", "without the end of a line"),
    ("number", "protocol", "has the number 1; expected 2"),
    ("twice", "protocol", "after its answer"),
    ("exit", "crash", "ended without an answer: exit code 3"),
    ("segfault", "crash", "ended without an answer: signal 11 (SIGSEGV)"),
    ("closes", "protocol", "closed its channel and went on running"),
    ("word", "illegal", "str 'no such action' is not among the legal actions (0, 1, 2)"),
    ("none", "illegal", "NoneType None is not among the legal actions"),
    ("flood", "crash", "ended without an answer: exit code 1"),
    ("leaves", "startup", "ended without an answer: exit code 0"),
    ("not-ready", "startup", 'no message of type "ready"'),
]


@pytest.mark.parametrize(("what", "reason", "detail"), FAULTS, ids=[what for what, *_ in FAULTS])
def test_whatever_a_program_does_is_a_reason_of_its_game(what, reason, detail, server):
    game = build_game(TWENTY_ONE, {})
    outcome = play(server, game, None, [*PYTHON, "bad_bot.py", what], per_move=0.5)
    assert (outcome.reason, outcome.offender) == (reason, 1)
    assert detail in outcome.detail
    assert len(outcome.actions) == (0 if reason == "startup" else 3)


def test_blank_lines_and_whole_numbers_with_a_point_are_no_fault(server):
    outcome = play(server, build_game(TWENTY_ONE, {}), None, [*PYTHON, "bad_bot.py", "blank"])
    assert (outcome.reason, outcome.actions) == ("finished", (0,) * 21)


def test_a_program_that_is_never_ready_loses_at_the_start(server):
    game = build_game(TWENTY_ONE, {})
    outcome = play(server, game, [*PYTHON, "bad_bot.py", "never-ready"], None, startup=0.3)
    assert (outcome.reason, outcome.detail) == ("startup", "it was not ready after 0.3 s")


def test_a_program_that_cannot_be_executed_loses_at_the_start(server, tmp_path):
    bot = tmp_path / "bot"
    bot.write_bytes(b"\x7fELF")  # a damaged one: nobody sees it until it is started
    bot.chmod(0o755)
    outcome = play(server, build_game(TWENTY_ONE, {}), [str(bot)], None)
    assert (outcome.reason, outcome.exit_code) == ("startup", 127)
    assert "Exec format error" in outcome.stderr


def test_last_words_are_kept_without_their_control_characters(server):
    game = build_game(TWENTY_ONE, {})
    outcome = play(server, game, [*PYTHON, "bad_bot.py", "exit"], None)
    assert (outcome.exit_code, outcome.stderr) == (3, "I have had enough \\x1b[2J")


def test_a_kill_that_nobody_of_us_sent_counts_for_nobody(server):
    with pytest.raises(VoidGame, match="killed, but not by the framework") as caught:
        play(server, build_game(TWENTY_ONE, {}), [*PYTHON, "bad_bot.py", "killed"], None, apart=False)
    assert caught.value.seat == 0


def test_words_are_those_that_the_player_can_read():
    for spec in TEST_GAMES:
        game = build_game(spec, {})
        state = game.new_state(seed=1)
        view = View(game, 0, state.observation(0), tuple(state.legal_actions()))
        expected = [game.action_to_string(state, action) for action in state.legal_actions()]
        assert action_words(view) == (expected if game.kernel is not None else ["0", "1", "2"])


def test_a_program_keeps_to_its_folder_and_sees_no_secrets(server, tmp_path, monkeypatch):
    monkeypatch.setenv("MY_TOKEN", "secret")
    bot = tmp_path / "bot.py"
    bot.write_text("import os, sys\nsys.exit(f'{os.getcwd()} {os.environ.get(\"MY_TOKEN\")}')\n")
    outcome = play(server, build_game(TWENTY_ONE, {}), [*PYTHON, "bot.py"], None, folder=tmp_path)
    assert outcome.stderr == f"{os.path.realpath(tmp_path)} None"


SANDBOXED = pytest.mark.skipif(
    not (landlock_version() and seccomp_offered()), reason="this system has no Landlock and seccomp"
)


@SANDBOXED
def test_both_examples_play_in_a_sandbox(server, bot_in_c):
    game = build_game(TWENTY_ONE, {})
    free = play(server, game, bot_in_c, BOT_IN_PYTHON)
    kept = play(server, game, bot_in_c, BOT_IN_PYTHON, level="sandbox")
    assert kept.reason == "finished"
    assert kept.actions == free.actions


@SANDBOXED
def test_a_script_may_become_its_interpreter_in_a_sandbox(server, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin:/usr/local/bin:/bin")
    if shutil.which("python3") is None:
        pytest.skip("no python3 of the system is installed")
    command = [str(EXAMPLES / "first_bot.py")]  # by its first line, `#!/usr/bin/env python3`
    outcome = play(server, build_game(TWENTY_ONE, {}), command, None, level="sandbox")
    assert (outcome.reason, outcome.stderr) == ("finished", "")


@SANDBOXED
@pytest.mark.parametrize("what", ["fork", "database", "kill"])
def test_a_sandbox_refuses_processes_files_and_signals(what, server, tmp_path):
    database = tmp_path / "games.db"
    database.write_bytes(b"SQLite")
    victim = subprocess.Popen([*PYTHON, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        told = {"fork": [], "database": [f"--database={database}"], "kill": [str(victim.pid)]}[what]
        outcomes = {
            level: play(server, build_game(TWENTY_ONE, {}), [*PYTHON, "bad_bot.py", what, *told], None, level=level)
            for level in ("sandbox", "process")
        }
        kept = what == "kill" and offered().apart
        assert (outcomes["sandbox"].reason, outcomes["process"].reason) == ("crash", "crash" if kept else "finished")
        assert "PermissionError" in outcomes["sandbox"].stderr
        assert victim.poll() is None
    finally:
        victim.communicate()


def test_nothing_that_a_program_starts_outlives_its_game(server, tmp_path):
    lifeline = tmp_path / "lifeline"
    os.mkfifo(lifeline)
    reads = os.open(lifeline, os.O_RDONLY | os.O_NONBLOCK)
    try:
        outcome = play(
            server, build_game(TWENTY_ONE, {}), [*PYTHON, "bad_bot.py", "daemon", f"--life={lifeline}"], None
        )
        assert outcome.reason == "finished"
        assert os.read(reads, 1) == b"."
        assert os.read(reads, 1) == b""  # the end: nobody holds the other side any more
    finally:
        os.close(reads)


def test_a_program_that_is_kept_to_less_than_was_promised_plays_no_game(server):
    game = build_game(TWENTY_ONE, {})
    program, _ = find_program(BOT_IN_PYTHON, HERE)
    kept = ExternalSeat(server, program, (game.spec, game.knobs), 1, Confines(512), 60.0, "process landlock99+bwrap")
    with pytest.raises(VoidGame, match=r"confined by less than 'process landlock99\+bwrap': landlock99 is missing"):
        referee_game(game, game.new_state(), [kept, first_legal(game)])
