"""What a person types in a game: an action, by number, words or the beginning of some of them, or a command."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

COMMANDS: Final = {
    "help": "this",
    "list": "all legal actions",
    "board": "the board again",
    "sort": "another order of the hand, or the one that is named: sort ORDER",
    "undo": "take back your last action, as long as it is your turn and it has shown you nothing new",
    "quit": "leave; the game is stored as abandoned, as with Ctrl-D or Ctrl-C",
}
_ALIASES: Final = {"?": "help", "h": "help", "q": "quit", "exit": "quit"}


@dataclass(frozen=True, slots=True)
class Entry:
    """What was meant; of `words` and `command` at most one, and neither if it is not clear.

    Attributes:
        words: the action that is meant.
        command: one of :data:`COMMANDS`.
        argument: what follows the command.
        candidates: the actions that may be meant, if several.
    """

    words: str = ""
    command: str = ""
    argument: str = ""
    candidates: tuple[str, ...] = ()


def numbered(choices: Sequence[str]) -> bool:
    """Tell whether actions can be named by their place in the list: not where the words of one are a number."""
    return not any(words.isdigit() for words in choices)


def read_entry(text: str, choices: Mapping[str, object]) -> Entry:
    """Return what a typed line means among the words of the legal actions.

    The words of an action, in any case and spacing, come before the number of its place, from 1; then come commands,
    then the beginning of the words of exactly one action, then that of its words from a later one on.
    """
    wanted = _plain(text)
    plain = {_plain(words): words for words in choices}
    if wanted in plain:
        return Entry(words=plain[wanted])
    if wanted.isascii() and wanted.isdigit() and numbered(list(choices)):
        listed = list(choices)
        place = int(wanted[:9])
        return Entry(words=listed[place - 1]) if 1 <= place <= len(listed) else Entry()
    name, _, argument = wanted.partition(" ")
    name = _ALIASES.get(name, name)
    if name in COMMANDS and (not argument or name == "sort"):
        return Entry(command=name, argument=argument)
    found = tuple(words for key, words in plain.items() if wanted and key.startswith(wanted))
    found = found or tuple(words for key, words in plain.items() if wanted and f" {wanted}" in key)
    return Entry(words=found[0]) if len(found) == 1 else Entry(candidates=found)


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
