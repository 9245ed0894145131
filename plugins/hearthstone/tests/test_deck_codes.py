"""Decks by name and by code: what is a deck, what is refused, and one name for one list."""

from base64 import b64decode, b64encode
from importlib import metadata
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hearthstone.deckstrings import parse_deckstring, write_deckstring
from hearthstone.enums import FormatType

from palaestra import InvalidValueError, SpecError, UnknownNameError, installed_plugins, load_game
from palaestra.tournament.specfile import load_tournament
from palaestra_hearthstone.cards import CARDS, NUMBERS
from palaestra_hearthstone.cards.dbf_ids import CARD_DBF_IDS, HERO_DBF_IDS, published_name
from palaestra_hearthstone.cards.vocabulary import Class
from palaestra_hearthstone.deck_codes import CODE, deck_code, find_deck, stored_name
from palaestra_hearthstone.decks import DECKS
from palaestra_hearthstone.position import read_position

NEUTRALS = dict.fromkeys(
    [
        "Murloc Raider", "Young Dragonhawk", "Stonetusk Boar", "Argent Squire", "Worgen Infiltrator", "Shieldbearer",
        "Swamp Leech", "Goldshire Footman", "Doomsayer", "Azure Drake", "Southsea Captain", "Bloodsail Raider",
        "Dread Corsair", "Naga Corsair", "Mountain Giant",
    ],
    2,
)  # fmt: skip


def without(deck, name, copies=None):
    """The deck without some copies of a card, or all."""
    left = DECKS[deck][name] - (copies or DECKS[deck][name])
    return {card: n for card, n in {**DECKS[deck], name: left}.items() if n}


PIRATES = {**without("aggro_pirate_warrior", "Sir Finley Mrrgglton"), "Leper Gnome": 1}


def written(cards, hero=HERO_DBF_IDS["HERO_01"], format=FormatType.FT_STANDARD):
    """A code as a client may write it."""
    return CODE + write_deckstring(cards, [hero], format)


PIRATE_CODE = deck_code(PIRATES).removeprefix(CODE)
PIRATE_IDS = parse_deckstring(PIRATE_CODE)[0]
STRANGE = write_deckstring([*PIRATE_IDS, (1, 1), (99, 1)], [7], FormatType.FT_WILD)


def test_numbers_of_cards_are_the_published_ones():
    try:
        distribution = metadata.distribution("hearthstone-data")
    except metadata.PackageNotFoundError:
        pytest.skip("hearthstone-data is not installed")
    published, names = {}, {}
    for _, entity in ElementTree.iterparse(Path(str(distribution.locate_file("hearthstone_data/CardDefs.xml")))):
        if entity.tag == "Entity":
            published[entity.get("CardID")] = int(entity.get("ID"))
            if entity.find("Tag[@name='COLLECTIBLE'][@value='1']") is not None:
                names[int(entity.get("ID"))] = entity.findtext("Tag[@name='CARDNAME']/enUS")
            entity.clear()
    declared = {**CARD_DBF_IDS, **HERO_DBF_IDS}
    assert declared == {id_: published[id_] for id_ in declared}
    assert len(names) == 2328
    assert {number: published_name(number) for number in names} == names


def test_every_collectible_card_has_a_number():
    assert set(CARD_DBF_IDS) == {one.id for one in CARDS[1:] if one.collectible and not one.id.endswith("@2017")}


# Published by armateam.org as "Demoniste Cube", November 2018.
CUBE_WITH_ZILLIAX = "AAECAf0GBp3iAtjlAtvpAqCAA5z4ApfTAgz40ALy0ALnywKKAbYHiNICi+EC9wSTBPzlAujnAuEHAA=="


def test_a_published_code_is_read():
    with pytest.raises(InvalidValueError, match=r"expected cards of this game, not Zilliax$"):
        find_deck(CODE + CUBE_WITH_ZILLIAX)
    cards, heroes, _, _ = parse_deckstring(CUBE_WITH_ZILLIAX)
    thalnos = CARD_DBF_IDS["EX1_012"]
    deck = find_deck(written([(thalnos if dbf_id == 49184 else dbf_id, n) for dbf_id, n in cards], heroes[0]))
    assert deck.card_class == Class.WARLOCK
    assert deck.cards[NUMBERS["LOOT_291"]] == 1  # Shroom Brewer
    assert deck.cards[NUMBERS["LOOT_161"]] == 2  # Carnivorous Cube
    assert sum(deck.cards.values()) == 30


@pytest.mark.parametrize("name", DECKS)
def test_the_code_of_a_declared_deck_is_that_deck(name):
    code = deck_code(DECKS[name])
    assert find_deck(code) == find_deck(name)
    assert stored_name(code) == stored_name(name) == name


