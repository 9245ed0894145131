"""The agents `rhea_vanilla` and `rhea`: one search, other parameters.

``rhea_vanilla`` is rolling horizon evolution as it was before: uniform crossover, point mutation, illegal genes
repaired by random legal actions; no tree, no cache, no filters. ``rhea`` is the agent of Sakurai and Hasebe 2023.
Where their paper leaves things open, the choices made are listed in the documentation of the agent, and said where
they are made: :mod:`palaestra_search.rhea.choosing`, ``operators``, ``evaluation``, ``memory`` and ``search``.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from palaestra import (
    CompiledPolicy,
    Explanation,
    FloatArray,
    Game,
    GameError,
    IntArray,
    KernelGame,
    PolicyAgent,
    View,
    new_rng,
)
from palaestra_search.budget import run_until
from palaestra_search.rhea import layout
from palaestra_search.rhea.layout import Settings, Workspace, read_settings, workspace, workspace_size
from palaestra_search.rhea.memory import expect
from palaestra_search.rhea.operators import POINT_MUTATION, TREE_CROSSOVER, TREE_MUTATION, UNIFORM_CROSSOVER
from palaestra_search.rhea.parameters import RheaParameters, RheaVanillaParameters
from palaestra_search.rhea.search import UNLIMITED, best_individual, choose, evolve, init_search
from palaestra_search.rhea.tree import ACTION, CHILD, NEXT, TOTAL, VISITS


def search_settings(parameters: RheaVanillaParameters, game: KernelGame) -> Settings:
    """Return what the search is told.

    Args:
        parameters: of `rhea`, or of `rhea_vanilla`, which stores first actions only, to explain its decisions.
        game: the game to play; it has the filters that `parameters` name.
    """
    evaluated = parameters.iterations if parameters.seconds is None else game.num_actions
    vanilla = Settings(
        iterations=parameters.iterations,
        population=parameters.population,
        tournament=parameters.tournament,
        elite=parameters.elite,
        crossover_rate=parameters.crossover_rate,
        mutation_rate=parameters.mutation_rate,
        states=parameters.states,
        playouts=parameters.playouts,
        by_evaluate=parameters.evaluation == "evaluate",
        horizon=parameters.horizon,
        crossover=UNIFORM_CROSSOVER,
        mutation=POINT_MUTATION,
        gamma=0.0,
        exploration=0.0,
        unseen=0.0,
        keep_tree=False,
        tree_nodes=1 + min(game.num_actions, evaluated),
        tree_depth=1,
        cache=0,
        filters=0,
        fallback=-1,
    )
    if not isinstance(parameters, RheaParameters):
        return vanilla
    filters = game.rules.filters
    return vanilla._replace(
        crossover=TREE_CROSSOVER if parameters.crossover == "tree" else UNIFORM_CROSSOVER,
        mutation=TREE_MUTATION if parameters.mutation == "tree" else POINT_MUTATION,
        gamma=parameters.gamma,
        exploration=parameters.exploration,
        unseen=parameters.unseen,
        keep_tree=parameters.keep_tree,
        tree_nodes=parameters.tree_nodes,
        tree_depth=parameters.horizon,
        cache=parameters.cache,
        filters=sum(1 << filters.index(name) for name in parameters.filter_names()),
        fallback=-1 if parameters.fallback_filter is None else filters.index(parameters.fallback_filter),
    )


def _kernel_game(game: Game, parameters: RheaVanillaParameters) -> KernelGame:
    """Return the game, if it has what the parameters ask for."""
    if not isinstance(game, KernelGame):
        raise GameError(f"game '{game.spec.id}' has no kernel, which rolling horizon evolution needs")
    parameters.check_game(game)
    return game


class RheaAgent(PolicyAgent):
    """Rolling horizon evolution over the own actions of a turn; see :mod:`palaestra_search.rhea.search`.

    Raises:
        UnknownNameError: a filter that the game does not have.
        InvalidValueError: an evaluation that the game does not have.
        GameError: a game without a kernel.
    """

    def __init__(
        self,
        game: Game,
        parameters: RheaVanillaParameters,
        rng: np.random.Generator,
        now: Callable[[], float] = time.perf_counter,
    ) -> None:
        self._limit = parameters.seconds
        self._now = now
        self._policy = _policy(game, parameters)
        self._kernel = _kernel_game(game, parameters).kernel
        self._memory = np.zeros(self._policy.memory_words, dtype=np.int64)
        self._words = new_rng(rng)
        self._seconds = 0.0

    @classmethod
    def compile_policy(cls, game: Game, parameters: RheaVanillaParameters) -> CompiledPolicy | None:
        """Return the policy; None for a budget in seconds."""
        return None if parameters.seconds is not None else _policy(game, parameters)

    def act(self, view: View) -> int:
        """Evolve and return the first action of the best sequence."""
        return super().act(view) if self._limit is None else self._act_in_time(view, self._limit)

    def explain(self) -> Explanation:
        """Return the reading of the last decision.

        The visits of an action are the sequences evaluated that begin with it, the value is their mean fitness;
        with a tree that was kept, those of earlier decisions of the same turn are among them. The principal
        variation is the best sequence, to the end of the turn.
        """
        memory = self._memory
        values = memory.view(np.float64)
        iterations = int(memory[layout.EVALUATED])
        if iterations == 0:
            return Explanation((), (int(memory[layout.CHOSEN]),), 0, self._seconds)
        best = best_individual(self._workspace())
        genes = memory[best + layout.FIRST_GENE :][: memory[best + layout.LENGTH]]
        actions = sorted(_first_actions(memory, values), key=lambda entry: (-entry[1], entry[0]))
        return Explanation(tuple(actions), tuple(genes.tolist()), iterations, self._seconds)

    def _workspace(self) -> Workspace:
        return workspace(self._kernel, read_settings(self._policy.params), self._memory)

    def _act_in_time(self, view: View, seconds: float) -> int:
        started = self._now()
        observation = np.array(view.observation)
        kernel, player, memory, rng = view.kernel, view.player, self._memory, self._words
        settings, ws = read_settings(self._policy.params), self._workspace()
        init_search(kernel, observation, settings, ws)
        action = view.legal_actions[0]
        if len(view.legal_actions) > 1:

            def work(pieces: int) -> bool:
                evolve(kernel, observation, player, settings, ws, rng, UNLIMITED, pieces)
                return True

            while memory[layout.EVALUATED] == 0:  # a sequence to play, however short the time
                work(1)
            run_until(started, seconds, self._now, work)
            action = int(memory[best_individual(ws) + layout.FIRST_GENE])
        expect(kernel, observation, player, settings, ws, action, rng)
        self._seconds = self._now() - started
        return action


def _policy(game: Game, parameters: RheaVanillaParameters) -> CompiledPolicy:
    checked = _kernel_game(game, parameters)
    settings = search_settings(parameters, checked)
    return CompiledPolicy(choose, np.array(settings, dtype=np.float64), int(workspace_size(checked.kernel, settings)))


def _first_actions(memory: IntArray, values: FloatArray) -> list[tuple[int, int, float]]:
    """Return (action, visits, mean fitness) of every child of the root."""
    found: list[tuple[int, int, float]] = []
    child = int(memory[memory[layout.ROOT] + CHILD])
    while child != 0:
        visits = int(memory[child + VISITS])
        found.append((int(memory[child + ACTION]), visits, float(values[child + TOTAL]) / visits))
        child = int(memory[child + NEXT])
    return found
