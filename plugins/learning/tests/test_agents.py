"""The agents keep the laws, play tournaments, and refuse files that do not fit."""

import json

import pytest

from palaestra import SpecError, UserError, build_game, installed_plugins, load_game, run_tournament
from palaestra.spec import build_parameters
from palaestra.testing import check_agent
from palaestra.testing.games import KUHN_POKER
from palaestra_leaderboards.standings import leaderboard_rows
from palaestra_learning.calibrate import side_of
from palaestra_learning.plugin import Q_SNAPSHOT
from palaestra_learning.q_learning.agents import QPerfectAgent, QSnapshotAgent
from palaestra_learning.q_learning.parameters import QPerfectParameters, QSnapshotParameters
from palaestra_learning.q_learning.settings import make_settings
from palaestra_learning.q_learning.training import Training


@pytest.fixture(scope="module")
def folder(tic_tac_toe, tmp_path_factory):
    path = tmp_path_factory.mktemp("training")
    settings = make_settings("perfect", games=20_000, cadence=5000)
    Training(tic_tac_toe, settings, folder=path, percents=(5, 50, 100)).run()
    return path


@pytest.mark.parametrize("game", ["tic_tac_toe", "kalah", "nine_mens_morris"])
@pytest.mark.parametrize("given", [{}, {"teacher": "random", "seats": "alternating", "randomness": 0.3}])
def test_learners_keep_the_laws(game, given):
    check_agent("q_learning", game, parameters={"games": 200, **given})


def test_a_learner_keeps_the_laws_where_cards_are_hidden():
    check_agent("q_learning", build_game(KUHN_POKER, {}), parameters={"games": 2000}, games=20)


@pytest.mark.parametrize("given", [{}, {"percent": 5}, {"percent": 50, "randomness": 0.5}, {"percent": 0}])
def test_snapshots_keep_the_laws(folder, given):
    check_agent("q_snapshot", "tic_tac_toe", parameters={"file": str(folder / "snapshots.npz"), **given})


def test_no_file_is_an_empty_table():
    check_agent("q_snapshot", "kalah")


def test_symmetric_tables_are_played_from_every_side(tic_tac_toe, walker, tmp_path):
    """What is learnt of one image is known of all: no losing line from the first seat."""
    settings = make_settings("perfect", games=20_000, symmetry=True, cadence=5000)
    result = Training(tic_tac_toe, settings, folder=tmp_path, percents=(100,)).run()
    assert result.rows[-1]["losing_lines_first"] == 0
    check_agent("q_snapshot", "tic_tac_toe", parameters={"file": str(tmp_path / "snapshots.npz")}, games=20)
    lost = lost_games(tic_tac_toe, QSnapshotParameters(file=str(tmp_path / "snapshots.npz")), games=300)
    assert lost == 0


def lost_games(game, parameters, games):
    """Return how many games in the first seat a snapshot loses to random play."""
    from palaestra_learning.calibrate import Scorer
    from palaestra_learning.q_learning.opponents import random_policy

    own = QSnapshotAgent.compile_policy(game, parameters)
    scorer = Scorer(game, random_policy(game), own, seed=3)
    points = scorer._play(own, 2 * games)
    return int((points < 0.5).sum())


def test_q_perfect_loses_no_line(tic_tac_toe, walker):
    check_agent("q_perfect", "tic_tac_toe")
    side = side_of(QPerfectAgent.compile_policy(tic_tac_toe, QPerfectParameters()))
    assert [walker.losing_lines(side, seat) for seat in (0, 1)] == [0, 0]


def test_a_ladder_in_a_tournament(folder, tmp_path):
    """The file is found beside the tournament file, which names it without its folder."""
    (tmp_path / "snapshots.npz").write_bytes((folder / "snapshots.npz").read_bytes())
    entrants = "".join(
        f'[[entrant]]\nagent = "q_snapshot"\nname = "Q-{percent}"\n'
        f'parameters = {{ file = "snapshots.npz", percent = {percent} }}\n'
        for percent in (0, 5, 100)
    )
    spec = tmp_path / "ladder.toml"
    spec.write_text(f'[tournament]\nname = "ladder"\ngame = "tic_tac_toe"\npairs = 200\nroot_seed = 1\n{entrants}')
    result = run_tournament(spec, tmp_path / "ladder.db", workers=0)
    assert result.played == 1200
    rows = leaderboard_rows(str(tmp_path / "ladder.db"), "ladder").rows
    assert [row.entrant for row in rows] == ["Q-100", "Q-5", "Q-0"]


def test_files_that_do_not_fit(folder, tmp_path):
    parameters = build_parameters(Q_SNAPSHOT, {"file": str(folder / "snapshots.npz")})
    with pytest.raises(UserError, match=r"^game that was learnt is 'tic_tac_toe'; expected 'kalah', as it is played$"):
        parameters.check_game(load_game("kalah"))
    parameters = build_parameters(Q_SNAPSHOT, {"file": str(folder / "snapshots.npz"), "percent": 30})
    with pytest.raises(UserError, match=r"^percent is 30; expected one that the file has: 0, 5, 50, 100$"):
        parameters.check_game(load_game("tic_tac_toe"))
    parameters = build_parameters(Q_SNAPSHOT, {"file": str(tmp_path / "none.npz")})
    with pytest.raises(UserError, match=r"^cannot read '.*none.npz': No such file or directory$"):
        parameters.check_game(load_game("tic_tac_toe"))
    spec = {
        "tournament": {"name": "t", "game": "kalah"},
        "entrant": [
            {"agent": "q_snapshot", "parameters": {"file": str(folder / "snapshots.npz")}},
            {"agent": "q_learning", "parameters": {"teacher": "minmax"}},
        ],
    }
    with pytest.raises(SpecError) as caught:
        run_tournament(spec, tmp_path / "t.db")
    assert len(caught.value.problems) == 2


def test_listing_is_light():
    ids = [spec.id for spec in installed_plugins().agents()]
    assert {"q_learning", "q_snapshot", "q_perfect"} <= set(ids)
    assert json.dumps(ids)
