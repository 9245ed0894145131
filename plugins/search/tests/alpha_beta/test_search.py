"""The search equals plain minimax, with and without its table, and says what it has seen."""

import pytest
import toy_games as toys
from hypothesis import given, settings
from hypothesis import strategies as st

from palaestra import build_game, load_game
from palaestra.testing.games import NIM
from palaestra_search.plugin import ALPHA_BETA

GAMES = {
    "kalah": lambda: load_game("kalah", pits=3, seeds=3),
    "kalah by margin": lambda: load_game("kalah", pits=4, seeds=2, scoring="margin", end="mover"),
    "nim, two actions a turn": lambda: build_game(NIM, {"heaps": 2, "takes": 2}),
    "nim with a cap": lambda: build_game(NIM, {"heaps": 3, "cap": 5}),
    "tic_tac_toe": lambda: load_game("tic_tac_toe"),
    "nine_mens_morris near its cap": lambda: load_game("nine_mens_morris", max_turns=22),
}
EXACT = 2.0**-39


@pytest.fixture(scope="module")
def games():
    return {name: build() for name, build in GAMES.items()}


@settings(max_examples=60, deadline=None)
@given(
    name=st.sampled_from([name for name in GAMES if "morris" not in name]),
    seed=st.integers(0, 10_000),
    plies=st.integers(0, 12),
    depth=st.integers(1, 5),
    quiescence=st.integers(0, 2),
    table_bits=st.sampled_from([0, 1, 4, 12]),
)
def test_equals_plain_minimax(ab, games, name, seed, plies, depth, quiescence, table_bits):
    game = games[name]
    state = ab.wander(game, seed, plies)
    if state is None or len(state.legal_actions()) == 1:
        return
    given_ = {"depth": depth, "quiescence": quiescence, "table_bits": table_bits, "quick": False}
    action, told = ab.decision(game, state, **given_)
    value = ab.minimax(game, state, depth, quiescence)
    assert ab.best_value(told) == pytest.approx(value, abs=EXACT)
    assert action == ab.best_actions(told)[0]
    after = state.copy()
    after.step(action)
    if not after.is_terminal and depth > 1:
        sign = 1 if after.current_player == state.current_player else -1
        assert sign * ab.minimax(game, after, depth - 1, quiescence) == pytest.approx(value, abs=EXACT)


@pytest.mark.parametrize("seed", range(6))
def test_minimax_where_removals_follow_and_the_cap_is_near(ab, games, seed):
    game = games["nine_mens_morris near its cap"]
    state = ab.wander(game, seed, 19)
    assert state is not None
    for depth in (1, 2, 3):
        _, told = ab.decision(game, state, depth=depth, quiescence=1, quick=False)
        assert ab.best_value(told) == pytest.approx(ab.minimax(game, state, depth, 1), abs=EXACT)


@settings(max_examples=25, deadline=None)
@given(name=st.sampled_from(list(GAMES)), seed=st.integers(0, 10_000), plies=st.integers(0, 14))
def test_the_table_changes_nothing(ab, games, name, seed, plies):
    state = ab.wander(games[name], seed, plies)
    if state is None:
        return
    decisions = [
        ab.decision(games[name], state, depth=4, table_bits=bits, quick=quick)
        for quick in (True, False)
        for bits in (0, 2, 14)
    ]
    for first, *others in (decisions[:3], decisions[3:]):
        assert len({action for action, _ in (first, *others)}) == 1
        if first[1].actions:
            assert {ab.best_value(told) for _, told in others} == {ab.best_value(first[1])}
            assert all(ab.best_actions(told) == ab.best_actions(first[1]) for _, told in others)


def test_the_table_saves_work(ab, games):
    game = games["tic_tac_toe"]
    without, with_table = (
        ab.decision(game, game.new_state(), depth=9, table_bits=bits)[1].iterations for bits in (0, 14)
    )
    assert with_table < 0.75 * without


def test_quick_prefers_the_win_in_fewer_plies_and_the_loss_in_more(ab, games):
    game = games["tic_tac_toe"]
    # X wins at 2 at once.
    winning = game.position("XX.OO.... X")
    assert ab.best_actions(ab.decision(game, winning, depth=9)[1]) == [2]
    # O has lost: X fills the diagonal at 8, or if O does, wins with 6, which threatens 2 and 3.
    lost = game.position("XO..X.... O")
    assert ab.decision(game, lost, depth=9)[0] == 8
    action, told = ab.decision(game, lost, depth=9, quick=False)
    assert (action, ab.best_value(told)) == (2, -1.0)
    assert ab.best_actions(told) == [2, 3, 5, 6, 7, 8]


@pytest.mark.parametrize("ties", ["first", "random"])
def test_ties(ab, games, ties):
    game = games["tic_tac_toe"]
    played = {ab.decision(game, game.new_state(), seed, depth=9, ties=ties)[0] for seed in range(80)}
    assert played == ({0} if ties == "first" else set(range(9)))


def test_a_budget_of_nodes_is_kept_and_decides_the_depth(ab):
    game = load_game("kalah")
    for nodes in (1, 100, 5000):
        _, told = ab.decision(game, game.new_state(), nodes=nodes)
        assert told.iterations <= max(nodes, 100)
    few, many = (ab.decision(game, game.new_state(), nodes=nodes)[1] for nodes in (500, 50_000))
    assert len(many.principal_variation) > len(few.principal_variation)


def test_what_an_agent_plays_depends_on_the_position_alone(ab):
    game = load_game("kalah", pits=4, seeds=3)
    one = toys.make_agent(ALPHA_BETA, game, 1, depth=5)
    state = game.new_state()
    while not state.is_terminal:
        action = one.act(toys.look(game, state))
        assert action == ab.decision(game, state, depth=5)[0]
        state.step(action)


def test_an_explanation_holds_the_decision(ab):
    game = load_game("kalah")
    state = game.new_state()
    action, told = ab.decision(game, state, depth=6)
    assert told.principal_variation[0] == action
    assert sorted(row[0] for row in told.actions) == state.legal_actions()
    assert sum(visits for _, visits, _ in told.actions) <= told.iterations
    for step in told.principal_variation:
        state.step(step)


def test_a_forced_action_is_not_searched(ab):
    game = load_game("kalah")
    action, told = ab.decision(game, game.position("0,0,0,0,0,1/20 4,4,4,4,4,4/3 1"))
    assert action == 5
    assert (told.actions, told.iterations) == ((), 0)
