"""A weakened agent: the same games in both lanes and behind every isolation, trusted as far as the agent below is."""

import itertools
import sys

import numpy as np
import pytest

from palaestra import (
    AgentRng,
    InvalidValueError,
    SpecError,
    UnknownNameError,
    UserError,
    View,
    build_game,
    load_agent,
    load_game,
    load_policy,
    run_tournament,
)
from palaestra.isolation.probe import offered
from palaestra.isolation.trust import TRUST_VARIABLE
from palaestra.plugins import Plugins
from palaestra.plugins.loader import Plugin
from palaestra.referee.explain import explain_game
from palaestra.store import reads
from palaestra.store.engine import reading
from palaestra.testing import check_agent
from palaestra.testing.fakes import FIRST_LEGAL
from palaestra.testing.games import KUHN_POKER, NIM
from palaestra.testing.policies import COMPILED_FIRST
from palaestra.tournament.specfile import load_tournament
from palaestra_learning.calibrate import Scorer
from palaestra_learning.plugin import WEAKENED
from palaestra_search.plugin import ALPHA_BETA

STRANGE = Plugins(
    [
        Plugin("palaestra-learning", "1", "learning", agents=(WEAKENED,)),
        Plugin("palaestra", "1", "core", games=(NIM,), agents=(COMPILED_FIRST,)),
        Plugin("strange-agents", "2", "strange", agents=(FIRST_LEGAL,)),
    ]
)
LEVELS = (
    ["none"]
    if sys.platform != "linux"
    else ["none", "process", "sandbox"]
    if offered().sandbox
    else ["none", "process"]
)


def weakened(agent, randomness, **given):
    name = f"{agent}-{randomness:g}"
    return {"agent": "weakened", "name": name, "parameters": {"agent": agent, "randomness": randomness, **given}}


def tournament(game, *entrants, **given):
    return {
        "tournament": {"name": "weak", "game": game, "pairs": 2, "root_seed": 3, **given},
        "entrant": list(entrants),
    }


def games(db):
    with reading(db) as connection:
        records = [game.record for game in reads.iterate_games(connection)]
    return {record.game.id: (record.returns, record.reason, record.actions) for record in records}, records


@pytest.mark.parametrize(
    ("agent", "game", "given"),
    [
        ("random", "tic_tac_toe", {}),
        ("alpha_beta", "nine_mens_morris", {"depth": 1}),
        ("uct", "kalah", {"iterations": 20, "reuse": True}),
        ("uct", "tic_tac_toe", {"seconds": 0.001}),
        ("greedy", "indian_rummy", {}),
        ("min_dist_outs", "indian_rummy", {}),
    ],
)
@pytest.mark.parametrize("randomness", [0.4, 1.0])
def test_weakened_agents_keep_the_laws(agent, game, given, randomness):
    parameters = {"agent": agent, "randomness": randomness, **given}
    check_agent("weakened", game, parameters=parameters, games=1, reproducible="seconds" not in given)


def test_it_weakens_where_cards_are_hidden():
    check_agent("weakened", build_game(KUHN_POKER, {}), parameters={"agent": "uct", "randomness": 0.5, "iterations": 9})


def moves(agent, game, seed):
    """Return the first moves of a whole line: the agent plays both seats."""
    state, played = game.new_state(), []
    while not state.is_terminal:
        seat = state.current_player
        view = View(game, seat, state.observation(seat), tuple(state.legal_actions()))
        played.append(agent.act(view))
        state.step(played[-1])
    return played


@pytest.mark.parametrize("agent", ["random", "uct"])
def test_without_randomness_it_is_the_agent_itself(tic_tac_toe, agent):
    given = {} if agent == "random" else {"iterations": 50}
    own = moves(load_agent(agent, tic_tac_toe, AgentRng(5), **given), tic_tac_toe, 5)
    assert moves(load_agent("weakened", tic_tac_toe, AgentRng(5), agent=agent, **given), tic_tac_toe, 5) == own


@pytest.mark.parametrize("randomness", [0.0, 0.25, 1.0])
def test_so_many_actions_are_random(tic_tac_toe, randomness):
    """The agent below always takes the first square, a random action one of nine."""
    agent = load_agent("weakened", tic_tac_toe, AgentRng(8), agent="alpha_beta", depth=1, randomness=randomness)
    state = tic_tac_toe.new_state()
    view = View(tic_tac_toe, 0, state.observation(0), tuple(state.legal_actions()))
    first = load_agent("alpha_beta", tic_tac_toe, AgentRng(8), depth=1).act(view)
    share = np.mean([agent.act(view) != first for _ in range(2000)])
    assert share == pytest.approx(randomness * 8 / 9, abs=0.04)


def scores_of(game, reference, agent, shares, games, **given):
    """Return the scores against a reference with these probabilities of random actions."""
    policies = [load_policy("weakened", game, agent=agent, randomness=share, **given) for share in shares]
    scorer = Scorer(game, reference, policies[0], 1)
    assert not scorer.exact
    return [scorer.score(policy, games) for policy in policies]


@pytest.mark.parametrize(
    ("name", "agent", "given", "games"),
    [
        ("nine_mens_morris", "alpha_beta", {"depth": 2, "ties": "random"}, 300),
        ("kalah", "uct", {"iterations": 60}, 300),
    ],
)
def test_the_score_falls_with_the_randomness(name, agent, given, games):
    """Against the agent itself."""
    game = load_game(name)
    scores = scores_of(game, load_policy(agent, game, **given), agent, (0.0, 0.25, 0.6), games, **given)
    assert scores[0].score == pytest.approx(0.5, abs=2 * scores[0].margin)
    for stronger, weaker in itertools.pairwise(scores):
        assert stronger.score - stronger.margin > weaker.score + weaker.margin


