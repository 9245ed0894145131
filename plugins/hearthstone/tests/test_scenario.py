"""The scenario kit itself: what it builds, plays, reads, and refuses."""

import pytest

from palaestra import ActionError, InvalidValueError, PositionError, UnknownNameError
from palaestra_hearthstone.testing import Scenario


def test_the_example_of_the_docs():
    s = Scenario(player="warlock", mana=10)
    s.board("Carnivorous Cube", ate="Doomguard")
    s.play("Dark Pact", target="Carnivorous Cube")
    assert s.board_names() == ["Doomguard", "Doomguard"]
    assert s.log == ["Dark Pact -> Carnivorous Cube"]


def test_what_is_built_is_read_back():
    s = Scenario(player="shaman", opponent="warlock", mana=7, turn=14)
    s.opponent.board("Azure Drake", damage=2, buff=(1, 2), keywords=["divine shield", "taunt"], ready=False)
    s.opponent.board("Al'Akir", place=1, without="charge", attacks=1)
    s.hand("Hex", "Hex").deck("Aya").graveyard("Aya", "Aya").weapon("Spirit Claws", durability=2)
    s.set(health=12, armor=3, locked=1, owed=2, fatigue=4, totems=5, jade=6, hero_attack=1, power="Life Tap")
    drake = s.opponent.minion("Azure Drake")
    assert (drake.place, drake.stats, drake.max_health, drake.base) == (2, (5, 4), 6, (5, 6))
    assert (drake.keywords, drake.ready) == (("taunt", "divine shield"), False)
    windlord = s.opponent.minion("#1")
    assert (windlord.name, windlord.keywords, windlord.attacks) == (
        "Al'Akir the Windlord", ("taunt", "divine shield", "windfury"), 1,
    )  # fmt: skip
    assert drake.order < windlord.order
    assert (s.hand_names(), s.deck_names(), s.graveyard_names()) == (
        ["Hex"] * 2,
        ["Aya Blackpaw"],
        ["Aya Blackpaw"] * 2,
    )
    assert (s.weapon_name, s.weapon_stats, s.attack_of_hero) == ("Spirit Claws", (1, 2), 2)
    assert (s.health, s.armor, s.mana, s.crystals, s.locked, s.owed) == (12, 3, 7, 7, 1, 2)
    assert (s.fatigue, s.totems, s.jade, s.power_name, s.hero_name) == (4, 5, 6, "Life Tap", "Thrall")
    assert (s.turn, s.mover is s.opponent, s.opponent.hero_name) == (14, True, "Gul'dan")
    assert Scenario.read(s.text()).text() == s.text()


def test_names_may_be_short_or_ids():
    s = Scenario(player="warrior")
    s.board("patches", "EX1_298", "Gurubashi Chicken", "Jade Golem 12").hand("Bloodreaver", "Gul'dan")
    assert s.board_names() == ["Patches the Pirate", "Ragnaros the Firelord", "Gurubashi Chicken", "Jade Golem"]
    assert s.minion("Jade").stats == (12, 12)
    assert s.hand_names() == ["Bloodreaver Gul'dan"] * 2
    s.board("N'Zoth").hand("N'Zoth")  # not N'Zoth's First Mate
    assert (s.board_names()[-1], s.hand_names()[-1]) == ("N'Zoth, the Corruptor",) * 2


def test_a_hero_comes_with_its_power_unless_another_is_said():
    s = Scenario(player="warlock").set(hero="Bloodreaver Gul'dan")
    assert (s.hero_name, s.power_name) == ("Bloodreaver Gul'dan", "Siphon Life")
    assert s.set(hero="Thrall", power="Fireblast").power_name == "Fireblast"


def test_short_names_may_have_places():
    s = Scenario(player="warlock")
    s.board("Carnivorous Cube", "Voidlord", "Carnivorous Cube", damage=1)
    assert s.minion("Cube #3").place == 3
    s.play("Dark Pact", "Cube #3")
    assert s.board_names() == ["Carnivorous Cube", "Voidlord"]
    with pytest.raises(UnknownNameError):
        s.minion("Cube #2")


def test_a_minion_may_be_played_at_any_place_even_where_no_place_matters():
    s = Scenario(player="warlock")
    s.board("Mountain Giant", "Voidwalker")
    s.play("Voidlord", place=2)
    assert s.board_names() == ["Mountain Giant", "Voidlord", "Voidwalker"]
    s.set(mana=10).play("Carnivorous Cube", "Voidlord", place=1)
    assert s.board_names() == ["Carnivorous Cube", "Mountain Giant", *["Voidwalker"] * 4]
    assert s.log == ["Voidlord -> place 2", "Carnivorous Cube -> place 1, on Voidlord"]
    assert not s.set(mana=10).can(lambda t: t.play("Voidwalker", place=8))
    assert not s.can(lambda t: t.play("Hellfire", place=1))


