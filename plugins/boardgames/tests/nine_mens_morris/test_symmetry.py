"""The representative under symmetry and the key, against symmetries found by brute force from the mills alone."""

from itertools import permutations

import numpy as np
import pytest

from palaestra import load_game

ROWS = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17), (18, 19, 20), (21, 22, 23)]
COLUMNS = [(0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22), (8, 12, 17), (5, 13, 20), (2, 14, 23)]
GAME = load_game("nine_mens_morris")


# Ring by ring, so that mills are complete, and wrong images found, early.
ORDER = [0, 1, 2, 14, 23, 22, 21, 9, 4, 7, 10, 11, 13, 12, 19, 16, 3, 5, 18, 20, 6, 8, 15, 17]


def automorphisms():
    """Return all permutations of the points that map mills to mills, middles to middles."""
    mills = {frozenset(mill): mill[1] for mill in ROWS + COLUMNS}
    found = []

    def extend(image):
        if len(image) == 24:
            found.append([image[point] for point in range(24)])
            return
        point = ORDER[len(image)]
        done = [mill for mill in mills if point in mill and mill <= {point, *image}]
        for target in set(range(24)) - set(image.values()):
            longer = {**image, point: target}
            if all(mills.get(frozenset(longer[p] for p in mill)) == longer[mills[mill]] for mill in done):
                extend(longer)

    extend({})
    return found


@pytest.fixture(scope="module")
def symmetries():
    return automorphisms()


def state_with(white, black):
    points = "".join("W" if p in white else "B" if p in black else "." for p in range(24))
    return GAME.position(f"{points} {9 - len(white)} {9 - len(black)} {'W' if len(white) == len(black) else 'B'}").array


def canonical(array):
    out = np.zeros_like(array)
    GAME.rules.canonical(array, out)
    return out


def test_board_has_sixteen_symmetries(symmetries):
    assert len(symmetries) == 16


def test_representatives_after_one_and_two_placements_are_the_orbits(symmetries):
    first = {min((image[p],) for image in symmetries) for p in range(24)}
    assert len(first) == 4
    assert len({canonical(state_with({p}, ())).tobytes() for p in range(24)}) == 4
    pairs = list(permutations(range(24), 2))
    orbits = {min((image[p], image[q]) for image in symmetries) for p, q in pairs}
    assert len({canonical(state_with({p}, {q})).tobytes() for p, q in pairs}) == len(orbits)


def test_images_share_a_representative_that_is_one_of_them(symmetries):
    white, black = {0, 5, 12, 16}, {1, 10, 23, 17}
    images = [state_with({image[p] for p in white}, {image[p] for p in black}) for image in symmetries]
    representatives = {canonical(array).tobytes() for array in images}
    assert len(representatives) == 1
    assert representatives <= {array.tobytes() for array in images}


def test_representative_keeps_all_but_the_boards():
    state = GAME.position("WWW.B...B.......B..B.... 5 5 W remove turn 8", seed=3).array
    out = canonical(state)
    assert np.array_equal(np.delete(out, (2, 3)), np.delete(state, (2, 3)))


def test_key_leaves_out_turns_and_random_words():
    one = GAME.position("WW..B...B.......B..B.... 5 5 W turn 8", seed=3)
    other = GAME.position("WW..B...B.......B..B.... 5 5 W turn 18", seed=4)
    assert GAME.rules.key(one.array) == GAME.rules.key(other.array)


def test_keys_differ_where_positions_do():
    base = "WWW.B...B.......B..B.... "
    texts = [
        *(base + tail for tail in ("5 5 W", "5 4 W", "4 5 W", "5 5 B", "5 5 W remove")),
        base.replace("W", "b").replace("B", "W").upper() + "5 5 W",
        base + "5 5 W turn 200",
    ]
    keys = [GAME.rules.key(GAME.position(text).array) for text in texts]
    keys += [GAME.rules.key(state_with({p}, {q})) for p, q in permutations(range(24), 2)]
    assert len(set(keys)) == len(texts) + 24 * 23


def test_low_bits_of_keys_spread():
    # Throwing n keys into n slots at random leaves about n / e empty; a bad key leaves nearly all of them.
    keys = [GAME.rules.key(state_with({p, q}, {r})) for p, q, r in permutations(range(24), 3) if p < q]
    slots = {key & 4095 for key in keys[:4096]}
    assert len(slots) > 0.55 * 4096
