"""Pictures: hands with the costs of the moment, and nothing of what the observer does not know."""

import re

import pytest

from palaestra_hearthstone.render import DRAWING
from palaestra_hearthstone.testing import Scenario


def hands(picture):
    """The texts of the hands of a picture, the upper one first."""
    return re.findall(r"^  hand: (.+)$", picture, re.M)


@pytest.fixture
def pirates():
    """A Corsair beside an Arcanite Reaper: it costs one less for each attack (the card's text)."""
    s = Scenario(player="warrior", opponent="warlock")
    s.weapon("Arcanite Reaper", attack=3).hand("Dread Corsair", "Heroic Strike")
    s.opponent.hand("Mountain Giant", *["Hellfire"] * 8).hand("Kobold Librarian")
    return s


def test_text_shows_current_costs(pirates):
    upper, lower = hands(str(pirates))
    assert lower == "Dread Corsair (1), Heroic Strike (2)"
    assert upper.startswith("Mountain Giant (3), Hellfire (4), ")


def test_svg_shows_current_costs(pirates):
    costs = re.findall(r'class="bold" x="\d+" y="(?:38|508)">(\d+)<', DRAWING.svg(pirates.state.array))
    assert costs == ["3", *["4"] * 8, "1", "1", "2"]


def test_costs_follow_the_game(pirates):
    pirates.attack("hero", "hero").end_turn().play("Hellfire").end_turn()
    assert hands(str(pirates))[1].startswith("Dread Corsair (1)")
    pirates.attack("hero", "hero")  # the last durability
    upper, lower = hands(str(pirates))
    assert lower.startswith("Dread Corsair (4)")
    assert upper.startswith("Mountain Giant (4)")


def test_unknown_cards_show_neither_name_nor_cost(pirates):
    picture = DRAWING.text(pirates.state.observation(0))
    assert hands(picture)[0] == ", ".join(["?"] * 10)
    svg = DRAWING.svg(pirates.state.observation(0))
    assert "Giant" not in svg
    assert re.findall(r'class="bold" x="\d+" y="(?:38|508)">(\d+)<', svg) == ["1", "2"]


def test_a_known_card_of_the_other_hand_shows_its_cost():
    s = Scenario(player="warlock", opponent="warrior")
    s.board("Acornbearer").hand("Hellfire").play("Hellfire")
    assert hands(DRAWING.text(s.state.observation(1)))[1] == "Squirrel (1), Squirrel (1)"
