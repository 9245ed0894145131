"""The search: right statistics, right moves, growing strength, no knowledge that the player does not have."""

import random
from dataclasses import replace

import numpy as np
import pytest
import toy_games as toys

import palaestra
from palaestra import JIT_ENABLED, build_game, rule
from palaestra.compiler import set_compile_listener
from palaestra.testing.games import KUHN_POKER, NIM
from palaestra_search.parameters import UctParameters
from palaestra_search.plugin import DETERMINIZED_UCT, FLAT_MONTE_CARLO, ISMCTS, UCT
from palaestra_search.ucb import AVAILABLE, EDGE, MEAN, SEAT_BITS, SEAT_MASK, VISITS, exploration_term
from palaestra_search.uct.search import choose, init_search, run_simulations
from palaestra_search.uct.settings import read_settings, search_params, workspace_size
from palaestra_search.uct.tree import COUNT, ROOT

CLOSED_AND_OPEN = pytest.mark.parametrize("chance", [False, True], ids=["closed tree", "open loop"])


@CLOSED_AND_OPEN
def test_means_are_the_returns_of_the_seat_that_acted(trees, chance):
    memory = trees.searched(toys.tree_game(chance), toys.tree_game(chance).new_state(seed=3), 5000, exploration=20.0)
    values = memory.view(np.float64)
    leaves = 0
    for node, path in trees.nodes(memory):
        seat = memory[node + EDGE] & SEAT_MASK
        assert seat == toys.MOVERS[len(path) - 1]
        if len(path) == len(toys.MOVERS):
            leaf = int("".join(map(str, path)), toys.BRANCHING)
            assert values[node + MEAN] == pytest.approx(toys.PAYOFFS[3, leaf, seat])
            leaves += 1
    assert leaves == toys.BRANCHING ** len(toys.MOVERS)


@CLOSED_AND_OPEN
def test_every_simulation_is_counted_once_at_each_depth(trees, chance):
    memory = trees.searched(toys.tree_game(chance), toys.tree_game(chance).new_state(), 5000)
    assert memory[memory[ROOT] + VISITS] == 5000
    assert sum(memory[child + VISITS] for child in trees.children(memory, memory[ROOT])) == 5000
    for node, path in trees.nodes(memory):
        below = sum(memory[child + VISITS] for child in trees.children(memory, node))
        own = memory[node + VISITS] if len(path) == len(toys.MOVERS) else 1  # a node's first visit adds no child
        assert memory[node + VISITS] == below + own if below else own


@CLOSED_AND_OPEN
def test_the_mover_prefers_its_own_best(trees, chance):
    memory = trees.searched(toys.tree_game(chance), toys.tree_game(chance).new_state(seed=5), 50_000)
    values = memory.view(np.float64)
    busy = [node for node, _ in trees.nodes(memory) if memory[node + VISITS] > 2000 and memory[node + COUNT]]
    assert len(busy) >= 3
    for node in busy:
        means = sorted((values[child + MEAN], memory[child + VISITS]) for child in trees.children(memory, node))
        if means[-1][0] - means[-2][0] > 0.1:
            assert means[-1][1] == max(visits for _, visits in means)


def test_open_loop_and_closed_tree_agree_where_nothing_is_hidden(trees):
    for deal in range(toys.DEALS):
        memories = [
            trees.searched(toys.tree_game(chance), toys.tree_game(chance).new_state(seed=deal), 3000)
            for chance in (0, 1)
        ]
        shares = [
            [memory[c + VISITS] / 3000 for c, path in trees.nodes(memory) if len(path) == 1] for memory in memories
        ]
        assert np.abs(np.sort(shares[0]) - np.sort(shares[1])).max() < 0.15


def test_availability_is_counted_for_all_that_could_be_chosen(trees):
    memory = trees.searched(toys.tree_game(chance=True), toys.tree_game(chance=True).new_state(), 3000)
    for child in trees.children(memory, memory[ROOT]):
        assert memory[child + VISITS] <= memory[child + AVAILABLE] <= 3000
        assert memory[child + AVAILABLE] >= 2998


