"""The search: positions merged, right values, chance sampled sparsely, nothing foreseen, memory kept within bounds."""

import math

import numpy as np
import pytest
import toy_games as toys

import palaestra
from palaestra import build_game
from palaestra.testing.games import KUHN_POKER, NIM
from palaestra_search.mcgs.agent import search_policy
from palaestra_search.mcgs.parameters import McgsParameters
from palaestra_search.mcgs.search import choose
from palaestra_search.plugin import MCGS

OPPONENTS = pytest.mark.parametrize("opponent", ["random", "searched"])

# --- Merging ---


def positions_after(cells):
    """Return the positions that can be reached from here, this one included, without those where the game is over."""
    found, waiting = {cells}, [cells]
    while waiting:
        for _, after in toys.tic_tac_toe_moves(waiting.pop()):
            if after not in found and not is_over(after):
                found.add(after)
                waiting.append(after)
    return found


def sequences_after(cells):
    """Return how many sequences of moves there are from here, the empty one included, that do not end the game."""
    return 1 + sum(sequences_after(after) for _, after in toys.tic_tac_toe_moves(cells) if not is_over(after))


def is_over(cells):
    return "." not in cells or any(cells[a] == cells[b] == cells[c] != "." for a, b, c in toys.LINES)


def test_an_exhausted_graph_has_one_node_for_each_position(graphs):
    game = palaestra.load_game("tic_tac_toe")
    start = "X...O...."
    distinct, sequences = len(positions_after(start)), sequences_after(start)
    assert distinct < sequences / 5
    counts = {}
    for merge in ("key", "abstract", "none"):
        graph = searched_out(graphs, game, game.position(f"{start} X"), 60_000, merge)
        counts[merge] = len([node for node in graph.nodes() if graph.seat(node) >= 0])
    assert counts["key"] == counts["abstract"] == distinct
    assert counts["none"] == sequences


def searched_out(graphs, game, state, iterations, merge):
    """Return a graph whose every action was tried."""
    return graphs.searched(
        game, state, iterations, exploration=1000.0, merge=merge, opponent="searched", max_nodes=iterations
    )


@pytest.mark.slow
def test_tic_tac_toe_has_4520_positions_with_a_move(graphs):
    # 5,478 positions can be reached, and the game is over in 958 of them.
    game = palaestra.load_game("tic_tac_toe")
    graph = searched_out(graphs, game, game.new_state(), 2_000_000, "auto")
    nodes = graph.nodes()
    assert len([node for node in nodes if graph.seat(node) >= 0]) == 5478 - 958
    assert len(nodes) == graph.count == 5478 - 958 + 3  # ends are told apart by the returns


def test_fewer_nodes_than_in_a_tree_after_the_same_simulations(graphs):
    game = palaestra.load_game("tic_tac_toe")
    counts = [
        graphs.searched(game, game.new_state(), 3000, opponent="searched", merge=merge).count
        for merge in ("auto", "none")
    ]
    assert counts[0] < 0.8 * counts[1]


def test_orders_of_own_actions_within_a_turn_are_merged(graphs):
    game = build_game(NIM, {"heaps": 2, "size": 2, "takes": 2})
    state = game.new_state(seed=1)
    graph = graphs.searched(game, state, 2000, exploration=20.0)
    edges = graph.edges(graph.root)
    width = 3
    (one,) = graph.successors(edges[0])  # takes one of the first heap
    (other,) = graph.successors(edges[width])  # takes one of the second
    first, second = graph.successors(graph.edges(one)[width]), graph.successors(graph.edges(other)[0])
    assert set(first) == set(second)


@OPPONENTS
@pytest.mark.parametrize("merge", ["auto", "abstract", "key", "none"])
def test_simulations_are_counted_once_in_every_node(graphs, merge, opponent):
    game = toys.tree_game(chance=False)
    graph = graphs.searched(game, game.new_state(seed=1), 3000, merge=merge, opponent=opponent)
    assert graph.visits(graph.root) == 3000
    for node in graph.nodes():
        assert graph.visits(node) == sum(graph.visits(edge) for edge in graph.edges(node).values())
        assert opponent == "searched" or graph.seat(node) in (0, -1)


