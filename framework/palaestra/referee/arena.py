"""Playing scheduled games of one tournament, in the lane that fits, on the machine at hand."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Final

import numpy as np

from palaestra.agent import AgentFactory, AgentRng, CompiledPolicy, compiled_policy
from palaestra.compiler import ensure_compiled
from palaestra.errors import GameError
from palaestra.game import Game, KernelGame, build_game
from palaestra.isolation.output import traceback_tail
from palaestra.kernel import IntArray
from palaestra.record import GameRecord, ScheduledGame, VoidAttempt
from palaestra.record import Lane as LaneName
from palaestra.referee.beacon import Beacon
from palaestra.referee.cast import Cast
from palaestra.referee.clock import GameClock
from palaestra.referee.faults import StopPlaying, VoidGame, fault_of, fault_returns
from palaestra.referee.hosts import Hosts, check_confinement
from palaestra.referee.lane import (
    CAPPED,
    ILLEGAL,
    RULES_SEAT,
    STUCK,
    TOO_LONG,
    Lane,
    LaneBatch,
    LaneSide,
    lane_side,
    new_batch,
    play_slice,
)
from palaestra.referee.play import RETURNS_EXPECTED, Outcome, blame_rules, possible_returns, referee_game
from palaestra.referee.rules_trial import describe_failure, replayed
from palaestra.referee.seat import InProcessSeat, Seat
from palaestra.seeding import agent_digest, agent_seed
from palaestra.spec import AgentSpec, load_object

SLICE_SECONDS: Final = 0.2
"""How long one nogil call, or one stretch of Python games, may last: nothing is reported or stopped within it."""

BUFFERED_ACTIONS: Final = 1 << 18
"""Actions in the buffer of each slice, besides one whole game."""

Played = GameRecord | VoidAttempt


class Arena:
    """Plays the scheduled games of one cast; holds what is built once in each process."""

    def __init__(self, cast: Cast, worker: int = 0, beacon: Beacon | None = None) -> None:
        """Play for one manager.

        Args:
            cast: who plays what.
            worker: number of this worker; 0 = the manager's own process.
            beacon: where the manager sees which agent this worker is asking.
        """
        self._cast = cast
        self._worker = worker
        self._beacon = beacon
        self._policies: dict[str, CompiledPolicy | None] = {}
        self._sides: dict[tuple[int, str], LaneSide | None] = {}
        self._factories: dict[str, AgentFactory] = {}
        self._hosts: Hosts | None = None

    @cached_property
    def game(self) -> Game:
        """The game under its knobs."""
        return build_game(self._cast.game, self._cast.knobs)

    def warm_up(self, playing: bool = True) -> None:
        """Compile, or load from the cache, everything that playing will need.

        Args:
            playing: whether this arena will play, and not only others on what it has compiled. It is then called by a
                thread that lives as long as the arena: the processes of confined agents die with it.

        Raises:
            PluginError: the code of the game or of an agent cannot be imported.
            UserError: an entrant cannot be confined as its tournament asks.
        """
        if not self._worker and self._cast.confined:
            check_confinement(self._cast)
        if playing and self._cast.confined:
            self._confined()  # it loads while this process does
        game = self.game
        for name, (spec, _) in self._cast.entrants.items():
            if name not in self._cast.confined:
                self._factory(spec)
        if game.kernel is None:
            return
        game.new_state()
        sides = [self._side(0, name) for name in self._cast.entrants]
        if any(side is not None for side in sides):
            ensure_compiled(play_slice)

    def play(self, games: Sequence[ScheduledGame]) -> Iterator[list[Played]]:
        """Play `games` in order; yields what has been played about every :data:`SLICE_SECONDS`."""
        for (entrants, decks), group in groupby(_grouped(games), key=lambda game: (game.entrants, game.decks)):
            sides = [self._side(seat, name) for seat, name in enumerate(entrants)]
            if len(sides) == 2 and all(side is not None for side in sides):
                yield from self._play_compiled(list(group), decks, sides)  # type: ignore[arg-type]
            else:
                yield from self._play_python(group)

    def _side(self, seat: int, name: str) -> LaneSide | None:
        """Return the entrant's compiled policy for a seat, or None when it has or may use none."""
        if not self._cast.may_compile(name):
            return None
        key = (seat, name)
        if key not in self._sides:
            policy = self._policy(name)
            try:
                self._sides[key] = None if policy is None else lane_side(policy)
            except Exception:  # the Python lane meets the same failure and blames the entrant
                self._sides[key] = None
        return self._sides[key]

    def _policy(self, name: str) -> CompiledPolicy | None:
        """Return the entrant's compiled policy, made once: both seats share its params, which may be large tables.

        All are kept, because any two entrants may meet next: in each worker those of a whole tournament are in memory.
        """
        if name not in self._policies:
            spec, parameters = self._cast.entrants[name]
            try:
                self._policies[name] = compiled_policy(self._factory(spec), self.game, parameters)
            except Exception:  # as above
                self._policies[name] = None
        return self._policies[name]

    # -- the Python lane ------------------------------------------------------------------------------------------

    def _play_python(self, games: Iterator[ScheduledGame]) -> Iterator[list[Played]]:
        played: list[Played] = []
        began = time.perf_counter()
        for game in games:
            if self._beacon is not None:
                self._beacon.play(game.id)
            played.append(self._play_one(game))
            if time.perf_counter() - began >= SLICE_SECONDS:
                yield played
                played, began = [], time.perf_counter()
        if self._beacon is not None:
            self._beacon.play("")
        if played:
            yield played

    def _play_one(self, scheduled: ScheduledGame) -> Played:
        try:
            state = self.game.new_state(scheduled.decks, scheduled.deal)
            seats = [self.seat(scheduled, player) for player in range(len(scheduled.entrants))]
            outcome = referee_game(self.game, state, seats, self._clock(scheduled), self._beacon)
        except StopPlaying:
            raise
        except VoidGame as void:
            return VoidAttempt(scheduled, void.detail, self._worker, time.time(), void.reason, void.seat)
        except BaseException as error:
            built = "game" in self.__dict__
            return self._void(scheduled, describe_failure(self.game, error) if built else traceback_tail(error))
        return self._record(scheduled, outcome, "python", outcome.seconds)

    def seat(self, scheduled: ScheduledGame, player: int) -> Seat:
        """Return the seat of an entrant in a game, at the isolation that it plays at."""
        name = scheduled.entrants[player]
        spec, parameters = self._cast.entrants[name]
        seed = agent_seed(scheduled.id, player, name)
        if self._cast.confinement(name).level != "none":
            return self._confined().seat(name, seed, player in scheduled.unexcused)
        rng = AgentRng(seed)
        limited = self._cast.clock is not None
        return InProcessSeat(
            lambda: self._factory(spec)(self.game, parameters, rng),
            StopPlaying,
            self._beacon,
            limited,
            player in scheduled.unexcused,
        )

    def _confined(self) -> Hosts:
        """Return the hosts of confined agents, made when they are first needed."""
        if self._hosts is None:
            self._hosts = Hosts(self._cast, own_process=self._worker > 0)
        return self._hosts

    def close(self) -> None:
        """End the processes that confined agents come from; those of a worker that is killed end by themselves."""
        if self._hosts is not None:
            self._hosts.close()

    def _clock(self, scheduled: ScheduledGame) -> GameClock | None:
        if self._cast.clock is None:
            return None
        game = self.game
        goes_on = isinstance(game, KernelGame) and game.rules.timeout_action is not None
        return GameClock(self._cast.clock, game.spec.players, turn_goes_on=goes_on, unexcused=scheduled.unexcused)

    def _factory(self, spec: AgentSpec) -> AgentFactory:
        """Return the agent's class, imported once."""
        if spec.factory not in self._factories:
            self._factories[spec.factory] = load_object(spec.factory)
        return self._factories[spec.factory]

    # -- the compiled lane ----------------------------------------------------------------------------------------

    def _play_compiled(
        self, games: list[ScheduledGame], decks: tuple[str, ...], sides: list[LaneSide]
    ) -> Iterator[list[Played]]:
        game = self.game
        if not isinstance(game, KernelGame):
            raise GameError(f"{game.spec.id} has compiled policies but no kernel")
        lane = Lane(game, game.config(decks), sides[0], sides[1])
        room = BUFFERED_ACTIONS // game.sizes.max_plies + 1
        position, chunk = 0, 1
        while position < len(games):
            count = min(chunk, room, len(games) - position)
            began = time.perf_counter()
            part = games[position : position + count]
            yield self._play_slice(lane, part, game.sizes.max_plies)
            elapsed = time.perf_counter() - began
            position += count
            chunk = max(1, min(4 * count, int(count * SLICE_SECONDS / max(elapsed, 1e-6))))

    def _play_slice(self, lane: Lane, games: list[ScheduledGame], max_plies: int) -> list[Played]:
        seeds = _seed_rows(games)
        batch = new_batch(len(games), (len(games) + 1) * (max_plies + 1))
        failures: dict[int, Played] = {}
        begin = 0
        while begin < len(games):
            try:
                lane.play(batch, seeds, begin, len(games))
                break
            except Exception as error:
                guilty = int(batch.progress[0])
                failures[guilty] = self._failed(lane, games[guilty], batch, error)
                begin = guilty + 1
        return self._records(games, batch, failures)

    def _records(self, games: list[ScheduledGame], batch: LaneBatch, failures: Mapping[int, Played]) -> list[Played]:
        now = time.time()
        actions = batch.actions[: int(batch.progress[2]) + 1].tolist()
        returns = batch.returns.tolist()
        lengths, statuses = batch.lengths.tolist(), batch.statuses.tolist()
        records: list[Played] = []
        offset = 0
        for index, game in enumerate(games):
            if index in failures:  # its actions were overwritten by the next game's
                records.append(failures[index])
                continue
            length, status = lengths[index], statuses[index]
            moves = tuple(actions[offset : offset + length])
            if status == TOO_LONG:
                records.append(self._void(game, f"the game is longer than its max_plies, {length}"))
            elif status == STUCK:
                records.append(self._void(game, f"no action is legal after {length} plies, and the game is not over"))
            elif status == ILLEGAL:
                seat = int(batch.offenders[index])
                detail = f"the policy answered {actions[offset + length]}, which is not a legal action"
                outcome = Outcome(fault_returns(seat, 2), "illegal", seat, moves, (0.0, 0.0), detail=detail)
                records.append(self._record(game, outcome, "compiled", None))
                offset += 1
            else:
                reason = "cap" if status == CAPPED else "finished"
                both = (returns[2 * index], returns[2 * index + 1])
                if possible_returns(both):
                    records.append(GameRecord(game, both, reason, None, moves, None, "compiled", self._worker, now))
                else:
                    records.append(self._void(game, f"the returns are {both}; expected {RETURNS_EXPECTED}"))
            offset += length
        return records

    def _failed(self, lane: Lane, game: ScheduledGame, batch: LaneBatch, error: Exception) -> Played:
        """Blame the seat being asked, or the rules, for an exception inside the lane."""
        seat, offset = int(batch.progress[1]), int(batch.progress[2])
        length = int(batch.lengths[batch.progress[0]])
        moves = tuple(batch.actions[offset : offset + length].tolist())
        fault = fault_of(error, seat)
        fault.suspect = True  # compiled code leaves no trace
        try:
            if seat == RULES_SEAT:
                replayed(lane.game, game, [*moves, int(batch.actions[offset + length])])
                return self._void(game, traceback_tail(error))
            blame_rules(lane.game, replayed(lane.game, game, moves), fault)
        except Exception as failure:
            return self._void(game, describe_failure(lane.game, failure))
        outcome = Outcome(fault_returns(seat, 2), fault.reason, seat, moves, (0.0, 0.0), detail=fault.detail)
        return self._record(game, outcome, "compiled", None)

    # -- records --------------------------------------------------------------------------------------------------

    def _record(
        self, game: ScheduledGame, outcome: Outcome, lane: LaneName, seconds: tuple[float, ...] | None
    ) -> GameRecord:
        return GameRecord(
            game=game,
            returns=outcome.returns,
            reason=outcome.reason,
            offender=outcome.offender,
            actions=outcome.actions,
            seconds=seconds,
            lane=lane,
            worker=self._worker,
            played_at=time.time(),
            detail=outcome.detail,
            exit_code=outcome.exit_code,
            stderr=outcome.stderr,
            isolation=() if set(outcome.in_force) <= {"none"} else outcome.in_force,
        )

    def _void(self, game: ScheduledGame, detail: str) -> VoidAttempt:
        return VoidAttempt(game, detail, self._worker, time.time())


def _grouped(games: Sequence[ScheduledGame]) -> list[ScheduledGame]:
    """Return the games with those of the same seats and decks together, else in their order."""
    order: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    return sorted(games, key=lambda game: order.setdefault((game.entrants, game.decks), len(order)))


def _seed_rows(games: Sequence[ScheduledGame]) -> IntArray:
    """Return int64[n, 5]: the deal and the words of both seats' streams, as :func:`split_words` makes them."""
    seeds = np.empty((len(games), 5), dtype=np.int64)
    seeds[:, 0] = [game.deal for game in games]
    digests = b"".join([agent_digest(game.id, seat, name) for game in games for seat, name in enumerate(game.entrants)])
    seeds[:, 1:] = np.frombuffer(digests, dtype=">i8").reshape(len(games), 4)
    seeds[:, (2, 4)] |= 1
    return seeds
