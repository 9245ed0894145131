"""The evolution as a whole: survival of the best, budgets, the cache, what is kept between decisions."""

from itertools import pairwise

import numpy as np
import pytest
import toy_games as toys

import palaestra
from palaestra import JIT_ENABLED, AgentRng, build_game, compiled_policy
from palaestra.compiler import set_compile_listener
from palaestra.testing.games import KUHN_POKER, NIM
from palaestra_search.plugin import RHEA, RHEA_VANILLA
from palaestra_search.rhea import layout
from palaestra_search.rhea.agent import RheaAgent
from palaestra_search.rhea.parameters import RheaParameters, RheaVanillaParameters
from palaestra_search.rhea.search import UNLIMITED, best_individual, choose, evolve, init_search, select_survivors

BOTH = pytest.mark.parametrize("parameters", [RheaVanillaParameters, RheaParameters])


def evolved(desk, individuals, work=UNLIMITED):
    evolve(desk.game.kernel, desk.observation, desk.player, desk.settings, desk.ws, desk.words, individuals, work)


def best_fitness(desk):
    return float(desk.values[best_individual(desk.ws) + layout.FITNESS])


@BOTH
@pytest.mark.parametrize("elite", [1, 3])
def test_the_best_is_never_lost(bench, parameters, elite):
    game = build_game(NIM, {"heaps": 4, "size": 4, "takes": 3})
    given = parameters(population=6, elite=elite, states=1, playouts=3)
    desk = bench.Bench(game, game.new_state(), parameters=given)
    best, generations = -1.0, 0
    for number in range(1, 120):
        evolved(desk, number)
        assert best_fitness(desk) >= best
        best = best_fitness(desk)
        generations = max(generations, desk.memory[layout.GENERATION])
    assert generations > 10


def test_without_an_elite_it_may_be(bench):
    game = build_game(NIM, {"heaps": 4, "size": 4, "takes": 3})
    lost = 0
    for seed in range(20):
        given = RheaVanillaParameters(population=6, elite=0, tournament=1, states=1, playouts=3)
        desk = bench.Bench(game, game.new_state(), seed, parameters=given)
        history = []
        for number in range(1, 60):
            evolved(desk, number)
            history.append(best_fitness(desk))
        lost += any(after < before for before, after in pairwise(history))
    assert lost > 0


def test_selection_keeps_the_elite_first_and_then_winners_of_tournaments(bench):
    game = toys.coloured_game()
    survivals = np.zeros(12)
    for seed in range(300):
        given = RheaParameters(population=4, elite=2, tournament=2)
        desk = bench.Bench(game, game.new_state(), seed, parameters=given)
        for number, rank in enumerate((3, 7, 11, 0, 5, 9, 1, 10, 2, 8, 4, 6)):
            desk.add([number % 6], rank / 10)
        select_survivors(desk.settings, desk.ws, desk.words)
        ranks = [round(10 * desk.fitness(index)) for index in range(4)]
        assert desk.count == 4
        assert ranks[:2] == [11, 10]
        np.add.at(survivals, ranks[2:], 1)
    # The better of two drawn with replacement from twelve: rank r wins with (2 r + 1) / 144.
    expected = 600 * (2 * np.arange(12) + 1) / 144
    assert ((survivals - expected) ** 2 / expected).sum() < 31.3  # 99.9 % quantile for 11 degrees of freedom


@BOTH
def test_individuals_are_counted_against_the_budget(bench, parameters):
    game = build_game(NIM, {"takes": 2})
    desk = bench.Bench(game, game.new_state(), parameters=parameters(population=10, states=2, playouts=3))
    for number in (7, 10, 11, 57, 200):
        evolved(desk, number)
        assert desk.memory[layout.EVALUATED] == number
        assert desk.count <= 30


def test_work_may_stop_between_two_playouts(bench):
    game = palaestra.load_game("nine_mens_morris")
    whole, pieces = (bench.Bench(game, game.new_state(), parameters=RheaVanillaParameters()) for _ in range(2))
    evolved(whole, 12)
    while pieces.memory[layout.EVALUATED] < 12:
        evolved(pieces, 12, work=7)
    assert np.array_equal(whole.memory, pieces.memory)
    assert np.array_equal(whole.words, pieces.words)


