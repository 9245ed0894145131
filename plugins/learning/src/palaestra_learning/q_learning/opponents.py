"""The opponents of a learner, in training and in checks, as compiled policies."""

from __future__ import annotations

from palaestra import CompiledPolicy, Game, InvalidValueError, KernelGame, NoParameters, UserError
from palaestra_learning.q_learning.learner import kernel_game
from palaestra_learning.q_learning.policy import table_policy
from palaestra_learning.q_learning.settings import Settings
from palaestra_learning.q_learning.walk import MOST_POSITIONS, Walker, walk_game
from palaestra_search.alpha_beta.agent import AlphaBetaAgent
from palaestra_search.parameters import AlphaBetaParameters
from palaestra_search.uniform import RandomAgent


def random_policy(game: KernelGame) -> CompiledPolicy:
    """Return the policy that plays any legal action, each as likely."""
    return RandomAgent.compile_policy(game, NoParameters())


def perfect_policy(game: KernelGame, walker: Walker, first_of_ties: bool = False) -> CompiledPolicy:
    """Return the policy that plays any of the best actions, or the first one, by the exact values of the whole game."""
    side = walker.perfect(first_of_ties)
    return table_policy(game, side.table, side.rule)


def minmax_policy(game: KernelGame, depth: int, first_of_ties: bool) -> CompiledPolicy:
    """Return min-max by alpha-beta to a depth in plies, with the game's own evaluation and no table.

    The same as the agent `alpha_beta` with these parameters: a turn that is not over at the depth is followed for up
    to eight plies more, wins in fewer plies are preferred.

    Raises:
        InvalidValueError: a game that alpha-beta does not play.
    """
    if game.spec.information != "perfect" or game.spec.chance or game.spec.players != 2:
        raise InvalidValueError(
            "game for a min-max teacher", game.spec.id, "one of two players, open and without chance"
        )
    parameters = AlphaBetaParameters(depth=depth, ties="first" if first_of_ties else "random", table_bits=0)
    policy = AlphaBetaAgent.compile_policy(game, parameters)
    assert policy is not None  # there is one for every budget but seconds
    return policy


def teacher_policy(game: KernelGame, settings: Settings, walker: Walker | None) -> CompiledPolicy:
    """Return the teacher; a twin plays by the learner's table, and the policy returned is never asked.

    Raises:
        UserError: a min-max teacher without a depth in a game that cannot be walked.
    """
    if settings.is_twin or settings.teacher == "random":
        return random_policy(game)
    first_of_ties = settings.teacher == "minmax"
    if settings.depth > 0:
        return minmax_policy(game, settings.depth, first_of_ties)
    if walker is None:
        raise UserError(
            f"teacher '{settings.teacher}' has depth 0, the whole game, and {game.spec.id} has more than "
            f"{MOST_POSITIONS:,} positions or such as come again; expected a depth of at least 1"
        )
    return perfect_policy(game, walker, first_of_ties)


def find_teacher(game: Game, settings: Settings) -> CompiledPolicy:
    """Return the teacher, walking the whole game only for one that needs it.

    Raises:
        UserError: a game that cannot be learnt, or not from this teacher.
    """
    played = kernel_game(game)
    solves = settings.teacher in ("minmax", "random_minmax") and settings.depth == 0
    return teacher_policy(played, settings, walk_game(played) if solves else None)
