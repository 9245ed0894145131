"""What the minions of Maelstrom Portal do once they are on the board, by the texts of their cards."""

import pytest

from palaestra_hearthstone.testing import Scenario


def trade(name, *others, **placed):
    """A scenario in which the minion has attacked a Mountain Giant, and died of it unless it is large."""
    s = Scenario(player="shaman", opponent="warrior")
    s.board(name, *others, **placed).opponent.board("Mountain Giant")
    return s.attack(name, "Mountain Giant")


def next_turn(*names):
    """A scenario at the start of the player's turn, with these minions."""
    s = Scenario(player="shaman", turn=22)
    s.board(*names).deck("Hex").opponent.board("Mountain Giant")
    return s.end_turn()


def test_deathrattles_of_the_pool():
    assert trade("Leper Gnome").opponent.health == 28
    assert trade("Mecharoo", "Tunnel Trogg").board_names() == ["Jo-E Bot", "Tunnel Trogg"]
    assert trade("Witchwood Imp", "Tunnel Trogg").minion("Tunnel Trogg").stats == (1, 5)
    assert trade("Acornbearer").hand_names() == ["Squirrel", "Squirrel"]
    assert trade("Violet Spellwing").hand_names() == ["Arcane Missiles"]
    assert trade("Saronite Taskmaster").opponent.board_names() == ["Mountain Giant", "Free Agent"]
    bomb = trade("Goblin Bomb", attack=1)
    assert (bomb.board_names(), bomb.opponent.health) == ([], 28)


def test_squirrels_without_room_in_the_hand_are_lost():
    s = Scenario(player="shaman")
    s.hand(*["Hex"] * 9).board("Acornbearer").opponent.board("Mountain Giant")
    s.attack("Acornbearer", "Mountain Giant")
    assert s.hand_names() == ["Hex"] * 9 + ["Squirrel"]


def test_spell_damage_makes_more_arcane_missiles_and_none_hits_the_dead():
    s = Scenario(player="shaman")
    s.board("Azure Drake", "Bloodmage Thalnos").opponent.board("Patches", "Stoneclaw Totem")
    for t in s.tries(20):
        t.play("Arcane Missiles")
        healths = sum(health for _, health in t.opponent.board_stats())
        assert 30 - t.opponent.health + 3 - healths == 3 + 2


def test_starts_of_turns():
    assert next_turn("Hot Air Balloon").board_stats() == [(1, 3)]
    offering = next_turn("Gurubashi Offering")
    assert (offering.board_names(), offering.armor) == ([], 8)
    depth = next_turn("Depth Charge", "Thing from Below", "Voidlord")
    assert depth.board_stats() == [(3, 4)]
    assert depth.opponent.board_stats() == [(8, 3)]


@pytest.mark.parametrize("name", ["Blood Imp", "Young Priestess"])
def test_another_friend_gains_health_at_the_end_of_the_turn(name):
    s = Scenario(player="shaman")
    s.board(name).deck("Hex").opponent.board("Patches").deck("Hex")
    assert s.copy().end_turn().minion(name).health == 1
    assert s.board("Tunnel Trogg").end_turn().minion("Tunnel Trogg").stats == (1, 4)


def test_auras_of_the_pool_reach_frogs_and_sir_finley():
    s = Scenario(player="shaman", opponent="shaman")
    s.board("Timber Wolf", "Grimscale Oracle", "Azure Drake", "Sir Finley").opponent.board("Frog", "Sir Finley")
    s.play("Hex", "Azure Drake")
    assert s.board_stats() == [(1, 1), (1, 1), (1, 1), (2, 3)]
    assert s.opponent.board_stats() == [(0, 1), (1, 3)]


def test_zealot_and_tidecaller_count_what_is_summoned_but_not_themselves():
    s = Scenario(player="shaman", opponent="shaman")
    s.opponent.board("Brazen Zealot")
    s.play("Brazen Zealot").play("Murloc Tidecaller").deck("Patches").power()
    assert s.board_stats()[:2] == [(4, 1), (1, 2)]
    s.play("Small-Time Buccaneer").play("Sir Finley")
    assert s.board_stats()[:2] == [(7, 1), (2, 2)]
    assert s.opponent.board_stats() == [(2, 1)]


