"""Tiny games for tests: descriptors only, their code is imported when they are built.

=============== ======== ====== =====================================================================
descriptor      kernel   players know
=============== ======== ====== =====================================================================
NIM             yes      all    heaps of counters; also turns of several actions and a length cap
KUHN_POKER      yes      part   three cards, one bet; the second card is dealt in the middle of the game
TWENTY_ONE      no       all    plain Python objects that implement the protocols, as adapters do
=============== ======== ====== =====================================================================

All have values known from the literature, which their modules cite. Build one with
``build_game(NIM, {"heaps": 2})`` from :mod:`palaestra.game`.
"""

from __future__ import annotations

from typing import Final

from palaestra.spec import GameSpec, Knob

NIM: Final = GameSpec(
    id="nim",
    version="1",
    summary="Take counters from one heap; who takes the last one wins.",
    factory="palaestra.testing.games.nim:GAME",
    knobs=(
        Knob("heaps", 3, "number of heaps", minimum=1, maximum=4),
        Knob("size", 3, "counters in the first heap; each further heap has one more", minimum=1, maximum=6),
        Knob("takes", 1, "actions in each turn, as long as there are counters", minimum=1, maximum=4),
        Knob("cap", 0, "actions after which the game is drawn; 0 = never", minimum=0, maximum=100),
    ),
)

KUHN_POKER: Final = GameSpec(
    id="kuhn_poker",
    version="1",
    summary="Three cards, one each, one bet; the higher card wins.",
    factory="palaestra.testing.games.kuhn_poker:GAME",
    information="hidden",
    chance=True,
)

TWENTY_ONE: Final = GameSpec(
    id="twenty_one",
    version="1",
    summary="Count on by one, two or three; who says the goal wins.",
    factory="palaestra.testing.games.twenty_one:GAME",
    knobs=(Knob("goal", 21, "the number that wins", minimum=1, maximum=100),),
)

TEST_GAMES: Final = (NIM, KUHN_POKER, TWENTY_ONE)
"""All of them."""
