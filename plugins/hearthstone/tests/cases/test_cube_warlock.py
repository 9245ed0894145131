"""Interactions of the cards of cube_warlock with each other and with other decks, beyond the published cases.

Sources: the card texts; the Advanced rulebook; hs-bugs (github.com/HearthSim/hs-bugs), by issue.
"""

import pytest

from palaestra_hearthstone.testing import Scenario

CUBE, NZOTH, GIANT = "Carnivorous Cube", "N'Zoth, the Corruptor", "Mountain Giant"


def duel(opponent="warlock", **keywords):
    return Scenario(player="warlock", opponent=opponent, **keywords)


# Cubes and copies.


def test_a_cube_that_eats_a_three_three_doomguard_of_taldaram_leaves_doomguards_as_printed():
    s = duel()
    s.opponent.board("Doomguard")
    s.play("Prince Taldaram", "Doomguard")
    assert (s.board_stats(), s.can(lambda t: t.attack("Doomguard"))) == ([(3, 3)], True)
    s.play(CUBE, "own Doomguard").play("Dark Pact", "Cube")
    assert s.board_stats() == [(5, 7), (5, 7)]


@pytest.mark.parametrize("copier", ["Faceless Manipulator", "Prince Taldaram"])
def test_a_copy_of_a_loaded_cube_of_the_enemy_leaves_what_that_cube_ate(copier):
    s = duel()
    s.opponent.board(CUBE, ate="Voidlord", damage=4)
    s.play(copier, CUBE)
    assert s.board_stats() == ([(4, 2)] if copier == "Faceless Manipulator" else [(3, 3)])
    s.play("Dark Pact", "own Cube")
    assert (s.board_names(), s.opponent.board_names()) == (["Voidlord", "Voidlord"], [CUBE])


def test_a_loaded_cube_that_is_hexed_leaves_nothing():
    s = duel("shaman", turn=22)
    s.board(CUBE, ate="Doomguard")
    s.play("Hex", CUBE).play("Lightning Bolt", "Frog")
    assert s.board_names() == []


def test_a_cube_brings_one_copy_where_there_is_room_for_one():
    s = duel()
    s.board(*[GIANT] * 6).board(CUBE, ate="Doomguard")
    s.play("Dark Pact", CUBE)
    assert s.board_names() == [GIANT] * 6 + ["Doomguard"]


def test_a_cube_as_the_seventh_minion_makes_room_for_what_its_victim_brings():
    s = duel()
    s.board("Possessed Lackey").board(*[GIANT] * 5).deck("Voidlord")
    s.play(CUBE, "Lackey")
    assert s.board_names() == ["Voidlord"] + [GIANT] * 5 + [CUBE]


def test_a_cube_must_eat_where_there_is_a_friend_and_cannot_eat_an_enemy():
    s = duel()
    s.opponent.board("Voidlord")
    assert s.copy().play(CUBE).board_names() == [CUBE]
    s.board("Voidwalker").hand(CUBE)
    assert s.legal(CUBE) == [f"{CUBE} -> place 2, on Voidwalker"]


def test_copies_of_n_zoth_from_a_cube_bring_nobody_back():
    s = duel()
    s.board(NZOTH).graveyard("Voidlord")
    s.play(CUBE, NZOTH).play("Dark Pact", CUBE)
    assert s.board_names() == [NZOTH, NZOTH]


def test_a_copy_has_a_divine_shield_only_if_the_copied_one_still_has_it():
    s = duel("shaman")
    s.opponent.board("Al'Akir", without="divine shield")
    s.play("Faceless Manipulator", "Al'Akir")
    s.attack("Al'Akir", "enemy Al'Akir")
    assert s.minion("Al'Akir").damage == 3
    assert s.can(lambda t: t.attack("Al'Akir", "enemy Al'Akir"))  # Windfury and Charge were copied


def test_a_copy_takes_all_damage_but_no_aura_and_dies_of_what_only_an_aura_outweighs():
    """hs-bugs #245; notes on Mirror Entity at hearthstone.wiki.gg."""
    s = duel("warrior")
    s.opponent.board("Southsea Captain").board("Naga Corsair", damage=3)
    assert s.opponent.board_stats()[1] == (6, 2)
    assert s.copy().play("Faceless Manipulator", "Naga Corsair").board_stats() == [(5, 1)]
    with s.change() as position:
        position.sides[1].board[1].damage = 4
    assert s.opponent.board_stats()[1] == (6, 1)
    assert s.copy().play("Faceless Manipulator", "Naga Corsair").board_stats() == []
    assert s.copy().play("Prince Taldaram", "Naga Corsair").board_stats() == [(3, 3)]
    s.board("Southsea Captain").play("Faceless Manipulator", "Naga Corsair")
    assert s.board_stats() == [(3, 3), (6, 1)]


