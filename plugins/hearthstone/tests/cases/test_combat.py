"""Published interactions: combat, weapons and pirates. Sources: SabberStone, hs-bugs by issue, card texts."""

import pytest

from palaestra_hearthstone.testing import Scenario


def test_case_9_the_weapon_of_an_attacked_hero_does_nothing():
    s = Scenario(player="warrior")
    s.board("Kor'kron Elite")
    s.opponent.weapon("Arcanite Reaper")
    s.attack("Kor'kron Elite", "hero")
    assert s.minion("Kor'kron Elite").stats == (4, 3)
    assert s.opponent.weapon_stats == (5, 2)
    assert s.opponent.health == 26


def test_case_10_combat_damage_is_simultaneous():
    s = Scenario(player="shaman")
    s.board("Naga Corsair")
    s.opponent.board("Azure Drake", health=5)
    s.attack("Naga Corsair", "Azure Drake")
    assert s.board_names() == []
    assert s.opponent.board_names() == []


def test_case_10_attack_gained_in_a_combat_does_not_count_in_it():
    s = Scenario(player="warrior")
    s.board("Frothing Berserker")
    s.opponent.board("Mountain Giant")
    s.attack("Frothing Berserker", "Mountain Giant")
    assert s.opponent.minion("Mountain Giant").damage == 2


def test_case_11_a_new_weapon_gives_no_second_attack():
    s = Scenario(player="warrior")
    s.weapon("Fiery War Axe")
    s.attack("hero", "hero")
    s.play("Arcanite Reaper")
    assert s.weapon_name == "Arcanite Reaper"
    assert s.weapon_stats == (5, 2)
    assert not s.can(lambda t: t.attack("hero", "hero"))


def test_case_12_heroic_strike_without_a_weapon():
    s = Scenario(player="warrior")
    assert not s.can(lambda t: t.attack("hero", "hero"))
    s.play("Heroic Strike")
    assert s.attack_of_hero == 4
    s.attack("hero", "hero")
    assert s.opponent.health == 26
    assert not s.can(lambda t: t.attack("hero", "hero"))
    s.end_turn()
    assert s.attack_of_hero == 0


def test_case_12_heroic_strike_with_a_weapon():
    s = Scenario(player="warrior")
    s.weapon("Fiery War Axe")
    s.play("Heroic Strike")
    s.attack("hero", "hero")
    assert s.opponent.health == 23
    assert s.weapon_stats == (3, 1)
    s.end_turn()
    assert s.attack_of_hero == 3


def test_case_14_small_time_buccaneer_with_and_without_a_weapon():
    s = Scenario(player="warrior")
    s.board("Small-Time Buccaneer")
    assert s.minion("Small-Time").stats == (1, 1)
    s.weapon("Fiery War Axe", durability=1)
    assert s.minion("Small-Time").stats == (3, 1)
    s.attack("hero", "hero")
    assert s.weapon_name == ""
    assert s.minion("Small-Time").stats == (1, 1)


def test_case_14_the_bonus_comes_on_top_of_stats_that_were_set():
    """A 1/1 copy by Barnes has 3/1 with a weapon (hs-bugs #643: auras after effects that set stats)."""
    s = Scenario(player="warrior")
    s.weapon("Fiery War Axe").deck("Small-Time Buccaneer")
    s.play("Barnes")
    assert s.minion("Small-Time").stats == (3, 1)


def test_case_15_bloodsail_cultist_needs_another_pirate():
    """hs-bugs #534."""
    s = Scenario(player="warrior")
    s.weapon("Fiery War Axe")
    s.play("Bloodsail Cultist")
    assert s.weapon_stats == (3, 2)

    s = Scenario(player="warrior")
    s.weapon("Fiery War Axe").board("Patches")
    s.play("Bloodsail Cultist")
    assert s.weapon_stats == (4, 3)

    s = Scenario(player="warrior")
    s.board("Patches")
    s.play("Bloodsail Cultist")
    assert s.weapon_stats == (0, 0)
    assert s.minion("Bloodsail Cultist").stats == (3, 4)


def test_case_16_bloodsail_raider_keeps_the_attack_of_the_buffed_weapon():
    s = Scenario(player="warrior")
    s.weapon("Fiery War Axe", durability=1)
    s.play("Upgrade!")
    s.play("Bloodsail Raider")
    assert s.minion("Bloodsail Raider").stats == (6, 3)
    s.attack("hero", "hero")
    s.opponent.set(health=30)
    s.end_turn().end_turn()
    s.attack("hero", "hero")
    assert s.weapon_name == ""
    assert s.minion("Bloodsail Raider").stats == (6, 3)


@pytest.mark.parametrize(("attack", "cost"), [(None, 4), (1, 3), (3, 1), (4, 0), (5, 0)])
def test_case_17_dread_corsair_costs_less_by_the_attack_of_the_weapon(attack, cost):
    s = Scenario(player="warrior")
    s.hand("Dread Corsair")
    if attack is not None:
        s.weapon("Fiery War Axe", attack=attack)
    assert s.cost("Dread Corsair") == cost