def test_what_is_on_the_board_was_summoned_in_this_game():
    s = Scenario(player="shaman", opponent="shaman")
    s.board("Totem Golem", "Jade Golem 3", "Jade Golem 2").graveyard("Aya").hand("Thing from Below")
    s.opponent.board("Searing Totem", "Searing Totem")
    assert (s.totems, s.jade, s.opponent.totems, s.opponent.jade) == (1, 3, 2, 0)
    assert s.cost("Thing from Below") == 5
    assert s.play("Jade Claws").board_stats()[-1] == (4, 4)
    assert s.set(totems=0, jade=0).cost("Thing from Below") == 6


def test_golems_by_size_and_minions_by_id():
    s = Scenario(player="shaman")
    s.board("Jade Golem 3", "Jade Golem 5", "hexfrog")
    assert s.minion("Jade Golem 5").place == 2
    assert s.play("Hex", "Jade Golem 5").board_stats() == [(3, 3), (0, 1), (0, 1)]
    assert s.play("Lightning Bolt", "hexfrog #3").board_names() == ["Jade Golem", "Frog"]
    with pytest.raises(UnknownNameError, match="unknown character 'Jade Golem 31'"):
        s.attack("Jade Golem 31")


def test_the_first_outcome_that_is_wanted():
    s = Scenario(player="shaman")
    assert s.first(lambda t: t.power().board_names() == ["Wrath of Air Totem"]).spell_damage == 1
    with pytest.raises(ActionError, match="did not happen in 20 tries"):
        s.first(lambda t: t.power().board_names() == ["Totem Golem"], 20)


def test_a_choice_is_meant_by_a_word_that_one_option_has():
    s = Scenario(player="warrior").first(lambda t: t.play("Sir Finley").options()[:2] == ["Steady Shot", "Shapeshift"])
    with pytest.raises(ActionError, match="choose S: not legal"):
        s.choose("S")
    assert s.choose("Shot").power_name == "Steady Shot"


def test_a_whole_deck_by_its_name():
    assert len(Scenario().deck("cube_warlock").deck_names()) == 30


def test_targets_on_both_sides_need_a_side():
    s = Scenario(player="shaman")
    s.board("Azure Drake")
    s.opponent.board("Azure Drake", "Azure Drake")
    with pytest.raises(ActionError, match="say 'own' or 'enemy'"):
        s.play("Hex", "Azure Drake")
    s.copy().play("Hex", "own Azure Drake").minion("Frog")
    assert s.copy().play("Hex", "enemy Azure Drake #2").opponent.board_names() == ["Azure Drake", "Frog"]
    assert s.copy().play("Hex", "enemy Azure Drake").opponent.board_names() == ["Frog", "Azure Drake"]
    assert s.play("Hex", "enemy #2").opponent.board_names() == ["Azure Drake", "Frog"]


def test_copies_are_independent_and_seeds_differ():
    s = Scenario(player="shaman")
    other = s.copy().power()
    assert (s.board_names(), len(other.board_names())) == ([], 1)
    assert s.log == []
    assert len(s.outcomes(lambda t: t.power().board_names()[0])) == 4
    same = {t.power().board_names()[0] for t in (s.copy(), s.copy())}
    assert len(same) == 1


def test_actions_in_the_engine_s_own_words():
    s = Scenario(player="warrior")
    s.hand("Fiery War Axe")
    assert s.legal("axe") == ["Fiery War Axe -> equip"]
    s.do("fiery war axe -> equip").do("hero attacks hero")
    assert s.opponent.health == 27
    assert s.can(lambda t: t.end_turn())


def test_what_a_player_sees():
    s = Scenario(player="shaman")
    s.hand("Hex").deck("Aya")
    assert [held.card for held in s.seen_by("opponent").sides[0].hand] == [-1]
    assert s.seen_by("player").sides[0].hand[0].card > 0
    with pytest.raises(InvalidValueError, match="player, opponent, public"):
        s.seen_by("judge")