TACTICS = [
    ("XX.OO.... X", {2}, "wins at once"),
    ("XX..O.... O", {2}, "stops the only threat"),
    ("X...O...X O", {1, 3, 5, 7}, "an edge; a corner loses to a fork"),
    ("X........ O", {4}, "the centre; all else loses"),
    ("O.X.X.... O", {6}, "stops the diagonal"),
]


@pytest.mark.parametrize(("position", "right", "why"), TACTICS, ids=[why for _, _, why in TACTICS])
def test_tactics(position, right, why):
    assert right == set(toys.perfect_moves(position[:9]))
    game = palaestra.load_game("tic_tac_toe")
    view = toys.look(game, game.position(position))
    for seed in range(5):
        assert toys.make_agent(UCT, game, seed, iterations=2000).act(view) in right


class Perfect:
    """A perfect tic-tac-toe player that chooses among its best actions at random."""

    def __init__(self, game, seed):
        self._game, self._random = game, random.Random(seed)

    def act(self, view):
        cells = self._game.position_to_string(self._game.state_from_array(view.observation)).split()[0]
        return self._random.choice(toys.perfect_moves(cells))


def losses_to_perfect_play(iterations, games):
    """Return the losses of uct against perfect play, with sides changing."""
    game = palaestra.load_game("tic_tac_toe")
    lost = 0
    for number in range(games):
        agents = [toys.make_agent(UCT, game, number, iterations=iterations), Perfect(game, number)]
        _, returns = toys.play(game, agents if number % 2 == 0 else agents[::-1])
        outcome = returns[number % 2]
        assert outcome <= 0
        lost += outcome < 0
    return lost


def test_strength_rises_with_simulations():
    # UCT of OpenSpiel 2.0 lost 68, 55, 38, 21 and 1.3 % of 400 such games.
    lost = [losses_to_perfect_play(iterations, 200) for iterations in (10, 30, 100, 300, 1000)]
    assert lost == sorted(lost, reverse=True)
    assert lost[0] > 100
    assert lost[-1] < 10


@pytest.mark.parametrize("games", [60, pytest.param(400, marks=pytest.mark.slow)])
def test_three_thousand_simulations_do_not_lose(games):
    assert losses_to_perfect_play(3000, games) == 0


def test_nim_is_played_right_near_the_end():
    # Bouton (1901): the mover wins by leaving heaps whose binary sum without carry is zero.
    game = build_game(NIM, {"heaps": 2, "size": 2})  # heaps of 2 and 3: taking one from the second is the only win
    state = game.new_state()
    right = [action for action in state.legal_actions() if _value(state, action) == 1]
    assert len(right) == 1
    for seed in range(5):
        assert toys.make_agent(UCT, game, seed, iterations=2000).act(toys.look(game, state)) == right[0]


def _value(state, action):
    """Return the exact value of an action to the mover of a small two-player game."""
    after, mover = state.copy(), state.current_player
    after.step(action)
    if after.is_terminal:
        return after.returns()[mover]
    best = max(_value(after, reply) for reply in after.legal_actions())
    return best if after.current_player == mover else -best


@pytest.mark.parametrize("hidden", [True, False], ids=["hidden at the deal", "drawn by the action"])
def test_luck_and_secrets_are_not_foreseen(trees, hidden):
    game = toys.guess_game(hidden)
    for deal in range(5):
        memory = trees.searched(game, game.new_state(seed=deal), 20_000, exploration=20.0)
        values = memory.view(np.float64)
        means = {int(memory[c + EDGE] >> SEAT_BITS): values[c + MEAN] for c in trees.children(memory, memory[ROOT])}
        assert means.pop(toys.PASS) == 0.0
        # One future would give -1 or 1; some 3,000 visits of each leave a standard error of 0.015.
        assert list(means.values()) == pytest.approx([toys.GUESS_VALUE] * 5, abs=0.08)
        assert (
            toys.make_agent(UCT, game, deal, iterations=500).act(toys.look(game, game.new_state(seed=deal)))
            == toys.PASS
        )


def test_states_that_look_the_same_are_played_the_same():
    game = build_game(KUHN_POKER, {})
    chosen = {}
    deals = set()
    for seed in range(60):
        state = game.new_state(seed=seed)
        seen = state.observation(0).tobytes()
        deals.add(state.array[2:].tobytes())
        action = toys.make_agent(UCT, game, 1, iterations=200).act(toys.look(game, state))
        assert chosen.setdefault(seen, action) == action
    assert len(deals) > 1


