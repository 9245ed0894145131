"""The numbers that Blizzard's deck codes name cards and heroes by (``dbfId``)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Final

CARD_DBF_IDS: Final[Mapping[str, int]] = {
    "AT_052": 2610, "AT_064": 2729, "AT_087": 2490, "AT_094": 2580, "AT_111": 2704, "BOT_020": 47775,
    "BOT_031": 47837, "BOT_059": 48691, "BOT_079": 48025, "BOT_283": 48471, "BOT_309": 48529, "BOT_445": 48886,
    "BOT_447": 49018, "BOT_906": 48982, "CFM_065": 40297, "CFM_120": 41566, "CFM_325": 40608, "CFM_614": 40397,
    "CFM_626": 40432, "CFM_630": 40437, "CFM_637": 40465, "CFM_651": 40889, "CFM_707": 40455, "CFM_717": 40529,
    "CFM_815": 40636, "CFM_902": 40596, "CS1_042": 922, "CS1_112": 841, "CS2_004": 613, "CS2_022": 77, "CS2_023": 555,
    "CS2_029": 315, "CS2_032": 1004, "CS2_059": 469, "CS2_062": 950, "CS2_065": 48, "CS2_105": 1007, "CS2_106": 401,
    "CS2_112": 304, "CS2_146": 724, "CS2_168": 191, "CS2_169": 641, "CS2_171": 648, "CS2_179": 635, "CS2_188": 242,
    "CS2_189": 389, "CS2_235": 1650, "DAL_077": 52277, "DAL_354": 51790, "DAL_433": 52422, "DAL_544": 52312,
    "DRG_024": 55005, "DRG_035": 55103, "DRG_057": 55402, "DRG_078": 55428, "DRG_107": 54907, "DRG_216": 54966,
    "DRG_239": 55161, "DRG_253": 55292, "DRG_303": 54874, "DS1_175": 606, "EX1_001": 1655, "EX1_004": 1634,
    "EX1_008": 757, "EX1_009": 1688, "EX1_010": 994, "EX1_011": 132, "EX1_012": 749, "EX1_029": 658,
    "EX1_067": 281, "EX1_080": 158, "EX1_105": 993, "EX1_116": 559, "EX1_129": 667, "EX1_162": 985, "EX1_169": 254,
    "EX1_238": 505, "EX1_241": 864, "EX1_243": 618, "EX1_246": 766, "EX1_248": 238, "EX1_259": 629, "EX1_277": 564,
    "EX1_284": 825, "EX1_298": 374, "EX1_308": 974, "EX1_310": 631, "EX1_319": 1090, "EX1_383": 890, "EX1_405": 866,
    "EX1_409": 511, "EX1_414": 338, "EX1_508": 510, "EX1_509": 475, "EX1_564": 531, "EX1_565": 1008, "EX1_571": 493,
    "EX1_604": 654, "EX1_606": 1023, "FP1_002": 1781, "FP1_012": 1793, "GIL_142": 46706, "GIL_531": 46998,
    "GIL_558": 47072, "GIL_580": 47133, "GIL_608": 47262, "GIL_825": 48156, "GVG_043": 2011, "GVG_044": 2012,
    "GVG_053": 2021, "GVG_085": 2053, "ICC_023": 42338, "ICC_041": 42471, "ICC_831": 43415, "ICC_852": 45341,
    "KAR_063": 39694, "KAR_073": 39712, "KAR_114": 39941, "KAR_300": 39350, "LOE_012": 2884, "LOE_018": 2890,
    "LOE_076": 2948, "LOOT_014": 43122, "LOOT_017": 43128, "LOOT_043": 43272, "LOOT_161": 45195, "LOOT_258": 45707,
    "LOOT_291": 45784, "LOOT_306": 45820, "LOOT_368": 46056, "LOOT_420": 46299, "NEW1_010": 32, "NEW1_011": 28,
    "NEW1_017": 443, "NEW1_018": 999, "NEW1_021": 138, "NEW1_022": 878, "NEW1_025": 997, "NEW1_027": 680,
    "OG_024": 38263, "OG_028": 38267, "OG_109": 38447, "OG_133": 38496, "OG_145": 38526, "OG_241": 38774,
    "OG_312": 38914, "OG_315": 38920, "TRL_348": 49824, "TRL_363": 50796, "TRL_390": 50381, "TRL_506": 50380,
    "TRL_516": 50396, "TRL_522": 50405, "ULD_145": 53832, "ULD_186": 54261, "ULD_191": 54269, "ULD_705": 54291,
    "ULD_723": 54730, "UNG_809": 41323,
}  # fmt: skip
"""Id of each declared collectible card -> number."""

HERO_DBF_IDS: Final[Mapping[str, int]] = {
    "HERO_01": 7, "HERO_02": 1066, "HERO_03": 930, "HERO_04": 671, "HERO_05": 31, "HERO_06": 274,
    "HERO_07": 893, "HERO_08": 637, "HERO_09": 813,
}  # fmt: skip
"""Id of each hero to begin with -> number."""


def published_name(dbf_id: int) -> str:
    """Return the name of a card that could be collected at game build 37060; of any other card, its number."""
    return _published_names().get(dbf_id, f"the card with dbfId {dbf_id}")


@cache
def _published_names() -> Mapping[int, str]:
    text = resources.files(__package__).joinpath("published_names.txt").read_text(encoding="utf-8")
    return {int(number): name for number, _, name in (line.partition(" ") for line in text.splitlines())}
