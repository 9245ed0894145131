"""Pictures of Hearthstone: seat 1 above, seat 0 below, as the observer knows them; hands show current costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Final

from palaestra import IntArray
from palaestra_hearthstone import layout
from palaestra_hearthstone.cards.vocabulary import Keyword
from palaestra_hearthstone.engine.play import cost_of
from palaestra_hearthstone.notation import name_of
from palaestra_hearthstone.position import Minion, Position, Side, read_position

_KEYWORDS: Final = {
    Keyword.TAUNT: "taunt",
    Keyword.CHARGE: "charge",
    Keyword.RUSH: "rush",
    Keyword.DIVINE_SHIELD: "shield",
    Keyword.WINDFURY: "windfury",
    Keyword.STEALTH: "stealth",
    Keyword.LIFESTEAL: "lifesteal",
    Keyword.REBORN: "reborn",
    Keyword.CANT_ATTACK: "can't attack",
}
_SEATS: Final = ("first", "second")
_WIDTH: Final = 980
_HEIGHT: Final = 560
_STYLE: Final = (
    "text{font-family:sans-serif;text-anchor:middle;font-size:12px;fill:#222}.bold{font-weight:bold;font-size:16px}"
    ".table{fill:#d9c7a3}.card{fill:#f7f1e1;stroke:#6b5632}.taunt{stroke:#444;stroke-width:4}.tired{opacity:.6}"
    ".hero{fill:#b9cbe0;stroke:#34495e}.held{fill:#e8e2f3;stroke:#6b5690}.hurt{fill:#b00020}"
)


def status(position: Position) -> str:
    """Return whose turn it is, or how the game ended."""
    if position.result == layout.RUNNING:
        asked = {layout.NOTHING: "", layout.DISCOVER: ", choosing a power", layout.MULLIGAN: ", mulligan"}
        return f"turn {position.turn}, {_SEATS[position.mover]} to act{asked[position.pending]}"
    if position.result == layout.STOPPED:
        return f"draw by length after turn {position.turn}"
    if position.result == layout.DRAWN:
        return f"draw in turn {position.turn}, both heroes are dead"
    return f"{_SEATS[position.result - layout.WON]} wins in turn {position.turn}"


def keywords(flags: int) -> list[str]:
    """Return the names of the keywords of a mask."""
    return [name for flag, name in _KEYWORDS.items() if flags & flag]


def _hero_line(side: Side) -> str:
    parts = [f"{name_of(side.hero)} {side.health} health"]
    parts += [f"{side.armor} armor"] * (side.armor > 0)
    parts += [f"mana {side.mana}/{side.crystals}"]
    parts += [f"overload {side.locked}, next {side.owed}"] * (side.locked + side.owed > 0)
    if side.weapon:
        parts.append(f"{name_of(side.weapon)} {side.weapon_attack + side.weapon_bonus}/{side.weapon_durability}")
    parts += [f"attack +{side.hero_attack}"] * (side.hero_attack > 0)
    parts.append(name_of(side.power) + (" (used)" if side.power_used else ""))
    parts.append(f"{len(side.deck)} cards in deck")
    parts += [f"fatigue {side.fatigue}"] * (side.fatigue > 0)
    return ", ".join(parts)


def _minion_text(minion: Minion) -> str:
    notes = keywords(minion.flags) + [f"ate {name_of(minion.memory)}"] * (minion.memory > 0)
    tired = "z" if minion.exhausted else ""
    return f"[{minion.attack}/{minion.health - minion.damage}{tired} {' '.join([name_of(minion.card), *notes])}]"


def _hand(observation: IntArray, seat: int, side: Side) -> list[tuple[str, str]]:
    """Return name and current cost of each card in a hand; "?" and no cost for one that the observer does not know."""
    state = observation.copy()  # compiled code takes no read-only array
    return [(name_of(held.card), str(cost_of(state, seat, held.card)) if held.card > 0 else "") for held in side.hand]


def _lines(observation: IntArray, lower: int, names: Sequence[str], draw: Callable[[Minion], str]) -> Iterator[str]:
    """Yield hero, hand and board of the upper side, the reverse for the lower one, and what is to be chosen."""
    position = read_position(observation)
    yield status(position)
    for seat in (1 - lower, lower):
        side = position.sides[seat]
        hand = [f"{name} ({cost})" if cost else name for name, cost in _hand(observation, seat, side)]
        block = [
            f"{names[seat]}: {_hero_line(side)}",
            f"  hand: {', '.join(hand) or '-'}",
            f"  board: {' '.join(map(draw, side.board)) or '-'}",
        ]
        yield from reversed(block) if seat == lower else block
    if position.pending == layout.DISCOVER:
        yield "choose: " + ", ".join(map(name_of, position.options))


def _coloured(minion: Minion) -> str:
    """Return a minion in the markup of rich: yellow with taunt, dim while it cannot attack."""
    style = " ".join(["yellow"] * bool(minion.flags & Keyword.TAUNT) + ["dim"] * bool(minion.exhausted))
    text = _minion_text(minion).replace("[", r"\[")
    return f"[{style}]{text}[/]" if style else text


class HearthstoneDrawing:
    """Draws any position."""

    orders: tuple[str, ...] = ()

    def text(self, observation: IntArray) -> str:
        """Return the hero, hand and board of both seats, and who is to act."""
        return "\n".join(_lines(observation, 0, _SEATS, _minion_text))

    def table(self, observation: IntArray, player: int, order: str, before: IntArray | None) -> str:  # noqa: ARG002
        """Return the same from a person's side of the table; see :class:`palaestra.game.TableDrawing`."""
        names = [f"{name} ({'you' if seat == player else 'opponent'})" for seat, name in enumerate(_SEATS)]
        return "\n".join(_lines(observation, player, names, _coloured))

    def svg(self, observation: IntArray) -> str:
        """Return the table with heroes, minions and hands."""
        position = read_position(observation)
        title = escape(status(position))
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
            f'height="{_HEIGHT}" role="img" aria-label="Hearthstone: {title}">',
            f"<style>{_STYLE}</style>",
            f'<rect class="table" width="{_WIDTH}" height="{_HEIGHT}" rx="20"/>',
            *_hand_svg(_hand(observation, 1, position.sides[1]), 20),
            *_side_svg(position.sides[1], 90, 150),
            *_hand_svg(_hand(observation, 0, position.sides[0]), 490),
            *_side_svg(position.sides[0], 430, 300),
            _text(_WIDTH / 2, 286, title, "bold"),
            "</svg>",
        ]
        return "\n".join(parts)


