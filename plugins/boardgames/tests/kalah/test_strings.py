"""Position and action strings, and pictures."""

import xml.etree.ElementTree as ElementTree

import pytest

from palaestra import ActionError, PositionError, build_game
from palaestra_boardgames.kalah.spec import KALAH

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def game():
    return build_game(KALAH, {})


def test_start_position(game):
    state = game.new_state()
    assert game.position_to_string(state) == "4,4,4,4,4,4/0 4,4,4,4,4,4/0 1"
    assert [game.action_to_string(state, action) for action in range(6)] == ["1", "2", "3", "4", "5", "6"]
    assert [game.string_to_action(state, str(pit)) for pit in range(1, 7)] == [0, 1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    "text", ["4,0,5,5,5,5/0 4,4,4,4,4,4/0 2", "0,0,0,1,0,120/3 500,0,0,0,0,0/399 1", "0,0,0,0,0,0/25 0,0,0,0,0,0/23 1"]
)
def test_position_is_written_as_it_was_read(game, text):
    assert game.position_to_string(game.position(text)) == text


def test_position_that_is_over_is_read_with_its_seeds_in_the_stores(game):
    state = game.position("0,0,0,0,0,0/20 1,0,0,0,0,2/25 2")
    assert state.is_terminal
    assert game.position_to_string(state) == "0,0,0,0,0,0/20 0,0,0,0,0,0/28 1"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "0 parts"),
        ("4,4,4,4,4,4/0 4,4,4,4,4,4/0", "2 parts"),
        ("4,4,4,4,4,4/0 4,4,4,4,4,4/0 3", "'3'"),
        ("4,4,4,4,4,4/0 4,4,4,4,4,4/0 0", "'0'"),
        ("4,4,4,4,4/0 4,4,4,4,4,4/0 1", "5 pits"),
        ("4,4,4,4,4,4/0 4,4,4,4,4,4,4/0 1", "7 pits"),
        ("4,4,4,4,4,4 4,4,4,4,4,4/0 1", "no store"),
        ("4,4,4,-4,4,4/0 4,4,4,4,4,4/0 1", "'-4'"),
        ("4,4,4,4,4,4/0 4,4,4,x,4,4/0 1", "'x'"),
        ("4,4,4,4,4,4/0 4,4,,4,4,4/0 1", "''"),
        ("4,4,4,4,4,4/0/0 4,4,4,4,4,4/0 1", "'0/0'"),
        ("4,4,4,4,4,4/\u0664 4,4,4,4,4,4/0 1", "\u0664"),
        ("4,4,4,4,4,4/99999999999999999999 4,4,4,4,4,4/0 1", "99999999999999999999"),
        ("600,4,4,4,4,4/0 600,4,4,4,4,4/0 1", "1240 seeds"),
    ],
)
def test_position_that_cannot_be_read_is_refused_with_the_value(game, text, named):
    with pytest.raises(PositionError, match=named) as caught:
        game.position(text)
    assert "expected" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["0", "7", "pit", "1"])
def test_action_that_is_not_legal_is_refused(game, text):
    with pytest.raises(ActionError, match=text):
        game.string_to_action(game.position("0,4,4,4,4,4/0 4,4,4,4,4,4/0 1"), text)


def test_text(game):
    assert game.render(game.position("4,0,1,6,6,1/2 0,6,6,6,5,15/10 2")).splitlines() == [
        "           6  5  4  3  2  1",
        "second    15  5  6  6  6  0",
        "       10                    2",
        "first      4  0  1  6  6  1",
        "           1  2  3  4  5  6",
        "second to move",
    ]


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("4,4,4,4,4,4/0 4,4,4,4,4,4/0 1", "first to move"),
        ("0,0,0,0,0,0/30 0,0,0,0,0,0/18 1", "first wins 30 to 18"),
        ("0,0,0,0,0,0/18 0,0,0,0,0,0/30 1", "second wins 30 to 18"),
        ("0,0,0,0,0,0/24 0,0,0,0,0,0/24 1", "draw, 24 each"),
    ],
)
def test_both_pictures_tell_how_it_stands(game, text, status):
    state = game.position(text)
    assert game.render(state).splitlines()[-1] == status
    assert game.render_svg(state).count(status) == 2


@pytest.mark.parametrize("knobs", [{"pits": 1, "seeds": 1}, {}, {"pits": 12, "seeds": 24}])
def test_svg_shows_every_pit_and_count(knobs):
    game = build_game(KALAH, knobs)
    root = ElementTree.fromstring(game.render_svg(game.new_state()))
    pits, seeds = game.knobs["pits"], game.knobs["seeds"]
    assert len(root.findall(f"{SVG}circle[@class='hollow']")) == 2 * pits
    assert len(root.findall(f"{SVG}circle[@class='seed']")) == 2 * pits * seeds
    counts = [element.text for element in root.findall(f"{SVG}text[@class='count']")]
    assert counts == [str(seeds)] * (2 * pits) + ["0", "0"]
    numbers = [element.text for element in root.findall(f"{SVG}text[@class='number']")]
    assert sorted(numbers, key=int) == [str(pit) for pit in range(1, pits + 1) for _ in range(2)]
