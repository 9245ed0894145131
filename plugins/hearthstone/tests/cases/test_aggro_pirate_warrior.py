"""Interactions of pirates and weapons, and hero powers, beyond the numbered cases."""

import pytest

from palaestra_hearthstone.testing import Scenario


def test_first_mate_replaces_even_a_better_weapon():
    s = Scenario(player="warrior")
    s.weapon("Arcanite Reaper").play("N'Zoth's First Mate")
    assert (s.weapon_name, s.weapon_stats) == ("Rusty Hook", (1, 3))


def test_first_mate_lets_a_deckhand_charge():
    s = Scenario(player="warrior")
    s.play("Southsea Deckhand").play("N'Zoth's First Mate").attack("Southsea Deckhand")
    assert s.opponent.health == 28


def test_a_deckhand_that_charged_does_not_attack_again_with_a_new_weapon():
    s = Scenario(player="warrior")
    s.weapon("Fiery War Axe", durability=1).play("Southsea Deckhand")
    s.attack("Southsea Deckhand").attack("hero").play("Upgrade!")
    assert not s.can(lambda t: t.attack("Southsea Deckhand"))


def test_the_weapon_of_the_enemy_means_nothing_to_pirates():
    s = Scenario(player="warrior")
    s.opponent.weapon("Fiery War Axe").board("Patches")
    s.hand("Dread Corsair").play("Southsea Deckhand").play("Small-Time Buccaneer").play("Bloodsail Raider")
    assert s.board_stats() == [(2, 1), (1, 1), (2, 3)]
    assert (s.cost("Dread Corsair"), s.can(lambda t: t.attack("Southsea Deckhand"))) == (4, False)
    s = Scenario(player="warrior")
    s.weapon("Fiery War Axe").opponent.board("Patches")
    s.play("Bloodsail Cultist")
    assert s.weapon_stats == (3, 2)


def test_heroic_strike_is_no_attack_of_the_weapon():
    s = Scenario(player="warrior")
    s.hand("Dread Corsair").weapon("Rusty Hook").play("Heroic Strike")
    assert s.cost("Dread Corsair") == 3
    s.play("Bloodsail Raider")
    assert s.minion("Bloodsail Raider").attack == 3


def test_heroic_strikes_add_up_and_outlast_a_change_of_weapons():
    s = Scenario(player="warrior")
    s.weapon("Fiery War Axe").play("Heroic Strike").play("Heroic Strike").play("Upgrade!").play("Arcanite Reaper")
    s.attack("hero")
    assert (s.opponent.health, s.weapon_stats) == (30 - 5 - 8, (5, 1))


def test_a_cultist_alone_gets_no_help_from_the_patches_that_it_brings():
    s = Scenario(player="warrior")
    s.weapon("Fiery War Axe").deck("Patches").play("Bloodsail Cultist")
    assert (s.weapon_stats, s.board_names()) == ((3, 2), ["Bloodsail Cultist", "Patches the Pirate"])


def test_patches_comes_under_the_captain_that_calls_him():
    s = Scenario(player="warrior")
    s.deck("Patches").play("Southsea Captain")
    assert s.board_stats() == [(3, 3), (2, 2)]


def test_patches_does_not_come_for_a_copy_of_a_pirate():
    """Patches asks for the card as it was played, not for what its battlecry made of it (hs-bugs #872)."""
    s = Scenario(player="warrior")
    s.board("Southsea Captain").deck("Patches").play("Faceless Manipulator", "Southsea Captain")
    assert (s.board_names(), s.deck_names()) == (["Southsea Captain"] * 2, ["Patches the Pirate"])


def test_a_pirate_survives_its_captain_if_it_was_hit_once():
    s = Scenario(player="warrior", opponent="shaman", turn=22)
    s.board("Southsea Captain", damage=2).board("Patches").play("Maelstrom Portal")
    assert s.board_stats() == [(1, 1)]