# --- Values ---


@OPPONENTS
def test_a_very_large_constant_gives_the_means_of_all_that_is_below(graphs, opponent):
    game = toys.tree_game(chance=False)
    graph = graphs.searched(game, game.new_state(seed=3), 20_000, exploration=1000.0, opponent=opponent)
    means = [graph.mean(edge) for _, edge in sorted(graph.edges(graph.root).items())]
    assert means == pytest.approx([mean_below(3, (action,)) for action in range(toys.BRANCHING)], abs=0.05)


def mean_below(deal, path):
    """Return the mean payoff of seat 0 when all play at random."""
    if len(path) == len(toys.MOVERS):
        return float(toys.PAYOFFS[deal, int("".join(map(str, path)), toys.BRANCHING), 0])
    return sum(mean_below(deal, (*path, action)) for action in range(toys.BRANCHING)) / toys.BRANCHING


def expect_tree(deal, path=()):
    """Return the value for seat 0 and those of its actions when it plays its best and all others at random."""
    if len(path) == len(toys.MOVERS):
        return mean_below(deal, path), []
    values = [expect_tree(deal, (*path, action))[0] for action in range(toys.BRANCHING)]
    return (max(values) if toys.MOVERS[len(path)] == 0 else sum(values) / len(values)), values


def test_the_best_answer_to_chance_is_found(graphs):
    game = toys.tree_game(chance=False)
    clear = 0
    for deal in range(toys.DEALS):
        values = expect_tree(deal)[1]
        best, second = sorted(range(toys.BRANCHING), key=lambda action: -values[action])[:2]
        if values[best] - values[second] > 0.08:
            clear += 1
            graph = graphs.searched(game, game.new_state(seed=deal), 30_000)
            edges = graph.edges(graph.root)
            assert max(edges, key=lambda action: graph.visits(edges[action])) == best
            assert graph.mean(edges[best]) == pytest.approx(values[best], abs=0.06)
    assert clear >= 3


def test_searched_opponents_make_the_values_those_of_minimax(graphs):
    game = palaestra.load_game("tic_tac_toe")
    positions = sorted(cells for cells in positions_after("." * 9) if cells.count(".") in (3, 4, 5))
    chosen = np.random.default_rng(3).choice(len(positions), 40, replace=False)
    values = set()
    for cells in (positions[i] for i in chosen):
        state = game.position(f"{cells} {'XO'[cells.count('X') - cells.count('O')]}")
        graph = graphs.searched(game, state, 5000, opponent="searched")
        edges = graph.edges(graph.root)
        best = max(edges, key=lambda action: graph.visits(edges[action]))
        value = toys.tic_tac_toe_value(cells)
        values.add(value)
        assert best in toys.perfect_moves(cells)
        assert graph.mean(edges[best]) == pytest.approx(value, abs=0.15)
    assert values == {-1, 0, 1}


TACTICS = [
    ("XX.OO.... X", {2}, "wins at once"),
    ("XX..O.... O", {2}, "stops the only threat"),
    ("X...O...X O", {1, 3, 5, 7}, "an edge; a corner loses to a fork"),
    ("X........ O", {4}, "the centre; all else loses"),
    ("O.X.X.... O", {6}, "stops the diagonal"),
]


@pytest.mark.parametrize(("position", "right", "why"), TACTICS, ids=[why for _, _, why in TACTICS])
def test_tactics_against_a_searched_opponent(position, right, why):
    assert right == set(toys.perfect_moves(position[:9]))
    game = palaestra.load_game("tic_tac_toe")
    view = toys.look(game, game.position(position))
    for seed in range(5):
        assert toys.make_agent(MCGS, game, seed, iterations=2000, opponent="searched").act(view) in right


@OPPONENTS
def test_immediate_wins_are_taken(opponent):
    game = palaestra.load_game("tic_tac_toe")
    for position, win in (("XX.OO.... X", 2), ("XX.OO.X.. O", 5), ("X.X.O.O.. X", 1)):
        view = toys.look(game, game.position(position))
        for seed in range(5):
            assert toys.make_agent(MCGS, game, seed, iterations=500, opponent=opponent).act(view) == win


