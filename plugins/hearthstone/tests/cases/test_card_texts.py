"""What cards say, beyond the numbered cases."""

import pytest

from palaestra_hearthstone.testing import Scenario

# Warrior.


def test_naga_corsair_and_captain_need_what_they_buff():
    s = Scenario(player="warrior")
    s.play("Naga Corsair")
    assert s.weapon_name == ""
    s.weapon("Fiery War Axe").set(mana=10).play("Naga Corsair")
    assert s.weapon_stats == (4, 2)
    s.play("Southsea Captain")
    assert s.board_stats() == [(6, 5), (6, 5), (3, 3)]


def test_losing_an_aura_caps_health_and_never_kills():
    s = Scenario(player="warrior", opponent="shaman", turn=22)
    s.board("Southsea Captain", "Patches")
    s.board("Naga Corsair")
    with s.change() as position:
        position.sides[0].board[1].damage = 1
        position.sides[0].board[2].damage = 3
    assert s.board_stats() == [(3, 3), (2, 1), (6, 2)]
    s.play("Hex", "enemy Southsea Captain")
    assert s.board_stats() == [(0, 1), (1, 1), (5, 2)]


def test_two_captains_buff_each_other():
    s = Scenario(player="warrior")
    s.board("Southsea Captain", "Southsea Captain", "Patches")
    assert s.board_stats() == [(4, 4), (4, 4), (3, 3)]


def test_deckhand_charges_only_with_a_weapon():
    s = Scenario(player="warrior")
    s.play("Southsea Deckhand")
    assert not s.can(lambda t: t.attack("Southsea Deckhand"))
    s.weapon("Rusty Hook", durability=1)
    assert s.can(lambda t: t.attack("Southsea Deckhand"))
    s.attack("hero", "hero")
    assert s.weapon_name == ""
    assert not s.can(lambda t: t.attack("Southsea Deckhand"))


def test_a_weapon_breaks_with_its_last_durability():
    s = Scenario(player="warrior")
    s.weapon("Arcanite Reaper", durability=1).board("Small-Time Buccaneer").hand("Dread Corsair")
    assert s.cost("Dread Corsair") == 0
    s.attack("hero", "hero")
    assert (s.weapon_name, s.opponent.health) == ("", 25)
    assert s.cost("Dread Corsair") == 4
    assert s.minion("Small-Time").attack == 1


def test_finley_powers_do_what_they_say():
    def fresh(power):
        s = Scenario(player="warrior")
        return s.set(power=power, health=20)

    assert fresh("Steady Shot").power().opponent.health == 28
    assert fresh("Reinforce").power().board_names() == ["Silver Hand Recruit"]
    assert fresh("Lesser Heal").power("own hero").health == 22
    assert fresh("Dagger Mastery").power().weapon_stats == (1, 2)
    assert fresh("Shapeshift").power().attack("hero", "hero").opponent.health == 29
    assert fresh("Shapeshift").power().armor == 1
    assert fresh("Fireblast").power("own hero").health == 19
    tapped = fresh("Life Tap").deck("Hex").power()
    assert (tapped.health, tapped.hand_names()) == (18, ["Hex"])


# Shaman.


def test_ragnaros_hits_one_random_enemy_and_never_attacks():
    s = Scenario(player="shaman")
    s.board("Ragnaros").deck("Hex")
    s.opponent.board("Voidlord", "Mountain Giant").deck("Hex")

    def hit(t):
        t.end_turn()
        damaged = [m.name for m in t.opponent.minions() if m.damage == 8]
        return damaged[0] if damaged else ("hero" if t.opponent.health == 22 else f"{t.opponent.board_names()}")

    assert set(s.outcomes(hit, 60)) == {"Voidlord", "['Voidlord']", "hero"}


def test_healing_totem_heals_at_the_end_of_the_turn():
    s = Scenario(player="shaman")
    s.board("Healing Totem").board("Azure Drake", damage=3)
    s.opponent.board("Azure Drake", damage=3)
    s.end_turn()
    assert (s.minion("Azure Drake").damage, s.opponent.minion("Azure Drake").damage) == (2, 3)


def test_end_of_turn_triggers_go_by_order_of_play():
    s = Scenario(player="shaman")
    s.board("Ragnaros").board("Ragnaros", damage=0)
    s.opponent.set(health=8)
    s.end_turn()
    assert s.result == "player"


def test_thalnos_draws_when_it_dies():
    s = Scenario(player="shaman")
    s.board("Thalnos").deck("Hex")
    s.play("Lightning Bolt", "own Bloodmage Thalnos")
    assert s.hand_names() == ["Hex"]


def test_hex_on_the_neighbour_of_a_flametongue():
    s = Scenario(player="shaman")
    s.board("Azure Drake", "Flametongue Totem")
    s.play("Hex", "Azure Drake")
    assert s.board_stats() == [(2, 1), (0, 3)]


