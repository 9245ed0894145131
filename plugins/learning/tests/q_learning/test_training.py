"""A training ends the same however often it is interrupted, and says what does not fit."""

import csv
import json

import numpy as np
import pytest

from palaestra import InterruptedRun, UserError, load_game
from palaestra_learning.q_learning import learner as learner_module
from palaestra_learning.q_learning import training as module
from palaestra_learning.q_learning.learner import Learner, Opponent
from palaestra_learning.q_learning.opponents import random_policy
from palaestra_learning.q_learning.settings import make_settings
from palaestra_learning.q_learning.snapshots import load_snapshots
from palaestra_learning.q_learning.table import TableFullError
from palaestra_learning.q_learning.training import Training

COMMON = {"games": 1500, "cadence": 500, "seats": "alternating"}
SMALL = {**COMMON, "criterion": "budget"}
TWICE = {**COMMON, "teacher": "random", "epsilon": 1.0}
"""Never converges: what is known afterwards, so that the snapshots are taken in a second training."""


def fields(snapshots):
    values = {percent: (s.games, s.positions, s.values.tolist()) for percent, s in snapshots.snapshots.items()}
    return snapshots.keys.tolist(), snapshots.widths.tolist(), snapshots.rule.tolist(), dict(snapshots.about), values


class InterruptAt:
    """Presses Ctrl-C after so many games of one stage."""

    def __init__(self, stage, games):
        self._stage = stage
        self._games = games

    def __call__(self, what, games, row):
        if what == self._stage and games >= self._games:
            raise KeyboardInterrupt


def test_an_interrupted_training_goes_on_as_if_nothing_had_been(tic_tac_toe, tmp_path):
    settings = make_settings(**TWICE)
    whole = Training(tic_tac_toe, settings).run()
    for number, (what, games) in enumerate([("training", 40), ("training", 900), ("snapshots", 700)]):
        with pytest.raises(InterruptedRun, match=r"^training of tic_tac_toe was interrupted; the same command goes on"):
            Training(tic_tac_toe, settings, folder=tmp_path, progress=InterruptAt(what, games)).run()
        assert len(list(tmp_path.iterdir())) == 1, number
    resumed = Training(tic_tac_toe, settings, folder=tmp_path).run()
    assert resumed.rows == whole.rows
    assert resumed.convergences == whole.convergences
    assert fields(resumed.snapshots) == fields(whole.snapshots)
    again = Training(tic_tac_toe, settings, folder=tmp_path, progress=InterruptAt("training", 0)).run()
    assert fields(again.snapshots) == fields(whole.snapshots)


def interrupted(game, settings, folder, stage, games, **given):
    with pytest.raises(InterruptedRun):
        Training(game, settings, folder=folder, progress=InterruptAt(stage, games), **given).run()


@pytest.mark.parametrize("percents", [(7, 33, 60), (10, 100), ()])
def test_a_budget_is_trained_once_and_interrupted_without_loss(tic_tac_toe, tmp_path, percents):
    """A folder without the snapshots taken so far is one of an earlier version, which took them all afterwards."""
    settings = make_settings(**SMALL)
    stages = []
    for name in ("whole", "resumed", "afterwards"):
        folder = tmp_path / name
        if name != "whole":
            interrupted(tic_tac_toe, settings, folder, "training", 800, percents=percents)
        if name == "afterwards":
            with np.load(folder / "checkpoint.npz") as file:
                kept = {key: file[key] for key in file.files if not key.startswith(("values_", "counts_"))}
            np.savez(folder / "checkpoint.npz", **kept)
        seen = set()
        Training(
            tic_tac_toe, settings, folder=folder, percents=percents, progress=lambda what, *_, seen=seen: seen.add(what)
        ).run()
        stages.append(seen)
    assert stages == [{"training"}, {"training"}, {"training", "snapshots"} if percents else {"training"}]
    for file in ("snapshots.npz", "checks.csv", "training.json"):
        assert len({(tmp_path / name / file).read_bytes() for name in ("whole", "resumed", "afterwards")}) == 1


