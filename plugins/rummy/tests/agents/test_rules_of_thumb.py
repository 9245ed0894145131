"""What the agents choose, in hands where anyone can see it, and that they keep the laws of agents."""

import pytest

from palaestra import AgentRng, InvalidValueError, View, build_game, load_agent, load_game
from palaestra.testing import check_agent
from palaestra_rummy.agents.choosing import card_points, is_safe, related
from palaestra_rummy.cards import card_id, card_set
from palaestra_rummy.indian_rummy.layout import HANDS
from palaestra_rummy.indian_rummy.spec import INDIAN_RUMMY

NEARING = ["min_score", "min_score_opp", "min_dist", "min_dist_opp", "min_dist_outs", "min_dist_guard"]
AGENTS = [*NEARING, "defeat_heuristic"]
FAR = "AD 3D TH QH 2C 4C 6C 8C 3S 6S 9S JS QD"
NEAR = "AH 2H 3H 4H 6D 7D 8D TC JC QC 5C 5D KD"
"""Three pure sequences and a pair; a third five ends it."""


class Player:
    """An agent that decides where it is put."""

    def __init__(self, game, name, **parameters):
        self.game = game
        self.agent = load_agent(name, game, AgentRng(1), **parameters)

    def choice(self, state):
        player = state.current_player
        view = View(self.game, player, state.observation(player), tuple(state.legal_actions()))
        return self.game.action_to_string(state, self.agent.act(view))

    def turn(self, state):
        """Play a whole turn; return both choices."""
        choices = []
        for _ in range(2):
            choices.append(self.choice(state))
            state.step(self.game.string_to_action(state, choices[-1]))
        return choices


@pytest.mark.parametrize("agent", AGENTS)
def test_agents_keep_the_laws(agent):
    check_agent(agent, "indian_rummy", games=3)


@pytest.mark.parametrize("agent", NEARING[:4])
def test_agents_keep_the_laws_with_the_ties_of_the_reference(agent):
    check_agent(agent, "indian_rummy", parameters={"ties": "keep"})


@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("knobs", [{"declaration": "open", "return_taken": True}, {"empty_deck": "reshuffle"}])
def test_agents_keep_the_laws_under_other_knobs(agent, knobs):
    check_agent(agent, build_game(INDIAN_RUMMY, knobs), games=1)


@pytest.mark.parametrize("agent", NEARING)
def test_card_that_ends_the_game_is_taken_and_the_hand_declared(game, place, agent):
    state = place(NEAR, FAR, wild="9", cut="9H", open="5S")
    assert Player(game, agent).turn(state) == ["draw open", "declare"]
    assert state.returns() == [1.0, -1.0]


@pytest.mark.parametrize("agent", AGENTS)
def test_card_that_helps_nothing_is_left(game, place, agent):
    assert Player(game, agent).choice(place(NEAR, FAR, wild="9", cut="9H", open="AC")) == "draw closed"


@pytest.mark.parametrize("agent", AGENTS)
def test_invalid_hand_is_not_declared_where_it_would_be_legal(place, agent):
    game = build_game(INDIAN_RUMMY, {"declaration": "open"})
    state = place(FAR, NEAR, under=game, wild="9", cut="9H", open="7C")
    assert "declare" not in Player(game, agent).turn(state)


def test_reference_changes_its_hand_where_a_draw_improves_it(game, place):
    """The only closed card that is left is the queen that the run needs."""
    hand = "AH 2H 3H 4H 6D 7D 8D TC JC 5C 5D 9S KD"
    others = "AD 2D 3D 4D 9D TD JD QD AC 2C 3C 4C 6C"
    pile = "6H7H8H9HTHJHQHKH5H8C9CKCAS2S3S4S5S6S8STSJSQS7C"
    state = place(hand, others, open="KS", pile=pile)
    assert Player(game, "min_dist", ties="keep").turn(state) == ["draw closed", "discard KD"]
    assert (int(state.array[HANDS]) >> card_id("QC")) & 1


def test_guard_without_fear_plays_as_outs(game):
    for seed in range(20):
        state = game.new_state(seed=seed)
        calm, outs = Player(game, "min_dist_guard", danger=0.0), Player(game, "min_dist_outs")
        while not state.is_terminal:
            choice = calm.choice(state)
            assert outs.choice(state) == choice
            state.step(game.string_to_action(state, choice))


@pytest.mark.parametrize("agent", AGENTS)
def test_choices_are_explained(game, agent):
    state = game.new_state(seed=5)
    player = Player(game, agent)
    for _ in range(4):
        chosen = game.string_to_action(state, player.choice(state))
        explanation = player.agent.explain()
        assert explanation.actions[0][0] == chosen
        assert {action for action, _, _ in explanation.actions} == set(state.legal_actions())
        assert all(-1 <= value <= 1 for _, _, value in explanation.actions)
        assert explanation.principal_variation == (chosen,)
        state.step(chosen)


def test_what_the_opponent_wants_is_kept_from_it(game, place):
    """It took a king: the open king is taken, and what goes is neither a king nor near one."""
    state = place(NEAR, FAR.replace("QD", "KH"), wild="9", cut="9H", open="KC", picks="-/KH", held="-/KH")
    draw, discard = Player(game, "defeat_heuristic").turn(state)
    assert draw == "draw open"
    assert discard[8] not in "QKA"


def test_relations_stay_in_the_suit():
    """The ace is next to the 2 and to the king of its own suit."""
    assert related(card_id("AD")) == card_set(map(card_id, ["AH", "AD", "AC", "AS", "2D", "KD"]))
    assert related(card_id("KS")) == card_set(map(card_id, ["KH", "KD", "KC", "KS", "QS", "AS"]))


@pytest.mark.parametrize(
    ("card", "discards", "picks", "safe"),
    [
        ("5H", [], [], 1),
        ("5H", [], ["6H"], 0),
        ("5H", ["5S"], ["6H"], 1),
        ("5H", ["6D"], ["5D"], 0),
        ("5H", [], ["7H"], 1),
    ],
)
def test_safe_is_near_a_discard_or_far_from_every_pick(card, discards, picks, safe):
    assert is_safe(card_id(card), card_set(map(card_id, discards)), card_set(map(card_id, picks))) == safe


def test_points_of_cards():
    wild = "A23456789TJQK".index("7")
    names = ["AH", "2D", "6C", "7S", "9H", "TD", "JC", "QS", "KH"]
    assert [card_points(card_id(name), wild) for name in names] == [10, 2, 6, 0, 9, 10, 10, 10, 10]


def test_wrong_ties_are_refused(game):
    with pytest.raises(InvalidValueError, match="'points', 'keep'"):
        load_agent("min_dist", game, 1, ties="luck")


@pytest.mark.parametrize(
    ("agent", "parameters"),
    [
        ("random", {}),
        ("greedy", {"samples": 2}),
        ("flat_monte_carlo", {"iterations": 60}),
        ("uct", {"iterations": 60}),
        ("uct", {"iterations": 60, "leaf": "evaluate"}),
        ("ismcts", {"iterations": 60}),
        ("determinized_uct", {"iterations": 60, "determinizations": 4}),
        ("rhea", {"iterations": 10}),
    ],
)
def test_search_agents_play_the_game(agent, parameters):
    check_agent(agent, load_game("indian_rummy", turn_cap=12), games=1, parameters=parameters)
