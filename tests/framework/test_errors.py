"""Messages that name what was meant."""

import pytest

from palaestra.errors import SpecChangedError, nearest


@pytest.mark.parametrize(
    ("name", "meant"), [("mcts", "uct"), ("MCTS", "uct"), ("Alpha-Beta", "alpha_beta"), ("minimax", "alpha_beta")]
)
def test_names_of_the_field_lead_to_ours(name, meant):
    assert nearest(name, ["uct", "ismcts", "alpha_beta", "mcgs"]) == f"; did you mean '{meant}'?"


def test_a_synonym_of_something_that_is_not_there_is_no_help():
    assert nearest("mcts", ["ismcts", "greedy"]) == "; did you mean 'ismcts'?"


def test_a_changed_tournament_needs_a_new_name_which_is_enough_for_its_entrants():
    error = SpecChangedError("my league", ["knobs.x: stored 1, now 2"], {"a bot": ["agent: stored 'x', now 'y'"]})
    assert str(error).splitlines() == [
        "tournament 'my league' has games played with other settings or code; undo the change, or give the tournament "
        "a new name",
        "  knobs.x: stored 1, now 2",
        "  entrant 'a bot': agent: stored 'x', now 'y'",
    ]


def test_changed_entrants_need_new_names_and_the_tournament_does_not():
    error = SpecChangedError("my league", [], {"a bot": ["agent: stored 'x', now 'y'"], "b": ["p: stored 1, now 2"]})
    assert str(error).splitlines() == [
        "entrant 'a bot' of tournament 'my league' has games played with other settings or code; undo the change, or "
        "give the entrant a new name (`palaestra db entrant remove 'my league' 'a bot'` removes it with its games)",
        "  agent: stored 'x', now 'y'",
        "entrant 'b' of tournament 'my league' has games played with other settings or code; undo the change, or "
        "give the entrant a new name (`palaestra db entrant remove 'my league' b` removes it with its games)",
        "  p: stored 1, now 2",
    ]
