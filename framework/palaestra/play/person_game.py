"""One game of a person against an agent, action by action, with taking back."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from palaestra.agent import View
from palaestra.errors import ActionError, GameError, WorkerError
from palaestra.game import Game, State
from palaestra.record import GameRecord, ScheduledGame
from palaestra.referee.faults import AgentFault, StopPlaying, VoidGame, fault_returns
from palaestra.referee.play import blame_rules, checked_action, checked_returns, end_reason
from palaestra.referee.seat import UNLIMITED, Answer, Seat
from palaestra.referee.sight import follows, is_seen
from palaestra.referee.surroundings import kept_surroundings
from palaestra.tournament.inline import Left, ThreadedIterator


class _Taken(NamedTuple):
    """An action of the person, and whether it can be taken back."""

    before: State
    returnable: bool


class PersonGame:
    """A game that goes on as its person and its agent act.

    Attributes:
        game: the game under its knobs.
        scheduled: what is played.
        person: the person's seat.
        state: where the game is; not to be changed from outside.
        fault: how the agent failed, or None; the person has then won.
    """

    def __init__(
        self, game: Game, scheduled: ScheduledGame, person: int, seat: Seat, stopped: Callable[[], bool]
    ) -> None:
        """Deal.

        Args:
            game: the game under its knobs.
            scheduled: what is played.
            person: the person's seat.
            seat: where the agent is asked.
            stopped: asked many times a second while the agent thinks; ends the waiting.
        """
        self.game = game
        self.scheduled = scheduled
        self.person = person
        self.state = game.new_state(scheduled.decks, scheduled.deal)
        self.fault: AgentFault | None = None
        self._actions: list[int] = []
        self._seconds = [0.0, 0.0]
        self._taken: list[_Taken] = []
        self._seat = seat
        self._stopped = stopped
        self._view: View | None = None
        self._answers = ThreadedIterator(self._asked())
        self._rng = np.random.default_rng()  # for sampling, not for the game

    # -- what there is ------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.fault is not None or self.state.current_player < 0

    @property
    def persons_turn(self) -> bool:
        """Whether the person is to act."""
        return not self.over and self.state.current_player == self.person

    @property
    def opponent(self) -> str:
        """The agent's name."""
        return self.scheduled.entrants[1 - self.person]

    def choices(self) -> dict[str, int]:
        """Return the legal actions by their texts, in ascending order."""
        return {self.game.action_to_string(self.state, action): action for action in self.state.legal_actions()}

    # -- what happens -------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Build the agent; `fault` is set if that fails.

        Raises:
            StopPlaying: the waiting was ended.
            WorkerError: it failed, and not by a fault of its own.
            GameError: the game breaks its contract.
        """
        self._next_answer()

    def act(self, action: int, seconds: float = 0.0) -> None:
        """Play a legal action of the person, who thought about it for some seconds."""
        before = self.state.copy()
        self.state.step(action)
        returnable = self.persons_turn and follows(self.game, before, action, self.state, self.person, self._rng)
        self._taken.append(_Taken(before, returnable))
        self._actions.append(action)
        self._seconds[self.person] += seconds

    def take_back(self) -> str:
        """Undo the person's last action; returns its text.

        It can be taken back while it is still the person's turn, the agent has not acted since, and all that the
        person has seen after it follows from what they knew before: nothing hidden was shown, no chance decided.

        Raises:
            ActionError: it cannot.
        """
        if not self._taken:
            raise ActionError("there is nothing to take back: you have not acted in this turn")
        last = self._taken[-1]
        if not last.returnable:
            raise ActionError("that cannot be taken back: it has shown you something that you could not know")
        self._taken.pop()
        self.state = last.before
        return self.game.action_to_string(self.state, self._actions.pop())

    def reply(self) -> str | None:
        """Let the agent act; returns the text of its action, None if the person does not see which it was.

        If it does not act, `fault` is set.

        Raises:
            StopPlaying: the waiting was ended.
            WorkerError: the agent failed, and not by a fault of its own.
            GameError: the game breaks its contract.
        """
        self._taken.clear()
        state, seat = self.state, 1 - self.person
        legal = tuple(state.legal_actions())
        if not legal:
            raise GameError(f"{self.game.spec.id}: no action is legal, and the game is not over")
        self._view = View(self.game, seat, state.observation(seat), legal)
        began = time.perf_counter()
        try:
            answer = self._next_answer()
        finally:
            self._seconds[seat] += time.perf_counter() - began
        if answer is None:
            return None
        try:
            action = checked_action(answer.action, legal, seat)
        except AgentFault as fault:
            self.fault = fault
            return None
        before, text = state.copy(), self.game.action_to_string(state, action)
        state.step(action)
        self._actions.append(action)
        return text if is_seen(self.game, before, action, state, self.person, self._rng) else None

    def _next_answer(self) -> Answer | None:
        """Return the agent's next answer, None for a fault."""
        try:
            answer = self._answers.next(self._stopped)
        except Left:
            raise StopPlaying from None
        except AgentFault as fault:
            blame_rules(self.game, self.state, fault)
            self.fault = fault
            return None
        except VoidGame as void:
            raise WorkerError(f"the game is discarded after a framework failure: {void.detail}") from void
        return answer

    def _asked(self) -> Iterator[Answer]:
        """Build the agent, then ask it; runs in a thread, so that Ctrl-C works while it thinks."""
        self._seat.prepare(1 - self.person)
        self._seat.start(1 - self.person)
        yield Answer(None, 0.0)
        while self._view is not None:
            yield self._seat.ask(self._view, UNLIMITED)

    # -- the end ------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Send the agent the result, if there is one, and close its seat."""
        self._answers.close()
        if self.fault is None and self.state.current_player < 0:
            with kept_surroundings():
                self._seat.end(self.state.returns())
        self._seat.close()

    def record(self) -> GameRecord:
        """Return the game as it is stored: abandoned, with returns of 0 and no fault, unless it is over."""
        returns: tuple[float, ...] = (0.0, 0.0)
        reason, fault = "abandoned", self.fault
        if fault is not None:
            returns, reason = fault_returns(fault.seat, 2), fault.reason
        elif self.over:
            returns, reason = checked_returns(self.game, self.state, 2), end_reason(self.state)
        in_force = ["none", "none"]
        in_force[1 - self.person] = self._seat.in_force
        return GameRecord(
            game=self.scheduled,
            returns=returns,
            reason=reason,
            offender=None if fault is None else fault.seat,
            actions=tuple(self._actions),
            seconds=tuple(self._seconds),
            lane="python",
            worker=0,
            played_at=time.time(),
            detail="" if fault is None else fault.detail,
            exit_code=None if fault is None else fault.exit_code,
            stderr="" if fault is None else fault.stderr,
            isolation=() if set(in_force) == {"none"} else tuple(in_force),
        )