def test_fitness_is_the_mean_of_the_playouts(bench):
    game = build_game(NIM, {"heaps": 1, "size": 2})  # after taking one of two, the other player takes the last
    desk = bench.Bench(game, game.new_state(), population=20, cache=0)
    evolved(desk, 20)
    outcomes = {tuple(desk.genes(index)): desk.fitness(index) for index in range(20)}
    assert outcomes == {(0,): -1.0, (1,): 1.0}


def test_the_games_own_evaluation_may_take_the_place_of_playouts(bench):
    game = build_game(NIM, {"heaps": 2, "size": 2})  # two and three: taking one of three leaves a lost position
    desk = bench.Bench(game, game.new_state(), population=40, evaluation="evaluate")
    evolved(desk, 40)
    text = {index: game.action_to_string(game.new_state(), desk.genes(index)[0]) for index in range(40)}
    assert {text[index]: desk.fitness(index) for index in range(40)} == {
        "a1": -0.5,
        "a2": -0.5,
        "b1": 0.5,
        "b2": -0.5,
        "b3": -0.5,
    }


def test_each_position_is_played_out_once_where_all_is_known(bench):
    game = palaestra.load_game("tic_tac_toe")
    desk = bench.Bench(game, game.new_state())
    evolved(desk, 300)
    assert desk.memory[layout.LOOKUPS] == 300
    assert desk.memory[layout.HITS] == 300 - 9


def test_cache_entries_collect_the_playouts_of_all_sampled_states(bench):
    game = build_game(KUHN_POKER, {})
    desk = bench.Bench(game, game.new_state(), states=5, playouts=4)
    evolved(desk, 100)
    assert desk.memory[layout.LOOKUPS] == 100 * 5
    assert desk.memory[layout.HITS] == 100 * 5 - 2 * 5  # passed or bet: five states of four playouts each, then none
    assert len({desk.fitness(index) for index in range(desk.count)}) <= 4


def test_without_a_cache_nothing_is_looked_up(bench):
    game = palaestra.load_game("tic_tac_toe")
    desk = bench.Bench(game, game.new_state(), cache=0, states=1, playouts=3)
    evolved(desk, 60)
    assert desk.memory[layout.LOOKUPS] == desk.memory[layout.HITS] == 0


def test_a_full_cache_replaces_old_entries(bench):
    game = palaestra.load_game("nine_mens_morris")
    desk = bench.Bench(game, game.new_state(), cache=2, states=1, playouts=2)
    evolved(desk, 100)
    assert 0 < desk.memory[layout.LOOKUPS] - desk.memory[layout.HITS] > 24  # more than one playing for each position


@BOTH
@pytest.mark.parametrize("hidden", [True, False])
def test_luck_is_not_foreseen(parameters, hidden):
    spec = RHEA if parameters is RheaParameters else RHEA_VANILLA
    game = toys.guess_game(hidden)
    for seed in range(10):
        agent = toys.make_agent(spec, game, seed, iterations=200, states=100, playouts=1)
        assert agent.act(toys.look(game, game.new_state(seed=seed))) == toys.PASS


@pytest.mark.parametrize("spec", [RHEA, RHEA_VANILLA])
def test_a_win_within_the_turn_is_found(spec):
    game = build_game(NIM, {"heaps": 3, "size": 2, "takes": 3})
    state = game.new_state()
    for seed in range(5):
        playing = state.copy()
        agent = toys.make_agent(spec, game, seed, iterations=400, states=1, playouts=50)
        while playing.current_player == 0:
            playing.step(agent.act(toys.look(game, playing)))
        assert playing.is_terminal
        assert playing.returns()[0] == 1.0


def test_the_tree_of_the_action_played_serves_the_next_decision():
    game = build_game(NIM, {"heaps": 4, "size": 4, "takes": 3})
    parameters = RheaParameters(iterations=150, states=1, playouts=2)
    agent = RheaAgent(game, parameters, AgentRng(1))
    state = game.new_state()
    action = agent.act(toys.look(game, state))
    inherited = {entry[0]: entry[1] for entry in agent.explain().actions}[action]
    state.step(action)
    agent.act(toys.look(game, state))
    second = agent.explain()
    assert second.iterations == 150
    # Sequences that ended at the action, by the horizon or the end of the game, have no next action.
    assert sum(entry[1] for entry in second.actions) == 150 + inherited