@pytest.mark.parametrize(
    "parameters", [{"pruning": "filter"}, {"pruning": "evaluate", "keep": 0.3}, {"leaf": "evaluate"}]
)
def test_nim_is_played_right_whatever_the_leaves_are_worth(parameters):
    # Bouton (1901): heaps of 3, 4 and 5 are won by taking two from the first alone.
    game = build_game(NIM, {})
    view = toys.look(game, game.new_state(seed=1))
    for seed in range(3):
        agent = toys.make_agent(MCGS, game, seed, iterations=5000, opponent="searched", **parameters)
        assert agent.act(view) == 1


# --- Chance and hidden information ---


@pytest.mark.parametrize("width", [1, 3, 10])
def test_an_action_has_at_most_so_many_successors(graphs, width):
    game = toys.roll_game(1000)
    graph = graphs.searched(game, game.new_state(), 3000, width=width)
    roll = graph.edges(graph.root)[0]
    assert len(graph.successors(roll)) == width
    assert graph.frozen(roll)
    assert sum(graph.visits(node) for node in graph.successors(roll)) >= graph.visits(roll) - width
    for node in graph.nodes():
        assert all(len(graph.successors(edge)) <= width for edge in graph.edges(node).values())


def test_an_action_with_few_outcomes_keeps_their_frequencies(graphs):
    game = toys.roll_game(4)
    graph = graphs.searched(game, game.new_state(), 50_000, exploration=1.0, width=4)
    roll = graph.edges(graph.root)[0]
    counts = graph.successors(roll)
    assert not graph.frozen(roll)
    assert sum(counts.values()) == graph.visits(roll)
    tolerance = 4 * math.sqrt(0.25 * 0.75 / graph.visits(roll))
    assert [count / graph.visits(roll) for count in counts.values()] == pytest.approx([0.25] * 4, abs=tolerance)
    # Below 0 pass, above it take the die: (0 + 0 + 1/3 + 1) / 4.
    assert 0.2 < graph.mean(roll) < 0.34


@pytest.mark.parametrize(("faces", "width"), [(4, 10), (1000, 3)], ids=["all outcomes", "a sample of the outcomes"])
def test_the_hidden_number_is_not_known_after_the_die(graphs, faces, width):
    game = toys.roll_game(faces)
    for deal in range(3):
        graph = graphs.searched(game, game.new_state(seed=deal), 20_000, exploration=20.0, width=width, seed=deal + 1)
        roll = graph.edges(graph.root)[0]
        assert len(graph.successors(roll)) == min(faces, width)
        for node in graph.successors(roll):
            for guess in range(5):
                # A guess is right with 1 in 5; some 400 visits leave a standard error of 0.04.
                assert graph.mean(graph.edges(node)[guess]) == pytest.approx(-0.6, abs=0.2)


@OPPONENTS
@pytest.mark.parametrize("hidden", [True, False], ids=["hidden at the deal", "drawn by the action"])
def test_luck_and_secrets_are_not_foreseen(graphs, hidden, opponent):
    game = toys.guess_game(hidden)
    for deal in range(3):
        graph = graphs.searched(game, game.new_state(seed=deal), 20_000, exploration=20.0, opponent=opponent)
        means = {action: graph.mean(edge) for action, edge in graph.edges(graph.root).items()}
        assert means.pop(toys.PASS) == 0.0
        assert list(means.values()) == pytest.approx([toys.GUESS_VALUE] * 5, abs=0.08)


@OPPONENTS
def test_states_that_look_the_same_are_played_the_same(opponent):
    game = build_game(KUHN_POKER, {})
    chosen, deals = {}, set()
    for seed in range(60):
        state = game.new_state(seed=seed)
        seen = state.observation(0).tobytes()
        deals.add(state.array[2:].tobytes())
        action = toys.make_agent(MCGS, game, 1, iterations=200, opponent=opponent).act(toys.look(game, state))
        assert chosen.setdefault(seen, action) == action
    assert len(deals) > 1


