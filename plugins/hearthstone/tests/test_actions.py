"""Action ids and their parts."""

import pytest

from palaestra_hearthstone.actions import NUM_ACTIONS, Move, decode, encode


def test_every_id_has_parts_that_lead_back():
    assert [encode(decode(action)) for action in range(NUM_ACTIONS)] == list(range(NUM_ACTIONS))


def test_there_are_1445_ids():
    assert NUM_ACTIONS == 1 + 17 + 8 * 8 + 10 * 17 * 8 + 3


@pytest.mark.parametrize(
    ("action", "move"),
    [
        (0, Move("end")),
        (17, Move("power", target=16)),
        (81, Move("attack", attacker=7, defender=7)),
        (82, Move("play", hand=0, target=0, position=0)),
        (82 + 8 * (17 * 3 + 15) + 4, Move("play", hand=3, target=15, position=4)),
        (1444, Move("choose", option=2)),
    ],
)
def test_ids(action, move):
    assert decode(action) == move