def test_what_is_in_stealth_cannot_be_copied():
    s = duel("shaman")
    s.opponent.board("Worgen Infiltrator")
    s.play("Faceless Manipulator")
    assert s.board_names() == ["Faceless Manipulator"]


# Deathrattles.


@pytest.mark.parametrize(
    ("order", "outcome"),
    [
        (("Possessed Lackey", "Bloodmage Thalnos"), (["Doomguard"], [], 1)),
        (("Bloodmage Thalnos", "Possessed Lackey"), ([], ["Doomguard"], 0)),
    ],
)
def test_lackey_and_thalnos_reach_for_the_last_card_in_order_of_play(order, outcome):
    s = duel()
    s.board(*order).deck("Doomguard").play("Hellfire")
    assert (s.board_names(), s.hand_names(), s.fatigue) == outcome


def test_deathrattles_side_by_side_fill_their_own_places():
    s = duel()
    s.board("Voidlord", damage=8).board(CUBE, damage=5, ate=GIANT).board("Voidlord", damage=8).play("Hellfire")
    assert s.board_names() == ["Voidwalker"] * 3 + [GIANT] * 2 + ["Voidwalker"] * 2
    s = duel()
    s.board("Voidlord", damage=8).board(CUBE, damage=5, ate=GIANT, place=1).play("Hellfire")  # the Cube is younger
    assert s.board_names() == [GIANT] * 2 + ["Voidwalker"] * 3


def test_a_recruited_doomguard_attacks_at_once():
    s = duel()
    s.board("Possessed Lackey").deck("Doomguard").play("Dark Pact", "Lackey").attack("Doomguard")
    assert s.opponent.health == 25


def test_dark_pact_on_a_mistress_heals_twice():
    s = duel()
    s.set(health=20).board("Mistress of Mixtures").opponent.set(health=20)
    s.play("Dark Pact", "Mistress")
    assert (s.health, s.opponent.health) == (28, 24)


def test_defile_hits_what_the_deaths_before_brought():
    s = duel()
    s.board(CUBE, damage=5, ate="Voidwalker").board("Possessed Lackey", damage=1).deck("Doomguard").play("Defile")
    assert s.board_stats() == [(1, 2), (1, 2), (5, 6)]


def test_defile_loses_the_spell_damage_that_it_kills():
    s = duel("shaman")
    s.opponent.board("Bloodmage Thalnos")
    s.play("Faceless Manipulator", "Thalnos").board(GIANT)
    s.play("Defile")
    assert s.minion(GIANT).damage == 2 + 1


# The start of a turn.


def test_doomsayer_and_skull_act_in_order_of_play_before_anybody_dies():
    """As Doomsayer and Alarm-o-Bot, hs-bugs #31: deaths are not looked at until all has happened."""
    s = duel(turn=22)
    s.board("Doomsayer").weapon("Skull of the Man'ari").hand("Voidlord").deck("Hellfire").end_turn()
    assert s.board_names() == ["Voidlord"]
    s = duel(turn=22)
    s.weapon("Skull of the Man'ari").board("Doomsayer").hand("Voidlord").deck("Hellfire").end_turn()
    assert s.board_names() == ["Voidwalker"] * 3


def test_what_doomsayer_destroyed_still_leaves_the_skull_no_room():
    s = duel(turn=22)
    s.board("Doomsayer").board(*["Voidwalker"] * 6).weapon("Skull of the Man'ari").hand("Doomguard").deck("Hellfire")
    s.end_turn()
    assert (s.board_names(), s.hand_names(), s.weapon_stats) == ([], ["Doomguard", "Hellfire"], (0, 3))


def test_deathrattles_under_doomsayer_fill_the_board_in_order_of_play():
    s = duel(turn=22)
    s.board("Doomsayer").board(CUBE, ate="Voidlord").board(CUBE, ate="Doomguard").board("Voidlord", "Possessed Lackey")
    s.deck("Doomguard", "Doomguard").end_turn()
    assert s.board_names() == ["Voidlord"] * 2 + ["Doomguard"] * 2 + ["Voidwalker"] * 3
    assert (s.hand_names(), s.deck_names()) == (["Doomguard"], ["Doomguard"])  # drawn, not recruited


