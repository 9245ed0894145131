"""Published interactions: the warlock's cards. Sources: SabberStone, hs-bugs by issue, card texts."""

from palaestra_hearthstone.testing import Scenario


def test_case_35_a_cube_that_ate_a_doomguard_leaves_two_fresh_ones():
    s = Scenario(player="warlock")
    s.board("Doomguard", damage=3, buff=(2, 2)).hand("Hellfire", "Defile", "Voidlord")
    s.play("Carnivorous Cube", "Doomguard")
    assert s.board_names() == ["Carnivorous Cube"]
    s.play("Dark Pact", "Carnivorous Cube")
    assert s.board_names() == ["Doomguard", "Doomguard"]
    assert s.board_stats() == [(5, 7), (5, 7)]
    assert s.hand_names() == ["Hellfire", "Defile", "Voidlord"]
    s.attack("Doomguard #1").attack("Doomguard #2")
    assert s.opponent.health == 20


def test_case_36_a_cube_alone_does_nothing():
    s = Scenario(player="warlock")
    s.play("Carnivorous Cube")
    assert s.minion("Carnivorous Cube").stats == (4, 6)
    s.play("Dark Pact", "Carnivorous Cube")
    assert s.board_names() == []


def test_case_36_a_cube_eats_a_voidlord():
    """As SabberStone's own test: four minions, then five with two Voidlords."""
    s = Scenario(player="warlock")
    s.board("Voidlord")
    s.play("Carnivorous Cube", "Voidlord")
    assert sorted(s.board_names()) == ["Carnivorous Cube"] + ["Voidwalker"] * 3
    s.play("Dark Pact", "Carnivorous Cube")
    assert sorted(s.board_names()) == ["Voidlord"] * 2 + ["Voidwalker"] * 3


def test_case_39_a_cube_that_eats_a_frog_leaves_frogs():
    s = Scenario(player="warlock", opponent="shaman", turn=22)
    s.board("Doomguard").deck("Hellfire")
    s.play("Hex", "enemy Doomguard").end_turn()
    s.play("Carnivorous Cube", "Frog").play("Dark Pact", "Carnivorous Cube")
    assert s.board_names() == ["Frog", "Frog"]


def test_case_40_faceless_copies_damage_and_buffs_and_is_summoning_sick():
    s = Scenario(player="warlock", opponent="warrior")
    s.opponent.board("Naga Corsair", damage=3, buff=(2, 2))
    s.play("Faceless Manipulator", "Naga Corsair")
    assert s.board_names() == ["Naga Corsair"]
    assert (s.minion("Naga Corsair").stats, s.minion("Naga Corsair").damage) == ((7, 3), 3)
    assert not s.can(lambda t: t.attack("Naga Corsair"))


def test_case_40_faceless_as_a_charger_attacks_and_runs_no_battlecry():
    s = Scenario(player="warlock")
    s.board("Doomguard", attacks=1).hand("Hellfire", "Defile")
    s.play("Faceless Manipulator", "Doomguard")
    assert s.hand_names() == ["Hellfire", "Defile"]
    s.attack("Doomguard #2")
    assert s.opponent.health == 25


def test_case_40_faceless_does_not_copy_auras_of_others():
    """hs-bugs #666."""
    s = Scenario(player="warlock", opponent="warrior")
    s.opponent.board("Southsea Captain", "Naga Corsair")
    assert s.opponent.minion("Naga Corsair").stats == (6, 5)
    s.play("Faceless Manipulator", "Naga Corsair")
    assert s.minion("Naga Corsair").stats == (5, 4)


def test_case_40_faceless_does_not_double_buffs_beside_an_own_captain():
    """hs-bugs #245."""
    s = Scenario(player="warlock", opponent="warrior")
    s.board("Southsea Captain")
    s.opponent.board("Naga Corsair", buff=(1, 1))
    s.play("Faceless Manipulator", "Naga Corsair")
    assert s.minion("Naga Corsair").stats == (7, 6)


