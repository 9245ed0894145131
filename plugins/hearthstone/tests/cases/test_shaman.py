"""Published interactions: the shaman's cards. Sources: SabberStone, hs-bugs by issue, card texts."""

import pytest

from palaestra_hearthstone.testing import Scenario

BASIC_TOTEMS = {"Healing Totem", "Searing Totem", "Stoneclaw Totem", "Wrath of Air Totem"}


@pytest.mark.parametrize(("before", "size", "cost"), [(0, 1, 1), (9, 10, 10), (28, 29, 10), (29, 30, 10), (30, 30, 10)])
def test_case_23_the_next_jade_golem_is_one_larger_up_to_30(before, size, cost):
    from palaestra_hearthstone.cards import card, number_of

    s = Scenario(player="shaman")
    s.set(jade=before)
    s.play("Jade Claws")
    golem = s.minion("Jade Golem")
    assert golem.stats == (size, size)
    assert card(number_of(golem.id)).cost == cost


def test_case_23_golems_of_all_sources_count_for_their_owner_alone():
    s = Scenario(player="shaman", opponent="shaman")
    s.opponent.board("Aya Blackpaw", damage=1)
    s.play("Aya Blackpaw")
    s.play("Jade Lightning", "enemy Aya")
    assert [golem.stats for golem in s.minions() if golem.name == "Jade Golem"] == [(1, 1), (2, 2)]
    assert s.opponent.board_stats() == [(1, 1)]
    assert (s.jade, s.opponent.jade) == (2, 1)


def test_case_23_a_full_board_lets_the_counter_rise_all_the_same():
    """A golem that fails to come makes the next one larger all the same (Hearthstone wiki, Jade Golem)."""
    s = Scenario(player="shaman")
    s.board(*["Tunnel Trogg"] * 7).play("Jade Claws")
    assert s.jade == 1
    assert s.board_names() == ["Tunnel Trogg"] * 7


def test_case_24_hex_makes_aya_a_frog_without_a_deathrattle():
    s = Scenario(player="shaman", opponent="shaman", mana=10)
    s.opponent.board("Aya Blackpaw")
    s.play("Hex", "Aya")
    frog = s.opponent.minion("Frog")
    assert (frog.id, frog.stats, frog.keywords) == ("hexfrog", (0, 1), ("taunt",))
    assert s.opponent.jade == 0
    assert s.opponent.graveyard_names() == []
    s.play("Lightning Bolt", "Frog")
    assert s.opponent.board_names() == []
    assert s.opponent.jade == 0


def test_case_25_tunnel_trogg_gains_one_for_each_crystal():
    s = Scenario(player="shaman")
    s.board("Tunnel Trogg")
    s.play("Lightning Storm")
    assert s.minion("Tunnel Trogg").stats == (3, 3)
    s.play("Lightning Bolt", "enemy hero").play("Tunnel Trogg")
    assert s.board_stats() == [(4, 3), (1, 3)]


def test_case_25_overload_locks_the_next_own_turn_only_and_adds_up():
    s = Scenario(player="shaman", mana=8)
    s.deck("Hex", "Hex").opponent.deck("Hex", "Hex")
    s.play("Lightning Storm").play("Lightning Bolt", "enemy hero")
    assert (s.owed, s.locked, s.mana) == (3, 0, 4)
    s.end_turn()
    assert s.opponent.mana == 9
    s.end_turn()
    assert (s.crystals, s.owed, s.locked, s.mana) == (9, 0, 3, 6)
    s.end_turn().end_turn()
    assert (s.crystals, s.locked, s.mana) == (10, 0, 10)


def test_case_26_spell_damage_of_thalnos_and_drake():
    def fresh():
        s = Scenario(player="shaman", opponent="warlock")
        s.board("Bloodmage Thalnos", "Azure Drake")
        s.opponent.board("Mountain Giant", "Voidlord")
        return s

    assert fresh().spell_damage == 2
    assert fresh().play("Lightning Bolt", "enemy hero").opponent.health == 25
    assert fresh().play("Jade Lightning", "enemy hero").opponent.health == 24
    assert [m.damage for m in fresh().play("Maelstrom Portal").opponent.minions()] == [3, 3]
    storms = fresh().outcomes(lambda t: tuple(m.damage for m in t.play("Lightning Storm").opponent.minions()), 60)
    assert set(storms) == {(4, 4), (4, 5), (5, 4), (5, 5)}


def test_case_26_spell_damage_does_not_raise_hero_powers_and_battlecries():
    s = Scenario(player="warlock")
    s.board("Bloodmage Thalnos", "Azure Drake").set(power="Siphon Life")
    s.power("enemy hero")
    assert s.opponent.health == 27
    s.play("Kobold Librarian")
    assert s.health == 30 - 2 - 1  # its two damage, and fatigue


def test_case_26_spell_damage_raises_the_greater_spellstone():
    """The real rule; SabberStone leaves it at seven."""
    s = Scenario(player="warlock")
    s.board("Bloodmage Thalnos")
    s.opponent.board("Voidlord")
    s.play("LOOT_043t3", "Voidlord")
    assert s.opponent.minion("Voidlord").damage == 8


