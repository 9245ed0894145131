"""The snapshots of one training against each other, for tables of which eleven do not fit into memory as entrants.

The pool of a table only grows, so one index serves all snapshots of a training: the values that a snapshot does not
have yet are zeros, all alike, which are played as an unknown position is, at random. The games are those of the agent
`q_snapshot`, and the ratings those of a leaderboard; only the tournament's store is left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from palaestra import KernelGame
from palaestra_leaderboards import PairTable, bradley_terry_cells, tally
from palaestra_learning.q_learning.learner import Games, Learner, Opponent, new_tally, results_of
from palaestra_learning.q_learning.opponents import random_policy
from palaestra_learning.q_learning.policy import table_policy
from palaestra_learning.q_learning.rule import ALTERNATING, changed
from palaestra_learning.q_learning.settings import Settings
from palaestra_learning.q_learning.table import QTable

_MATCHES = 2
"""Stream of random numbers, beside those of training and checks."""


def trained_tables(
    game: KernelGame, settings: Settings, percents: Sequence[int], memory_bytes: int
) -> dict[int, QTable]:
    """Return the tables after so many per cent of the games of a training with a random teacher or a twin; 0 = empty.

    They share one index and must not be trained further.
    """
    learner = Learner(game, settings, random_policy(game), memory_bytes)
    known = {0: np.zeros(0)}
    for percent in percents:
        learner.train(round(settings.games * percent / 100))
        known[percent] = learner.table.used_values.copy()
    index, head, size = learner.table.index, learner.table.head, len(learner.table.used_values)
    del learner  # and with it the pool, the largest part
    tables = {}
    for percent in (0, *percents):
        values = np.zeros(size)  # untouched pages take no memory
        values[: len(known[percent])] = known[percent]
        del known[percent]
        tables[percent] = QTable(index, values, head)
    return tables


def standings(game: KernelGame, settings: Settings, tables: Mapping[int, QTable], pairs: int) -> list[dict[str, Any]]:
    """Return the ratings of tables that play each other, `pairs` games in each seat of every match-up, best first.

    ``v random`` is the score against the empty table.
    """
    percents = list(tables)
    rule = changed(settings.rule(), LEARNS=0, TWIN=0, SEATS=ALTERNATING)
    games = Games(game)
    a, b, first, second = [], [], [], []
    for j in range(1, len(percents)):
        opponent = Opponent(table_policy(game, tables[percents[j]], rule))
        for i in range(j):
            counts = new_tally(settings.seed, _MATCHES, percents[i], percents[j])
            games.play(opponent, tables[percents[i]], rule, counts, 2 * pairs)
            results = results_of(counts)
            a.append(i)
            b.append(j)
            first.append(results.first[::-1])  # losses, draws, wins
            second.append(results.second[::-1])
    names = tuple(f"Q-{percent}" for percent in percents)
    none = np.zeros((len(a), 3, 3), dtype=np.int64)
    table = PairTable(names, np.array(a), np.array(b), none, np.array(first), np.array(second))
    ratings, totals = bradley_terry_cells(table), tally(table)
    against_random = {
        b[r]: 1.0 - (sum(x[r][2] + x[r][1] / 2 for x in (first, second))) / (2 * pairs)
        for r in range(len(a))
        if a[r] == 0
    }
    return [
        {
            "entrant": names[i],
            "score": float(totals.score[i]),
            "rating": float(ratings.elo[i]),
            "low": float(ratings.low[i]),
            "high": float(ratings.high[i]),
            "v random": against_random.get(i, 0.5),
        }
        for i in ratings.order()
    ]
