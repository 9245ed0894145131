"""What a person types in a game: an action, by number, text or the beginning of a part of it, or a command."""

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
    """What was meant; of `action` and `command` at most one is set, and neither if it is not clear.

    Attributes:
        action: text of the action that is meant.
        command: one of :data:`COMMANDS`.
        argument: what follows the command.
        candidates: the actions that may be meant, if several.
    """

    action: str = ""
    command: str = ""
    argument: str = ""
    candidates: tuple[str, ...] = ()


def numbered(choices: Sequence[str]) -> bool:
    """Return whether actions can be named by their place in the list: not if the text of one is a number."""
    return not any(choice.isdigit() for choice in choices)


def read_entry(text: str, choices: Mapping[str, object]) -> Entry:
    """Return what a typed line means among the texts of the legal actions.

    The text of an action, in any case and spacing, comes before the number of its place, from 1; then come commands,
    then the beginning of the text of exactly one action, then the beginning of a later part, after a space.
    """
    wanted = _plain(text)
    plain = {_plain(choice): choice for choice in choices}
    if wanted in plain:
        return Entry(action=plain[wanted])
    if wanted.isascii() and wanted.isdigit() and numbered(list(choices)):
        listed = list(choices)
        place = int(wanted[:9])
        return Entry(action=listed[place - 1]) if 1 <= place <= len(listed) else Entry()
    name, _, argument = wanted.partition(" ")
    name = _ALIASES.get(name, name)
    if name in COMMANDS and (not argument or name == "sort"):
        return Entry(command=name, argument=argument)
    found = tuple(choice for key, choice in plain.items() if wanted and key.startswith(wanted))
    found = found or tuple(choice for key, choice in plain.items() if wanted and f" {wanted}" in key)
    return Entry(action=found[0]) if len(found) == 1 else Entry(candidates=found)


def _plain(text: str) -> str:
    return " ".join(text.lower().split())