def test_jade_claws_bring_the_golem_and_the_weapon():
    s = Scenario(player="shaman")
    s.play("Jade Claws")
    assert (s.board_stats(), s.weapon_stats, s.owed) == ([(1, 1)], (2, 2), 1)


def test_portal_summons_only_one_cost_minions_of_the_pool():
    from palaestra_hearthstone.cards import CARDS, POOLS
    from palaestra_hearthstone.cards.vocabulary import Pool

    pool = {CARDS[number].name for number in POOLS[Pool.ONE_COST]}
    s = Scenario(player="shaman")
    seen = s.outcomes(lambda t: t.play("Maelstrom Portal").board_names()[0], 600)
    assert set(seen) <= pool
    assert len(pool) == 63
    assert len(seen) > 55


# Warlock.


def test_defile_repeats_as_long_as_something_dies():
    s = Scenario(player="warlock")
    s.board("Mistress of Mixtures").board("Kobold Librarian")
    s.opponent.board("Doomguard").board("Voidlord", damage=6)
    s.play("Defile")
    # 1: the Librarian dies; 2: the Mistress; 3: the Voidlord; 4 hits its three Voidwalkers, and nothing dies.
    assert s.board_names() == []
    assert s.opponent.board_stats() == [(5, 3), (1, 2), (1, 2), (1, 2)]


def test_defile_stops_when_nothing_died():
    s = Scenario(player="warlock")
    s.board("Kobold Librarian", "Doomguard").board("Azure Drake", damage=1)
    s.play("Defile")
    # The Drake adds one: 2 kill the Librarian, 2 more the Drake, one more ends it without a death.
    assert [(m.name, m.damage) for m in s.minions()] == [("Doomguard", 5)]


def test_defile_is_cast_fourteen_times_at_most():
    s = Scenario(player="warlock")
    s.board("Doomguard", health=40)
    for health in range(1, 7):
        s.board("Mountain Giant", health=health)
    for health in range(7, 14):
        s.opponent.board("Mountain Giant", health=health)
    s.play("Defile")
    assert [(m.name, m.damage) for m in s.minions()] == [("Doomguard", 14)]


def test_the_spellstone_grows_when_own_cards_hurt_the_own_hero():
    s = Scenario(player="warlock")
    s.hand("Lesser Amethyst Spellstone").deck("Hex", "Hex", "Hex")
    s.play("Kobold Librarian")
    assert s.hand_names()[0] == "Amethyst Spellstone"
    s.play("Flame Imp")
    assert s.hand_names()[0] == "Greater Amethyst Spellstone"
    s.play("Hellfire")
    assert s.hand_names()[0] == "Greater Amethyst Spellstone"


@pytest.mark.parametrize(("power", "target", "hurt"), [("Life Tap", None, 2), ("Fireblast", "own hero", 1)])
def test_a_hero_power_is_no_card_that_makes_the_spellstone_grow(power, target, hurt):
    """Spellsource #28 reports its growing as a bug; the card says "damage from your cards"."""
    s = Scenario(player="warlock")
    s.set(power=power).hand("Lesser Amethyst Spellstone").deck("Hex").power(target)
    assert (s.health, s.hand_names()[0]) == (30 - hurt, "Lesser Amethyst Spellstone")


def test_neither_fatigue_nor_the_enemy_makes_the_spellstone_grow():
    s = Scenario(player="warlock", turn=22)
    s.hand("Lesser Amethyst Spellstone").opponent.board("Doomguard")
    s.attack("Doomguard").play("Lightning Bolt", "enemy hero").end_turn()
    assert (s.fatigue, s.hand_names()) == (1, ["Lesser Amethyst Spellstone"])


def test_taldaram_becomes_a_three_three_copy_only_without_three_costs_in_the_deck():
    s = Scenario(player="warlock")
    s.deck("Voidlord")
    s.opponent.board("Voidlord", damage=5)
    s.play("Prince Taldaram", "enemy Voidlord")
    assert (s.board_names(), s.board_stats(), s.minion("Voidlord").damage) == (["Voidlord"], [(3, 3)], 0)
    s = Scenario(player="warlock")
    s.deck("Frothing Berserker").opponent.board("Voidlord")
    s.play("Prince Taldaram")
    assert s.board_names() == ["Prince Taldaram"]


def test_faceless_and_taldaram_alone_stay_what_they_are():
    s = Scenario(player="warlock")
    s.play("Faceless Manipulator")
    assert s.board_names() == ["Faceless Manipulator"]


