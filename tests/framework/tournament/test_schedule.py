"""The schedule: complete, balanced, and the same whatever else is played."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palaestra.record import EntrantRecord, Provenance, TournamentRecord
from palaestra.tournament.schedule import Schedule, deck_pairs

TOURNAMENT = TournamentRecord(
    name="t",
    game="g",
    version="1",
    knobs={"size": 3},
    deck_pairing="mirror",
    root="7",
    secret=False,
    provenance=Provenance(),
    pairs=3,
    decks=("red", "blue"),
)


def entrant(name, **parameters):
    return EntrantRecord(name, "agent", "1", parameters, Provenance())


ENTRANTS = (entrant("c"), entrant("a"), entrant("b", depth=2))


def test_every_match_up_meets_in_both_seats_on_every_deck_pair():
    schedule = Schedule(TOURNAMENT, ENTRANTS)
    games = list(schedule)
    assert len(games) == len(schedule) == 3 * 2 * 3 * 2
    counts = Counter((game.entrants, game.decks) for game in games)
    assert len(counts) == 6 * 2
    assert set(counts.values()) == {3}
    assert len({game.id for game in games}) == len(games)


def test_the_halves_of_a_pair_share_deal_and_decks_and_swap_the_entrants():
    games = list(Schedule(TOURNAMENT, ENTRANTS))
    for first, second in zip(games[::2], games[1::2], strict=True):
        assert first.pair == second.pair
        assert (first.id, second.id) == (f"{first.pair}-1", f"{first.pair}-2")
        assert (first.deal, first.decks, first.pair_number) == (second.deal, second.decks, second.pair_number)
        assert first.entrants == second.entrants[::-1]


def test_deals_differ_between_pairs():
    games = list(Schedule(TOURNAMENT, ENTRANTS))
    assert len({game.deal for game in games}) == len(games) // 2


def test_cross_pairs_every_ordered_pair_of_decks():
    assert deck_pairs(("red", "blue"), "cross") == [
        ("red", "red"),
        ("red", "blue"),
        ("blue", "red"),
        ("blue", "blue"),
    ]
    schedule = Schedule(replace(TOURNAMENT, deck_pairing="cross"), ENTRANTS)
    assert len(schedule) == len(list(schedule)) == 3 * 4 * 3 * 2


def test_self_play_adds_a_match_up_for_each_entrant():
    schedule = Schedule(replace(TOURNAMENT, self_play=True), ENTRANTS)
    assert len(list(schedule)) == len(schedule) == 6 * 2 * 3 * 2


@pytest.mark.parametrize(
    "change",
    [
        {"name": "other"},
        {"game": "h"},
        {"version": "2"},
        {"knobs": {"size": 4}},
    ],
)
def test_what_decides_a_pair_is_in_its_id(change):
    before = {game.id for game in Schedule(TOURNAMENT, ENTRANTS)}
    after = {game.id for game in Schedule(replace(TOURNAMENT, **change), ENTRANTS)}
    assert not before & after


def test_the_root_changes_the_deals_and_not_the_ids():
    before = list(Schedule(TOURNAMENT, ENTRANTS))
    after = list(Schedule(replace(TOURNAMENT, root="8"), ENTRANTS))
    assert [game.id for game in before] == [game.id for game in after]
    assert not {game.deal for game in before} & {game.deal for game in after}


@given(
    st.permutations(ENTRANTS),
    st.lists(st.sampled_from("defgh"), unique=True),
    st.integers(0, 3),
    st.permutations(("red", "blue", "green")),
)
def test_a_grown_tournament_keeps_its_games(order, more, pairs, decks):
    small = {game.id: game for game in Schedule(TOURNAMENT, ENTRANTS)}
    grown = replace(TOURNAMENT, pairs=3 + pairs, decks=tuple(decks))
    large = {game.id: game for game in Schedule(grown, (*order, *map(entrant, more)))}
    assert small.items() <= large.items()


def test_parameters_are_part_of_the_identity():
    changed = (entrant("c"), entrant("a"), entrant("b", depth=3))
    before = {game.id for game in Schedule(TOURNAMENT, ENTRANTS) if "b" in game.entrants}
    after = {game.id for game in Schedule(TOURNAMENT, changed) if "b" in game.entrants}
    assert before
    assert not before & after
