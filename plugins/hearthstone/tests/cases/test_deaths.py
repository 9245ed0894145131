"""Published interactions: deaths, their order, and draws. Sources: the Advanced rulebook of the Hearthstone wiki,
SabberStone (github.com/HearthSim/SabberStone), and hs-bugs (github.com/HearthSim/hs-bugs), by issue."""

import pytest

from palaestra_hearthstone.testing import Scenario


def test_case_1_deathrattles_run_in_order_of_play_whoever_attacks():
    """Advanced rulebook; SabberStone Game.GraveYard sorts the dead by order of play."""
    for attacker_is_older in (True, False):
        s = Scenario(player="warlock", opponent="warlock")
        # Both full but for one place, which the deathrattle that runs first fills for its own side.
        sides = (s, s.opponent) if attacker_is_older else (s.opponent, s)
        for side in sides:
            side.board("Possessed Lackey").deck("Doomguard")
        s.attack("Possessed Lackey", "Possessed Lackey")
        first, second = sides[0].minion("Doomguard"), sides[1].minion("Doomguard")
        assert first.order < second.order


def test_case_1_both_leave_the_board_before_any_deathrattle():
    s = Scenario(player="warlock", opponent="shaman")
    s.board("Voidlord", damage=8).board(*["Voidwalker"] * 5)
    s.opponent.board("Aya Blackpaw", damage=2)
    s.attack("Voidlord", "Aya")
    assert s.board_names() == ["Voidwalker"] * 7  # five were left, so two of three found room
    assert s.opponent.board_names() == ["Jade Golem"]


def test_case_2_deaths_wait_until_all_damage_is_done():
    s = Scenario(player="warlock", opponent="shaman")
    s.board("Mistress of Mixtures", "Voidwalker")
    s.opponent.board("Aya Blackpaw")
    s.opponent.set(health=20)
    s.set(health=20)
    s.play("Hellfire")
    # The golem of Aya's deathrattle came after the damage; both heroes were hit before they were healed.
    assert s.opponent.board_stats() == [(1, 1)]
    assert (s.health, s.opponent.health) == (20 - 3 + 4, 20 - 3 + 4)
    assert s.board_names() == []


def test_case_2_a_deathrattle_cannot_hit_what_died_with_it():
    s = Scenario(player="warlock")
    s.board("Witchwood Imp", "Voidwalker")  # its deathrattle gives a random friend +2 health
    s.play("Hellfire")
    assert s.board_names() == []


def test_case_3_a_dead_minion_frees_its_slot_before_its_deathrattle():
    s = Scenario(player="warlock")
    s.board("Possessed Lackey").board(*["Voidwalker"] * 6).deck("Doomguard", "Hellfire")
    s.play("Dark Pact", "Possessed Lackey")
    assert s.board_names() == ["Doomguard"] + ["Voidwalker"] * 6  # at the place of the Lackey
    assert s.deck_names() == ["Hellfire"]


def test_case_3_two_deathrattles_share_the_room_that_both_deaths_made():
    s = Scenario(player="warlock")
    s.board("Voidlord", damage=8).board("Possessed Lackey", damage=1).board(*["Mountain Giant"] * 5).deck("Doomguard")
    s.play("Hellfire")
    assert s.board_names().count("Voidwalker") == 2
    assert s.deck_names() == ["Doomguard"]


def test_case_5_both_heroes_die_and_the_game_is_a_draw():
    s = Scenario(player="warlock")
    s.set(health=3)
    s.opponent.set(health=2)
    s.play("Hellfire")
    assert s.result == "draw"
    assert s.state.returns() == [0.0, 0.0]


def test_case_7_a_card_drawn_into_a_full_hand_is_destroyed():
    s = Scenario(player="warlock")
    s.hand(*["Hellfire"] * 10).deck("Doomguard", "Doomguard")
    s.power()
    assert s.hand_names() == ["Hellfire"] * 10
    assert s.deck_names() == ["Doomguard"]
    assert s.graveyard_names() == []
    assert s.fatigue == 0


def test_case_7_the_destroyed_card_is_shown():
    s = Scenario(player="warlock")
    s.hand(*["Hellfire"] * 10).deck("Doomguard", "Voidlord")
    s.power()
    revealed = s.seen_by("opponent").sides[0].revealed
    assert len(revealed) == 1


def test_case_8_a_full_board_still_gets_the_damage_of_maelstrom_portal():
    s = Scenario(player="shaman", opponent="warlock")
    s.board(*["Tunnel Trogg"] * 7)
    s.opponent.board("Voidwalker", "Kobold Librarian")
    s.play("Maelstrom Portal")
    assert s.board_names() == ["Tunnel Trogg"] * 7
    assert s.opponent.board_stats() == [(1, 2)]


@pytest.mark.parametrize(("minions", "legal"), [(6, True), (7, False)])
def test_case_8_totemic_call_needs_a_slot(minions, legal):
    s = Scenario(player="shaman")
    s.board(*["Tunnel Trogg"] * minions)
    assert s.can(lambda t: t.power()) == legal


def test_a_deathrattle_does_not_save_a_hero_that_dies_with_it():
    """Heroes die in the same step as minions (Advanced rulebook, Death Creation Step)."""
    s = Scenario(player="warlock")
    s.set(health=3).board("Mistress of Mixtures")
    s.play("Hellfire")
    assert s.result == "opponent"
