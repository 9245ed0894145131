"""The table that a person plays at: what is shown of a game, and the turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Final

from palaestra.cli.entries import COMMANDS, Entry, numbered, read_entry
from palaestra.cli.settings import current_settings
from palaestra.cli.streams import printable
from palaestra.errors import ActionError, UnknownNameError
from palaestra.game import KernelGame, TableDrawing

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from palaestra.kernel import IntArray
    from palaestra.play.person_game import PersonGame

LISTED: Final = 60
"""At most so many actions are listed without the command ``list``."""

SEATS: Final = ("first", "second")


class PersonLeft(Exception):  # noqa: N818 - a decision
    """The person has left the game."""


class Table:
    """One game on a terminal.

    Args:
        game: what is played.
        console: where it is shown.
        ask: returns the next line that the person types; raises EOFError if there is none.
    """

    def __init__(self, game: PersonGame, console: Console, ask: Callable[[str], str]) -> None:
        self._game = game
        self._console = console
        self._ask = ask
        drawing = game.game.drawing if isinstance(game.game, KernelGame) else None
        self._drawing = drawing if isinstance(drawing, TableDrawing) else None
        self._orders = self._drawing.orders if self._drawing is not None else ()
        self._order = self._orders[0] if self._orders else ""
        self._known: IntArray | None = None

    def play(self) -> None:
        """Play to the end.

        Raises:
            PersonLeft: the person has left.
            StopPlaying: Ctrl-C.
        """
        game = self._game
        self._say(f"{game.game.spec.id}: you are {SEATS[game.person]}, {game.opponent} is {SEATS[1 - game.person]}")
        self._say("type an action, its number or its beginning; help shows more")
        self._wait("loading", game.start)
        while not game.over:
            if game.persons_turn:
                self._turn()
                continue
            action = self._wait("thinking", game.reply)
            if game.fault is None:
                self._say_bold(f"{game.opponent}: {action if action is not None else 'acts unseen'}")
        self._say("")
        self._show_board()

    # -- the person's turn --------------------------------------------------------------------------------------------

    def _turn(self) -> None:
        """Ask until the person has acted once."""
        game = self._game
        self._say("")
        self._show_board()
        choices = game.choices()
        self._list(choices, LISTED)
        began = time.monotonic()
        while True:
            entry = self._entry(choices)
            if entry.action:
                self._known = game.state.observation(game.person)
                game.act(choices[entry.action], time.monotonic() - began)
                self._say_bold(f"you: {entry.action}")
                return
            if entry.command and self._command(entry, choices):
                return

    def _entry(self, choices: dict[str, int]) -> Entry:
        """Ask once; say what is wrong with a line that means no action, or several."""
        try:
            text = self._ask("> ")
        except EOFError:
            raise PersonLeft from None
        entry = read_entry(text, choices)
        if entry.candidates:
            self._say(f"{len(entry.candidates)} actions begin so; write more of the one you mean")
            self._list(entry.candidates, len(entry.candidates), list(choices))
        elif not (entry.action or entry.command):
            number = f"a number from 1 to {len(choices)}, " if numbered(list(choices)) else ""
            given = f"'{printable(text.strip())[:60]}' is no action here" if text.strip() else "nothing was typed"
            self._say(f"{given}; expected {number}an action or its beginning, or help")
        return entry

    def _command(self, entry: Entry, choices: dict[str, int]) -> bool:
        """Carry out a command; return whether the position, or its picture, has changed."""
        if entry.command == "quit":
            raise PersonLeft
        if entry.command == "help":
            self._help()
        elif entry.command == "list":
            self._list(choices, len(choices))
        elif entry.command == "board":
            self._show_board()
        elif entry.command == "undo":
            return self._undo()
        else:
            self._sort(entry.argument)
        return False

    def _undo(self) -> bool:
        try:
            action = self._game.take_back()
        except ActionError as error:
            self._say(str(error))
            return False
        self._known = None
        self._say(f"taken back: {action}")
        return True

    def _sort(self, order: str) -> None:
        if not self._orders:
            self._say(f"{self._game.game.spec.id} has nothing to sort")
        elif order and order not in self._orders:
            self._say(str(UnknownNameError("order", order, self._orders)))
        else:
            following = self._orders[(self._orders.index(self._order) + 1) % len(self._orders)]
            self._order = order or following
            self._show_board()

    # -- what is shown ------------------------------------------------------------------------------------------------

    def _show_board(self) -> None:
        from rich.text import Text

        game = self._game
        if self._drawing is None:
            self._console.print(Text(printable(game.game.render(game.state, game.person))))
            return
        seen = game.state.observation(game.person)
        self._console.print(Text.from_markup(self._drawing.table(seen, game.person, self._order, self._known)))

    def _list(self, choices: Iterable[str], most: int, all_choices: list[str] | None = None) -> None:
        """Show actions in columns, each with its place among all legal ones."""
        from rich.columns import Columns
        from rich.text import Text

        shown = list(choices)
        if len(shown) > most:
            self._say(f"{len(shown)} legal actions: type the beginning of one, or list")
            return
        places = {choice: place for place, choice in enumerate(all_choices or shown, start=1)}
        if numbered(all_choices or shown):
            width = len(str(max(places.values())))
            cells: list[RenderableType] = [
                Text.assemble((f"{places[choice]:>{width}} ", "dim"), printable(choice)) for choice in shown
            ]
        else:
            cells = [Text(printable(choice)) for choice in shown]
        self._console.print(Columns(cells, padding=(0, 3), column_first=True))

    def _help(self) -> None:
        self._say("Type an action as listed, the beginning of it or of a later word, or its number; or a command:")
        for name, meaning in COMMANDS.items():
            if name != "sort" or self._orders:
                self._say(f"  {name:<6} {meaning}")
        if self._orders:
            self._say(f"  orders of the hand: {', '.join(self._orders)}")

    def _say(self, text: str) -> None:
        from rich.text import Text

        self._console.print(Text(text), soft_wrap=True)

    def _say_bold(self, text: str) -> None:
        from rich.text import Text

        self._console.print(Text(printable(text), style="bold"), soft_wrap=True)

    def _wait(self, doing: str, act: Callable[[], str | None]) -> str | None:
        """Let the agent act; a terminal shows meanwhile that it does."""
        from rich.console import Console

        console = Console(stderr=True, no_color=self._console.no_color or None)
        if not console.is_terminal or current_settings().quiet:
            return act()
        with console.status(f"{self._game.opponent.replace('[', '(')} is {doing}"):
            return act()
