"""Rules beyond the numbered cases: the game, its turns, mana, draws and combat."""

import pytest

from palaestra import ActionError
from palaestra_hearthstone.testing import Scenario

SHAMAN, WARRIOR, WARLOCK = "midrange_jade_shaman", "aggro_pirate_warrior", "cube_warlock"


# The game and its turns.


def test_the_first_player_has_three_cards_and_the_second_four_and_the_coin():
    s = Scenario.deal([SHAMAN, WARLOCK], seed=4)
    assert (len(s.hand_names()), len(s.opponent.hand_names())) == (4, 5)  # the first has drawn for its turn
    assert s.opponent.hand_names()[-1] == "The Coin"
    assert (len(s.deck_names()), len(s.opponent.deck_names())) == (26, 26)
    assert (s.mana, s.health, s.opponent.health) == (1, 30, 30)
    s.end_turn()
    assert s.opponent.mana == 1
    assert len(s.opponent.hand_names()) == 6


def test_the_mulligan_asks_about_each_card_and_keeps_the_coin():
    s = Scenario.deal([WARRIOR, WARRIOR], seed=4, mulligan=True)
    before = s.hand_names()
    assert len(before) == 3
    s.choose("keep").choose("replace").choose("keep")
    assert s.hand_names()[0] == before[0]
    assert s.hand_names()[2] == before[2]
    while s.options():
        s.choose("replace")
    assert (len(s.hand_names()), len(s.opponent.hand_names())) == (4, 5)
    assert "The Coin" in s.opponent.hand_names()
    assert len(s.deck_names()) == 26


def test_crystals_grow_to_ten():
    s = Scenario(mana=8)
    s.opponent.deck("Hex")
    for crystals in (9, 10, 10):
        s.end_turn().end_turn()
        assert (s.crystals, s.mana) == (crystals, crystals)


def test_fatigue_grows_by_one_for_each_missing_card():
    s = Scenario(player="warlock")
    s.power()
    assert (s.health, s.fatigue) == (30 - 2 - 1, 1)
    s.opponent.deck("Hex")
    s.end_turn().end_turn()
    assert (s.health, s.fatigue) == (27 - 2, 2)


def test_a_hero_card_keeps_the_fatigue():
    """The real rule; SabberStone forgets it."""
    s = Scenario(player="warlock")
    s.set(fatigue=4).play("Bloodreaver Gul'dan").opponent.deck("Hex")
    s.end_turn().end_turn()
    assert (s.fatigue, s.armor, s.health) == (5, 0, 30)


def test_the_game_is_a_draw_after_fifty_turns():
    s = Scenario(turn=50)
    s.deck("Hex")
    s.end_turn()
    assert s.result == "draw"


def test_who_dies_of_an_own_card_loses():
    s = Scenario(player="warlock")
    s.set(health=2).power()
    assert s.result == "opponent"


def test_armor_takes_damage_first():
    s = Scenario(player="warrior")
    s.opponent.set(armor=3)
    s.weapon("Arcanite Reaper").attack("hero", "hero")
    assert (s.opponent.armor, s.opponent.health) == (0, 28)


def test_a_hero_power_is_used_once_in_a_turn_and_costs_two():
    s = Scenario(player="warrior", mana=5)
    s.power()
    assert (s.armor, s.mana) == (2, 3)
    with pytest.raises(ActionError, match="used already"):
        s.power()
    s.end_turn().end_turn().power()
    assert s.armor + s.health == 30 + 4 - 1  # one of fatigue


# Combat.


def test_taunt_must_be_attacked_unless_it_is_in_stealth():
    s = Scenario(player="warrior")
    s.board("Kor'kron Elite").weapon("Fiery War Axe")
    s.opponent.board("Voidwalker", "Azure Drake")
    assert s.legal("attacks") == ["Kor'kron Elite attacks Voidwalker", "hero attacks Voidwalker"]
    s = Scenario(player="warrior")
    s.board("Kor'kron Elite")
    s.opponent.board("Voidwalker", keywords="stealth").board("Azure Drake")
    assert s.legal("attacks") == ["Kor'kron Elite attacks Azure Drake", "Kor'kron Elite attacks hero"]


def test_a_stealthed_minion_shows_itself_by_attacking():
    s = Scenario(player="warrior")
    s.board("Worgen Infiltrator")
    s.attack("Worgen", "hero")
    assert s.minion("Worgen").keywords == ()


def test_spells_cannot_be_aimed_at_the_stealth_of_the_enemy():
    s = Scenario(player="shaman")
    s.opponent.board("Worgen Infiltrator")
    s.board("Worgen Infiltrator")
    s.hand("Lightning Bolt")
    assert "Lightning Bolt -> enemy Worgen Infiltrator" not in s.legal()
    assert "Lightning Bolt -> Worgen Infiltrator" in s.legal()


def test_a_minion_without_attack_cannot_attack():
    s = Scenario(player="shaman")
    s.board("Stoneclaw Totem", "Ragnaros")
    assert s.legal("attacks") == []


def test_a_minion_played_in_this_turn_cannot_attack_but_with_charge_or_rush():
    s = Scenario(player="warrior")
    s.opponent.board("Kobold Librarian")
    s.board("Bloodsail Raider", ready=False).board("Skaterbot", ready=False).board("Kor'kron Elite", ready=False)
    assert s.legal("attacks") == [
        "Skaterbot attacks Kobold Librarian",
        "Kor'kron Elite attacks Kobold Librarian",
        "Kor'kron Elite attacks hero",
    ]


def test_lifesteal_of_a_minion_heals_by_its_combat_damage():
    s = Scenario(player="shaman")
    s.set(health=20).board("Swamp Leech")
    s.opponent.board("Kobold Librarian")
    s.attack("Swamp Leech", "Kobold Librarian")
    assert s.health == 22


def test_the_hero_takes_damage_from_an_attacked_minion():
    s = Scenario(player="warrior")
    s.weapon("Fiery War Axe")
    s.opponent.board("Azure Drake")
    s.attack("hero", "Azure Drake")
    assert (s.health, s.weapon_stats, s.opponent.minion("Azure Drake").damage) == (26, (3, 1), 3)