def test_faceless_of_a_loaded_cube_remembers_too():
    s = Scenario(player="warlock")
    s.board("Carnivorous Cube", ate="Doomguard")
    s.play("Faceless Manipulator", "Carnivorous Cube")
    s.play("Dark Pact", "#2")
    assert s.board_names() == ["Carnivorous Cube", "Doomguard", "Doomguard"]


def test_a_cube_that_eats_a_loaded_cube_brings_blank_cubes_later():
    s = Scenario(player="warlock")
    s.board("Carnivorous Cube", ate="Voidlord")
    s.play("Carnivorous Cube", "Carnivorous Cube")
    assert sorted(s.board_names()) == ["Carnivorous Cube", "Voidlord", "Voidlord"]
    s.set(mana=2).play("Dark Pact", "Carnivorous Cube")
    assert sorted(s.board_names()) == ["Carnivorous Cube", "Carnivorous Cube", "Voidlord", "Voidlord"]
    assert {minion.ate for minion in s.minions()} == {""}


def test_a_cube_eats_a_lackey_and_leaves_two_lackeys():
    s = Scenario(player="warlock")
    s.board("Possessed Lackey").deck("Voidlord", "Doomguard", "Doomguard")
    s.play("Carnivorous Cube", "Possessed Lackey")
    assert len(s.deck_names()) == 2
    s.play("Dark Pact", "Carnivorous Cube")
    assert s.board_names().count("Possessed Lackey") == 2


def test_gul_dan_brings_back_demons_gives_armor_and_a_fresh_power():
    s = Scenario(player="warlock")
    s.graveyard("Doomguard", "Voidlord", "Voidwalker", "Possessed Lackey").set(health=9, power_used=1)
    s.play("Bloodreaver Gul'dan")
    assert sorted(s.board_names()) == ["Doomguard", "Voidlord", "Voidwalker"]
    assert (s.health, s.armor, s.power_name) == (9, 5, "Siphon Life")
    s.attack("Doomguard", "hero")
    s.set(mana=2).power("enemy hero")
    assert (s.health, s.opponent.health) == (12, 22)


def test_gul_dan_fills_the_board_with_any_of_the_demons():
    s = Scenario(player="warlock")
    s.board(*["Mountain Giant"] * 5).graveyard("Doomguard", "Voidlord", "Voidwalker")
    pairs = s.outcomes(lambda t: tuple(sorted(t.play("Bloodreaver Gul'dan").board_names()[5:])), 60)
    assert len(pairs) == 3


def test_librarian_draws_and_then_hurts():
    s = Scenario(player="warlock")
    s.deck("Lesser Amethyst Spellstone").play("Kobold Librarian")
    assert (s.health, s.hand_names()) == (28, ["Amethyst Spellstone"])


def test_who_listens_to_summoning_does_not_hear_of_who_came_before():
    """A minion that is not on the board yet triggers nothing (Advanced rulebook); two come at once out of a Cube."""
    for name in ("Brazen Zealot", "Murloc Tidecaller"):
        printed = Scenario().board(name).minion(name).attack
        s = Scenario(player="warlock")
        s.board(name).board("Carnivorous Cube", ate=name).play("Dark Pact", "Carnivorous Cube")
        assert [minion.attack - printed for minion in s.minions()] == [2, 1, 0]


def test_hexed_minions_and_frogs_do_not_come_back():
    s = Scenario(player="warlock", opponent="shaman", turn=22)
    s.board("Voidlord")
    s.play("Hex", "Voidlord").play("Lightning Bolt", "Frog").end_turn()
    s.play("N'Zoth, the Corruptor")
    assert s.board_names() == ["N'Zoth, the Corruptor"]


def test_dead_copies_of_barnes_come_back_as_printed():
    s = Scenario(player="shaman")
    s.deck("Aya").play("Barnes").play("Lightning Bolt", "own Aya")
    s.set(mana=10).play("N'Zoth, the Corruptor")
    assert s.minion("Aya").stats == (5, 3)


def test_skull_takes_one_of_the_demons_at_random():
    s = Scenario(player="warlock", turn=22)
    s.weapon("Skull of the Man'ari").hand("Doomguard", "Voidlord", "Voidwalker").deck("Hex", "Hex")
    assert set(s.outcomes(lambda t: t.end_turn().board_names()[0], 60)) == {"Doomguard", "Voidlord", "Voidwalker"}


def test_demons_from_the_skull_attack_only_with_charge():
    s = Scenario(player="warlock", turn=22)
    s.weapon("Skull of the Man'ari").hand("Doomguard").deck("Hex").end_turn()
    s.attack("Doomguard")
    assert s.opponent.health == 25
    s = Scenario(player="warlock", turn=22)
    s.weapon("Skull of the Man'ari").hand("Voidlord").deck("Hex").end_turn()
    assert not s.can(lambda t: t.attack("Voidlord"))
