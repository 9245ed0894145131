"""Hands with their answers from a solver of its own: subsets tried one by one, distances by integer programming."""

import json
from pathlib import Path

import pytest

from palaestra_rummy import analyse

CASES = [
    json.loads(line) for line in (Path(__file__).parent.parent / "data" / "rummy_cases.jsonl").read_text().splitlines()
]
# Of the hands known, the two that are farthest from a declaration.
FARTHEST = (
    ("7H JH KH AD 4D 8D QD 5C 9C KC 2S 6S TS", "3"),
    ("2H 6H TH 3D 8D QD 2C 7C KC AS 5S 9S QS", "4"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["note"][:60])
def test_every_number_of_a_case_is_right(case):
    found = analyse(case["hand"], wild=None if case["wild"] == "-" else case["wild"])
    assert found.deadwood == case["deadwood"]
    assert found.score == case["score"]
    assert min(found.score, 80) == case["score80"]
    assert found.declarable == case["declarable"]
    assert found.distance == case["mindist"]
    assert sorted(found.finishing_cards) == sorted(case.get("finish", []))


@pytest.mark.parametrize(("hand", "wild"), FARTHEST)
def test_seven_replacements_are_the_most(hand, wild):
    assert analyse(hand.split(), wild=wild).distance == 7


def test_there_are_cases_of_every_sort():
    assert len(CASES) == 142
    assert {len(case["hand"]) for case in CASES} == {13, 14}
    assert {case["mindist"] for case in CASES} >= set(range(6))
    assert sum(case["declarable"] for case in CASES) > 20