def test_dominant_actions_of_kuhn_poker_are_taken():
    # Kuhn (1950): after a bet, the best card calls and the worst one folds.
    game = build_game(KUHN_POKER, {})
    cards = set()
    for seed in range(30):
        state = game.new_state(seed=seed)
        state.step(1)
        card = state.observation(1)[3]
        if card != 2:
            action = toys.make_agent(UCT, game, seed, iterations=500).act(toys.look(game, state))
            assert action == (card == 3)
            cards.add(int(card))
    assert cards == {1, 3}


@CLOSED_AND_OPEN
def test_a_search_does_not_depend_on_what_the_memory_held(chance):
    game = toys.tree_game(chance)
    state = game.new_state(seed=1)
    clean = np.zeros(workspace_size(game.kernel, UctParameters(), 300), dtype=np.int64)
    dirty = np.random.default_rng(1).integers(-(2**62), 2**62, clean.shape)
    params, legal = search_params(UctParameters(), 300), np.array(state.legal_actions())
    observation = np.array(state.observation(0))
    for _ in range(3):
        words = [np.array([5, 7]), np.array([5, 7])]
        first = choose(game.kernel, observation, 0, legal, params, clean, words[0])
        assert choose(game.kernel, observation, 0, legal, params, dirty, words[1]) == first
        assert words[0].tolist() == words[1].tolist()


@CLOSED_AND_OPEN
def test_a_full_workspace_is_searched_on(trees, chance):
    game = toys.tree_game(chance)
    state = game.new_state()
    params = search_params(UctParameters(), 10)
    memory = np.zeros(workspace_size(game.kernel, UctParameters(), 10), dtype=np.int64)
    words = np.array([1, 2])
    observation = np.array(state.observation(0))
    init_search(game.kernel, observation, 0, params, memory, words)
    run_simulations(game.kernel, observation, 0, params, memory, words, 500)
    assert memory[memory[ROOT] + VISITS] == 500
    assert sum(memory[child + VISITS] for child in trees.children(memory, memory[ROOT])) == 500


@CLOSED_AND_OPEN
def test_wide_games_are_searched(trees, chance):
    memory = trees.searched(toys.wide_game(chance), toys.wide_game(chance).new_state(), 2000)
    assert len({path for _, path in trees.nodes(memory)}) == 2000


@pytest.mark.parametrize("count", [1, 2, 99, 4095, 4096, 100_000])
def test_the_exploration_term_is_that_of_ucb1(count):
    exploration = read_settings(search_params(UctParameters(exploration=1.4), 10_000)).exploration
    assert exploration_term(exploration, count) == pytest.approx(1.4 * np.log(count) ** 0.5)


@pytest.mark.skipif(not JIT_ENABLED, reason="compiles")
@pytest.mark.parametrize("spec", [UCT, ISMCTS, DETERMINIZED_UCT, FLAT_MONTE_CARLO], ids=lambda spec: spec.id)
def test_another_game_compiles_no_search_again(tmp_path, monkeypatch, spec):
    given = {"iterations": 10} | ({"determinizations": 2} if spec is DETERMINIZED_UCT else {})
    known = toys.wide_game(False)
    toys.make_agent(spec, known, 1, **given).act(toys.look(known, known.new_state()))
    monkeypatch.setenv("PALAESTRA_CACHE", str(tmp_path))
    compiled = []
    before = set_compile_listener(lambda name, seconds: compiled.append(name))
    try:
        game = fresh_game()
        toys.make_agent(spec, game, 1, **given).act(toys.look(game, game.new_state()))
    finally:
        set_compile_listener(before)
    assert any("fresh_player" in name for name in compiled)
    assert not [name for name in compiled if name.startswith("palaestra_search")]


def fresh_game():
    """Return a game with a rule that no other test has compiled."""

    @rule("current_player")
    def fresh_player(state):
        return 1 - state[2] if state[2] < 2 else -1

    return toys.wide_game(False, replace(toys.WIDE, current_player=fresh_player))
