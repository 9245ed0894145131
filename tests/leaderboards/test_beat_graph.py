"""What results determine, against definitions worked out by brute force."""

import itertools

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from palaestra_leaderboards.beat_graph import beat_graph, components, determines_seat_term, reachability

Game = tuple[int, int, float]

results = st.lists(
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from([0.0, 0.5, 1.0])).filter(
        lambda game: game[0] != game[1]
    ),
    min_size=1,
    max_size=14,
)


def matrices(played: list[Game], size: int) -> tuple[np.ndarray, np.ndarray]:
    games, points = np.zeros((size, size)), np.zeros((size, size))
    for i, j, score in played:
        games[i, j] += 1
        points[i, j] += score
    return games, points


def test_a_draw_is_an_arc_both_ways() -> None:
    graph = beat_graph(*matrices([(0, 1, 1.0), (1, 2, 0.5), (0, 2, 0.0)], 3))
    assert graph.tolist() == [[False, True, False], [False, False, True], [True, True, False]]


def test_components_of_two_cycles_in_a_row() -> None:
    played = [(0, 3, 1.0), (3, 0, 1.0), (1, 2, 0.5), (0, 1, 1.0), (4, 0, 1.0)]
    closure = reachability(beat_graph(*matrices(played, 5)))
    assert [members.tolist() for members in components(closure)] == [[0, 3], [1, 2], [4]]


@given(results)
def test_one_component_means_no_group_that_never_scored_against_the_rest(played: list[Game]) -> None:
    size = 4
    graph = beat_graph(*matrices(played, size))
    groups = [set(group) for length in range(1, size) for group in itertools.combinations(range(size), length)]
    one_sided = any(not graph[np.ix_(list(group), list(set(range(size)) - group))].any() for group in groups)
    assert (len(components(reachability(graph))) == 1) == (not one_sided)


@given(results)
def test_a_seat_term_needs_results_that_no_direction_separates(played: list[Game]) -> None:
    """For fixed c a separating direction exists if and only if one with whole numbers up to the entrants does."""
    games, points = matrices(played, 4)
    separable = False
    for c in (1, -1):
        # The solution by shortest paths has whole numbers between -4 and 4, one of them 0.
        for d in itertools.product(range(-4, 5), repeat=3):
            direction = (0, *d)
            gain = [direction[i] - direction[j] + c for i, j, _ in played]
            fits = [
                (score == 0 or value >= 0) and (score == 1 or value <= 0)
                for value, (_, _, score) in zip(gain, played, strict=True)
            ]
            if all(fits):
                separable = True
                break
    assert determines_seat_term(games, points) == (not separable)
