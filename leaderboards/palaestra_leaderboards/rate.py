"""Bradley-Terry ratings with intervals: the default ratings of a leaderboard."""

import math
from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from palaestra_leaderboards._checks import normal_quantile
from palaestra_leaderboards.beat_graph import beat_graph, components, determines_seat_term, reachability
from palaestra_leaderboards.bounds import bound_against_all, bound_against_rated
from palaestra_leaderboards.clusters import Clusters, clusters_of_games, clusters_of_table, scatter
from palaestra_leaderboards.elo import ELO_PER_LOGIT
from palaestra_leaderboards.errors import RatingError
from palaestra_leaderboards.likelihood import Estimate, maximize
from palaestra_leaderboards.pair_table import PairTable
from palaestra_leaderboards.ratings import Ratings
from palaestra_leaderboards.sandwich import standard_errors

FloatArray = NDArray[np.float64]
IntArray = NDArray[np.int64]


def bradley_terry(
    first: Iterable[str],
    second: Iterable[str],
    score: Iterable[float],
    pair: Iterable[Hashable] | None = None,
    *,
    seat_term: bool = False,
    level: float = 0.95,
) -> Ratings:
    """Rate entrants by maximum likelihood under the Bradley-Terry model, with intervals.

    Game g is played by `first[g]`, in the first seat, and `second[g]`; `score[g]` in [0, 1] is what the
    first-named won, a draw as half a win. Games between the same two entrants with equal `pair[g]` form a game
    pair and may depend on each other; a game without label (None, or no `pair` at all) stands alone. The order of
    the games does not matter. Names come sorted.

    The model is logit P(i beats j) = theta_i - theta_j (Bradley and Terry, Biometrika 39 (1952) 324), plus gamma
    for the first seat with `seat_term` (Davidson and Beaver, Biometrics 33 (1977) 693). `elo` has mean 0; `low` and
    `high` are the ends of its interval at `level`, from the sandwich clustered by game pair.

    Whether the results determine ratings is decided before fitting. Entrants that scored against each other,
    directly or through others, form a component; ratings are finite within one only. The
    largest component (most entrants, then most game pairs, then first by name) is rated, with mean 0 over it. Of
    the others only what the results determine is given, and `notes` says why:

    - one that won all its games against those rated has `elo` NaN, a `low` and `high` NaN; one that lost them all
      the mirror image. The bound is the exact one for that run, at probability (1 - level) / 2;
    - one that never met those rated has NaN throughout;
    - where every match-up was won by one side throughout, no entrant can be rated; one that beat (or lost to) all the
      others has a bound relative to the mean of all;
    - a first-seat term that the results do not determine is left out and `first_seat_elo` is NaN.

    Raises RatingError if the lengths differ, a score lies outside [0, 1] or `level` outside (0, 1).
    """
    return rate_clusters(clusters_of_games(first, second, score, pair), seat_term=seat_term, level=level)


def bradley_terry_cells(table: PairTable, *, seat_term: bool = False, level: float = 0.95) -> Ratings:
    """Rate the entrants of a table of counts as `bradley_terry` rates a list of games, in their order there.

    Takes milliseconds whatever the number of games. Entrants without games are named in `notes` and have NaN.
    """
    return rate_clusters(clusters_of_table(table), seat_term=seat_term, level=level)


def rate_clusters(clusters: Clusters, *, seat_term: bool, level: float) -> Ratings:
    """Rate entrants from clusters of games: what is common to lists and tables."""
    quantile = normal_quantile(level)
    games, points = clusters.seat_matrices()
    size = len(clusters.names)
    result = _Draft(clusters.names)
    if size == 0:
        return result.finish()
    scored = reachability(beat_graph(games, points))
    result.above = scored & ~scored.T
    main = main_component(games, points)
    group = np.flatnonzero(reachability(games + games.T > 0.0)[main[0]])
    result.note_groups(games, group)
    if len(main) > 1:
        estimate = result.rate(clusters, main, seat_term, quantile)
        for entrant in group[np.isnan(result.elo[group])]:
            ends = bound_against_rated(clusters, int(entrant), main, estimate.theta, estimate.gamma, level)
            result.bound(int(entrant), *ends)
        result.note_bounds("those rated", group)
    elif len(group) > 1:
        _bound_ordered(result, clusters, games, points, group, level)
    else:
        result.notes.append("no two entrants met, so none is rated")
    return result.finish()


def main_component(games: FloatArray, points: FloatArray) -> IntArray:
    """Return the entrants of the component that is rated: most entrants, then most games, then lowest index."""
    closure = reachability(beat_graph(games, points))
    met = reachability(games + games.T > 0.0)

    def weight(members: IntArray) -> tuple[float, ...]:
        group = met[members[0]]
        within = games[np.ix_(members, members)].sum()
        return len(members), float(within), float(group.sum()), float(games[group].sum()), -float(members[0])

    return max(components(closure), key=weight)