def test_case_40_a_faceless_that_became_a_demon_comes_back_by_gul_dan():
    """hs-bugs #972 reports its failing as a bug."""
    s = Scenario(player="warlock")
    s.board("Doomguard", attacks=1)
    s.play("Faceless Manipulator", "Doomguard")
    s.play("Dark Pact", "#2")
    assert s.graveyard_names() == ["Doomguard"]
    s.set(mana=10).play("Bloodreaver Gul'dan")
    assert s.board_names() == ["Doomguard", "Doomguard"]


def test_case_42_lackey_recruits_a_demon_from_the_deck_only():
    s = Scenario(player="warlock")
    s.board("Possessed Lackey").deck("Doomguard", "Voidlord", "Hellfire", "Mountain Giant").hand("Voidlord", "Defile")
    seen = s.outcomes(lambda t: tuple(t.play("Dark Pact", "Lackey").board_names()), 60)
    assert set(seen) == {("Doomguard",), ("Voidlord",)}
    s.play("Dark Pact", "Lackey")
    assert len(s.deck_names()) == 3
    assert s.hand_names() == ["Voidlord", "Defile"]  # a recruited Doomguard discards nothing


def test_case_42_lackey_without_a_demon_in_the_deck():
    s = Scenario(player="warlock")
    s.board("Possessed Lackey").deck("Hellfire", "Mountain Giant").hand("Doomguard")
    s.play("Dark Pact", "Lackey")
    assert s.board_names() == []
    assert s.hand_names() == ["Doomguard"]


def test_case_42_a_demon_recruited_in_the_enemy_turn_attacks_in_the_next():
    s = Scenario(player="warlock", turn=22)
    s.board("Possessed Lackey").deck("Voidlord", "Hellfire")
    s.opponent.board("Mountain Giant")
    s.attack("Mountain Giant", "Lackey").end_turn()
    assert s.board_names() == ["Voidlord"]
    s.attack("Voidlord", "Mountain Giant")
    assert s.opponent.minion("Mountain Giant").damage == 2 + 3


def test_case_43_voidlord_leaves_three_voidwalkers_at_its_place():
    s = Scenario(player="warlock")
    s.board("Mountain Giant", "Voidlord", "Doomguard")
    s.play("Dark Pact", "Voidlord")
    assert s.board_names() == ["Mountain Giant", "Voidwalker", "Voidwalker", "Voidwalker", "Doomguard"]
    assert s.minion("Voidwalker").stats == (1, 3)
    assert s.minion("Voidwalker").keywords == ("taunt",)


def test_case_43_voidwalkers_are_limited_by_space():
    s = Scenario(player="warlock")
    s.board("Voidlord").board(*["Mountain Giant"] * 6)
    s.play("Dark Pact", "Voidlord")
    assert s.board_names() == ["Voidwalker"] + ["Mountain Giant"] * 6


def test_case_44_skull_summons_a_demon_from_the_hand_before_the_draw():
    s = Scenario(player="warlock", turn=22)
    s.weapon("Skull of the Man'ari").hand("Doomguard", "Hellfire", "Mountain Giant").deck("Voidlord")
    s.end_turn()
    assert s.board_names() == ["Doomguard"]
    assert s.hand_names() == ["Hellfire", "Mountain Giant", "Voidlord"]  # nothing discarded, the draw came later
    assert s.weapon_stats == (0, 2)  # each summoning takes one durability


def test_case_44_skull_without_a_demon_or_without_room():
    s = Scenario(player="warlock", turn=22)
    s.weapon("Skull of the Man'ari").hand("Hellfire").deck("Voidlord")
    s.end_turn()
    assert (s.board_names(), s.hand_names()) == ([], ["Hellfire", "Voidlord"])

    s = Scenario(player="warlock", turn=22)
    s.weapon("Skull of the Man'ari").hand("Doomguard").board(*["Mountain Giant"] * 7).deck("Voidlord")
    s.end_turn()
    assert s.board_names() == ["Mountain Giant"] * 7
    assert s.hand_names() == ["Doomguard", "Voidlord"]