def test_what_a_folder_holds_at_the_end(tic_tac_toe, tmp_path):
    result = Training(tic_tac_toe, make_settings(**SMALL), folder=tmp_path).run()
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "checkpoint.npz",
        "checks.csv",
        "snapshots.npz",
        "training.json",
    ]
    assert fields(load_snapshots(tmp_path / "snapshots.npz")) == fields(result.snapshots)
    with (tmp_path / "checks.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [row["games"] for row in rows] == ["0", "500", "1000", "1500"]
    assert rows[0]["losing_lines_first"] == "77904"
    assert rows[0]["losing_lines_second"] == "131184"
    assert all(int(row["teacher_wins"]) + int(row["teacher_draws"]) + int(row["teacher_losses"]) == 100 for row in rows)
    report = json.loads((tmp_path / "training.json").read_text())
    assert report["settings"]["alpha"] == 0.4
    assert report["game"] == "tic_tac_toe"
    assert report["n"] == 1500
    assert len(report["checks"]) == 4


def test_snapshots_are_the_tables_of_shorter_trainings(tic_tac_toe, trained):
    snapshots = Training(tic_tac_toe, make_settings(**SMALL), percents=(20, 100)).run().snapshots
    for percent in (20, 100):
        shorter = trained(games=15 * percent, seats="alternating").table
        table = snapshots.table(percent)
        assert table.entries()[0].tolist() == shorter.entries()[0].tolist()
        assert table.used_values.tolist() == shorter.used_values.tolist()
    assert snapshots.table(0).positions == 0
    with pytest.raises(UserError, match=r"^percent is 50; expected one that the file has: 0, 20, 100$"):
        snapshots.table(50)


def test_the_table_is_frozen_at_n(tic_tac_toe):
    settings = make_settings(games=20_000, teacher="minmax", seed=2)
    result = Training(tic_tac_toe, settings, percents=(50, 100)).run()
    assert result.converged
    assert result.rows[-1]["games"] == result.n + 5000
    assert all(row["teacher_losses"] == 0 for row in result.rows if row["games"] >= result.n)
    before = [row for row in result.rows if row["games"] == result.n - 100]
    assert before[0]["teacher_losses"] > 0
    assert [s.games for s in result.snapshots.snapshots.values()] == [round(result.n / 2), result.n]


def test_never_is_a_result(tic_tac_toe):
    settings = make_settings(games=300, teacher="random", epsilon=1.0)
    result = Training(tic_tac_toe, settings, percents=(100,)).run()
    assert not result.converged
    assert result.n == 300
    assert {c.verdict for c in result.convergences} == {"never"}


def test_a_lost_seat_is_impossible():
    game = load_game("kalah", pits=3, seeds=2)
    settings = make_settings(games=300, seats="second", teacher="random_minmax", criterion="exact")
    result = Training(game, settings, percents=()).run()
    verdicts = {c.against: c.verdict for c in result.convergences}
    assert verdicts["teacher"] == verdicts["perfect"] == verdicts["exact"] == "impossible"
    first = Training(game, make_settings(games=300, teacher="random_minmax"), percents=()).run()
    assert {c.against: c.verdict for c in first.convergences}["teacher"] == "converged"


def test_a_seat_may_be_said_to_be_lost():
    game = load_game("kalah")
    settings = make_settings(games=50, cadence=50, criterion="budget", seats="alternating", lost_seat="second")
    result = Training(game, settings, percents=()).run()
    assert {c.verdict for c in result.convergences} == {"impossible"}


def test_a_full_table_keeps_what_was_learnt(tic_tac_toe, tmp_path):
    settings = make_settings(**SMALL)
    with pytest.raises(TableFullError, match=r"^the table of [\d,]+ positions is full; expected to fit into 40,000"):
        Training(tic_tac_toe, settings, memory_bytes=40_000, folder=tmp_path).run()
    resumed = Training(tic_tac_toe, settings, folder=tmp_path).run()
    assert fields(resumed.snapshots) == fields(Training(tic_tac_toe, settings).run().snapshots)


def test_a_folder_belongs_to_one_training(tic_tac_toe, tmp_path):
    Training(tic_tac_toe, make_settings(**SMALL), folder=tmp_path).run()
    with pytest.raises(UserError, match=r"holds a training with alpha 0.4, not 0.5; choose another --out$"):
        Training(tic_tac_toe, make_settings(**SMALL, alpha=0.5), folder=tmp_path)
    with pytest.raises(UserError, match=r"holds a training with game 'tic_tac_toe', not 'kalah'"):
        Training(load_game("kalah"), make_settings(**SMALL), folder=tmp_path)


def test_checkpoints_are_written_while_training(tic_tac_toe, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "CHECKPOINT_SECONDS", 0.0)
    seen = []

    def look(what, games, row):
        seen.append((tmp_path / "checkpoint.npz").exists())

    Training(tic_tac_toe, make_settings(**SMALL), folder=tmp_path, progress=look).run()
    assert seen[0] is False
    assert all(seen[3:])


@pytest.mark.parametrize("content", [b"", b"nonsense", b"PK\x03\x04 half of an archive"])
def test_damaged_files_are_refused_in_one_line(tic_tac_toe, tmp_path, content):
    (tmp_path / "checkpoint.npz").write_bytes(content)
    with pytest.raises(UserError, match=r"expected an undamaged \.npz file"):
        Training(tic_tac_toe, make_settings(**SMALL), folder=tmp_path)
    (tmp_path / "snapshots.npz").write_bytes(content)
    with pytest.raises(UserError, match=r"expected an undamaged \.npz file"):
        load_snapshots(tmp_path / "snapshots.npz")


def test_other_archives_are_refused(tmp_path):
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    with pytest.raises(UserError, match="holds no snapshots; expected a file that `palaestra train` wrote"):
        load_snapshots(tmp_path / "other.npz")
    np.savez(tmp_path / "pickled.npz", format=np.array([{}], dtype=object))
    with pytest.raises(UserError, match=r"expected an undamaged \.npz file"):
        load_snapshots(tmp_path / "pickled.npz")


FOREIGN = {
    "identity": [np.array("[1]"), np.array("no json"), None],
    "rows": [np.array('{"games": 1}'), np.array("[1, 2]"), np.array("[{}]")],
    "n": [np.array([1, 2]), np.array(-7), np.array("x")],
    "keys": [np.zeros(3, dtype=np.int64), np.zeros((2, 2)), np.array("x")],
    "widths": [np.array([-5]), np.zeros(3), None],
    "values": [np.full(4, np.nan), np.array(["x"]), np.zeros(4), None],
    "tally": [np.zeros(2, dtype=np.int64), np.zeros(20), np.array(1), None],
    "counts_50": [np.array([1, 10**9]), np.array([1, -3]), np.array("x"), None],
    "values_x": [np.zeros(3)],
}


@pytest.fixture(scope="module")
def halfway(tic_tac_toe, tmp_path_factory):
    """The arrays of a training that was interrupted after some of its snapshots."""
    folder = tmp_path_factory.mktemp("halfway")
    with pytest.raises(InterruptedRun):
        Training(tic_tac_toe, make_settings(**TWICE), folder=folder, progress=InterruptAt("snapshots", 800)).run()
    with np.load(folder / "checkpoint.npz") as file:
        return {name: file[name] for name in file.files}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in FOREIGN for value in FOREIGN[name]])
