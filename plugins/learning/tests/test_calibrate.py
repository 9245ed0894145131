"""Calibration: exact where it can be, with an honest interval elsewhere."""

import tomllib

import numpy as np
import pytest

from palaestra import InvalidValueError, load_game
from palaestra_learning.calibrate import calibrate, elo_of_score, score_of_elo
from palaestra_learning.q_learning.opponents import minmax_policy, perfect_policy, random_policy
from palaestra_learning.q_learning.policy import table_policy
from palaestra_learning.q_learning.rule import NUM_RULE, RANDOMNESS
from palaestra_learning.q_learning.settings import make_settings
from palaestra_learning.q_learning.training import Training
from palaestra_learning.q_learning.walk import walk_game


def maker(game, table):
    def make(randomness):
        rule = np.zeros(NUM_RULE)
        rule[RANDOMNESS] = randomness
        return table_policy(game, table, rule)

    return make


@pytest.mark.parametrize(("against", "target"), [("random", 0.55), ("random", 0.9), ("perfect", 0.1), ("perfect", 0.4)])
def test_exact_calibration(tic_tac_toe, walker, against, target):
    reference = random_policy(tic_tac_toe) if against == "random" else perfect_policy(tic_tac_toe, walker)
    found = calibrate(tic_tac_toe, maker(tic_tac_toe, walker.exact), reference, target, 100, 1)
    assert found.games == 0
    assert found.achieved.score == pytest.approx(target, abs=1e-9)
    assert found.achieved.margin == 0.0


def test_sampled_calibration_reaches_its_target():
    game = load_game("kalah", pits=3, seeds=2)
    found = calibrate(
        game, maker(game, walk_game(game).exact), minmax_policy(game, 1, first_of_ties=False), 0.4, 3000, 1
    )
    assert found.games > 3000
    assert 0.0 < found.achieved.margin < 0.03
    assert found.achieved.score == pytest.approx(0.4, abs=0.06)


@pytest.mark.parametrize("target", [0.3, 0.999])
def test_targets_out_of_reach(tic_tac_toe, walker, target):
    make = maker(tic_tac_toe, walker.exact)
    with pytest.raises(
        InvalidValueError, match=r"^target score is .*; expected one from 0.500, of random play, to 0.9"
    ):
        calibrate(tic_tac_toe, make, random_policy(tic_tac_toe), target, 100, 1)


def test_a_file_name_is_printed_as_toml_reads_it(command, tic_tac_toe, tmp_path):
    folder = tmp_path / 'a "b" \\c'
    Training(tic_tac_toe, make_settings(games=300, criterion="budget"), folder=folder).run()
    file = str(folder / "snapshots.npz")
    answer = command("calibrate", "q_snapshot", "-g", "tic_tac_toe", "-p", f"file={file}", "--score", "0.55")
    entrant = tomllib.loads(answer.out[answer.out.index("[[entrant]]") :])["entrant"][0]
    assert entrant["parameters"]["file"] == file


def test_elo():
    assert score_of_elo(0) == 0.5
    assert score_of_elo(400) == pytest.approx(10 / 11)
    assert elo_of_score(score_of_elo(-123.0)) == pytest.approx(-123.0)
    assert elo_of_score(1.0) is None


def test_the_command(command):
    answer = command("calibrate", "q_perfect", "--game", "tic_tac_toe", "--score", "0.7", "--format", "json")
    assert answer.code == 0
    assert '"score": 0.7' in answer.out
    answer = command("calibrate", "q_perfect", "-g", "tic_tac_toe", "--against", "perfect", "--elo=-200")
    assert answer.code == 0
    assert "scores 0.2403, exact; wanted: 0.2403" in answer.out
    assert 'agent = "q_perfect"' in answer.out


def test_an_agent_without_randomness_of_its_own_is_weakened(command):
    arguments = ("-g", "kalah", "-k", "pits=3", "-k", "seeds=2", "--games", "2000", "--score", "0.7")
    answer = command("calibrate", "alpha_beta", "-p", "depth=3", *arguments)
    assert answer.code == 0
    entrant = tomllib.loads(answer.out[answer.out.index("[[entrant]]") :])["entrant"][0]
    assert entrant["agent"] == "weakened"
    assert entrant["parameters"].keys() == {"agent", "depth", "randomness"}
    assert entrant["parameters"]["agent"] == "alpha_beta"
    assert 0.05 < entrant["parameters"]["randomness"] < 0.95
    found = float(answer.out.split("scores ")[1].split(",")[0])
    assert found == pytest.approx(0.7, abs=0.06)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["q_perfect", "-g", "tic_tac_toe"], "error: expected one of --score and --elo"),
        (["q_perfect", "-g", "kalah", "--score", "0.5"], "error: game for agent 'q_perfect' is 'kalah'; expected"),
        (
            ["greedy", "-g", "kalah", "-p", "sample=1", "--score", "0.7"],
            "error: unknown parameter of weakened 'sample'",
        ),
        (["uct", "-g", "kalah", "-p", "seconds=0.1", "--score", "0.7"], "error: agent 'uct' with these parameters is"),
        (
            ["min_score", "-g", "kalah", "--score", "0.7"],
            "error: game for agent 'min_score' is 'kalah'; expected one of",
        ),
        (["external", "-g", "kalah", "--score", "0.7"], "error: agent 'external' with these parameters is not one"),
        (["nobody", "-g", "kalah", "--score", "0.5"], "error: unknown agent 'nobody'"),
        (["q_perfect", "-g", "tic_tac_toe", "--score", "nan"], "error: target score is nan; expected a number above 0"),
        (["q_perfect", "-g", "tic_tac_toe", "--elo", "nan"], "error: difference in Elo is nan; expected a number from"),
        (["q_perfect", "-g", "tic_tac_toe", "--elo=-1e9"], "error: difference in Elo is -1000000000.0; expected a num"),
        (
            ["q_perfect", "-g", "tic_tac_toe", "--score", "0.7", "--games", "9" * 20],
            "error: --games is '99999999999999999999'; expected a number of at most 100000000",
        ),
        (
            ["q_perfect", "-g", "tic_tac_toe", "--score", "0.7", "-p", "randomness=0.1"],
            "error: parameter 'randomness' is",
        ),
        (
            ["q_perfect", "-g", "tic_tac_toe", "--score", "0.1", "--against", "perfect", "--against-parameter", "x=1"],
            "error: reference 'perfect' has no parameters; expected none, not x",
        ),
        (["q_snapshot", "-g", "tic_tac_toe", "--score", "0.6"], "error: the agent cannot be weakened by random moves"),
        (["q_snapshot", "-g", "kalah", "--score", "0.5", "-p", "file"], "error: parameter 'file' has no value"),
        (
            ["q_perfect", "-g", "tic_tac_toe", "--score", "0.7", "-p", "seed=1", "-p", "seed=2"],
            "error: parameter 'seed' is given twice; expected once",
        ),
        (["q_snapshot", "-g", "kalah", "--score", "0.5", "--against", "perfect"], "error: perfect play needs a game"),
    ],
)
def test_bad_input_is_told_in_one_line(command, arguments, message):
    answer = command("calibrate", *arguments)
    assert answer.code == 2
    assert answer.err.splitlines()[-1].startswith(message)
