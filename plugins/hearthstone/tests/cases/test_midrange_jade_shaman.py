"""Interactions of the shaman's cards, beyond the numbered cases: weapons, totems, golems and spells together."""

from palaestra_hearthstone.testing import Scenario


def test_spirit_claws_count_any_source_of_spell_damage_once():
    s = Scenario(player="shaman", opponent="shaman", turn=22)
    s.board("Bloodmage Thalnos", "Azure Drake").weapon("Spirit Claws")
    assert s.weapon_stats == (3, 3)
    s.play("Hex", "Thalnos")
    assert s.weapon_stats == (3, 3)
    s.set(mana=10)
    s.opponent.set(mana=10).board("Azure Drake")  # the enemy's is no help
    s.play("Hex", "enemy Azure Drake")
    assert s.weapon_stats == (1, 3)


def test_spirit_claws_find_spell_damage_that_is_there_or_that_barnes_brings():
    s = Scenario(player="shaman")
    s.board("Wrath of Air Totem").play("Spirit Claws").attack("hero")
    assert (s.opponent.health, s.weapon_stats) == (27, (3, 2))
    s = Scenario(player="shaman")
    s.weapon("Spirit Claws").deck("Bloodmage Thalnos").play("Barnes")
    assert s.weapon_stats == (3, 3)


def test_a_copy_by_barnes_stands_to_his_right_and_counts_as_a_totem_without_overload():
    s = Scenario(player="shaman")
    s.board("Tunnel Trogg", "Al'Akir").deck("Totem Golem").hand("Thing from Below")
    s.play("Barnes", place=2)
    assert s.board_names() == ["Tunnel Trogg", "Barnes", "Totem Golem", "Al'Akir the Windlord"]
    assert (s.owed, s.minion("Tunnel Trogg").attack, s.cost("Thing from Below")) == (0, 1, 5)


def test_barnes_brings_no_discover_and_no_patches():
    s = Scenario(player="shaman")
    s.deck("Sir Finley").play("Barnes")
    assert (s.options(), s.board_names()) == ([], ["Barnes", "Sir Finley Mrrgglton"])


def test_golems_of_aya_stand_where_she_stands_and_stood():
    s = Scenario(player="shaman")
    s.board("Flametongue Totem", "Tunnel Trogg").play("Aya", place=2)
    assert s.board_names() == ["Flametongue Totem", "Aya Blackpaw", "Jade Golem", "Tunnel Trogg"]
    s.set(mana=10).play("Jade Lightning", "own Aya")  # its golem comes before her death
    assert s.board_stats() == [(0, 3), (3 + 2, 3), (1, 1), (1, 3), (2, 2)]


def test_jade_lightning_at_an_own_minion_frees_no_slot_in_time():
    s = Scenario(player="shaman")
    s.board("Tunnel Trogg", *["Al'Akir"] * 6).play("Jade Lightning", "Tunnel Trogg")
    assert (s.board_names(), s.jade) == (["Al'Akir the Windlord"] * 6, 1)


def test_golems_of_several_ayas_that_die_at_once_grow_in_order_of_play():
    s = Scenario(player="shaman", opponent="shaman")
    s.opponent.board("Aya Blackpaw", damage=2).board("Azure Drake").board("Aya Blackpaw", damage=2)
    s.play("Maelstrom Portal")
    assert s.opponent.board_stats() == [(1, 1), (4, 3), (2, 2)]


def test_overload_reaches_every_own_trogg_even_if_it_kills_one():
    s = Scenario(player="shaman", opponent="shaman")
    s.board("Tunnel Trogg", "Tunnel Trogg")
    s.opponent.board("Tunnel Trogg")
    s.play("Totem Golem").play("Jade Claws").play("Lightning Bolt", "own #1")
    assert s.minion("Tunnel Trogg").stats == (4, 3)
    assert s.opponent.board_stats() == [(1, 3)]
    assert s.owed == 3


def test_more_overload_than_crystals_is_lost():
    s = Scenario(player="shaman", mana=1)
    s.set(mana=10).deck("Hex", "Hex").opponent.deck("Hex", "Hex")
    s.play("Lightning Storm").play("Lightning Bolt", "enemy hero").end_turn().end_turn()
    assert (s.crystals, s.locked, s.mana) == (2, 2, 0)
    s.end_turn().end_turn()
    assert (s.crystals, s.locked, s.mana) == (3, 0, 3)


def test_lightning_storm_pops_shields_and_spares_its_own_side():
    s = Scenario(player="shaman", opponent="shaman")
    s.board("Tunnel Trogg")
    s.opponent.board("Al'Akir", "Thalnos").deck("Hex")
    s.play("Lightning Storm")
    assert s.board_stats() == [(3, 3)]
    assert (s.opponent.board_stats(), s.opponent.hand_names()) == ([(3, 5)], ["Hex"])


def test_flametongues_strengthen_each_other_and_what_stands_between():
    s = Scenario(player="shaman")
    s.board("Flametongue Totem", "Flametongue Totem", "Patches", "Flametongue Totem")
    assert s.board_stats() == [(2, 3), (2, 3), (5, 1), (0, 3)]
    s.attack("#1")
    assert s.opponent.health == 28
    s.play("Hex", "#2")
    assert s.board_stats() == [(0, 3), (2, 1), (3, 1), (0, 3)]


def test_two_ragnaroses_never_hit_what_the_first_has_killed():
    s = Scenario(player="shaman")
    s.board("Ragnaros", "Ragnaros").deck("Hex")
    s.opponent.board("Mountain Giant").deck("Hex")
    seen = s.outcomes(lambda t: (t.end_turn().opponent.health, len(t.opponent.board_names())), 60)
    assert set(seen) == {(22, 0), (14, 1)}


def test_a_hexed_ragnaros_is_silent():
    s = Scenario(player="shaman", opponent="shaman", turn=22)
    s.board("Ragnaros").deck("Hex").opponent.deck("Hex")
    s.play("Hex", "Ragnaros").end_turn().end_turn()
    assert s.opponent.health == 30


def test_a_totem_that_is_hexed_later_still_makes_the_thing_cheaper():
    s = Scenario(player="shaman", opponent="shaman", turn=22)
    s.board("Totem Golem").hand("Thing from Below").play("Hex", "Totem Golem")
    assert s.cost("Thing from Below") == 5
