"""Nine men's morris as a plugin provides it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palaestra import GameDefinition, Knobs, Rules, Sizes
from palaestra_boardgames.nine_mens_morris import encode, rules


def sizes(knobs: Knobs) -> Sizes:
    """Return the constants: every turn is one ply, and at most 13 of them have a removal."""
    max_turns = int(knobs["max_turns"])
    return Sizes(
        state_size=rules.STATE_SIZE,
        num_actions=rules.NUM_ACTIONS,
        max_legal=rules.MAX_LEGAL,
        max_plies=max_turns + min(max_turns, rules.MAX_REMOVALS),
        num_features=encode.NUM_FEATURES,
    )


def config(knobs: Knobs, decks: Sequence[str]) -> tuple[int, int]:  # noqa: ARG001 - there is one deck
    """Return what :func:`rules.init` reads."""
    return int(knobs["max_turns"]), int(knobs["rules"] == "ludii")


GAME: Final = GameDefinition(
    rules=Rules(
        init=rules.init,
        current_player=rules.current_player,
        legal_actions=rules.legal_actions,
        step=rules.step,
        returns=rules.returns,
        encode=encode.encode,
        evaluate=encode.evaluate,
        key=rules.key,
        playout=rules.playout,
        canonical=rules.canonical,
        capped=rules.capped,
    ),
    sizes=sizes,
    config=config,
    notation="palaestra_boardgames.nine_mens_morris.notation:NOTATION",
    drawing="palaestra_boardgames.nine_mens_morris.render:DRAWING",
    reference="palaestra_boardgames.nine_mens_morris.reference:Reference",
)
