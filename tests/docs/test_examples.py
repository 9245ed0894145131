"""The files that the tutorials are made of: they do what the pages say."""

import json
import re
from collections import Counter
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from xml.etree import ElementTree

import pytest

from palaestra.plugins import load_plugins
from palaestra.store.engine import reading
from palaestra.store.history import HistoryFilter, history
from palaestra.tournament.run import run_tournament

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
PICTURES = EXAMPLES.parent / "pictures"


@pytest.mark.parametrize("plugin", ["connect_four", "game", "agent"])
def test_the_tests_of_an_example_pass(examples, plugin):
    report = examples.python("-m", "pytest", "-W", "error", "-p", "no:cacheprovider", str(EXAMPLES / plugin))
    assert " passed" in report


@pytest.fixture
def plugins(monkeypatch):
    """The installed plugins and both examples."""
    added = {"gops": "game", "flat_monte_carlo": "agent"}
    for folder in added.values():
        monkeypatch.syspath_prepend(EXAMPLES / folder / "src")
    examples = [EntryPoint(name, f"{name}.plugin", "palaestra") for name in added]
    return load_plugins([*entry_points(group="palaestra"), *examples])


@pytest.mark.parametrize(
    ("spec", "tournament", "games", "best"),
    [("game/gops.toml", "gops", 600, "uct"), ("agent/agents.toml", "flat", 120, "flat-20")],
)
def test_the_tournament_of_an_example_is_played(plugins, tmp_path, spec, tournament, games, best):
    """The best entrant is the one with the largest budget, by far."""
    assert run_tournament(EXAMPLES / spec, tmp_path / "games.db", workers=0, plugins=plugins).played == games
    with reading(tmp_path / "games.db") as connection:
        played = history(connection, HistoryFilter(tournament=tournament))
    assert {row.reason for row in played} == {"finished"}
    points = Counter()
    for row in played:
        points[row.first] += row.first_return
        points[row.second] -= row.first_return
    assert points.most_common(1)[0][0] == best


def test_a_game_is_played_by_a_script(examples):
    lines = examples.python(str(EXAMPLES / "game" / "play.py")).splitlines()
    assert [line.split()[:2] for line in lines[:8]] == [["0", "lay"], ["1", "lay"]] * 4
    assert sum(json.loads(lines[-1])) == 0


def test_two_agents_play_a_game_by_a_script(examples):
    """The stronger agent of the quickstart's table wins."""
    printed = examples.python(str(EXAMPLES / "kalah" / "play.py"))
    assert re.fullmatch(r"\(1\.0, -1\.0\) \d+\n", printed)


def test_the_pictures_can_be_made_again(examples, tmp_path):
    examples.python(str(PICTURES / "make.py"), str(tmp_path))
    assert sorted(picture.name for picture in tmp_path.iterdir()) == sorted(p.name for p in PICTURES.glob("*.svg"))
    for folder in (tmp_path, PICTURES):
        board, leaderboard = (ElementTree.parse(folder / name).getroot() for name in ("board.svg", "leaderboard.svg"))
        assert board.get("aria-label").startswith("Kalah: ")
        shown = " ".join(leaderboard.itertext())
        assert all(entrant in shown for entrant in ("uct-", "greedy", "random"))
        assert "http" not in re.sub(r"<!--.*?-->|xmlns=\S+", "", (folder / "leaderboard.svg").read_text())


def test_a_league_is_played_by_a_script_with_workers(examples):
    first, *rows = examples.python(str(EXAMPLES / "league" / "run_league.py"), "league.db").splitlines()
    assert first.startswith("30 of 30 games played")
    assert {row.split()[1] for row in rows if row[0].isdigit()} == {"uct-10", "uct-40", "uct-160"}


def test_an_environment_is_played_by_a_script(examples):
    lines = examples.python(str(EXAMPLES / "learning" / "environment.py")).splitlines()
    rewards = dict(line.split() for line in lines[:2])
    assert rewards in ({"player_0": "1.0", "player_1": "-1.0"}, {"player_0": "-1.0", "player_1": "1.0"})
    assert lines[-1].startswith("first wins" if rewards["player_0"] == "1.0" else "second wins")


def test_a_script_learns_to_beat_random_play(examples):
    """Untaught both play at random: of 100 games of tic-tac-toe the first player wins 58.5 and loses 28.8."""
    untaught, taught = examples.python(str(EXAMPLES / "learning" / "learn.py")).split()[1::2]
    assert abs(float(untaught) - 0.297) < 0.03
    assert float(taught) > 0.8


# -- a game on one page -----------------------------------------------------------------------------------------------


def test_search_and_learning_agents_play_the_game_on_one_page(examples):
    printed = examples.python("-m", "palaestra", "run", str(EXAMPLES / "connect_four" / "league.toml"))
    rows = {row.split()[1]: row.split() for row in printed.splitlines() if row.strip()[:1].isdigit()}
    assert set(rows) == {"uct", "alpha_beta", "q_learning", "random"}
    assert set(list(rows)[:2]) == {"uct", "alpha_beta"}


def test_a_script_plays_it(examples):
    printed = examples.python(str(EXAMPLES / "connect_four" / "play.py"))
    assert re.fullmatch(r"\((1\.0, -1\.0|-1\.0, 1\.0|0\.0, 0\.0)\) \d+\n", printed)


def test_a_person_plays_it(examples):
    printed = examples.python(
        "-m", "palaestra", "play", "connect_four", "--against", "random", "--seed", "1", typed="3\n3\nquit\n"
    )
    assert "0 1 2 3 4 5 6" in printed
    assert "you: 3" in printed


def test_learners_play_it(examples):
    code = """
from palaestra.environments import VectorGames, aec_env
env = aec_env("connect_four")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    env.step(None if termination or truncation else env.action_space(agent).sample(observation["action_mask"]))
print(reward in (-1, 0, 1), VectorGames("connect_four", 8, seed=1).reset().mask.shape)
"""
    assert examples.python("-c", code) == "True (8, 7)\n"


@pytest.mark.parametrize("game", ["connect_four", "gops", "tic_tac_toe", "kalah", "nine_mens_morris", "indian_rummy"])
def test_games_keep_the_laws_as_plain_python_too(examples, game):
    printed = examples.python("-m", "palaestra", "check", game, "--plain", "--games", "1")
    assert f"{game} keeps " in printed