@pytest.mark.parametrize(
    ("act", "error", "told"),
    [
        (lambda s: s.board("Doomgard"), UnknownNameError, "unknown card 'Doomgard'; did you mean 'Doomguard'?"),
        (lambda s: s.board("Hellfire"), InvalidValueError, "card 'Hellfire' is 'a spell'; expected a minion"),
        (lambda s: s.board("Totem"), InvalidValueError, "expected one of Flametongue Totem, Healing Totem"),
        (lambda s: s.board("Voidwalker", keywords="flying"), UnknownNameError, "unknown keyword 'flying'"),
        (lambda s: s.board("Voidwalker", damage=3), InvalidValueError, "is 3; expected a whole number from 0 to 2"),
        (lambda s: s.board("Voidwalker", place=3), InvalidValueError, "is 3; expected a whole number from 1 to 1"),
        (lambda s: s.board(*["Voidwalker"] * 8), PositionError, "board of seat 0 holds 8 cards; expected at most 7"),
        (lambda s: s.hand(*["Hex"] * 11), PositionError, "hand of seat 0 holds 11 cards; expected at most 10"),
        (lambda s: s.board(3), InvalidValueError, "card is 3; expected a name"),
        (lambda s: s.board("Frog", keywords=[3]), InvalidValueError, "keyword is 3; expected a name"),
        (lambda s: s.board("Frog", attack=-1), InvalidValueError, "attack of Frog is -1; expected a whole number"),
        (lambda s: s.board("Frog", attack=10**30), InvalidValueError, "expected a whole number from 0 to 1000"),
        (lambda s: s.board("Frog", health=0), InvalidValueError, "health of Frog is 0; expected a whole number from 1"),
        (lambda s: s.board("Frog", health="x"), InvalidValueError, "health of Frog is 'x'; expected a whole number"),
        (lambda s: s.board("Frog", buff=3), InvalidValueError, "buff of Frog is 3; expected attack and health"),
        (lambda s: s.board("Frog", buff=(0, -1)), InvalidValueError, "health of Frog with its buff is 0; expected"),
        (lambda s: s.board("Frog", attacks=-1), InvalidValueError, "attacks of Frog is -1; expected a whole number"),
        (lambda s: s.weapon("Fiery War Axe", durability=0), InvalidValueError, "durability is 0; expected a whole"),
        (lambda s: s.weapon("Fiery War Axe", attack="a"), InvalidValueError, "attack is 'a'; expected a whole number"),
        (lambda s: s.minion(3), InvalidValueError, "minion is 3; expected a name"),
        (lambda s: s.cost(3), InvalidValueError, "card in the hand is 3; expected a name"),
        (lambda s: s.attack("Doomgard"), UnknownNameError, "unknown character 'Doomgard'; did you mean 'Doomguard'?"),
        (lambda s: s.attack("hero", 3), InvalidValueError, "character is 3; expected a name"),
        (lambda s: s.can(lambda t: t.attack("Doomgard")), UnknownNameError, "did you mean 'Doomguard'?"),
        (lambda s: s.can(lambda t: t.play("Jade Lightning", "enemy Frogg")), UnknownNameError, "did you mean 'Frog'?"),
        (lambda s: s.do(3), ActionError, "action 3 is not a text"),
        (lambda s: s.set(mama=3), UnknownNameError, "did you mean 'mana'?"),
        (lambda s: s.set(mana=11), InvalidValueError, "mana is 11; expected a whole number from 0 to 10"),
        (lambda s: s.minion("Frog"), UnknownNameError, "unknown minion on the board 'Frog'; there is none"),
        (lambda s: s.cost("Frog"), UnknownNameError, "unknown card in the hand 'Frog'; there is none"),
        (lambda s: s.play("Mountain Giant"), ActionError, "it costs 12, there is 10 mana"),
        (lambda s: s.play("Hex"), ActionError, "Hex: not legal for the player; legal: end turn, Armor Up!"),
        (lambda s: s.play("Jade Lightning"), ActionError, "it needs a target); legal: Jade Lightning -> own hero"),
        (lambda s: s.play("Jade Lightning", "Frog"), ActionError, "Jade Lightning on Frog: not legal for the player"),
        (lambda s: s.attack("hero"), ActionError, "hero attacks hero: not legal for the player; legal: end turn"),
        (lambda s: s.power().power(), ActionError, "Armor Up!: not legal for the player (used already)"),
        (lambda s: s.choose("Fireblast"), ActionError, "choose Fireblast: not legal for the player"),
        (lambda s: s.do("fly"), ActionError, "no legal action is called 'fly'"),
        (lambda s: s.set(health=1).play("Hellfire").end_turn(), ActionError, "no legal action is called 'end turn'"),
        (lambda s: s.set(health=1).play("Hellfire").power(), ActionError, "the game is over: opponent"),
    ],
)  # fmt: skip
def test_refusals_are_one_line_and_name_what_was_meant(act, error, told):
    s = Scenario(player="warrior")
    with pytest.raises(error) as caught:
        act(s)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("keywords", [{"player": "wizard"}, {"opponent": "neutral"}])
def test_unknown_classes(keywords):
    with pytest.raises(UnknownNameError, match="unknown class"):
        Scenario(**keywords)


@pytest.mark.parametrize(
    "keywords", [{"turn": 0}, {"turn": 51}, {"mana": 11}, {"mana": "ten"}, {"seed": "one"}, {"player": 3}]
)
def test_values_that_cannot_be(keywords):
    with pytest.raises(InvalidValueError):
        Scenario(**keywords)


@pytest.mark.parametrize("add", [lambda s: s.board(*["Frog"] * 6), lambda s: s.hand(*["Hex"] * 10)])
def test_a_refused_change_leaves_the_position_as_it_was(add):
    s = Scenario(player="shaman").board("Frog", "Doomguard").hand("Hex")
    s.opponent.board("Frog").set(health=7)
    before = s.text()
    with pytest.raises(PositionError):
        add(s)
    assert s.text() == before


def test_whose_a_hero_is_may_be_said_where_it_is_known():
    s = Scenario(player="warlock").board("Doomguard", "Voidwalker")
    s.attack("own Doomguard", "enemy hero").attack("Voidwalker", "Hero")
    assert s.opponent.health == 30 - 5 - 1


def test_a_refused_card_leaves_no_trace():
    s = Scenario(player="warrior")
    with pytest.raises(ActionError):
        s.play("Mountain Giant")
    assert s.hand_names() == []