@pytest.mark.parametrize(
    ("takes", "opponent_moves", "keep"), [(1, True, True), (2, False, False), (2, "other", True), (2, "again", True)]
)
def test_the_tree_is_not_kept_for_another_turn(takes, opponent_moves, keep):
    game = build_game(NIM, {"heaps": 4, "size": 4, "takes": takes})
    parameters = RheaParameters(iterations=60, states=1, playouts=2, keep_tree=keep)
    agent = RheaAgent(game, parameters, AgentRng(1))
    state = game.new_state()
    view = toys.look(game, state)
    action = agent.act(view)
    if opponent_moves != "again":
        state.step(action if opponent_moves != "other" else next(a for a in view.legal_actions if a != action))
    while state.current_player != 0:
        state.step(state.legal_actions()[0])
    agent.act(toys.look(game, state))
    assert sum(visits for _, visits, _ in agent.explain().actions) == 60


def test_the_tree_is_kept_under_chance_while_the_turn_lasts(bench):
    game = toys.dice_game()
    agent = RheaAgent(game, RheaParameters(iterations=100, states=20, playouts=5), AgentRng(1))
    state = game.new_state(seed=3)
    action = agent.act(toys.look(game, state))
    assert action != 3  # going on scores
    inherited = {entry[0]: entry[1] for entry in agent.explain().actions}[action]
    state.step(action)
    agent.act(toys.look(game, state))
    assert sum(entry[1] for entry in agent.explain().actions) == 100 + inherited


def test_a_forced_action_is_played_at_once_and_keeps_the_tree():
    game = build_game(NIM, {"heaps": 1, "size": 2, "takes": 2})
    agent = RheaAgent(game, RheaParameters(iterations=50), AgentRng(1))
    state = game.position("1 1 1")
    assert agent.act(toys.look(game, state)) == 0
    explanation = agent.explain()
    assert (explanation.actions, explanation.principal_variation, explanation.iterations) == ((), (0,), 0)


@BOTH
def test_the_seed_decides(parameters):
    spec = RHEA if parameters is RheaParameters else RHEA_VANILLA
    game = palaestra.load_game("kalah")

    def actions(seed):
        given = {"iterations": 30, "population": 8, "states": 1, "playouts": 3}
        return toys.play(game, [toys.make_agent(spec, game, seed + seat, **given) for seat in range(2)])[0]

    assert actions(1) == actions(1)
    assert actions(1) != actions(10)


def test_nothing_is_written_but_the_workspace(bench):
    game = palaestra.load_game("kalah")
    policy = compiled_policy(RheaAgent, game, RheaParameters(iterations=60, states=1, playouts=2))
    view = toys.look(game, game.new_state())
    legal, observation = np.array(view.legal_actions), np.array(view.observation)
    memory = np.full(policy.memory_words, 0, dtype=np.int64)
    words = np.array([1, 3], dtype=np.int64)
    choose(game.kernel, observation, 0, legal, policy.params, memory, words)
    assert legal.tolist() == list(view.legal_actions)
    assert np.array_equal(observation, view.observation)


def test_a_decision_begins_with_an_empty_pool(bench):
    game = palaestra.load_game("kalah")
    desk = bench.Bench(game, game.new_state(), states=1, playouts=2)
    evolved(desk, 80)
    init_search(game.kernel, desk.observation, desk.settings, desk.ws)
    assert desk.count == desk.memory[layout.EVALUATED] == desk.memory[layout.GENERATION] == 0


@pytest.mark.skipif(not JIT_ENABLED, reason="nothing is compiled")
def test_one_compile_serves_all_games(bench, tmp_path, monkeypatch):
    """A game that was never seen compiles its rules and nothing of the search."""
    known = build_game(NIM, {})
    toys.make_agent(RHEA, known, 1, iterations=10, playouts=1).act(toys.look(known, known.new_state()))
    monkeypatch.setenv("PALAESTRA_CACHE", str(tmp_path))
    compiled = []
    before = set_compile_listener(lambda name, seconds: compiled.append(name))
    try:
        game = toys.fresh_game()
        toys.make_agent(RHEA, game, 1, iterations=10, playouts=1).act(toys.look(game, game.new_state()))
    finally:
        set_compile_listener(before)
    assert any("fresh_player" in name for name in compiled)
    assert not [name for name in compiled if name.startswith("palaestra_search")]
