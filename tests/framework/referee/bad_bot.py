"""An external agent that plays the first legal action, and does what its argument says at the second question."""

import contextlib
import json
import os
import signal
import sys
import time

WHAT = sys.argv[1]
LIFE_SECONDS = 20


def tell(**message):
    print(json.dumps(message), flush=True)


def answer(message, action):
    tell(type="answer", number=message["number"], action=action)


def daemon(lifeline):
    """Leave a process that has neither its parent nor its session, and holds the lifeline."""
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    with contextlib.suppress(PermissionError):
        os.setsid()
    if os.fork() == 0:
        os.write(os.open(lifeline, os.O_WRONLY), b".")
        time.sleep(LIFE_SECONDS)
    os._exit(0)


def misbehave(message):
    first = message["legal"][0]
    if WHAT == "silence":
        time.sleep(LIFE_SECONDS)
    elif WHAT == "half":
        print('{"type":"answer"', end="", flush=True)
        time.sleep(LIFE_SECONDS)
    elif WHAT == "garbage":
        print("my move is good", flush=True)
    elif WHAT == "long":
        print("x" * 100_000, flush=True)
    elif WHAT == "number":
        tell(type="answer", number=1, action=first)
    elif WHAT == "twice":
        line = json.dumps({"type": "answer", "number": message["number"], "action": first})
        print(line + "\n" + line, flush=True)
    elif WHAT == "exit":
        print("I have had enough \x1b[2J", file=sys.stderr)
        sys.exit(3)
    elif WHAT == "segfault":
        signal.signal(signal.SIGSEGV, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGSEGV)
    elif WHAT == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    elif WHAT == "closes":
        os.close(1)
        time.sleep(LIFE_SECONDS)
    elif WHAT == "blank":
        print("\n  \n" + json.dumps({"type": "answer", "number": 2.0, "action": float(first)}) + "\n", flush=True)
    elif WHAT == "word":
        answer(message, "no such action")
    elif WHAT == "none":
        answer(message, None)
    elif WHAT == "flood":
        while True:
            os.write(2, b"x" * (1 << 20))
    elif WHAT == "fork":
        if os.fork() == 0:
            time.sleep(LIFE_SECONDS)
            os._exit(0)
        answer(message, first)
    elif WHAT == "database":
        os.close(os.open(sys.argv[2].partition("=")[2], os.O_RDONLY))
        answer(message, first)
    elif WHAT == "kill":
        os.kill(int(sys.argv[2]), 0)
        answer(message, first)
    elif WHAT == "daemon":
        daemon(sys.argv[2].partition("=")[2])
        answer(message, first)
    else:
        raise AssertionError(WHAT)


for line in sys.stdin:
    received = json.loads(line)
    if received["type"] == "hello":
        if WHAT == "never-ready":
            time.sleep(LIFE_SECONDS)
        if WHAT == "not-ready":
            answer({"number": 1}, 0)
            break
        if WHAT == "leaves":
            sys.exit(0)
        tell(type="ready", name="bad bot")
    elif received["type"] == "question":
        if received["number"] == 2 and WHAT != "nothing":
            misbehave(received)
        else:
            answer(received, received["legal"][0])
    else:
        break