def test_a_deck_of_ones_own():
    pirates = dict(DECKS["aggro_pirate_warrior"])
    del pirates["Sir Finley Mrrgglton"]
    name = deck_code({**pirates, "Leper Gnome": 1})
    assert name == "deckstring:AAEBAQcCkgWRvAIOHLACkQP/A44FqAXUBe4G5wfvB4KwAoiwAqC9Arm/AgAA"


def test_one_list_has_one_name():
    name = deck_code(PIRATES)
    assert stored_name(name) == name
    other_portrait = 2826  # Magni Bronzebeard
    assert stored_name(written(PIRATE_IDS[::-1], format=FormatType.FT_WILD)) == name
    assert stored_name(written(PIRATE_IDS, other_portrait)) == name
    assert deck_code(dict(reversed(PIRATES.items()))) == name


def test_a_code_may_stand_among_the_comments_that_the_client_copies():
    code = deck_code(PIRATES)
    block = f"""### Pirates
# Class: Warrior
# Format: Wild
#
# 1x (1) Patches the Pirate
#
{code.removeprefix(CODE)}
#
# To use this deck, copy it to your clipboard and create a new deck in Hearthstone
"""
    assert stored_name(CODE + block) == code
    with pytest.raises(InvalidValueError, match=r"^deck code is ''; expected a code"):
        find_deck(CODE + "# no code")


@pytest.mark.parametrize("name", [deck_code(PIRATES), written(PIRATE_IDS)])
def test_the_prefix_may_be_left_out(name):
    assert stored_name(name.removeprefix(CODE)) == stored_name(name)
    assert stored_name(f"### Pirates\n{name.removeprefix(CODE)}\n") == stored_name(name)


def test_all_problems_of_a_code_are_told_at_once():
    ids = parse_deckstring(deck_code(DECKS["midrange_jade_shaman"]).removeprefix(CODE))[0]
    strange = [(614, 1), (1657, 2), (99_999, 1), (CARD_DBF_IDS["CS2_106"], 3), (CARD_DBF_IDS["CS2_188"], 1)]
    with pytest.raises(InvalidValueError) as caught:
        find_deck(written([*ids, *strange], HERO_DBF_IDS["HERO_02"]))
    assert sorted(str(caught.value).partition("; expected ")[2].split("; ")) == [
        "1 to 2 of Fiery War Axe, not 3",
        "30 cards, not 38",
        "cards for decks, not Abusive Sergeant, which is only ever summoned",
        "cards of one class, not Al'Akir the Windlord (shaman) and Fiery War Axe (warrior)",
        "cards of this game, not Sorcerer's Apprentice, Big Game Hunter, the card with dbfId 99999",
    ]


def test_a_card_that_a_code_holds_twice_counts_twice():
    (first, copies), *others = PIRATE_IDS
    with pytest.raises(InvalidValueError, match=r"30 cards, not 3[12]"):
        find_deck(written([(first, copies), (first, copies), *others]))


def test_a_game_is_dealt_from_a_code():
    game = load_game("hearthstone")
    name = deck_code(PIRATES)
    assert game.check_decks(("cube_warlock", name)) == ("cube_warlock", name)
    state = game.new_state(("cube_warlock", name), seed=3)
    side = read_position(state.array).sides[1]
    held = [*side.deck, *(one.card for one in side.hand if not one.made)]
    assert sorted(held) == sorted(n for n, copies in find_deck(name).cards.items() for _ in range(copies))
    assert side.hero_class == Class.WARRIOR
    same = game.new_state(("cube_warlock", written(PIRATE_IDS)), seed=3)
    assert (same.array == state.array).all()


def test_a_deck_has_the_card_values_of_the_knob():
    state = load_game("hearthstone", card_data="2017").new_state((deck_code(PIRATES),) * 2)
    side = read_position(state.array).sides[0]
    held = {CARDS[number].id for number in [*side.deck, *(one.card for one in side.hand)]}
    assert "CFM_637@2017" in held
    assert "CFM_637" not in held


def test_a_neutral_deck_has_the_class_of_its_hero():
    assert find_deck(deck_code(NEUTRALS, Class.SHAMAN)).card_class == Class.SHAMAN
    assert deck_code(NEUTRALS, Class.SHAMAN) != deck_code(NEUTRALS, Class.MAGE)
    with pytest.raises(InvalidValueError, match="expected a class: all its cards are neutral"):
        deck_code(NEUTRALS)