def test_checkpoints_that_do_not_fit_are_refused_in_one_line(tic_tac_toe, tmp_path, halfway, name, value):
    arrays = {key: array for key, array in {**halfway, name: value}.items() if array is not None}
    np.savez(tmp_path / "checkpoint.npz", **arrays)
    with pytest.raises(UserError, match=r"checkpoint\.npz' is no checkpoint of a training; choose another --out$"):
        Training(tic_tac_toe, make_settings(**TWICE), folder=tmp_path)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("keys", np.zeros(3, dtype=np.int64)),
        ("keys", np.array("x")),
        ("widths", np.array([-5])),
        ("values_50", np.array(["x"])),
        ("values_50", np.zeros(4)),
        ("counts_50", np.array([1, -3])),
        ("counts_50", np.array("x")),
        ("counts_50", None),
        ("rule", np.zeros(1)),
        ("about", np.array("[1]")),
    ],
)
def test_snapshots_that_do_not_fit_are_refused_in_one_line(tic_tac_toe, tmp_path, name, value):
    Training(tic_tac_toe, make_settings(**SMALL), folder=tmp_path, percents=(50, 100)).run()
    file = tmp_path / "snapshots.npz"
    with np.load(file) as opened:
        arrays = {**{key: opened[key] for key in opened.files}, name: value}
    np.savez(file, **{key: array for key, array in arrays.items() if array is not None})
    with pytest.raises(UserError, match="holds no snapshots; expected a file that `palaestra train` wrote"):
        load_snapshots(file)


