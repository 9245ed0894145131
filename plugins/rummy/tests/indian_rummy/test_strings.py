"""Positions and actions as text, and pictures."""

from xml.etree import ElementTree

import pytest

from palaestra import ActionError, PositionError

TEXT = (
    "to=first phase=draw turn=0 winner=- wild=7 cut=7S open=KS pile=- taken=- "
    "closed=AH2H3H4H5H6H7H8H9HTHJHQHKHADAC2C3C4C5C6C7C8C9CTC "
    "hands=2D3D4D5D6D7D8D9DTDJDQDKDJC/QCKCAS2S3S4S5S6S8S9STSJSQS "
    "discards=-/- picks=-/- held=-/- deduced=-/-"
)


def test_every_position_is_written_as_it_was_read(game, positions):
    for state in positions(game, 400):
        text = game.position_to_string(state)
        if not state.capped:
            assert game.position_to_string(game.position(text)) == text


def test_a_position_is_read(game):
    state = game.position(TEXT)
    assert game.position_to_string(state) == TEXT
    assert [game.action_to_string(state, action) for action in state.legal_actions()] == ["draw open", "draw closed"]
    assert game.string_to_action(state, "Draw  Closed") == 1


@pytest.mark.parametrize(
    ("part", "other", "named"),
    [
        ("to=first", "to=third", "'third'"),
        ("to=first ", "", "expected the parts"),
        ("turn=0", "turn=x", "'x'"),
        ("turn=0", "turn=1000", "'1000'"),
        ("turn=0", "turn=1", "expected second"),
        ("phase=draw", "phase=discard", "expected 14 cards"),
        ("wild=7", "wild=1", "'1'"),
        ("cut=7S", "cut=7S8S", "one card"),
        ("open=KS", "open=KX", "'KX'"),
        ("open=KS", "open=-", "exactly one place"),
        ("closed=AH2H", "closed=AH", "exactly one place"),
        ("closed=AH2H", "closed=AHAH2H", "every card once"),
        ("hands=2D3D4D5D6D7D8D9DTDJDQDKDJC/", "hands=2D3D4D5D6D7D8D9DTDJDQDKDJC", "slash"),
        ("held=-/-", "held=AH/-", "cards of that hand"),
        ("taken=-", "taken=AH", "card just taken"),
    ],
)
def test_what_is_no_position_is_refused(game, part, other, named):
    assert part in TEXT
    text = TEXT.replace(part, other)
    if part.startswith("taken"):
        text = game.position_to_string(game.position(TEXT)).replace(part, other).replace("open=KS", "open=-")
    with pytest.raises(PositionError) as caught:
        game.position(text)
    assert "\n" not in str(caught.value)
    if not part.startswith("taken"):
        assert named in str(caught.value)


def test_unknown_actions_are_refused(game):
    with pytest.raises(ActionError, match="discard 7H"):
        game.string_to_action(game.new_state(), "discard 7H")


def test_picture_hides_what_is_hidden(game):
    state = game.position(TEXT)
    text = game.render(state, 0)
    assert "first  2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD   JC" in text
    assert "second 13 unseen" in text
    assert "AS 2S 3S" not in text
    assert "QC KC   AS 2S 3S 4S" in game.render(state)
    assert text.splitlines()[0] == "wild 7 (7S is out of play), 24 closed, turn 1"
    assert text.splitlines()[-1] == "first to draw"


def test_drawing_has_a_card_for_each_card(game):
    state = game.position(TEXT)
    for player, shown in ((None, 27), (0, 14), (-1, 1)):
        root = ElementTree.fromstring(game.render_svg(state, player))
        kinds = [element.get("class", "") for element in root.iter() if element.tag.endswith("rect")]
        assert sum(kind.startswith("card") for kind in kinds) == shown
        assert sum(kind == "back" for kind in kinds) == 1 + 27 - shown