def test_murmy_comes_back_once_with_one_health():
    s = Scenario(player="shaman", opponent="warrior")
    s.board("Tunnel Trogg", "Murmy", "Murloc Tidecaller", buff=(1, 2)).opponent.board(
        "Mountain Giant", "Mountain Giant"
    )
    s.attack("Murmy", "Mountain Giant")
    assert s.board_stats() == [(2, 5), (1, 1), (3, 4)]
    assert (s.minion("Murmy").keywords, s.can(lambda t: t.attack("Murmy"))) == ((), False)
    assert s.play("Lightning Bolt", "Murmy").board_names() == ["Tunnel Trogg", "Murloc Tidecaller"]


def test_healing_draws_for_each_minion_and_excites_the_lightwarden():
    s = Scenario(player="shaman")
    s.board("Healing Totem", "Northshire Cleric", "Lightwarden").board("Azure Drake", "Thing from Below", damage=2)
    s.deck("Hex", "Hex", "Hex").opponent.deck("Hex")
    s.end_turn()
    assert (len(s.hand_names()), s.minion("Lightwarden").attack) == (2, 5)
    s = Scenario(player="shaman")
    s.set(health=20, power="Lesser Heal").board("Northshire Cleric", "Lightwarden").deck("Hex").power("own hero")
    assert (s.hand_names(), s.minion("Lightwarden").attack) == ([], 3)


def test_lifesteal_works_when_attacked_and_not_against_a_shield():
    s = Scenario(player="warrior", opponent="shaman")
    s.set(health=20).board("Mountain Giant", "Swamp Leech").opponent.set(health=20).board(
        "Swamp Leech", "Argent Squire"
    )
    s.attack("Mountain Giant", "Swamp Leech").attack("Swamp Leech", "Argent Squire")
    assert (s.health, s.opponent.health) == (20, 22)


def test_rover_gains_armor_for_its_own_side_even_when_it_dies():
    s = Scenario(player="warrior", opponent="warrior")
    s.board("Mountain Giant").opponent.board("Eternium Rover")
    s.attack("Mountain Giant", "Eternium Rover")
    assert (s.armor, s.opponent.armor, s.opponent.board_names()) == (0, 2, [])


def test_overkill_needs_more_damage_than_health():
    s = Scenario(player="shaman")
    s.board("Gurubashi Chicken", "Flametongue Totem").opponent.board("Shieldbearer", health=3).board("Stoneclaw Totem")
    assert s.copy().attack("Gurubashi Chicken", "Shieldbearer").minion("Gurubashi Chicken").attack == 3
    assert s.attack("Gurubashi Chicken", "Stoneclaw Totem").minion("Gurubashi Chicken").attack == 8


def test_angry_chicken_and_surging_tempest_have_more_as_long_as_it_holds():
    s = Scenario(player="shaman")
    s.board("Angry Chicken", health=3, damage=1).board("Healing Totem", "Surging Tempest").deck("Hex", "Hex")
    s.opponent.deck("Hex", "Hex")
    s.play("Lightning Bolt", "enemy hero")
    assert (s.minion("Angry Chicken").attack, s.minion("Surging Tempest").attack) == (6, 2)
    s.end_turn()
    assert s.minion("Angry Chicken").attack == 1
    s.end_turn()
    assert (s.locked, s.minion("Surging Tempest").attack) == (1, 2)
    s.end_turn().end_turn()
    assert s.minion("Surging Tempest").attack == 1


def test_stealth_ends_with_an_attack_that_a_totem_makes_possible():
    s = Scenario(player="shaman")
    s.board("Blood Imp", "Flametongue Totem").attack("Blood Imp")
    assert (s.opponent.health, s.minion("Blood Imp").keywords) == (28, ())


def test_a_deckhand_from_the_portal_charges_with_a_weapon():
    s = Scenario(player="shaman")
    s.weapon("Spirit Claws")
    s = s.first(lambda t: t.play("Maelstrom Portal").board_names() == ["Southsea Deckhand"])
    assert s.attack("Southsea Deckhand").opponent.health == 28


def test_what_the_portal_summons_runs_no_battlecry_and_no_overload():
    s = Scenario(player="shaman")
    s.board("Tunnel Trogg")
    seen = {t.board_names()[-1]: t for t in s.tries(600) if t.play("Maelstrom Portal")}
    assert (seen["Dust Devil"].owed, seen["Dust Devil"].minion("Tunnel Trogg").attack) == (0, 1)
    assert (seen["Flame Imp"].health, seen["Crystallizer"].health, seen["Flame Imp"].armor) == (30, 30, 0)
    assert {t.health for t in seen.values()} == {30}
    assert {len(t.board_names()) for t in seen.values()} == {2}
    assert not any(t.hand_names() or t.options() for t in seen.values())