def test_case_17_dread_corsair_is_cheaper_at_once_after_upgrade():
    s = Scenario(player="warrior")
    s.hand("Dread Corsair", "Upgrade!").weapon("Rusty Hook")
    assert s.cost("Dread Corsair") == 3
    s.play("Upgrade!")
    assert s.cost("Dread Corsair") == 2


def test_case_18_upgrade_with_and_without_a_weapon():
    s = Scenario(player="warrior")
    s.play("Upgrade!")
    assert (s.weapon_name, s.weapon_stats) == ("Heavy Axe", (1, 3))

    s = Scenario(player="warrior")
    s.weapon("Rusty Hook").play("Upgrade!")
    assert (s.weapon_name, s.weapon_stats) == ("Rusty Hook", (2, 4))

    s = Scenario(player="warrior")
    s.weapon("Rusty Hook", durability=1)  # used twice
    s.play("Upgrade!")
    assert s.weapon_stats == (2, 2)


def test_case_19_first_mate_equips_before_patches_comes():
    s = Scenario(player="warrior")
    s.deck("Patches")
    s.play("N'Zoth's First Mate")
    assert (s.weapon_name, s.weapon_stats) == ("Rusty Hook", (1, 3))
    assert s.minion("N'Zoth's First Mate").stats == (1, 1)
    assert s.minion("Patches").stats == (1, 1)
    assert s.deck_names() == []


def test_every_patches_in_the_deck_comes():
    # As shown when the card was first told of, with copies by Gang Up:
    # https://tastethemana.wordpress.com/2016/12/08/patches-the-pirate-fundamentals-over-flashiness/
    s = Scenario(player="warrior")
    s.deck("Patches", "Patches", "Fiery War Axe")
    s.play("Southsea Deckhand")
    assert s.board_names() == ["Southsea Deckhand", "Patches the Pirate", "Patches the Pirate"]
    assert s.deck_names() == ["Fiery War Axe"]


def test_case_20_patches_in_the_hand_stays_there():
    s = Scenario(player="warrior")
    s.hand("Patches")
    s.play("Bloodsail Raider")
    assert s.board_names() == ["Bloodsail Raider"]
    assert s.hand_names() == ["Patches the Pirate"]


def test_case_20_patches_does_not_come_for_a_pirate_that_was_only_summoned():
    s = Scenario(player="warrior", seed=1)
    s.deck("Patches", "Southsea Deckhand")
    seen = s.outcomes(lambda t: tuple(t.play("Barnes").board_names()), 40)
    assert set(seen) == {("Barnes", "Patches the Pirate"), ("Barnes", "Southsea Deckhand")}
    pirates = {"Southsea Deckhand", "Bloodsail Corsair", "Sky Raider", "Bloodsail Flybooter"}
    s = Scenario(player="shaman")
    s.deck("Patches")
    portals = [t.play("Maelstrom Portal") for t in s.tries(400)]
    assert any(pirates & set(t.board_names()) for t in portals)
    assert all(t.deck_names() == ["Patches the Pirate"] for t in portals)


def test_case_20_patches_stays_in_the_deck_when_the_board_is_full():
    """hs-bugs #700; metastone PR #279 (there he was destroyed)."""
    s = Scenario(player="warrior")
    s.board(*["Kor'kron Elite"] * 6).deck("Patches")
    s.play("Bloodsail Raider")
    assert s.board_names() == ["Kor'kron Elite"] * 6 + ["Bloodsail Raider"]
    assert s.deck_names() == ["Patches the Pirate"]


def test_case_20_patches_has_charge_only_in_the_data_of_2017():
    for data, charges in (("sabberstone2020", False), ("2017", True)):
        s = Scenario(player="warrior", card_data=data)
        s.deck("Patches")
        s.play("Bloodsail Raider")
        assert s.can(lambda t: t.attack("Patches", "hero")) == charges


def test_case_22_frothing_counts_minions_that_really_took_damage():
    s = Scenario(player="warlock", opponent="shaman")
    s.board("Frothing Berserker", "Voidlord", "Mountain Giant")
    s.opponent.board("Aya Blackpaw", "Azure Drake")
    s.play("Defile")
    assert s.minion("Frothing Berserker").stats == (2 + 5, 3)


def test_case_22_a_popped_shield_gives_frothing_nothing():
    s = Scenario(player="warlock", opponent="shaman")
    s.board("Frothing Berserker")
    s.opponent.board("Al'Akir")
    s.play("Defile")
    assert s.minion("Frothing Berserker").attack == 3  # for itself alone
    assert s.opponent.minion("Al'Akir").stats == (3, 5)
    assert "divine shield" not in s.opponent.minion("Al'Akir").keywords


def test_case_22_damage_of_zero_gives_frothing_nothing():
    s = Scenario(player="warrior")
    s.board("Frothing Berserker", "Kor'kron Elite")
    s.opponent.board("Doomsayer")
    s.attack("Kor'kron Elite", "Doomsayer")
    assert s.minion("Frothing Berserker").attack == 3


def test_case_22_frothing_gains_two_in_its_own_combat():
    s = Scenario(player="warrior")
    s.board("Frothing Berserker")
    s.opponent.board("Voidlord")
    s.attack("Frothing Berserker", "Voidlord")
    assert s.minion("Frothing Berserker").stats == (4, 1)
