"""The pictures."""

from xml.etree import ElementTree

from palaestra import load_game

GAME = load_game("nine_mens_morris")
PICTURE = """\
7  W-----------.-----------W
   |           |           |
6  |   .-------.-------.   |
   |   |       |       |   |
5  |   |   .---.---.   |   |
   |   |   |       |   |   |
4  B---B---.       .---.---.
   |   |   |       |   |   |
3  |   |   W---.---.   |   |
   |   |       |       |   |
2  |   .-------.-------.   |
   |           |           |
1  .-----------B-----------.
   a   b   c   d   e   f   g

White (W): 3 on the board, 0 in hand
Black (B): 3 on the board, 0 in hand
White to move, turn 1 of 200"""


def test_text_shows_the_board():
    assert GAME.render(GAME.position("W.W......BB....W......B. 0 0 W")) == PICTURE


def test_text_is_the_same_for_both_seats():
    state = GAME.position("W.W......BB....W......B. 0 0 W")
    assert GAME.render(state, 0) == GAME.render(state, 1) == PICTURE


def test_text_says_how_it_stands():
    removing = GAME.render(GAME.position("WWW.B...B.......B..B.... 5 5 B turn 8".replace(" B t", " W remove t")))
    assert removing.endswith("White removes a man, turn 9 of 200")
    assert GAME.render(GAME.position("WBW......B....B......WBW 0 0 W")).endswith("Black wins after 0 turns")
    drawn = GAME.position("WBW......B....B......W.W 0 0 W turn 200")
    assert GAME.render(drawn).endswith("Drawn after 200 turns")


def test_svg_has_a_circle_for_each_point():
    root = ElementTree.fromstring(GAME.render_svg(GAME.position("W.W......BB....W......B. 0 0 W")))
    circles = root.findall("{http://www.w3.org/2000/svg}circle")
    assert len(circles) == 24
    assert [circle.get("fill") for circle in circles].count("#fdfdfd") == 3
    assert [circle.get("fill") for circle in circles].count("#222222") == 3
    assert len(root.findall("{http://www.w3.org/2000/svg}line")) == 16
