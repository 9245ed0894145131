"""The descriptor of Indian Rummy and its knobs: one for each rule that sources disagree about."""

from __future__ import annotations

from typing import Final

from palaestra import GameSpec, Knob

INDIAN_RUMMY: Final = GameSpec(
    id="indian_rummy",
    version="1",
    summary="Draw and discard until all thirteen cards are sequences and sets, one sequence pure; then declare.",
    factory="palaestra_rummy.indian_rummy.game:GAME",
    information="hidden",
    chance=True,
    knobs=(
        Knob(
            "cut_card",
            "removed",
            "removed: the card that names the wild rank is out of play, face up; returned: it goes back into the deck",
            choices=("removed", "returned"),
        ),
        Knob("wild_in_pure", True, "whether a card of the wild rank may stand for itself in a pure sequence"),
        Knob("return_taken", False, "whether the card just taken from the open pile may be discarded in the same turn"),
        Knob(
            "empty_deck",
            "draw",
            "who must draw finds the closed deck empty. draw: the game is drawn; reshuffle: the open pile but for its "
            "top card becomes the closed deck",
            choices=("draw", "reshuffle"),
        ),
        Knob("turn_cap", 100, "turns of both players together after which the game is drawn", minimum=1, maximum=1000),
        Knob(
            "declaration",
            "masked",
            "masked: declaring is legal only with a valid hand; open: it is always legal with fourteen cards, and who "
            "declares an invalid hand loses",
            choices=("masked", "open"),
        ),
        Knob(
            "analysis",
            "exact",
            "how melds are chosen for observation and evaluation. exact: fewest points left over; greedy: "
            "longest melds first, as in the literature; declaring is judged exactly in any case",
            choices=("exact", "greedy"),
        ),
    ),
)
