"""What the cards of the competition's other decks say."""

import pytest

from palaestra_hearthstone.testing import Scenario


@pytest.mark.parametrize(
    ("name", "board", "hand", "drawn"),
    [
        ("Arcane Intellect", [], ["Hex", "Hex"], 2),
        ("Shield Block", [], ["Hex"], 1),
        ("Feral Spirit", ["Spirit Wolf"] * 2, [], 0),
        ("Force of Nature", ["Treant"] * 3, [], 0),
        ("Fire Fly", ["Fire Fly"], ["Flame Elemental"], 0),
        ("Leeroy Jenkins", ["Leeroy Jenkins"], [], 0),
    ],
)
def test_what_comes(name, board, hand, drawn):
    s = Scenario()
    s.deck("Hex", "Hex", "Hex").play(name)
    assert (s.board_names(), s.hand_names(), len(s.deck_names())) == (board, hand, 3 - drawn)
    assert s.opponent.board_names() == (["Whelp"] * 2 if name == "Leeroy Jenkins" else [])


@pytest.mark.parametrize(
    ("name", "after"),
    [
        ("Possessed Villager", ["Shadowbeast"]),
        ("Haunted Creeper", ["Spectral Spider", "Spectral Spider"]),
        ("Sludge Belcher", ["Slime"]),
        ("Tomb Pillager", []),
        ("Tirion Fordring", []),
    ],
)
def test_deathrattles(name, after):
    s = Scenario()
    s.board(name).play("Dark Pact", name)
    assert s.board_names() == after
    assert s.hand_names() == (["The Coin"] if name == "Tomb Pillager" else [])
    assert (s.weapon_name, s.weapon_stats) == (("Ashbringer", (5, 3)) if name == "Tirion Fordring" else ("", (0, 0)))


def test_librarian_discards_and_draws():
    s = Scenario()
    s.hand("Darkshire Librarian", "Hex").deck("Hellfire").play("Darkshire Librarian")
    assert s.hand_names() == []
    s.play("Dark Pact", "Librarian")
    assert s.hand_names() == ["Hellfire"]


def test_spells_hit_whom_they_name_and_spell_damage_raises_them():
    s = Scenario()
    s.set(health=20).board("Bloodmage Thalnos", "Mountain Giant").opponent.board("Mountain Giant", health=20)
    s.play("Holy Nova")
    assert (s.health, s.opponent.health, s.opponent.minion("Mountain Giant").damage) == (22, 27, 3)
    s.set(mana=10).play("Flamestrike").play("Fan of Knives")
    assert (s.opponent.health, s.opponent.minion("Mountain Giant").damage, s.minion("#2").damage) == (27, 3 + 5 + 2, 0)


@pytest.mark.parametrize(("name", "damage"), [("Lava Burst", 5), ("Soulfire", 4), ("Fireball", 6), ("Bash", 3)])
def test_damage_at_one(name, damage):
    s = Scenario()
    s.hand(name, "Hex").play(name, "enemy hero")
    assert s.opponent.health == 30 - damage
    assert (s.armor, s.owed) == (3 * (name == "Bash"), 2 * (name == "Lava Burst"))
    assert s.hand_names() == ([] if name == "Soulfire" else ["Hex"])


def test_volcanic_potion_hits_both_sides_and_no_hero():
    s = Scenario()
    s.board("Spider Tank").opponent.board("Spider Tank")
    s.play("Volcanic Potion")
    assert s.board_stats() == s.opponent.board_stats() == [(3, 2)]
    assert (s.health, s.opponent.health) == (30, 30)


def test_buffs():
    s = Scenario()
    s.board("Annoy-o-Tron", "Dire Mole").play("Mark of the Lotus")
    assert s.board_stats() == [(2, 3), (2, 4)]
    s.play("Kabal Talonpriest", "Dire Mole")
    assert s.minion("Dire Mole").stats == (2, 7)
    s.deck("Hex").play("Power Word: Shield", "Dire Mole")
    assert (s.minion("Dire Mole").stats, s.hand_names()) == ((2, 9), ["Hex"])


def test_glaivezooka_strengthens_one_friend_at_random_before_it_is_equipped():
    s = Scenario()
    s.board("Dire Mole", "Spider Tank")
    seen = s.outcomes(lambda t: tuple(attack for attack, _ in t.play("Glaivezooka").board_stats()))
    assert set(seen) == {(2, 3), (1, 4)}
    assert s.play("Glaivezooka").weapon_stats == (2, 2)


def test_flame_juggler_hits_any_enemy():
    s = Scenario()
    s.opponent.board("Spider Tank")
    seen = s.outcomes(lambda t: (t.play("Flame Juggler").opponent.health, t.opponent.minion("Spider Tank").damage))
    assert set(seen) == {(29, 0), (30, 1)}


def test_polymorph_makes_a_sheep_without_a_deathrattle():
    s = Scenario()
    s.opponent.board("Tirion Fordring")
    s.play("Polymorph", "Tirion").play("Fireball", "Sheep")
    assert (s.opponent.board_names(), s.opponent.weapon_name) == ([], "")


def test_grommash_is_stronger_while_damaged():
    s = Scenario()
    s.play("Grommash Hellscream")
    assert s.minion("Grommash").attack == 4
    s.set(mana=10).play("Volcanic Potion")
    assert s.minion("Grommash").stats == (10, 7)
    s.attack("Grommash")
    assert s.opponent.health == 20


def test_dire_wolf_makes_places_matter():
    s = Scenario()
    s.board("Spider Tank", "Spider Tank").hand("Dire Wolf Alpha")
    assert len(s.legal("Dire Wolf Alpha")) == 3
    s.play("Dire Wolf Alpha", place=2)
    assert s.board_stats() == [(4, 4), (2, 2), (4, 4)]


def test_refreshment_heals_both_and_shieldmaiden_gives_armor():
    s = Scenario()
    s.set(health=20).opponent.set(health=29)
    s.play("Refreshment Vendor").play("Shieldmaiden")
    assert (s.health, s.opponent.health, s.armor) == (24, 30, 5)


@pytest.mark.parametrize(("name", "data", "crystals"), [
    ("Innervate", "sabberstone2020", 1), ("Innervate", "2017", 2), ("Counterfeit Coin", "sabberstone2020", 1)
])  # fmt: skip
def test_crystals_of_one_turn(name, data, crystals):
    s = Scenario(mana=5, card_data=data)
    s.play(name)
    assert s.mana == 5 + crystals


def test_leeroy_charges_and_wickerflame_heals():
    s = Scenario()
    s.play("Leeroy Jenkins").attack("Leeroy Jenkins", "hero")
    assert s.opponent.health == 24
    s = Scenario()
    s.set(health=20).board("Wickerflame Burnbristle").attack("Wickerflame Burnbristle", "hero")
    assert s.health == 22