def test_the_skull_breaks_with_its_last_demon_and_waits_without_one():
    s = duel(turn=22)
    s.weapon("Skull of the Man'ari", durability=1).hand("Doomguard", "Voidlord").deck("Hellfire").end_turn()
    assert (len(s.board_names()), s.weapon_name) == (1, "")
    s = duel(turn=22)
    s.weapon("Skull of the Man'ari", durability=1).deck("Voidlord").end_turn()
    assert (s.hand_names(), s.weapon_stats) == (["Voidlord"], (0, 1))


# Gul'dan, N'Zoth, the graveyard.


def test_gul_dan_on_a_full_board_gives_armor_and_power():
    s = duel()
    s.set(armor=3).board(*["Voidwalker"] * 7).graveyard("Voidlord").weapon("Skull of the Man'ari").play("Gul'dan")
    assert (s.armor, s.power_name, s.board_names()) == (8, "Siphon Life", ["Voidwalker"] * 7)
    assert s.weapon_stats == (0, 3)


def test_discarded_and_burned_demons_did_not_die():
    s = duel()
    s.hand("Doomguard", "Voidlord", "Voidlord").play("Doomguard").hand(*["Hellfire"] * 10).deck("Voidlord")
    s.set(mana=10).power()
    with s.change() as position:
        position.sides[0].hand.clear()
    s.set(mana=10).play("Gul'dan")
    assert s.board_names() == ["Doomguard"]


def test_a_minion_that_died_twice_comes_back_twice():
    s = duel()
    s.graveyard("Voidlord").play("N'Zoth").set(mana=10).play("Dark Pact", "Voidlord").play("Hellfire")
    s.set(mana=10).play("Gul'dan")
    demons = s.board_names()[1:]
    assert s.graveyard_names().count("Voidlord") == 2
    assert sorted(demons) == ["Voidlord"] * 2 + ["Voidwalker"] * 3


# Own damage.


def test_damage_that_armor_takes_makes_each_spellstone_grow_once():
    s = duel()
    s.set(armor=5).hand("Lesser Amethyst Spellstone", "Amethyst Spellstone").play("Hellfire")
    assert (s.hand_names(), s.health, s.armor) == (["Amethyst Spellstone", "Greater Amethyst Spellstone"], 30, 2)


def test_siphon_life_on_the_own_hero_kills_nobody_and_is_no_card_that_makes_the_spellstone_grow():
    """Spellsource #28 has it of Life Tap: hero powers are no cards."""
    s = duel()
    s.set(power="Siphon Life", health=3).hand("Lesser Amethyst Spellstone").power("own hero")
    assert (s.result, s.health, s.hand_names()) == ("running", 3, ["Lesser Amethyst Spellstone"])


def test_the_enemy_s_hellfire_and_weapons_make_only_the_enemy_s_spellstone_grow():
    s = duel("warrior", turn=22)
    s.hand("Lesser Amethyst Spellstone").opponent.hand("Lesser Amethyst Spellstone").weapon("Arcanite Reaper")
    s.attack("hero", "hero").play("Hellfire")
    assert (s.hand_names(), s.opponent.hand_names()) == (["Lesser Amethyst Spellstone"], ["Amethyst Spellstone"])


def test_a_librarian_with_an_empty_deck_brings_fatigue_too():
    s = duel()
    s.hand("Lesser Amethyst Spellstone").play("Kobold Librarian")
    assert (s.health, s.fatigue, s.hand_names()) == (27, 1, ["Amethyst Spellstone"])


def test_both_heroes_dead_within_one_action_is_a_draw_whoever_dies_first():
    s = duel()
    s.set(health=5, fatigue=1).board("Bloodmage Thalnos").opponent.set(health=4)
    s.play("Hellfire")  # four damage kill the enemy, then Thalnos draws from the empty deck
    assert s.result == "draw"


# Costs.


def test_giants_count_each_other_and_what_is_drawn_and_discarded():
    s = duel()
    s.hand("Doomguard", GIANT, GIANT, GIANT).deck(GIANT)
    assert s.cost(GIANT) == 9
    s.play("Doomguard")
    assert s.cost(GIANT) == 12
    s.power()
    assert s.cost(GIANT) == 11