def test_both_lanes_and_every_isolation_play_the_same_games(tmp_path):
    found = {}
    for level in [*LEVELS, "clock"]:
        entrants = [weakened("alpha_beta", 0.3, depth=1), weakened("uct", 0.5, iterations=20), {"agent": "random"}]
        given = {"clock": {"per_move": 60}, "isolation": "none"} if level == "clock" else {"isolation": level}
        db = tmp_path / f"{level}.db"
        assert run_tournament(tournament("kalah", *entrants, **given), db, workers=0).complete
        found[level], records = games(db)
        assert {record.lane for record in records} == {"compiled" if level == "none" else "python"}
        assert {record.reason for record in records} == {"finished"}
    assert all(found[level] == found["none"] for level in LEVELS)
    assert len(found["clock"]) == len(found["none"]) == 12


@pytest.mark.parametrize("agent", ["first_legal", "compiled_first"])
def test_it_is_trusted_if_the_agent_below_is(agent, monkeypatch, tmp_path):
    monkeypatch.delenv(TRUST_VARIABLE, raising=False)
    spec = tournament("nim", weakened(agent, 0.5), weakened("compiled_first", 0.2))
    strange = agent == "first_legal"
    resolved = load_tournament(spec, STRANGE)
    first = resolved.entrants[0]
    assert first.confinement.level == ("process" if strange and sys.platform != "win32" else "none")
    assert (first.name in resolved.cast().trusted) is not strange
    assert first.identity.version == "1/1"
    other = "strange-agents" if strange else "palaestra"
    assert first.identity.provenance.distribution == f"palaestra-learning, {other}"
    apart = games_of(spec, tmp_path / "apart.db")
    monkeypatch.setenv(TRUST_VARIABLE, "strange-agents")
    assert load_tournament(spec, STRANGE).entrants[0].confinement.level == "none"
    assert games_of(spec, tmp_path / "together.db") == apart


def games_of(spec, db):
    assert run_tournament(spec, db, plugins=STRANGE, workers=0).complete
    return games(db)[0]


def test_its_games_can_be_explained(tmp_path, tic_tac_toe):
    spec = tournament("tic_tac_toe", weakened("uct", 0.5, iterations=30), {"agent": "random"}, pairs=1)
    run_tournament(spec, tmp_path / "games.db", workers=0)
    with reading(tmp_path / "games.db") as connection:
        entrants = {entrant.name: entrant for entrant in reads.stored_entrants(connection, "weak")}
    record = games(tmp_path / "games.db")[1][0]
    told = list(explain_game(tic_tac_toe, record, [entrants[name] for name in record.game.entrants]))
    own = [reading for reading in told if record.game.entrants[reading.seat] == "uct-0.5"]
    assert {reading.note for reading in own} == {""}
    assert {bool(reading.actions) for reading in own} == {True, False}
    assert all(reading.iterations in (0, 30) for reading in own)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"agent": "utc"}, "unknown agent 'utc'; did you mean 'uct'?"),
        ({"agent": 3}, "parameter 'agent' of weakened is 3; expected a text"),
        ({"agent": "uct", "iteration": 3}, "unknown parameter of weakened 'iteration'; did you mean 'iterations'?"),
        ({"agent": "uct", "iterations": 0}, "parameter 'iterations' of uct is 0; expected a whole number from 1"),
        ({"agent": "uct", "randomness": 2.0}, "parameter 'randomness' of weakened is 2.0; expected a number from 0 to"),
        ({"agent": "q_perfect"}, "agent 'q_perfect' has a parameter 'randomness' itself, as weakened has; expected"),
        ({"agent": "weakened"}, "agent 'weakened' plays by another agent itself; expected one for weakened that does"),
        ({"agent": "external"}, "'external' is a program; expected an agent of a plugin for weakened"),
        ({"agent": "min_score"}, "game for agent 'min_score' is 'tic_tac_toe'; expected one of indian_rummy"),
        ({"agent": "uct", "leaf": "evaluate", "playout_depth": 3}, "parameter 'playout_depth' of uct is 3; expected 0"),
    ],
)
def test_what_does_not_fit_is_told_in_one_line(given, message):
    entrant = {"agent": "weakened", "name": "w", "parameters": given}
    with pytest.raises(SpecError) as caught:
        run_tournament(tournament("tic_tac_toe", entrant, {"agent": "random"}), ":memory:")
    assert len(caught.value.problems) == 1
    assert message in caught.value.problems[0]


@pytest.mark.parametrize(
    ("given", "kind"),
    [
        ({"agent": "utc"}, UnknownNameError),
        ({"agent": "weakened"}, UserError),
        ({"agent": "min_score"}, InvalidValueError),
        ({"agent": ALPHA_BETA.id, "depth": 0}, InvalidValueError),
    ],
)
def test_loading_refuses_the_same(tic_tac_toe, given, kind):
    with pytest.raises(kind):
        load_agent("weakened", tic_tac_toe, 1, **given)


def test_an_agent_without_a_policy_leaves_it_without(tic_tac_toe):
    assert load_policy("weakened", tic_tac_toe, agent="uct", seconds=0.01) is None
