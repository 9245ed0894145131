"""A tournament file is checked whole, before anything is played."""

from dataclasses import replace

import pytest

from palaestra.errors import SpecError, UserError
from palaestra.testing.games import nim
from palaestra.tournament.specfile import load_tournament

GOOD = """
[tournament]
name = "league"
game = "nim"
pairs = 4
root_seed = 1
[tournament.knobs]

[[entrant]]
agent = "first_legal"

[[entrant]]
agent = "slow"
name = "slowly"
parameters = { seconds = 1 }
"""


def problems_of(text, tmp_path, plugins):
    path = tmp_path / "league.toml"
    path.write_text(text)
    with pytest.raises(SpecError) as caught:
        load_tournament(path, plugins)
    return caught.value.problems


def test_a_good_file_is_resolved(tmp_path, plugins):
    path = tmp_path / "league.toml"
    path.write_text(GOOD)
    tournament = load_tournament(path, plugins)
    assert tournament.spec.name == "league"
    assert tournament.decks == tournament.game.decks[:1]
    assert [entrant.name for entrant in tournament.entrants] == ["first_legal", "slowly"]
    assert tournament.entrants[1].parameters.seconds == 1.0
    assert tournament.entrants[1].identity.parameters == {"seconds": 1.0}
    assert set(tournament.knobs) == {knob.name for knob in tournament.game.knobs}


def test_every_problem_is_reported_with_its_line(tmp_path, plugins):
    text = """
[tournament]
name = "league"
game = "nim"
pair = 4
deck_pairing = "swap"
decks = ["standart"]
pairs = "many"
[tournament.knobs]
heeps = 3

[[entrant]]
agent = "first_legl"

[[entrant]]
agent = "slow"
parameters = { secnds = 1 }

[[entrant]]
agent = "slow"
parameters = { seconds = -1.0 }

[[entrnt]]
"""
    found = problems_of(text, tmp_path, plugins)
    assert "line 5: tournament.pair: unknown key; did you mean 'pairs'?" in found
    assert "line 6: tournament.deck_pairing: is 'swap'; expected one of 'mirror', 'cross'" in found
    assert "line 8: tournament.pairs: is 'many'; expected a whole number of at least 1" in found
    assert any(p.startswith("line 10: tournament.knobs.heeps: unknown knob of nim 'heeps'") for p in found)
    assert "line 13: entrant[1].agent: unknown agent 'first_legl'; did you mean 'first_legal'?" in found
    assert any(p.startswith("line 17: entrant[2].parameters.secnds: unknown parameter of slow 'secnds'") for p in found)
    assert any(
        p.startswith("line 21: entrant[3].parameters.seconds: parameter 'seconds' of slow is -1.0") for p in found
    )
    assert any("entrnt: unknown key; did you mean 'entrant'?" in p for p in found)
    assert any("the name 'slow' is taken" in p for p in found)


def test_an_impossible_deck_is_reported(tmp_path, plugins):
    text = GOOD.replace("pairs = 4", 'pairs = 4\ndecks = ["standart"]')
    assert problems_of(text, tmp_path, plugins) == (
        "line 6: tournament.decks: unknown deck of nim 'standart'; did you mean 'standard'?",
    )


def test_a_deck_is_stored_by_its_one_name(tmp_path, plugins, monkeypatch):
    monkeypatch.setattr(nim, "GAME", replace(nim.GAME, other_decks=str.lower))
    path = tmp_path / "league.toml"
    path.write_text(GOOD.replace("pairs = 4", 'pairs = 4\ndecks = ["standard", "Mine"]'))
    assert load_tournament(path, plugins).decks == ("standard", "mine")
    text = GOOD.replace("pairs = 4", 'pairs = 4\ndecks = ["MINE", "Mine"]')
    assert problems_of(text, tmp_path, plugins) == ("line 6: tournament.decks: 'MINE' and 'Mine' are the same deck",)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (('game = "nim"', 'game = "nimm"'), "line 4: tournament.game: unknown game 'nimm'; did you mean 'nim'?"),
        (('game = "nim"', ""), "line 2: tournament.game: missing"),
        (('name = "league"', 'name = ""'), "line 3: tournament.name: is ''; expected a printable text"),
        (("pairs = 4", "pairs = 0"), "line 5: tournament.pairs: is 0; expected a whole number of at least 1"),
        (("pairs = 4", "pairs = true"), "line 5: tournament.pairs: is True; expected a whole number of at least 1"),
        (("root_seed = 1", "root_seed = 1.5"), "line 6: tournament.root_seed: is 1.5; expected a whole number"),
        (('agent = "slow"', ""), "line 12: entrant[2].agent: missing"),
        (('agent = "slow"', "agent = 3"), "line 13: entrant[2].agent: is 3; expected a printable text"),
    ],
)
def test_one_problem(change, problem, tmp_path, plugins):
    assert any(found.startswith(problem) for found in problems_of(GOOD.replace(*change), tmp_path, plugins))


def test_one_entrant_is_not_a_tournament(tmp_path, plugins):
    text = GOOD[: GOOD.rindex("[[entrant]]")]
    assert "1 entrant; expected at least 2" in problems_of(text, tmp_path, plugins)[0]


def test_no_entrants_and_no_tournament_are_named(tmp_path, plugins):
    found = problems_of("", tmp_path, plugins)
    assert any(problem.startswith("tournament: missing") for problem in found)
    assert any(problem.startswith("entrant: missing") for problem in found)


def test_a_missing_file_and_bad_toml_are_one_line(tmp_path, plugins):
    with pytest.raises(UserError, match=r"no tournament file '.*nowhere.toml'"):
        load_tournament(tmp_path / "nowhere.toml", plugins)
    path = tmp_path / "bad.toml"
    path.write_text("[tournament\n")
    with pytest.raises(UserError, match=r"bad.toml is not valid TOML: .*line 1"):
        load_tournament(path, plugins)


def test_a_mapping_is_checked_alike(plugins):
    with pytest.raises(SpecError) as caught:
        load_tournament({"tournament": {"name": "x", "game": "nim"}, "entrant": [{"agent": "nobody"}]}, plugins)
    assert any(problem.startswith("entrant[1].agent: unknown agent 'nobody'") for problem in caught.value.problems)
