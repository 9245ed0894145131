"""The slow twin of nine men's morris: the same rules over again, with names of points and no bit in sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

_FILES = "abcdefg"
_ROWS = ("a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1")
_COLUMNS = ("a1 a4 a7", "b2 b4 b6", "c3 c4 c5", "d1 d2 d3", "d5 d6 d7", "e3 e4 e5", "f2 f4 f6", "g1 g4 g7")
_POINTS = " ".join(_ROWS).split()
_LINES = [set(line.split()) for line in _ROWS + _COLUMNS]
_PASS = 600


def _are_neighbours(one: str, other: str) -> bool:
    """Return whether two points share a line and one of them is the line's middle."""
    for line in _LINES:
        if one != other and {one, other} <= line:
            ends = sorted(line, key=lambda name: (_FILES.index(name[0]), name[1]))
            return ends[1] in (one, other)
    return False


class Reference:
    """One game, played by the rules of Gasser (1996), or of Ludii with the knob ``rules = "ludii"``."""

    def __init__(self, knobs: Mapping[str, object], decks: Sequence[str] = (), seed: int = 0) -> None:  # noqa: ARG002
        self._ludii = knobs.get("rules", "gasser") == "ludii"
        self._limit = int(str(knobs.get("max_turns", 200)))
        self._board: dict[str, int] = {}
        self._hand = [9, 9]
        self._side = 0
        self._removing = False
        self._turns = 0

    @classmethod
    def from_position(cls, text: str, knobs: Mapping[str, object]) -> Reference:
        """Return the game at a position, written as the game's notation writes it."""
        game = cls(knobs)
        board, white, black, side, *rest = text.split()
        game._board = {name: "WB".index(man) for name, man in zip(_POINTS, board, strict=True) if man != "."}
        game._hand = [int(white), int(black)]
        game._side = "WB".index(side)
        game._removing = "remove" in rest
        game._turns = int(rest[-1]) if "turn" in rest else 0
        return game

    @property
    def current_player(self) -> int:
        """The seat to move; -1 when the game is over."""
        return -1 if self._loser() is not None or self._turns >= self._limit else self._side

    def legal_actions(self) -> list[int]:
        """Return the legal actions in ascending order; empty when the game is over."""
        if self.current_player == -1:
            return []
        return self._moves() or [_PASS]

    def step(self, action: int) -> None:
        """Play a legal action."""
        if self._removing:
            del self._board[_POINTS[action]]
        elif action != _PASS and self._moved(action):
            self._removing = True
            return
        self._removing = False
        self._side = 1 - self._side
        self._turns += 1

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser, zeros for a draw and before the end."""
        loser = self._loser()
        if loser is None:
            return [0.0, 0.0]
        return [-1.0, 1.0] if loser == 0 else [1.0, -1.0]

    def _men(self, player: int) -> list[str]:
        return [name for name, owner in self._board.items() if owner == player]

    def _loser(self) -> int | None:
        for player in (0, 1):
            if len(self._men(player)) + self._hand[player] < 3:
                return player
        if not self._ludii and not self._moves():
            return self._side
        return None

    def _moves(self) -> list[int]:
        """Return all actions but the pass, as the board allows them."""
        empty = [name for name in _POINTS if name not in self._board]
        if self._removing:
            theirs = self._men(1 - self._side)
            free = [name for name in theirs if not self._mills_through(name)]
            return sorted(_POINTS.index(name) for name in free or theirs)
        if self._hand[self._side]:
            return [_POINTS.index(name) for name in empty]
        men = self._men(self._side)
        pairs = [(a, b) for a in men for b in empty if len(men) == 3 or _are_neighbours(a, b)]
        return sorted(24 + 24 * _POINTS.index(a) + _POINTS.index(b) for a, b in pairs)

    def _moved(self, action: int) -> bool:
        """Place or move a man; return whether one of the opponent's is to be removed."""
        flies = False
        if action < 24:
            name = _POINTS[action]
            self._hand[self._side] -= 1
        else:
            flies = len(self._men(self._side)) == 3
            start, target = divmod(action - 24, 24)
            del self._board[_POINTS[start]]
            name = _POINTS[target]
        self._board[name] = self._side
        if flies and self._ludii:
            return False
        return self._mills_through(name) > 0 and bool(self._men(1 - self._side))

    def _mills_through(self, name: str) -> int:
        owner = self._board[name]
        return sum(name in line and all(self._board.get(point) == owner for point in line) for line in _LINES)
