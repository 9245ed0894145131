"""Budgets of time in chunks; the clock is a number."""

import numpy as np
import pytest

from palaestra_search.budget import next_chunk, run_until


class Work:
    """A clock that goes on with the work: `cost` seconds for an iteration, up to threefold."""

    def __init__(self, cost, useful=10**9):
        self.time, self.done, self.cost, self.useful = 0.0, 0, cost, useful
        self.rng = np.random.default_rng(1)

    def now(self):
        return self.time

    def run(self, iterations):
        self.done += iterations
        self.time += iterations * self.cost * self.rng.uniform(1.0, 3.0)
        return self.done < self.useful


@pytest.mark.parametrize("cost", [1e-7, 2e-6, 1e-4, 1e-3])
@pytest.mark.parametrize("seconds", [0.0, 0.0003, 0.01, 0.1])
def test_the_budget_is_kept(cost, seconds):
    work = Work(cost)
    ended = run_until(0.0, seconds, work.now, work.run)
    assert ended == work.time <= seconds + 3 * max(0.001, cost)
    assert work.done >= max(1, 0.2 * seconds / cost)


def test_what_came_before_counts():
    work = Work(1e-5)
    work.time = 0.09
    run_until(0.0, 0.1, work.now, work.run)
    assert 0.1 <= work.time < 0.105


def test_nothing_is_done_that_is_of_no_use():
    work = Work(1e-5, useful=50)
    run_until(0.0, 10.0, work.now, work.run)
    assert work.time < 0.01


def test_a_clock_too_coarse_to_see_a_chunk_doubles_it():
    assert next_chunk(8, 0.0, 1.0) == 16
    assert next_chunk(10**6, 0.0, 1.0) < 10**5
