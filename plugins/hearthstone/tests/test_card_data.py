"""Every declared value against Blizzard's own card data at the build that SabberStone used in 2020."""

from importlib import metadata
from pathlib import Path
from xml.etree import ElementTree

import pytest

from palaestra_hearthstone.cards import CARDS, NUMBERS, POOLS, card
from palaestra_hearthstone.cards.one_cost import LEFT_OUT, ONE_COST_POOL
from palaestra_hearthstone.cards.vocabulary import Keyword, Kind, Pool, Trigger

BUILD = "37060.1"
STANDARD = {"2", "3", "1125", "1127", "1129", "1130", "1158", "1347"}
"""Basic, Classic, Witchwood, Boomsday, Rastakhan, Rise of Shadows, Uldum, Descent of Dragons."""
DECLARED = [known for known in CARDS[1:] if not known.id.endswith("@2017")]
COMPARED = ("COST", "ATK", "CARDRACE", "CLASS", "CARDTYPE", "OVERLOAD")


@pytest.fixture(scope="module")
def published():
    """Each entity's tags by name, read without importing the package, which needs setuptools."""
    try:
        distribution = metadata.distribution("hearthstone-data")
    except metadata.PackageNotFoundError:
        pytest.skip("hearthstone-data is not installed")
    if distribution.version != BUILD:
        pytest.skip(f"hearthstone-data is {distribution.version}; expected {BUILD}")
    entities = {}
    wanted = {known.id for known in DECLARED}
    for _, entity in ElementTree.iterparse(Path(str(distribution.locate_file("hearthstone_data/CardDefs.xml")))):
        if entity.tag != "Entity":
            continue
        tags = {tag.get("name"): tag.get("value") for tag in entity.findall("Tag")}
        if entity.get("CardID") in wanted or (tags.get("CARDTYPE"), tags.get("COST")) == ("4", "1"):
            tags["NAME"] = entity.findtext("Tag[@name='CARDNAME']/enUS")
            entities[entity.get("CardID")] = tags
        entity.clear()
    return entities


@pytest.mark.parametrize("declared", DECLARED, ids=lambda known: known.id)
def test_values_are_the_published_ones(published, declared):
    tags = published[declared.id]
    values = (declared.cost, declared.attack, declared.race, declared.card_class, declared.kind, declared.overload)
    assert {name: int(tags.get(name, 0)) for name in COMPARED} == dict(zip(COMPARED, values, strict=True))
    assert declared.name == tags["NAME"]
    if declared.kind == Kind.MINION:
        assert declared.health == int(tags["HEALTH"])
    if declared.kind == Kind.WEAPON:
        assert declared.health == int(tags["DURABILITY"])
    if declared.kind in (Kind.MINION, Kind.SPELL, Kind.WEAPON):
        assert declared.rarity == int(tags.get("RARITY", 0))
        assert declared.collectible == (tags.get("COLLECTIBLE") == "1")
    assert bool(declared.spell_damage) == ("SPELLPOWER" in tags)
    for keyword in Keyword:
        assert (keyword in declared.keywords) == (tags.get(keyword.name) == "1"), keyword
    if declared.kind == Kind.MINION and declared.whole:
        assert declared.has(Trigger.DEATH) == ("DEATHRATTLE" in tags)
        assert declared.has(Trigger.PLAY) == ("BATTLECRY" in tags)


def test_the_portal_summons_every_one_cost_minion_of_the_format_but_eight(published):
    standard = {
        id_
        for id_, tags in published.items()
        if (tags.get("CARDTYPE"), tags.get("COST"), tags.get("COLLECTIBLE")) == ("4", "1", "1")
        and tags.get("CARD_SET") in STANDARD
    }
    left_out = {id_: name for id_, name, _ in LEFT_OUT}
    assert len(standard) == 71
    assert len(left_out) == 8
    assert standard == {*ONE_COST_POOL, *left_out}
    assert len(ONE_COST_POOL) == len(POOLS[Pool.ONE_COST]) == 63
    assert all(published[id_]["NAME"] == name for id_, name in left_out.items())


def test_values_of_2017():
    # As printed before the changes that later patches made to them.
    costs = {"EX1_246": 3, "KAR_063": 1, "CS2_106": 2, "LOOT_306": 5, "EX1_565": 2, "KAR_114": 4}
    for id_, cost in costs.items():
        assert card(NUMBERS[f"{id_}@2017"]).cost == cost
    assert card(NUMBERS["CFM_325@2017"]).health == 2
    assert Keyword.CHARGE in card(NUMBERS["CFM_637@2017"]).keywords
    assert card(NUMBERS["LOOT_017@2017"]).effects[1].amount.amount == 8
    assert card(NUMBERS["EX1_169@2017"]).effects[0].amount.amount == 2
    assert sum(known.id.endswith("@2017") for known in CARDS[1:]) == 10