@pytest.mark.parametrize(
    ("cards", "problem"),
    [
        (without("aggro_pirate_warrior", "Fiery War Axe"), "30 cards, not 28"),
        ({**PIRATES, "Hex": 2}, r"30 cards, not 32; .*, not Hex \(shaman\) and Fiery War Axe \(warrior\)"),
        ({**without("aggro_pirate_warrior", "Upgrade!", 1), "Fiery War Axe": 3}, "1 to 2 of Fiery War Axe, not 3"),
        ({**PIRATES, "Leper Gnome": 0}, "1 to 2 of Leper Gnome, not 0; 30 cards, not 29"),
        ({**without("aggro_pirate_warrior", "Upgrade!", 1), "Patches the Pirate": 2}, "only 1 of Patches the Pirate"),
        ({**without("aggro_pirate_warrior", "Upgrade!"), "Abusive Sergeant": 2}, "Abusive Sergeant, which is only"),
        ({**without("aggro_pirate_warrior", "Upgrade!"), "The Coin": 2}, "The Coin, which is no card for decks"),
        ({**PIRATES, "Leper Gnome": "1"}, "copies of Leper Gnome is '1'; expected a whole number"),
        ({**PIRATES, "Leper Gnome": 0.5}, "copies of Leper Gnome is 0.5; expected a whole number"),
        ({**PIRATES, 5: 1}, "card is 5; expected a name or an id"),
        (list(PIRATES), "expected names of cards with how many of each"),
        (None, "deck is None; expected names of cards with how many of each"),
    ],
)  # fmt: skip
def test_what_is_no_deck_is_refused(cards, problem):
    with pytest.raises(InvalidValueError, match=problem) as caught:
        deck_code(cards)
    assert "\n" not in str(caught.value)


def test_an_undeclared_card_is_named():
    with pytest.raises(UnknownNameError, match="unknown card 'Fiery War Ax'; did you mean 'Fiery War Axe'"):
        deck_code({**PIRATES, "Fiery War Ax": 1})


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("", "a code as the game's client copies it"),
        ("AAEC", "a code as the game's client copies it"),
        ("Fiery War Axe", "a code as the game's client copies it"),
        ("ä", "a code as the game's client copies it"),
        (CUBE_WITH_ZILLIAX[:40], "a code as the game's client copies it"),
        (STRANGE, "cards of this game, not the card with dbfId 1, the card with dbfId 99; 30 cards, not 32$"),
        (written([(48471, 1), *PIRATE_IDS[1:]]).removeprefix(CODE), "Pogo-Hopper, which is only ever summoned"),
        (written(PIRATE_IDS[:3]).removeprefix(CODE), "30 cards, not [3-6]"),
        (written(PIRATE_IDS, HERO_DBF_IDS["HERO_08"]).removeprefix(CODE), "not Kor'kron Elite, a warrior's"),
        (write_deckstring(PIRATE_IDS, [7], FormatType.FT_WILD, [(48, 1, 90749)]), "expected no sideboard$"),
        (b64encode(b"\0\1\1\2\7\7" + b64decode(PIRATE_CODE)[5:]).decode(), "expected one hero$"),
    ],
)  # fmt: skip
def test_a_wrong_code_is_refused_in_one_line(code, problem):
    with pytest.raises(InvalidValueError, match=problem) as caught:
        load_game("hearthstone").check_decks(("cube_warlock", CODE + code))
    assert "\n" not in str(caught.value)


def test_a_name_that_is_no_deck_is_refused():
    with pytest.raises(UnknownNameError, match=r"unknown deck .*'midrange'.*or a deck code"):
        load_game("hearthstone").new_state(("midrange", "cube_warlock"))


def tournament(tmp_path, decks):
    """A tournament file with these decks."""
    path = tmp_path / "league.toml"
    path.write_text(
        f'[tournament]\nname = "league"\ngame = "hearthstone"\ndecks = {list(decks)}\n'
        '[[entrant]]\nagent = "random"\n[[entrant]]\nagent = "dynamic_lookahead"\n'
    )
    return load_tournament(path, installed_plugins())


def test_a_tournament_takes_codes(tmp_path):
    other_spelling = written(PIRATE_IDS, 2826)
    assert tournament(tmp_path, ["cube_warlock", other_spelling]).decks == ("cube_warlock", deck_code(PIRATES))


def test_what_is_wrong_with_the_decks_of_a_tournament_is_told_at_once(tmp_path):
    declared = deck_code(DECKS["cube_warlock"])
    with pytest.raises(SpecError) as caught:
        tournament(tmp_path, ["cube_warlock", declared, CODE + CUBE_WITH_ZILLIAX, "cube"])
    same, unknown, no_deck = caught.value.problems
    assert same == f"line 4: tournament.decks: 'cube_warlock' and '{declared}' are the same deck"
    assert unknown.endswith("expected cards of this game, not Zilliax")
    assert "unknown deck of hearthstone 'cube'; did you mean 'cube_warlock'?" in no_deck