def test_case_27_spirit_claws_have_three_attack_with_spell_damage():
    s = Scenario(player="shaman", opponent="warlock")
    s.weapon("Spirit Claws")
    assert s.weapon_stats == (1, 3)
    s.board("Wrath of Air Totem", attack=1)
    assert s.weapon_stats == (3, 3)
    s.opponent.board("Doomguard")
    s.attack("Wrath of Air", "Doomguard")
    assert s.board_names() == []
    assert s.weapon_stats == (1, 3)
    s.attack("hero", "hero")
    assert s.opponent.health == 29


def test_case_29_totemic_call_picks_uniformly_what_is_missing():
    s = Scenario(player="shaman")
    seen = s.outcomes(lambda t: t.power().board_names()[0], 400)
    assert set(seen) == BASIC_TOTEMS
    assert all(60 <= times <= 140 for times in seen.values())  # each about 100 times; five standard deviations
    s.board("Healing Totem", "Wrath of Air Totem")
    assert set(s.outcomes(lambda t: t.power().board_names()[-1], 60)) == {"Searing Totem", "Stoneclaw Totem"}
    s.board("Searing Totem", "Stoneclaw Totem")
    assert not s.can(lambda t: t.power())


def test_case_30_thing_from_below_counts_totems_summoned_in_this_game():
    s = Scenario(player="shaman", mana=10)
    s.hand("Thing from Below")
    assert s.cost("Thing from Below") == 6
    s.play("Totem Golem").play("Flametongue Totem")
    assert s.cost("Thing from Below") == 4
    s.power()
    assert s.cost("Thing from Below") == 3
    s.set(mana=5).play("Jade Lightning", "own Totem Golem")
    assert "Totem Golem" not in s.board_names()
    assert s.cost("Thing from Below") == 3
    s.set(totems=7)
    assert s.cost("Thing from Below") == 0
    s.hand("Thing from Below")  # drawn later
    assert s.cost("Thing from Below") == 0


def test_case_30_totems_of_the_opponent_do_not_count():
    s = Scenario(player="shaman", opponent="shaman")
    s.hand("Thing from Below").opponent.set(totems=4)
    assert s.cost("Thing from Below") == 6


def test_case_31_flametongue_follows_the_places():
    s = Scenario(player="shaman")
    s.board("Tunnel Trogg", "Flametongue Totem", "Patches", "Azure Drake")
    s.opponent.board("Voidlord")
    assert s.board_stats() == [(3, 3), (0, 3), (3, 1), (4, 4)]
    s.attack("Patches", "Voidlord")
    assert s.board_names() == ["Tunnel Trogg", "Flametongue Totem", "Azure Drake"]
    assert s.minion("Azure Drake").attack == 6
    s.attack("Azure Drake", "Voidlord")
    assert s.opponent.board_names() == ["Voidwalker"] * 3


def test_case_31_a_minion_played_between_takes_the_buff():
    s = Scenario(player="shaman")
    s.board("Flametongue Totem", "Azure Drake")
    s.play("Totem Golem", place=2)
    assert s.board_names() == ["Flametongue Totem", "Totem Golem", "Azure Drake"]
    assert s.board_stats() == [(0, 3), (5, 4), (4, 4)]
    places = [f"Patches the Pirate -> place {place}" for place in (1, 2, 3, 4)]
    assert s.hand("Patches").legal("Patches") == places


def test_case_32_barnes_copies_keep_their_text():
    s = Scenario(player="shaman")
    s.deck("Ragnaros", "Hex")
    s.play("Barnes")
    assert s.board_names() == ["Barnes", "Ragnaros the Firelord"]
    assert s.minion("Ragnaros").stats == (1, 1)
    assert s.deck_names() == ["Hex", "Ragnaros the Firelord"]
    s.end_turn()
    assert s.opponent.health == 30 - 8 - 1  # and the fatigue of the opponent's draw

    s = Scenario(player="shaman")
    s.deck("Al'Akir").play("Barnes")
    assert s.minion("Al'Akir").stats == (1, 1)
    s.attack("Al'Akir", "hero").attack("Al'Akir", "hero")
    assert s.opponent.health == 28
    assert not s.can(lambda t: t.attack("Al'Akir", "hero"))

    s = Scenario(player="shaman")
    s.deck("Aya").play("Barnes")
    assert "Jade Golem" not in s.board_names()
    s.play("Lightning Bolt", "own Aya")
    assert s.minion("Jade Golem").stats == (1, 1)

    s = Scenario(player="shaman")
    s.deck("Azure Drake").play("Barnes")
    assert (s.spell_damage, s.hand_names()) == (1, [])


def test_case_32_barnes_without_a_minion_in_the_deck():
    """The pool is the deck (metastone PR #279)."""
    s = Scenario(player="shaman")
    s.deck("Hex", "Lightning Bolt").play("Barnes")
    assert s.board_names() == ["Barnes"]


def test_case_34_al_akir_attacks_twice_in_the_turn_it_is_played():
    s = Scenario(player="shaman")
    s.play("Al'Akir")
    s.attack("Al'Akir", "hero").attack("Al'Akir", "hero")
    assert s.opponent.health == 24
    assert not s.can(lambda t: t.attack("Al'Akir", "hero"))
