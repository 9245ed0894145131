"""What players may not know is exchanged: honest games show no difference, leaky ones are caught."""

import dataclasses

import pytest

from palaestra.errors import InvalidValueError
from palaestra.game import KernelGame, build_game
from palaestra.kernel import rule
from palaestra.testing import check_secrecy
from palaestra.testing.conformance import ConformanceError
from palaestra.testing.games import KUHN_POKER, NIM, TWENTY_ONE, kuhn_poker
from palaestra.testing.games.kuhn_poker import CARDS, PLAYED, STATE_SIZE


def other_card(state, player, rng):
    """Give the opponent the third card, unless the cards lie open or have not been dealt."""
    over = kuhn_poker.current_player(state) < 0
    hidden = 1 - player
    if state[CARDS + hidden] and not (over and kuhn_poker._is_showdown(state)):
        known = state[CARDS + player]
        state[CARDS + hidden] = 6 - state[CARDS + hidden] - known if known else 1 + rng.integers(3)
    return state


@pytest.fixture
def kuhn():
    return build_game(KUHN_POKER, {})


def test_honest_games_keep_their_secrets(kuhn):
    report = check_secrecy(kuhn, other_card, positions=500)
    assert (report.positions, len(report.laws)) == (500, 3)
    assert check_secrecy(build_game(NIM, {}), positions=200).laws == report.laws[:2]


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "exchange"), [(KUHN_POKER, other_card), (NIM, None)])
def test_in_many_positions(spec, exchange):
    assert check_secrecy(build_game(spec, {}), exchange, positions=100_000).positions == 100_000


def leaky(game, **rules):
    definition = dataclasses.replace(game.definition, rules=dataclasses.replace(game.rules, **rules))
    return KernelGame(game.spec, definition, dict(game.knobs))


@rule("observe")
def shows_a_trace(state, player, out):
    """Blank the opponent's card, and let the last word tell it."""
    kuhn_poker.observe(state, player, out)
    if kuhn_poker.current_player(state) >= 0 and player >= 0:
        out[STATE_SIZE - 1] = state[CARDS + 1 - player]


@rule("observe")
def shows_the_future(state, player, out):
    """Let the last number show a bit of the random numbers, before the game is over."""
    kuhn_poker.observe(state, player, out)
    if kuhn_poker.current_player(state) >= 0:
        out[STATE_SIZE - 1] = state[0] & 1


@rule("step")
def marks_the_deal(state, action):
    """Note the second card in the history when it is drawn, where everybody sees it."""
    kuhn_poker.step(state, action)
    if state[PLAYED] == 1:
        state[STATE_SIZE - 1] = state[CARDS + 1]


def test_a_word_that_tells_a_card_is_found(kuhn):
    with pytest.raises(ConformanceError, match=r"the observation of player \d changes"):
        check_secrecy(leaky(kuhn, observe=shows_a_trace), other_card)


def test_a_word_that_tells_the_future_is_found(kuhn):
    with pytest.raises(ConformanceError, match=r"the observation of player \d changes"):
        check_secrecy(leaky(kuhn, observe=shows_the_future), other_card)


def test_only_an_exchange_by_hand_finds_what_observe_and_determinize_agree_on(kuhn):
    """The copy of the card is in every view, and a determinization keeps it: it fits the observation."""
    game = leaky(kuhn, step=marks_the_deal)

    def with_its_trace(state, player, rng):
        before = state[CARDS + 1]
        state = other_card(state, player, rng)
        if state[STATE_SIZE - 1] == before and state[PLAYED] == 1:
            state[STATE_SIZE - 1] = state[CARDS + 1]
        return state

    assert check_secrecy(game, positions=200).laws[0] == "players do not see the future"
    with pytest.raises(ConformanceError, match="what was exchanged by hand"):
        check_secrecy(game, with_its_trace)


def test_an_exchange_that_changes_nothing_is_no_check(kuhn):
    with pytest.raises(ConformanceError, match="exchange changed nothing for player 0"):
        check_secrecy(kuhn, lambda state, _player, _rng: state)


def test_games_without_a_kernel_are_refused():
    with pytest.raises(InvalidValueError, match="expected a game with a kernel"):
        check_secrecy(build_game(TWENTY_ONE, {}))
