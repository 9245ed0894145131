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
from palaestra_search.rhea.memory import expect
from palaestra_search.rhea.operators import POINT_MUTATION, TREE_CROSSOVER, TREE_MUTATION, UNIFORM_CROSSOVER
from palaestra_search.rhea.parameters import RheaParameters, RheaVanillaParameters
from palaestra_search.rhea.search import UNLIMITED, begin, best_individual, choose, evolve
from palaestra_search.rhea.tree import ACTION, CHILD, NEXT, TOTAL, VISITS


def search_params(parameters: RheaVanillaParameters, game: KernelGame) -> FloatArray:
    """Return what the search reads; see :mod:`palaestra_search.rhea.layout`.

    Args:
        parameters: of `rhea`, or of `rhea_vanilla`, which stores first actions only, to explain its decisions.
        game: the game to play; it has the filters that `parameters` name.
    """
    num_actions = game.num_actions
    params = np.zeros(layout.NUM_PARAMS)
    params[layout.ITERATIONS] = parameters.iterations
    params[layout.POPULATION] = parameters.population
    params[layout.TOURNAMENT] = parameters.tournament
    params[layout.ELITE] = parameters.elite
    params[layout.CROSSOVER_RATE] = parameters.crossover_rate
    params[layout.MUTATION_RATE] = parameters.mutation_rate
    params[layout.STATES] = parameters.states
    params[layout.PLAYOUTS] = parameters.playouts
    params[layout.BY_EVALUATE] = parameters.evaluation == "evaluate"
    params[layout.HORIZON] = parameters.horizon
    params[layout.CROSSOVER] = UNIFORM_CROSSOVER
    params[layout.MUTATION] = POINT_MUTATION
    evaluated = parameters.iterations if parameters.seconds is None else num_actions
    params[layout.TREE_NODES] = 1 + min(num_actions, evaluated)
    params[layout.TREE_DEPTH] = 1
    params[layout.FALLBACK] = -1
    if isinstance(parameters, RheaParameters):
        _write_own(params, parameters, game)
    return params


def _write_own(params: FloatArray, parameters: RheaParameters, game: KernelGame) -> None:
    if parameters.crossover == "tree":
        params[layout.CROSSOVER] = TREE_CROSSOVER
    if parameters.mutation == "tree":
        params[layout.MUTATION] = TREE_MUTATION
    params[layout.GAMMA] = parameters.gamma
    params[layout.EXPLORATION] = parameters.exploration
    params[layout.UNSEEN] = parameters.unseen
    params[layout.KEEP_TREE] = parameters.keep_tree
    params[layout.TREE_NODES] = parameters.tree_nodes
    params[layout.TREE_DEPTH] = parameters.horizon
    params[layout.CACHE] = parameters.cache
    params[layout.FILTERS] = sum(1 << game.rules.filters.index(name) for name in parameters.filter_names())
    if parameters.fallback_filter is not None:
        params[layout.FALLBACK] = game.rules.filters.index(parameters.fallback_filter)


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
        best = best_individual(memory, values)
        genes = memory[best + layout.FIRST_GENE :][: memory[best + layout.LENGTH]]
        actions = sorted(_first_actions(memory, values), key=lambda entry: (-entry[1], entry[0]))
        return Explanation(tuple(actions), tuple(genes.tolist()), iterations, self._seconds)

    def _act_in_time(self, view: View, seconds: float) -> int:
        started = self._now()
        observation = np.array(view.observation)
        kernel, player, params, memory, words = view.kernel, view.player, self._policy.params, self._memory, self._words
        begin(kernel, observation, params, memory)
        action = view.legal_actions[0]
        if len(view.legal_actions) > 1:

            def work(pieces: int) -> bool:
                evolve(kernel, observation, player, params, memory, words, UNLIMITED, pieces)
                return True

            while memory[layout.EVALUATED] == 0:  # a sequence to play, however short the time
                work(1)
            run_until(started, seconds, self._now, work)
            action = int(memory[best_individual(memory, memory.view(np.float64)) + layout.FIRST_GENE])
        expect(kernel, observation, player, params, memory, action, words)
        self._seconds = self._now() - started
        return action


def _policy(game: Game, parameters: RheaVanillaParameters) -> CompiledPolicy:
    checked = _kernel_game(game, parameters)
    params = search_params(parameters, checked)
    header = np.zeros(layout.HEADER_WORDS, dtype=np.int64)
    return CompiledPolicy(choose, params, int(layout.lay_out(checked.kernel, params, header)))


def _first_actions(memory: IntArray, values: FloatArray) -> list[tuple[int, int, float]]:
    """Return (action, visits, mean fitness) of every child of the root."""
    found: list[tuple[int, int, float]] = []
    child = int(memory[memory[layout.ROOT] + CHILD])
    while child != 0:
        visits = int(memory[child + VISITS])
        found.append((int(memory[child + ACTION]), visits, float(values[child + TOTAL]) / visits))
        child = int(memory[child + NEXT])
    return found