def test_frothing_gains_from_attacks_of_others_and_from_spells_of_the_enemy():
    s = Scenario(player="warrior", opponent="shaman")
    s.board("Frothing Berserker", "Kor'kron Elite").weapon("Fiery War Axe").deck("Hex")
    s.opponent.board("Voidlord", "Thing from Below").deck("Hex")
    s.attack("hero", "Voidlord").attack("Kor'kron Elite", "Voidlord")
    assert s.minion("Frothing Berserker").attack == 2 + 1 + 2
    s.end_turn().play("Jade Lightning", "enemy hero")
    assert s.minion("Frothing Berserker").attack == 5
    s.play("Lightning Bolt", "Frothing Berserker")
    assert s.minion("Frothing Berserker").stats == (6, 1)


def test_the_last_durability_still_hits_and_the_hero_takes_what_hits_back():
    s = Scenario(player="warrior", opponent="shaman")
    s.weapon("Arcanite Reaper", durability=1).set(armor=2).opponent.board("Thing from Below", "Patches")
    assert s.legal("attacks") == ["hero attacks Thing from Below"]
    s.attack("hero", "Thing from Below")
    assert (s.opponent.board_names(), s.weapon_name) == (["Patches the Pirate"], "")
    assert (s.armor, s.health) == (0, 27)


def test_a_hero_who_dies_attacking_loses():
    s = Scenario(player="warrior", opponent="warlock")
    s.set(health=2, armor=1).weapon("Fiery War Axe").opponent.board("Voidlord")
    s.attack("hero", "Voidlord")
    assert s.result == "opponent"


def test_upgrade_lets_nobody_attack_twice():
    s = Scenario(player="warrior")
    s.weapon("Fiery War Axe").attack("hero").play("Upgrade!")
    assert (s.weapon_stats, s.can(lambda t: t.attack("hero"))) == ((4, 2), False)


# Hero powers.


def test_finley_offers_all_but_the_power_that_there_is_now():
    s = Scenario(player="warrior")
    s.set(power="Life Tap")
    offered = {name for t in s.tries(80) for name in t.play("Sir Finley").options()}
    assert (len(offered), "Life Tap" in offered, "Armor Up!" in offered) == (8, False, True)


def test_a_power_by_finley_is_used_once_and_keeps_the_armor_of_the_old_one():
    s = Scenario(player="warrior").power()
    s = s.first(lambda t: "Life Tap" in t.play("Sir Finley").options())
    assert len(s.legal()) == 3  # nothing else before the choice
    s.deck("Hex", "Hex").choose("Life").power()
    assert (s.armor, s.health, s.hand_names(), s.mana) == (0, 30, ["Hex"], 5)
    assert not s.can(lambda t: t.power())


def test_daggers_replace_the_weapon_and_arm_the_crew():
    s = Scenario(player="warrior")
    s.set(power="Dagger Mastery").weapon("Arcanite Reaper").board("Small-Time Buccaneer").play("Southsea Deckhand")
    s.power().attack("Southsea Deckhand").attack("Small-Time Buccaneer").attack("hero")
    assert (s.opponent.health, s.weapon_stats) == (30 - 2 - 3 - 1, (1, 1))


def test_shapeshift_after_an_attack_gives_no_second_one():
    s = Scenario(player="warrior")
    s.set(power="Shapeshift").weapon("Fiery War Axe")
    assert s.copy().power().attack("hero").opponent.health == 26
    assert not s.attack("hero").power().can(lambda t: t.attack("hero"))


@pytest.mark.parametrize("power", ["Fireblast", "Lesser Heal", "Siphon Life"])
def test_aimed_powers_reach_all_but_the_enemy_s_stealth(power):
    s = Scenario(player="warrior")
    s.set(power=power).board("Worgen Infiltrator", "Azure Drake").opponent.board("Worgen Infiltrator", "Voidwalker")
    aims = ["Worgen Infiltrator", "Azure Drake", "own hero", "enemy Voidwalker", "enemy hero"]
    assert s.legal(power) == [f"{power} -> {aim}" for aim in aims]


def test_steady_shot_passes_taunt_and_reinforce_needs_a_place():
    s = Scenario(player="warrior")
    s.set(power="Steady Shot").opponent.board("Voidwalker").set(armor=1)
    s.power()
    assert (s.opponent.armor, s.opponent.health) == (0, 29)
    s = Scenario(player="warrior")
    s.set(power="Reinforce").board(*["Patches"] * 7)
    assert not s.can(lambda t: t.power())