def estimate_component(clusters: Clusters, *, seat_term: bool) -> tuple[Estimate, bool]:
    """Return the estimate for one strongly connected component, and whether it has a first-seat term."""
    games, points = clusters.seat_matrices()
    if seat_term and determines_seat_term(games, points):
        try:
            return maximize(games, points, seat_term=True), True
        except RatingError:
            pass  # determined in principle, but not within floating-point precision
    return maximize(games, points, seat_term=False), False


def _bound_ordered(
    result: "_Draft", clusters: Clusters, games: FloatArray, points: FloatArray, group: IntArray, level: float
) -> None:
    """Bound those that beat, or lost to, all others of a group in which none can be rated."""
    result.notes.append(
        "every match-up was won by one side throughout, so no rating is finite; bounds are against the mean of all"
    )
    trials = scatter(clusters.a, clusters.b, clusters.count, len(games))
    trials += trials.T
    scored = beat_graph(games, points)
    for entrant in group:
        others = group[group != entrant]
        if not (trials[entrant, others] > 0.0).all():
            continue
        bound = bound_against_all(trials[entrant, others], level)
        if scored[entrant, others].all():
            result.bound(int(entrant), bound, math.nan)
        elif scored[others, entrant].all():
            result.bound(int(entrant), math.nan, -bound)
    result.note_bounds("all the others", group)


class _Draft:
    """Ratings while they are put together, in Elo."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.elo, self.low, self.high = (np.full(len(names), np.nan) for _ in range(3))
        self.notes: list[str] = []
        self.first_seat = (math.nan, math.nan, math.nan)
        self.above = np.zeros((len(names), len(names)), dtype=np.bool_)

    def rate(self, clusters: Clusters, main: IntArray, seat_term: bool, quantile: float) -> Estimate:
        """Rate one component and return its estimate in log odds."""
        inner = clusters.among(main)
        estimate, determined = estimate_component(inner, seat_term=seat_term)
        errors = standard_errors(inner, estimate, seat_term=determined)
        self.elo[main] = ELO_PER_LOGIT * estimate.theta
        self.low[main] = ELO_PER_LOGIT * (estimate.theta - quantile * errors.theta)
        self.high[main] = ELO_PER_LOGIT * (estimate.theta + quantile * errors.theta)
        if determined:
            half = quantile * errors.gamma
            ends = (estimate.gamma, estimate.gamma - half, estimate.gamma + half)
            self.first_seat = (ELO_PER_LOGIT * ends[0], ELO_PER_LOGIT * ends[1], ELO_PER_LOGIT * ends[2])
        elif seat_term:
            self.notes.append("the results determine no first-seat term, so the ratings are without one")
        if errors.assumed.any():
            which = listing([inner.names[index] for index in np.flatnonzero(errors.assumed)])
            self.notes.append(
                f"the game pairs of {which} are too few or too alike to show their spread: "
                "intervals assume the widest possible"
            )
        return estimate

    def bound(self, entrant: int, low: float, high: float) -> None:
        """Set the ends, given in log odds, of an entrant without a finite rating."""
        self.low[entrant], self.high[entrant] = ELO_PER_LOGIT * low, ELO_PER_LOGIT * high

    def note_groups(self, games: FloatArray, group: IntArray) -> None:
        """Name the entrants without games and the groups that never met."""
        idle = np.flatnonzero(games.sum(axis=0) + games.sum(axis=1) == 0.0)
        if len(idle):
            self.notes.append(f"{listing([self.names[index] for index in idle])} played no games")
        groups = components(reachability(games + games.T > 0.0))
        rest = [other for other in groups if other[0] != group[0] and other[0] not in idle]
        if rest and group[0] not in idle:
            texts = [listing([self.names[index] for index in members]) for members in [group, *rest]]
            self.notes.append(
                f"results fall into {len(texts)} groups that never met: {' | '.join(texts)}; only the first is rated"
            )

    def note_bounds(self, opponents: str, group: IntArray) -> None:
        """Say which entrants of a group have one end only, or none."""
        unrated = group[np.isnan(self.elo[group])]
        low, high = ~np.isnan(self.low[unrated]), ~np.isnan(self.high[unrated])
        for chosen, text in (
            (low, f"won every game against {opponents}: only a lower bound is known"),
            (high, f"lost every game against {opponents}: only an upper bound is known"),
            (~low & ~high, "cannot be placed by these results: no bound is known"),
        ):
            if chosen.any():
                self.notes.append(f"{listing([self.names[index] for index in unrated[chosen]])} {text}")

    def finish(self) -> Ratings:
        """Return the ratings."""
        return Ratings(self.names, self.elo, self.low, self.high, tuple(self.notes), *self.first_seat, self.above)


def listing(names: Sequence[str], longest: int = 8) -> str:
    """Return names joined by commas, at most `longest` of them and the number of the rest."""
    shown = ", ".join(str(name) for name in names[:longest])
    return shown if len(names) <= longest else f"{shown} and {len(names) - longest} more"