def test_a_check_is_the_same_however_it_is_sliced(tic_tac_toe, monkeypatch):
    learner = Learner(tic_tac_toe, make_settings(**SMALL), random_policy(tic_tac_toe))
    learner.train(500)
    whole = learner.check(Opponent(random_policy(tic_tac_toe)), 1, 57)
    assert whole.wins + whole.draws + whole.losses == 57
    monkeypatch.setattr(learner_module, "_CHECK_SLICE", 57)
    assert learner.check(Opponent(random_policy(tic_tac_toe)), 1, 57) == whole


def test_two_trainings_at_once_do_not_share_a_folder(tic_tac_toe, tmp_path):
    refused = []

    def meanwhile(what, games, row):
        if not refused:
            with pytest.raises(
                UserError, match=r"^another training is at work in folder '.*'; wait, or choose"
            ) as told:
                Training(tic_tac_toe, make_settings(**SMALL), folder=tmp_path).run()
            refused.append(told.value)

    result = Training(tic_tac_toe, make_settings(**SMALL), folder=tmp_path, progress=meanwhile).run()
    assert len(refused) == 1
    again = Training(tic_tac_toe, make_settings(**SMALL), folder=tmp_path).run()
    assert fields(again.snapshots) == fields(result.snapshots)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"alpha": 2.0}, "alpha is 2.0; expected a number from 0 to 1"),
        ({"games": 0}, "games is 0; expected a whole number from 1 to"),
        ({"games": "many"}, "games is 'many'; expected a whole number from 1 to"),
        ({"games": 1.5}, "games is 1.5; expected a whole number from 1 to"),
        ({"seed": True}, "seed is True; expected a whole number from 0 to"),
        ({"gamma": float("nan")}, "gamma is nan; expected a number from 0 to 1"),
        ({"teacher": "nobody"}, "teacher is 'nobody'; expected one of twin, greedy_twin, minmax, random_minmax"),
        ({"epsilom": 0.1}, "unknown setting of a training 'epsilom'; did you mean 'epsilon'?"),
        ({"preset": "best"}, "preset is 'best'; expected one of paper, perfect"),
    ],
)
def test_settings_that_do_not_fit(given, message):
    with pytest.raises(UserError, match=message):
        make_settings(**given)


def test_a_teacher_of_the_whole_game_needs_a_small_one():
    settings = make_settings(teacher="minmax")
    with pytest.raises(UserError, match=r"nine_mens_morris has more than 100,000 positions .*; expected a depth of"):
        Training(load_game("nine_mens_morris"), settings)


def test_symmetries_must_be_told_by_the_game():
    with pytest.raises(UserError, match=r"^symmetry is True; expected false: kalah declares no symmetries$"):
        Training(load_game("kalah"), make_settings(symmetry=True))


@pytest.mark.parametrize("game", ["kalah", None])
def test_what_is_no_game_is_not_learnt(game):
    with pytest.raises(UserError, match=r"^game to learn is .*; expected one of two players with a kernel$"):
        Training(game, make_settings())


def test_exact_convergence_needs_a_walk():
    with pytest.raises(UserError, match="criterion is 'exact'; expected one of teacher, random, budget"):
        Training(load_game("kalah"), make_settings(criterion="exact"))
