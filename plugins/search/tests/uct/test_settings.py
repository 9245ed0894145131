"""What makes no sense is refused in one line, before anything is played."""

import pytest
import toy_games as toys

import palaestra
from palaestra import InvalidValueError, SpecError, build_game, compiled_policy, installed_plugins
from palaestra.spec import build_parameters
from palaestra.testing.games import KUHN_POKER, NIM
from palaestra.tournament.specfile import load_tournament
from palaestra_search.plugin import DETERMINIZED_UCT, ISMCTS, UCT


@pytest.mark.parametrize("spec", [UCT, ISMCTS, DETERMINIZED_UCT], ids=lambda spec: spec.id)
def test_an_evaluation_needs_no_playout_depth(spec):
    with pytest.raises(InvalidValueError, match="playout_depth"):
        build_parameters(spec, {"leaf": "evaluate", "playout_depth": 5})


@pytest.mark.parametrize(
    ("spec", "given", "word"),
    [
        (UCT, {"solver": True}, "solver"),
        (UCT, {"reuse": True}, "reuse"),
        (UCT, {"solver": True, "seconds": 0.1}, "solver"),
        (UCT, {"leaf": "evaluate"}, "leaf"),
        (ISMCTS, {"leaf": "evaluate"}, "leaf"),
        (DETERMINIZED_UCT, {"leaf": "evaluate"}, "leaf"),
    ],
)
def test_what_a_game_does_not_allow_is_refused(spec, given, word):
    game = build_game(KUHN_POKER, {})
    with pytest.raises(InvalidValueError, match=word):
        toys.make_agent(spec, game, 1, **given)


def test_every_tree_gets_a_simulation():
    with pytest.raises(InvalidValueError, match="determinizations"):
        build_parameters(DETERMINIZED_UCT, {"iterations": 5, "determinizations": 6})
    assert build_parameters(DETERMINIZED_UCT, {"iterations": 5, "determinizations": 6, "seconds": 0.1}).seconds == 0.1


def test_a_tournament_file_is_refused_at_once(tmp_path):
    path = tmp_path / "spec.toml"
    path.write_text(
        """
[tournament]
name = "x"
game = "nine_mens_morris"
pairs = 1
[[entrant]]
agent = "uct"
parameters = { iterations = 100_000, max_nodes = 64 }
[[entrant]]
agent = "random"
"""
    )
    with pytest.raises(SpecError) as caught:
        load_tournament(path, installed_plugins())
    (problem,) = caught.value.problems
    assert "max_nodes" in problem
    assert "at least 378" in problem


def test_the_solver_is_for_two():
    with pytest.raises(InvalidValueError, match="not of two players"):
        toys.make_agent(UCT, toys.tree_game(chance=False), 1, solver=True)


def test_memory_must_hold_the_root_and_its_children():
    with pytest.raises(InvalidValueError, match=f"at least {6 * toys.WIDTH}"):
        toys.make_agent(UCT, toys.wide_game(chance=False), 1, max_nodes=1000)


@pytest.mark.parametrize("given", [{}, {"reuse": True}, {"max_nodes": 200}, {"iterations": 1_000_000}])
def test_the_workspace_is_within_the_bound(given):
    game = palaestra.load_game("tic_tac_toe")
    parameters = build_parameters(UCT, given)
    from palaestra_search.uct.agent import UctAgent

    policy = compiled_policy(UctAgent, game, parameters)
    assert 8 * policy.memory_words <= 64 * parameters.max_nodes + 4096


@pytest.mark.parametrize("given", [{"selection": "ucb"}, {"leaf": "rollout"}, {"solver": 1}, {"max_nodes": 10}])
def test_unknown_choices_are_refused(given):
    with pytest.raises(InvalidValueError):
        build_parameters(UCT, given)


def test_evaluations_and_capped_playouts_are_told_apart():
    game = build_game(NIM, {})
    toys.make_agent(UCT, game, 1, playout_depth=3)
