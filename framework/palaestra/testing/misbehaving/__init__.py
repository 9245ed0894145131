"""Agents that misbehave, each with the expected result at every level of isolation that can stop it.

:data:`GALLERY` is the table. A column is empty where its level cannot stop the fake: an agent at level ``none`` that
ends its process ends the worker too, and one at level ``process`` may read files and connect to servers. The modules
group the fakes by what they do; all their processes end within seconds, even if nothing stops them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, get_args

from palaestra.limits import IsolationLevel
from palaestra.spec import AgentSpec
from palaestra.testing.misbehaving.base import MisbehavingParameters


@dataclass(frozen=True, slots=True)
class Fake:
    """One of the misbehaving agents.

    Attributes:
        spec: its descriptor.
        recorded: level -> the reason with which its game ends; levels that cannot stop it are missing.
            ``"finished"`` = the game goes on, and the fake has gained nothing.
        detail: what the stored detail must contain when the game ends by its fault.
    """

    spec: AgentSpec
    recorded: Mapping[IsolationLevel, str]
    detail: str = ""


def _fake(module: str, kind: str, none: str, process: str, sandbox: str, detail: str = "") -> Fake:
    name = "".join("_" + letter.lower() if letter.isupper() else letter for letter in kind).lstrip("_")
    spec = AgentSpec(
        id=f"fake_{name}",
        version="1",
        summary=f"Misbehaves: {name.replace('_', ' ')}.",
        factory=f"palaestra.testing.misbehaving.{module}:{kind}",
        parameters=MisbehavingParameters,
    )
    columns = zip(get_args(IsolationLevel), (none, process, sandbox), strict=True)
    recorded = {level: reason for level, reason in columns if reason}
    return Fake(spec, recorded, detail)


GALLERY: Final = (
    # module and class                           none        process     sandbox     detail
    _fake("late", "Sleeps",                      "",         "timeout",  "timeout"),
    _fake("late", "HoldsInterpreter",            "",         "timeout",  "timeout"),
    _fake("late", "IgnoresSignals",              "",         "timeout",  "timeout"),
    _fake("late", "StopsItself",                 "",         "timeout",  "timeout"),
    _fake("late", "JustLate",                    "timeout",  "timeout",  "timeout"),
    _fake("late", "WakesItself",                 "",         "crash",    "crash",    "not implemented"),
    _fake("late", "KeepsToOneCore",              "",         "crash",    "crash",    "PermissionError"),
    _fake("late", "LetsOthersGoFirst",           "",         "crash",    "crash",    "PermissionError"),
    _fake("endings", "Raises",                   "crash",    "crash",    "crash",    "fake failure"),
    _fake("endings", "Exits",                    "crash",    "crash",    "crash",    "SystemExit"),
    _fake("endings", "Interrupts",               "crash",    "crash",    "crash",    "KeyboardInterrupt"),
    _fake("endings", "ExitsAtOnce",              "",         "crash",    "crash"),
    _fake("endings", "KillsItself",              "",         "crash",    "crash",    "PermissionError"),
    _fake("endings", "KillsItselfByLimit",       "",         "crash",    "crash",    "not allowed"),
    _fake("endings", "KillsItselfByTimer",       "",         "crash",    "crash",    "not implemented"),
    _fake("endings", "Segfaults",                "",         "crash",    "crash"),
    _fake("endings", "Aborts",                   "",         "crash",    "crash"),
    _fake("greedy", "TakesFiftyGigabytes",       "",         "memory",   "memory"),
    _fake("greedy", "MapsFiftyGigabytes",        "",         "memory",   "memory"),
    _fake("greedy", "Grows",                     "",         "memory",   "memory"),
    _fake("answers", "AnswersIllegal",           "illegal",  "illegal",  "illegal",  "int -2"),
    _fake("answers", "AnswersNothing",           "illegal",  "illegal",  "illegal",  "NoneType"),
    _fake("answers", "AnswersNotANumber",        "illegal",  "illegal",  "illegal",  "float nan"),
    _fake("answers", "AnswersZeroAsFloat",       "illegal",  "illegal",  "illegal",  "float 0.0"),
    _fake("answers", "AnswersHuge",              "illegal",  "illegal",  "illegal",  "int"),
    _fake("answers", "AnswersText",              "illegal",  "illegal",  "illegal",  "str 'pass'"),
    _fake("channel", "WritesGarbage",            "",         "protocol", "protocol"),
    _fake("channel", "AnnouncesMuch",            "",         "protocol", "protocol"),
    _fake("channel", "AnswersTwice",             "",         "protocol", "protocol"),
    _fake("channel", "AnswersAhead",             "",         "protocol", "protocol"),
    _fake("channel", "BreaksOff",                "",         "timeout",  "timeout"),
    _fake("channel", "ClosesDescriptors",        "",         "protocol", "protocol"),
    _fake("channel", "FloodsOutput",             "",         "crash",    "crash",    "File too large"),
    _fake("channel", "FloodsErrors",             "",         "crash",    "crash",    "File too large"),
    _fake("forking", "Forks",                    "",         "finished", "crash",    "PermissionError"),
    _fake("forking", "ForksAndSleeps",           "",         "timeout",  "crash"),
    _fake("forking", "Daemonizes",               "",         "finished", "crash",    "PermissionError"),
    _fake("forking", "ExecutesDaemon",           "",         "finished", "crash",    "PermissionError"),
    _fake("forking", "ForksInChain",             "",         "finished", "crash",    "PermissionError"),
    _fake("forking", "ForksHundreds",            "",         "finished", "crash",    "PermissionError"),
    _fake("forking", "LeavesImmuneChildren",     "",         "finished", "crash",    "PermissionError"),
    _fake("blaming", "PassesIllegalAction",      "crash",    "crash",    "crash",    "ActionError"),
    _fake("blaming", "PassesNoState",            "crash",    "crash",    "crash",    "AttributeError"),
    _fake("blaming", "BlamesGame",               "crash",    "crash",    "crash",    "index is out of bounds"),
    _fake("reaching", "ChangesView",             "finished", "finished", "finished"),
    _fake("reaching", "ReadsParentMemory",       "",         "crash",    "crash",    "PermissionError"),
    _fake("reaching", "ReadsParentEnvironment",  "",         "crash",    "crash",    "PermissionError"),
    _fake("reaching", "OpensDatabase",           "",         "",         "crash",    "database'"),
    _fake("reaching", "ConnectsByTcp",           "",         "",         "crash",    "PermissionError"),
    _fake("reaching", "SendsByUdp",              "",         "",         "crash",    "PermissionError"),
    _fake("reaching", "ConnectsByAbstractSocket", "",        "",         "crash",    "PermissionError"),
    _fake("reaching", "SendsToFile",             "",         "",         "crash",    "PermissionError"),
    _fake("reaching", "WatchesFiles",            "",         "",         "crash",    "inotify"),
    _fake("reaching", "LeavesSharedMemory",      "",         "crash",    "crash",    "shmget"),
    _fake("reaching", "KillsParent",             "",         "crash",    "crash",    "PermissionError"),
    _fake("reaching", "KillsSiblings",           "",         "crash",    "crash",    "PermissionError"),
    _fake("reaching", "KillsAllAbove",           "",         "crash",    "crash",    "PermissionError"),
    _fake("reaching", "EndsSiblings",            "",         "crash",    "crash",    "PermissionError"),
    _fake("reaching", "StopsSiblings",           "",         "crash",    "crash",    "PermissionError"),
    _fake("reaching", "LimitsSiblings",          "",         "crash",    "crash",    "PermissionError"),
    _fake("reaching", "SlowsSiblings",           "",         "crash",    "crash",    "PermissionError"),
    _fake("reaching", "SignalsSiblings",         "",         "crash",    "crash",    "PermissionError"),
)  # fmt: skip
"""All of them."""