def test_case_46_doomsayer_kills_all_at_the_start_of_its_turn_before_the_draw():
    s = Scenario(player="warlock", turn=22)
    s.board("Doomsayer", "Voidlord").deck("Hellfire")
    s.opponent.board("Mountain Giant")
    s.end_turn()
    assert s.board_names() == ["Voidwalker"] * 3
    assert s.opponent.board_names() == []
    assert s.hand_names() == ["Hellfire"]


def test_case_46_a_faceless_doomsayer_fires_in_the_turn_of_its_owner():
    s = Scenario(player="warlock")
    s.board("Doomsayer").deck("Hellfire")
    s.opponent.board("Voidlord").deck("Hellfire")
    s.end_turn()
    s.play("Faceless Manipulator", "enemy Doomsayer")
    s.board("Voidlord")
    with s.change() as position:
        del position.sides[0].board[0]  # or it would fire first
    s.end_turn()
    assert s.opponent.board_names() == ["Voidlord", "Doomsayer"]
    s.end_turn()
    assert s.opponent.board_names() == s.board_names() == ["Voidwalker"] * 3


def test_case_48_lord_godfrey_repeats_while_minions_die():
    s = Scenario(player="warlock", mana=10)
    s.board("Bloodmage Thalnos")  # dies; its spell damage does not count
    s.opponent.board("Mountain Giant", "Voidlord").board("Doomguard", damage=3)
    s.play("Lord Godfrey")
    # Thalnos dies of the first two, the Doomguard (four left) of the second, nobody of the third.
    assert s.board_names() == ["Lord Godfrey"]
    assert s.minion("Lord Godfrey").stats == (4, 4)
    assert [(m.name, m.damage) for m in s.opponent.minions()] == [("Mountain Giant", 6), ("Voidlord", 6)]


def test_case_50_dark_pact_on_a_loaded_cube():
    for data, healed in (("sabberstone2020", 4), ("2017", 8)):
        s = Scenario(player="warlock", card_data=data)
        s.set(health=10).board("Carnivorous Cube", ate="Mountain Giant")
        s.play("Dark Pact", "Carnivorous Cube")
        assert s.health == 10 + healed
        assert s.board_names() == ["Mountain Giant", "Mountain Giant"]


def test_case_50_dark_pact_at_full_health_heals_nothing():
    s = Scenario(player="warlock")
    s.board("Voidwalker").play("Dark Pact", "Voidwalker")
    assert s.health == 30


def test_case_51_doomguard_discards_two_others():
    for others, left in ((3, 1), (2, 0), (1, 0), (0, 0)):
        s = Scenario(player="warlock")
        s.hand("Doomguard", *["Voidlord", "Hellfire", "Defile"][:others]).deck("Hellfire")
        s.play("Doomguard")
        assert len(s.hand_names()) == left
        assert s.board_names() == ["Doomguard"]
        assert s.graveyard_names() == []  # a discarded Voidlord did not die
        assert s.deck_names() == ["Hellfire"]


def test_case_51_any_two_may_be_discarded():
    s = Scenario(player="warlock")
    s.hand("Doomguard", "Voidlord", "Hellfire", "Defile")
    seen = s.outcomes(lambda t: t.play("Doomguard").hand_names()[0], 120)
    assert set(seen) == {"Voidlord", "Hellfire", "Defile"}


def test_case_52_mountain_giant_costs_less_by_the_other_cards_in_the_hand():
    s = Scenario(player="warlock")
    s.hand("Mountain Giant")
    assert s.cost("Mountain Giant") == 12
    s.hand(*["Hellfire"] * 9)
    assert s.cost("Mountain Giant") == 3
    s.play("Hellfire")
    assert s.cost("Mountain Giant") == 4