def _text(x: float, y: float, content: str, kind: str = "") -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{content}</text>'


def _hand_svg(hand: Sequence[tuple[str, str]], y: int) -> Iterator[str]:
    for place, (name, cost) in enumerate(hand):
        x = 20 + 94 * place
        yield f'<rect class="held" x="{x}" y="{y}" width="90" height="50" rx="6"/>'
        if cost:
            yield _text(x + 45, y + 18, cost, "bold")
            yield _text(x + 45, y + 38, escape(_short(name)))


def _side_svg(side: Side, hero_y: int, board_y: int) -> Iterator[str]:
    yield f'<rect class="hero" x="20" y="{hero_y}" width="{_WIDTH - 40}" height="40" rx="10"/>'
    yield _text(_WIDTH / 2, hero_y + 25, escape(_hero_line(side)))
    for slot, minion in enumerate(side.board):
        yield from _minion_svg(minion, 20 + 135 * slot, board_y)


def _minion_svg(minion: Minion, x: int, y: int) -> Iterator[str]:
    kind = "card" + " taunt" * bool(minion.flags & Keyword.TAUNT) + " tired" * bool(minion.exhausted)
    yield f'<rect class="{kind}" x="{x}" y="{y}" width="128" height="100" rx="30"/>'
    yield _text(x + 64, y + 35, escape(_short(name_of(minion.card), 20)))
    yield _text(x + 64, y + 58, escape(", ".join(keywords(minion.flags)[:2])))
    yield _text(x + 24, y + 86, str(minion.attack), "bold")
    yield _text(x + 104, y + 86, str(minion.health - minion.damage), "bold" + " hurt" * (minion.damage > 0))


def _short(name: str, most: int = 13) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"


DRAWING: Final = HearthstoneDrawing()
