"""Tournament files as clumsy and hostile users write them: every problem is one line, nothing else happens."""

from dataclasses import dataclass

import pytest

from palaestra.errors import InvalidValueError, SpecError, UserError
from palaestra.game import Game
from palaestra.plugins import Plugins
from palaestra.plugins.loader import Plugin
from palaestra.spec import AgentSpec, parameter
from palaestra.testing.games import TEST_GAMES
from palaestra.tournament.spec import TournamentSpec
from palaestra.tournament.specfile import load_tournament


@dataclass(frozen=True)
class Budget:
    """Parameters that must be given together."""

    low: int = parameter(0, "lower end")
    high: int = parameter(10, "upper end")
    weight: float = parameter(1.0, "any number")

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"low {self.low} is above high {self.high}")

    def check_game(self, game: Game) -> None:
        if self.high == 13:
            raise InvalidValueError("parameter 'high'", 13, f"another number in {game.spec.id}")


FACTORY = "palaestra.testing.fakes:FirstLegal"
AGENT = AgentSpec("budgeted", "1", "Has parameters that depend on each other.", FACTORY, parameters=Budget)
PLUGINS = Plugins([Plugin("mine", "1", "mine", games=tuple(TEST_GAMES), agents=(AGENT,))])

GOOD = """
[tournament]
name = "x"
game = "nim"
pairs = 2

[[entrant]]
agent = "budgeted"
name = "a"
[[entrant]]
agent = "budgeted"
name = "b"
"""


def problems(tmp_path, text):
    path = tmp_path / "spec.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(UserError) as caught:
        load_tournament(path, PLUGINS)
    if isinstance(caught.value, SpecError):
        return list(caught.value.problems)
    return [str(caught.value)]


@pytest.mark.parametrize("coding", ["utf-8-sig", "utf-8"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_files_of_any_editor_are_read(tmp_path, coding, line_end):
    path = tmp_path / "spec.toml"
    path.write_bytes(GOOD.replace("\n", line_end).encode(coding))
    assert load_tournament(path, PLUGINS).spec.name == "x"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"\xff\xfe\x00", "byte 0 is not UTF-8 text"),
        (GOOD.replace("pairs = 2", "pairs = " + "9" * 5000), "not valid TOML"),
        (GOOD.replace("pairs = 2", "pairs = " + "[" * 5000), "nested too deep"),
        (GOOD.replace("pairs = 2", "pairs = 10000000000"), "expected a whole number of at most 1000000000"),
        (GOOD.replace("pairs = 2", f"pairs = {10**400}"), "..."),
        (GOOD.replace('"x"', '" x"'), "without spaces around it"),
        (GOOD + "[[entrant]]\n", "line 13: entrant[3].agent: missing"),
        ("[tournament]\nname = 'x'\ngame = 'nim'\nentrant = []", "tournament.entrant: unknown key"),
        ("entrant = []\n[tournament]\nname = 'x'\ngame = 'nim'", "entrant: is []; expected one [[entrant]] table"),
        (GOOD.replace("[[entrant]]", "[entrant]", 1).partition("[[")[0], "expected one [[entrant]] table"),
        (GOOD.replace("pairs = 2", "knobs.none.deep = 1"), "line 5: tournament.knobs.none: unknown knob"),
        (GOOD + "parameters = { weight = inf }\n", "is inf; expected a number"),
        (GOOD + "parameters = { weight = nan }\n", "is nan; expected a number"),
        (GOOD + f"parameters = {{ weight = {10**400} }}\n", "expected a number"),
        (GOOD + f"parameters = {{ low = '{'long' * 1000}' }}\n", "longl...glong"),
        (GOOD + "parameters = { low = 20 }\n", "low 20 is above high 10"),
        (GOOD + "parameters = { high = 13 }\n", "entrant[2].parameters: parameter 'high' is 13; expected another"),
    ],
)
def test_every_problem_is_told_in_a_short_line(tmp_path, text, expected):
    found = problems(tmp_path, text)
    assert any(expected in problem for problem in found), found
    assert all("\n" not in problem and len(problem) < 400 for problem in found)


def test_parameters_that_fit_only_together_are_not_judged_one_by_one(tmp_path):
    path = tmp_path / "spec.toml"
    path.write_text(GOOD + "parameters = { low = 20, high = 30 }\n")
    assert load_tournament(path, PLUGINS).entrants[1].parameters == Budget(20, 30)


def test_a_spec_without_entrants_is_refused():
    with pytest.raises(SpecError, match="entrant: there are none"):
        load_tournament(TournamentSpec("x", "nim", ()), PLUGINS)


@pytest.mark.parametrize("name", ["''", "' '", "7", "'a\\u0007'"])
def test_a_wrong_name_is_told_of_once(tmp_path, name):
    text = GOOD.replace('name = "a"', f"name = {name}").replace('name = "b"', "").replace("'a\\u0007'", '"a\\u0007"')
    [problem] = problems(tmp_path, text)
    assert problem.startswith("line 9: entrant[1].name: is ")