@OPPONENTS
def test_dominant_actions_of_kuhn_poker_are_taken(opponent):
    # Kuhn (1950): after a bet, the best card calls and the worst one folds.
    game = build_game(KUHN_POKER, {})
    cards = set()
    for seed in range(30):
        state = game.new_state(seed=seed)
        state.step(1)
        card = state.observation(1)[3]
        if card != 2:
            agent = toys.make_agent(MCGS, game, seed, iterations=500, opponent=opponent)
            assert agent.act(toys.look(game, state)) == (card == 3)
            cards.add(int(card))
    assert cards == {1, 3}


def test_kuhn_poker_against_a_random_opponent_has_its_exact_values(graphs):
    # With the king, betting wins 1/2 * (1/2 + 1) = 3/4 of a pot of returns against calls and folds at random; after
    # a pass the opponent bets half of the time and is called: 1/2 * (1/2 + 1) = 3/4 too.
    game = build_game(KUHN_POKER, {})
    graph = graphs.searched(game, game.position("K? -"), 20_000)
    means = [graph.mean(edge) for edge in graph.edges(graph.root).values()]
    assert means == pytest.approx([0.75, 0.75], abs=0.02)


# --- Cycles, memory, repeatability ---


@OPPONENTS
def test_a_graph_with_cycles_is_searched_to_an_end(graphs, opponent):
    game = toys.ring_game()
    graph = graphs.searched(game, game.new_state(), 3000, opponent=opponent, merge="key")
    assert len([node for node in graph.nodes() if graph.seat(node) >= 0]) <= 2 * toys.RING
    assert graph.visits(graph.root) == 3000


@OPPONENTS
def test_only_legal_actions_are_taken_where_an_abstraction_merges_too_much(graphs, opponent):
    game = toys.gated_ring_game()
    graph = graphs.searched(game, game.new_state(), 3000, opponent=opponent, merge="abstract")
    for node in graph.nodes():
        assert all(-1.0 <= graph.mean(edge) <= 1.0 for edge in graph.edges(node).values())
    assert graph.visits(graph.root) == 3000


@OPPONENTS
@pytest.mark.parametrize("most", [1, 2, 5, 50])
def test_no_more_nodes_than_allowed(graphs, most, opponent):
    for game in (toys.tree_game(chance=True), toys.tree_game(chance=False), toys.roll_game(1000)):
        graph = graphs.searched(game, game.new_state(seed=1), 2000, opponent=opponent, max_nodes=most)
        assert graph.count <= most
        assert graph.visits(graph.root) == sum(map(graph.visits, graph.edges(graph.root).values())) == 2000


@OPPONENTS
def test_a_workspace_that_is_too_short_is_searched_on(graphs, opponent):
    game = toys.tree_game(chance=True)
    whole = search_policy(game, McgsParameters(iterations=500, opponent=opponent)).memory_words
    most = search_policy(game, McgsParameters(iterations=500, opponent=opponent, max_nodes=1)).memory_words
    for words in range(whole - 501 * 40, whole, 1777):
        graph = graphs.searched(game, game.new_state(seed=1), 500, opponent=opponent, words=words)
        assert graph.visits(graph.root) == 500
    assert most < 1000


def test_a_search_does_not_depend_on_what_the_memory_held(graphs):
    for game in (toys.tree_game(True), toys.tree_game(False), toys.roll_game(50)):
        state = game.new_state(seed=1)
        policy = search_policy(game, McgsParameters(iterations=300, width=5))
        clean = np.zeros(policy.memory_words, dtype=np.int64)
        dirty = np.random.default_rng(1).integers(-(2**62), 2**62, clean.shape)
        legal, observation = np.array(state.legal_actions()), np.array(state.observation(0))
        for _ in range(3):
            words = [np.array([5, 7]), np.array([5, 7])]
            first = choose(game.kernel, observation, 0, legal, policy.params, clean, words[0])
            assert choose(game.kernel, observation, 0, legal, policy.params, dirty, words[1]) == first
            assert words[0].tolist() == words[1].tolist()


@pytest.mark.parametrize("chance", [False, True])
def test_wide_games_are_searched(graphs, chance):
    game = toys.wide_game(chance)
    graph = graphs.searched(game, game.new_state(), 2000, opponent="searched")
    assert len(graph.edges(graph.root)) == toys.WIDTH
    assert graph.visits(graph.root) == 2000