def test_case_52_the_coin_never_gives_more_than_ten():
    s = Scenario(player="warlock", mana=10)
    s.play("The Coin")
    assert s.mana == 10
    s.set(mana=9).play("The Coin")
    assert s.mana == 10
    s = Scenario(player="warlock", mana=3)
    s.play("The Coin")
    assert (s.mana, s.crystals) == (4, 3)


def test_case_55_finley_offers_three_of_the_eight_other_powers():
    powers = {
        "Shapeshift", "Steady Shot", "Fireblast", "Reinforce", "Lesser Heal", "Dagger Mastery", "Totemic Call",
        "Life Tap", "Armor Up!",
    }  # fmt: skip
    for class_name, own in (("warrior", "Armor Up!"), ("warlock", "Life Tap")):
        s = Scenario(player=class_name)
        offers = [t.play("Sir Finley").options() for t in s.tries(60)]
        assert all(len(set(offer)) == 3 for offer in offers)
        assert {name for offer in offers for name in offer} == powers - {own}


def test_case_55_the_new_power_is_usable_in_the_same_turn():
    s = Scenario(player="warrior")
    s.power()
    s = next(t for t in s.tries(100) if "Fireblast" in t.play("Sir Finley").options())
    s.choose("Fireblast")
    assert s.power_name == "Fireblast"
    s.power("enemy hero")
    assert s.opponent.health == 29


def test_case_56_lifesteal_heals_the_damage_dealt():
    s = Scenario(player="warlock")
    s.set(health=10)
    s.opponent.board("Kobold Librarian")
    s.play("LOOT_043t3", "Kobold Librarian")
    assert s.health == 17  # seven, though one was enough

    s = Scenario(player="warlock", opponent="shaman")
    s.set(health=10)
    s.opponent.board("Al'Akir")
    s.play("Lesser Amethyst Spellstone", "Al'Akir")
    assert s.health == 10
    assert "divine shield" not in s.opponent.minion("Al'Akir").keywords


def test_case_58_n_zoth_resummons_the_dead_with_deathrattles():
    s = Scenario(player="warlock")
    s.graveyard("Carnivorous Cube", "Possessed Lackey", "Voidlord", "Mistress of Mixtures", "Doomguard", "Mistress")
    s.play("N'Zoth, the Corruptor")
    expected = ["Carnivorous Cube", "Mistress of Mixtures", "Mistress of Mixtures", "N'Zoth, the Corruptor"]
    assert sorted(s.board_names()) == sorted([*expected, "Possessed Lackey", "Voidlord"])
    s.set(mana=1).play("Dark Pact", "Carnivorous Cube")
    assert len(s.board_names()) == 5  # the Cube came back without memory


def test_case_58_n_zoth_brings_at_most_six_in_random_order():
    s = Scenario(player="warlock")
    s.graveyard(*["Possessed Lackey"] * 4, *["Mistress of Mixtures"] * 4)
    boards = s.outcomes(lambda t: tuple(t.play("N'Zoth, the Corruptor").board_names()), 60)
    assert all(len(board) == 7 for board in boards)
    assert len(boards) > 10

    s = Scenario(player="warlock")
    s.board("Doomguard", "Doomguard", "Doomguard").graveyard(*["Possessed Lackey"] * 6)
    s.play("N'Zoth, the Corruptor")
    assert s.board_names().count("Possessed Lackey") == 3


def test_case_59_mistress_heals_both_heroes():
    s = Scenario(player="warlock", opponent="warlock")
    s.set(health=15).board("Mistress of Mixtures")
    s.opponent.set(health=27).board("Mistress of Mixtures")
    s.attack("Mistress of Mixtures", "Mistress of Mixtures")
    assert (s.health, s.opponent.health) == (23, 30)
