"""The generator gives the published numbers, without bias, and the same ones compiled and in plain Python."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from palaestra.kernel.rng import random_below, random_int64, random_unit, seed_rng, shuffle

MASK = 2**64 - 1

# First outputs for the state [1, 2], as published with the Rust crate rand_xoshiro (from the authors' C source).
XOROSHIRO = (
    393217, 669327710093319, 1732421326133921491, 11394790081659126983, 9555452776773192676,
    3586421180005889563, 1691397964866707553, 10735626796753111697, 15216282715349408991, 14247243556711267923,
)  # fmt: skip

# First two outputs of SplitMix64; for 1234567 from Rosetta Code's task "Pseudo-random numbers/Splitmix64".
SPLITMIX = {0: (0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4), 1234567: (6457827717110365317, 3203168211198807973)}


class Model:
    """xoroshiro128++ and what is drawn from it, on Python's unbounded integers."""

    def __init__(self, seed):
        self.words = []
        for step in (1, 2):
            z = (seed + step * 0x9E3779B97F4A7C15) & MASK
            z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
            z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
            self.words.append(z ^ (z >> 31))

    def next(self):
        def rotated(word, bits):
            return ((word << bits) | (word >> (64 - bits))) & MASK

        s0, s1 = self.words
        result = (rotated((s0 + s1) & MASK, 17) + s0) & MASK
        s1 ^= s0
        self.words = [rotated(s0, 49) ^ s1 ^ ((s1 << 21) & MASK), rotated(s1, 28)]
        return result

    def below(self, n):
        while True:
            product = (self.next() >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32

    def unit(self):
        return (self.next() >> 11) / 2**53

    def shuffled(self, items):
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
        return items


def seeded(seed):
    words = np.zeros(2, np.int64)
    seed_rng(words, seed)
    return words


def unsigned(words):
    return tuple(int(word) & MASK for word in words)


@pytest.mark.parametrize("seed", SPLITMIX)
def test_seeds_fill_the_words_with_published_outputs(seed):
    assert unsigned(seeded(seed)) == SPLITMIX[seed]


@pytest.mark.parametrize("seed", [1, -1, 2**63 - 1, -(2**63), 42])
def test_seeds_are_any_64_bits(seed):
    assert list(unsigned(seeded(seed))) == Model(seed).words


def test_only_the_first_two_words_are_touched():
    words = np.array([5, 5, 77, 88])
    seed_rng(words, 3)
    random_below(words, 10)
    random_unit(words)
    assert words[2:].tolist() == [77, 88]
    assert words[:2].tolist() != [5, 5]


def test_words_are_the_published_ones():
    words = np.array([1, 2])
    assert unsigned(random_int64(words) for _ in XOROSHIRO) == XOROSHIRO


@pytest.mark.parametrize("seed", [0, -7, 2**62])
def test_words_are_those_of_the_model(seed):
    words, model = seeded(seed), Model(seed)
    assert [int(random_int64(words)) & MASK for _ in range(1000)] == [model.next() for _ in range(1000)]


@pytest.mark.parametrize("n", [1, 2, 3, 52, 1000, 3 * 2**29, 2**31 - 1, 2**31])
def test_integers_are_those_of_the_model(n):
    words, model = seeded(n), Model(n)
    drawn = [random_below(words, n) for _ in range(2000)]
    assert drawn == [model.below(n) for _ in range(2000)]
    assert 0 <= min(drawn) <= max(drawn) < n


def test_integers_are_uniform():
    words = seeded(11)
    draws, n = 60_000, 6
    counts = np.bincount([random_below(words, n) for _ in range(draws)], minlength=n)
    chi_square = float(((counts - draws / n) ** 2 / (draws / n)).sum())
    assert chi_square < 20.5  # the 0.1 % point for 5 degrees of freedom


def test_large_ranges_are_not_biased_to_one_side():
    # Without rejection, a third of the values of 3 * 2**29 would come twice as often as the others.
    words, n, draws = seeded(12), 3 * 2**29, 30_000
    values = np.array([random_below(words, n) for _ in range(draws)])
    for divisor in (2, 3):
        counts = np.bincount(values % divisor, minlength=divisor)
        assert np.abs(counts - draws / divisor).max() < 4 * np.sqrt(draws / divisor)


@pytest.mark.parametrize("n", [0, -1, 2**31 + 1])
def test_a_range_out_of_bounds_is_an_error(n):
    with pytest.raises(ValueError, match=r"random_below takes n in 1 \.\. 2\*\*31"):
        random_below(seeded(1), n)


def test_units_are_those_of_the_model():
    words, model = seeded(5), Model(5)
    drawn = [random_unit(words) for _ in range(2000)]
    assert drawn == [model.unit() for _ in range(2000)]
    assert 0 <= min(drawn) < 0.01
    assert 0.99 < max(drawn) < 1


def test_the_largest_word_gives_a_unit_below_one():
    # s1 = -s0 makes the sum 0, so that the output is s0 itself: here 2**64 - 1.
    assert random_unit(np.array([-1, 1])) == 1 - 2**-53


def test_a_shuffle_is_that_of_the_model_and_leaves_the_rest():
    words, model = seeded(9), Model(9)
    for n in (0, 1, 2, 10):
        array = np.arange(12)
        shuffle(words, array, n)
        assert array.tolist() == [*model.shuffled(list(range(n))), *range(n, 12)]


def test_all_orders_are_equally_likely():
    words, draws = seeded(13), 24_000
    counts = {}
    for _ in range(draws):
        array = np.arange(4)
        shuffle(words, array, 4)
        counts[tuple(array.tolist())] = counts.get(tuple(array.tolist()), 0) + 1
    assert len(counts) == 24
    chi_square = sum((count - draws / 24) ** 2 / (draws / 24) for count in counts.values())
    assert chi_square < 49.7  # the 0.1 % point for 23 degrees of freedom


SESSION = """
import json
import numpy as np
from palaestra.kernel.rng import random_int64, random_below, random_unit, seed_rng, shuffle

def session():
    words, drawn = np.zeros(2, np.int64), []
    for seed in (0, 1, -1, 2**63 - 1, -(2**63)):
        seed_rng(words, seed)
        array = np.arange(20)
        shuffle(words, array, 20)
        drawn += array.tolist()
        for n in (1, 7, 3 * 2**29, 2**31):
            drawn += [int(random_int64(words)), int(random_below(words, n)), float(random_unit(words))]
    return drawn
"""


def test_plain_python_gives_the_same_numbers_without_warnings():
    scope = {}
    exec(SESSION, scope)
    program = SESSION + "\nprint(json.dumps([session(), type(random_int64).__name__]))"
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    drawn, kind = json.loads(run.stdout)
    assert kind == "function"
    assert drawn == scope["session"]()
